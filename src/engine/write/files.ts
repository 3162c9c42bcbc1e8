// Linked records → every file of the snapshot, ready to be put in its place: the pages of each
// endpoint, the root index, and the body of answers for what does not exist.
import type { ExtraEndpoint, Portal } from '../../model/endpoint.js';
import type { OnProgress } from '../../report.js';
import { type PageName, pageFile, pageLink, parameterOf } from '../../site/address.js';
import type { Derivation } from '../link/derive.js';
import { workOf } from './deal.js';
import { type List, Lists } from './lists.js';
import type { Output } from './output.js';
import type { PageSettings } from './pages.js';
import { Makers } from './threads.js';

interface FileSettings extends PageSettings {
  /** Threads to make pages in; by default as many as there are processors, if it is worth it. */
  readonly workers: number | undefined;
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
}

/** Makes every file of the snapshot, ready to be put in its place. */
export async function makeFiles(
  portal: Portal,
  settings: FileSettings,
  derivation: Derivation,
  output: Output,
): Promise<MadeEndpoint[]> {
  const lists = await makePages(portal, settings, derivation, output);
  const index = portal.index.map(({ key, address }) => [key, pageLink(settings, address)]);
  await output.file(pageFile(''), JSON.stringify(Object.fromEntries(index)));
  await output.file('404.json', JSON.stringify(portal.notFound));
  return [
    { name: '', parameter: undefined, pages: 1 },
    ...lists.map(({ endpoint, walks }) => ({
      name: endpoint.name,
      parameter: parameterOf(endpoint),
      pages: walks.reduce((sum, { pages }) => sum + pages.length, 0),
    })),
  ];
}

async function makePages(
  portal: Portal,
  settings: FileSettings,
  derivation: Derivation,
  output: Output,
): Promise<List[]> {
  const tables = [...derivation.tables.values()];
  const endpoints = [...portal.endpoints, ...settings.extras];
  const records = endpoints.reduce((sum, { records }) => {
    return sum + (records ? derivation.tables.get(records.collection)!.rows : 0);
  }, 0);
  let done = 0;
  let total = 0;
  const isCompressed = output.workplace.compress.length > 0;
  // If there are to be threads, they start while lists are ordered here.
  const makers = new Makers(records, isCompressed, settings.workers, (files, pages) => {
    output.add(files);
    done += pages;
    settings.onProgress('writing', done, total);
  });
  try {
    settings.onProgress('linking', 0, 0);
    const made = new Lists(settings, derivation);
    const lists = endpoints.map((endpoint) => made.of(endpoint));
    const pages = lists.flatMap(({ walks }) => walks.flatMap((walk) => walk.pages));
    total = pages.length;
    settings.onProgress('writing', done, total);
    const work = workOf(
      tables.map((table) => table.records),
      pages,
      output.workplace,
    );
    await makers.do(work);
    return lists;
  } finally {
    await makers.close();
  }
}
