// Linked records → every file of the snapshot, ready to be put in its place: the pages of each
// endpoint, the root index, and the body of answers for what does not exist.
import type { Portal } from '../../model/endpoint.js';
import type { OnProgress } from '../../report.js';
import { type PageName, pageFile, pageLink, parameterOf } from '../../site/address.js';
import type { Derivation } from '../link/derive.js';
import { workOf } from './deal.js';
import type { Output } from './output.js';
import { cutPages, orderRows, type PageSettings } from './pages.js';
import { Templates } from './templates.js';
import { doWork } from './threads.js';

interface FileSettings extends PageSettings {
  /** Threads to make pages in; by default as many as there are processors, if it is worth it. */
  readonly workers: number | undefined;
  readonly onProgress: OnProgress;
}

/** An address of the snapshot, and how its pages are named. */
export interface MadeEndpoint {
  /** Empty for the root index. */
  readonly name: string;
  readonly parameter: PageName['parameter'] | undefined;
  readonly pages: number;
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
  settings.onProgress('linking', 0, 0);
  const lists = portal.endpoints.map((endpoint) => {
    const { collection, shape = '', order = [] } = endpoint.records ?? {};
    const table = collection === undefined ? undefined : tables.get(collection);
    const rows = table ? orderRows(table, order, derivation, withheld) : new Uint32Array();
    const template = table && templates.shape(table, shape);
    return { endpoint, pages: cutPages(endpoint, rows, template, settings) };
  });
  const pages = lists.flatMap((list) => list.pages);
  const records = [...tables.values()].map((table) => table.records);
  let done = 0;
  settings.onProgress('writing', done, pages.length);
  await doWork(workOf(records, pages, output.workplace), settings.workers, (files, some) => {
    output.add(files);
    done += some;
    settings.onProgress('writing', done, pages.length);
  });
  const index = portal.index.map(({ key, address }) => [key, pageLink(settings, address)]);
  await output.file(pageFile(''), JSON.stringify(Object.fromEntries(index)));
  await output.file('404.json', JSON.stringify(portal.notFound));
  return [
    { name: '', parameter: undefined, pages: 1 },
    ...lists.map(({ endpoint, pages }) => ({
      name: endpoint.name,
      parameter: parameterOf(endpoint),
      pages: pages.length,
    })),
  ];
}
