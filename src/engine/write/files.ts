// Makes the files of a snapshot from linked records: the pages of each endpoint, the root index, the body of 404
// answers, and `snapshot.json`, which describes the other files.
import { type Endpoint, type Lookup, listFile, type Portal } from '../../model/endpoint.js';
import type { OnProgress } from '../../problems/report.js';
import {
  keepsPages,
  type PageName,
  pageFile,
  pageLink,
  parameterOf,
  SNAPSHOT,
} from '../../site/address.js';
import { isDescribedAlone } from '../../site/kinds.js';
import type { ApiInfo } from '../../site/openapi/document.js';
import { describeSnapshot, idIn, pathBelow } from '../../site/snapshot-file.js';
import type { Derivation } from '../link/derive.js';
import type { Pool } from '../pool/pool.js';
import { isMuchWork, KEPT, type MadePages, type PageQueue, pageQueue, writePart } from './deal.js';
import { type EndpointList, ListMaker } from './lists.js';
import type { Output } from './output.js';
import { hasPages, type PageSettings } from './pages.js';

interface FileSettings extends PageSettings {
  /** By list: the address of a record's page on the portal's own web site, such as `https://example.org/{id}`. */
  readonly site: Readonly<Record<string, string>>;
  readonly extras: readonly Endpoint[];
  readonly api?: ApiInfo | undefined;
  readonly onProgress: OnProgress;
}

/** An endpoint of the snapshot, as the files for hosts need it. */
export interface MadeEndpoint {
  /**
   * The address below `/api/`, without slashes at both ends; '' for `/api/` itself. If it ends in `{id}`, there is an
   * address for each id.
   */
  readonly name: string;
  /** The query parameter for its pages, such as `page` in `?page=2`; undefined if the list is never divided into pages. */
  readonly parameter: PageName['parameter'] | undefined;
  /** Set if all pages but the first keep their records when newer ones are added (see {@link keepsPages}). */
  readonly keepsPages?: true;
  /** The number of pages. If the name ends in `{id}`, the pages of all ids together. */
  readonly pages: number;
  /** For a filter such as `post/blog/{id}`: `post/?blog=2` gives the same result as `post/blog/2/`. */
  readonly lookup?: Pick<Lookup, 'list' | 'by'>;
}

/** Makes the pages of a snapshot, its feeds, its root index, and `404.json`. */
export async function makeFiles(
  portal: Portal,
  settings: FileSettings,
  derivation: Derivation,
  output: Output,
  pool: Pool,
): Promise<EndpointList[]> {
  const lists = await makePages(portal, settings, derivation, output, pool);
  const feeds = lists.filter(({ endpoint }) => !hasPages(endpoint));
  if (feeds.length > 0) {
    const { makeFeeds } = await import('./feeds.js');
    await makeFeeds(feeds, derivation, settings, output);
  }
  const index = portal.index.map(({ key, address }) => [key, pageLink(settings, address)]);
  await output.file(pageFile(''), JSON.stringify(Object.fromEntries(index)));
  await output.file('404.json', JSON.stringify(portal.notFound));
  return lists;
}

/** The endpoints of a snapshot, and its manifest (snapshot.json). */
export interface MadeSite {
  readonly endpoints: readonly MadeEndpoint[];
  /** The text of {@link SNAPSHOT}. `id`: the snapshot's id, which is in this text. */
  readonly manifest: string;
  readonly id: string;
}

/**
 * Makes `snapshot.json` and the files of digests to which it refers. All other files must have been made, except the
 * configuration files for hosts.
 */
export async function makeDescription(
  lists: readonly EndpointList[],
  output: Output,
  sign?: (id: string) => string,
): Promise<MadeSite> {
  const folders = lists.filter(({ endpoint }) => !listFile(endpoint.name));
  const published = folders.map(({ endpoint: { name }, walks }) => ({
    name,
    count: walks.reduce((sum, { count }) => sum + count, 0),
    pages: walks
      .flatMap(({ pages }) => pages)
      .map(({ file }) => ({ path: pathBelow(file, name), hash: output.hashOf(file) })),
  }));
  const alone = output.names().filter(isDescribedAlone).sort();
  const files = Object.fromEntries(alone.map((file) => [file, output.hashOf(file)]));
  const described = describeSnapshot(published, files, sign);
  for (const { file, body } of described) await output.file(file, body);
  const endpoints = folders.map(({ endpoint, walks }) => ({
    name: endpoint.name,
    parameter: parameterOf(endpoint),
    ...(keepsPages(endpoint) && ({ keepsPages: true } as const)),
    pages: walks.reduce((sum, { pages }) => sum + pages.length, 0),
    ...(endpoint.lookup && { lookup: endpoint.lookup }),
  }));
  const manifest = described.at(-1)!.body;
  return {
    endpoints: [{ name: '', parameter: undefined, pages: 1 }, ...endpoints],
    manifest,
    id: idIn(manifest),
  };
}

async function makePages(
  portal: Portal,
  settings: FileSettings,
  derivation: Derivation,
  output: Output,
  pool: Pool,
): Promise<EndpointList[]> {
  const tables = [...derivation.tables.values()];
  const endpoints = [...portal.endpoints, ...settings.extras];
  const paged = endpoints.filter(hasPages);
  const records = paged.reduce((sum, { records }) => {
    return sum + (records ? derivation.tables.get(records.collection)!.rows : 0);
  }, 0);
  const isMuch = isMuchWork(records, output.workplace.compress);
  // The worker threads load their code while this thread sorts the lists.
  await pool.prepare('write', isMuch);
  settings.onProgress('linking', 0, 0);
  const made = new ListMaker(settings, derivation, endpoints);
  const lists = new Map<Endpoint, EndpointList>();
  const data = tables.map((table) => table.records);
  let done = 0;
  let total = 0;
  const heard = ({ files, pages }: MadePages) => {
    output.add(files);
    done += pages;
    settings.onProgress('writing', done, total);
  };
  // A list on one page takes longest. So the worker threads begin with such lists, while this thread sorts the others.
  const isLong = ({ paging: { style } }: Endpoint) => style === 'array' || style === 'lines';
  const inTurn = [paged.filter(isLong), paged.filter((list) => !isLong(list))];
  await pool.together(async (begin) => {
    const queues: PageQueue[] = [];
    for (const some of inTurn) {
      for (const endpoint of some) lists.set(endpoint, made.of(endpoint));
      const walks = some.flatMap((endpoint) => lists.get(endpoint)!.walks);
      const pages = walks.flatMap((walk) => walk.pages);
      total += pages.length;
      const queue = pageQueue(data, pages, output.workplace, KEPT / pool.size(isMuch));
      queues.push(queue);
      await begin('write', queue, isMuch, heard);
    }
    settings.onProgress('writing', done, total);
    for (const queue of queues) await writePart(queue, heard);
  });
  void pool.close(); // the other threads free their memory while this one ends the build
  return endpoints.map((endpoint) => lists.get(endpoint) ?? made.of(endpoint));
}
