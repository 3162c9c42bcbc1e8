// Linked records → every file of the snapshot, ready to be put in its place: the pages of each
// endpoint, the root index, and the body of answers for what does not exist.
import type { ExtraEndpoint, Portal } from '../../model/endpoint.js';
import type { OnProgress } from '../../report.js';
import { type PageName, pageFile, pageLink, parameterOf } from '../../site/address.js';
import type { Derivation } from '../link/derive.js';
import { Assembler } from './assemble.js';
import { extraPages, type PagedEndpoint } from './extras.js';
import type { Output } from './output.js';
import { PageKeys } from './page-keys.js';
import { cutPages, orderRows, type PageSettings } from './pages.js';
import { Templates } from './templates.js';

interface FileSettings extends PageSettings {
  /** Those that are published. */
  readonly extras: readonly ExtraEndpoint[];
  readonly onProgress: OnProgress;
}

/** An address of the snapshot, and how its pages are named. */
export interface MadeEndpoint {
  /** Empty for the root index. */
  readonly name: string;
  readonly parameter: PageName['parameter'] | undefined;
  readonly pages: number;
  readonly lookup?: NonNullable<ExtraEndpoint['lookup']>;
}

/** Makes every file of the snapshot, ready to be put in its place. */
export async function makeFiles(
  portal: Portal,
  settings: FileSettings,
  derivation: Derivation,
  output: Output,
): Promise<MadeEndpoint[]> {
  const { tables, withheld } = derivation;
  const templates = new Templates(derivation);
  const assembler = new Assembler(templates);
  const keys = new PageKeys(templates);
  settings.onProgress('linking', 0, 0);
  const endpoints = portal.endpoints.map((endpoint): PagedEndpoint => {
    const { collection, shape = '', order = [] } = endpoint.records ?? {};
    const table = collection === undefined ? undefined : tables.get(collection);
    const rows = table ? orderRows(table, order, derivation, withheld) : new Uint32Array();
    const pages = cutPages(endpoint, rows, settings);
    return { endpoint, table, shape, pages, count: pages.length };
  });
  const lists = [...endpoints, ...extraPages(settings.extras, settings, derivation)];
  const total = lists.reduce((sum, { count }) => sum + count, 0);
  let done = 0;
  for (const { table, shape, pages } of lists) {
    for (const page of pages) {
      settings.onProgress('writing', done++, total);
      const key = keys.keyOf(page, table, shape);
      await output.file(page.file, page.isHead, key, () => assembler.blocks(page, table, shape));
    }
  }
  const index = portal.index.map(({ key, address }) => [key, pageLink(settings, address)]);
  for (const [name, value] of [
    [pageFile(''), Object.fromEntries(index)],
    ['404.json', portal.notFound],
  ] as const) {
    const body = JSON.stringify(value);
    const block = { bytes: Buffer.from(body), isLast: true };
    await output.file(name, true, body, () => [block].values());
  }
  return [
    { name: '', parameter: undefined, pages: 1 },
    ...lists.map(({ endpoint, count }) => ({
      name: endpoint.name,
      parameter: parameterOf(endpoint),
      pages: count,
      ...(endpoint.lookup && { lookup: endpoint.lookup }),
    })),
  ];
}
