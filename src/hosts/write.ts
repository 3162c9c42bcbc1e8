// Makes the files of the chosen hosts. Those in the published folder become files of the snapshot; those for whoever
// runs a host are written into another folder.
import { join, relative, sep } from 'node:path';
import type { Output } from '../engine/write/output.js';
import { cannotWrite } from '../files/disk/boundary.js';
import { readText, replaceText } from '../files/disk/text-file.js';
import { type PlacedFinding, placed, wholeFile } from '../problems/placed.js';
import {
  DOCUMENTS,
  digestsFile,
  type Encoding,
  endpointOfPart,
  partFile,
  SEARCH_ENTRY,
  withoutId,
} from '../site/address.js';
import { fileBeside, kindOf, SEARCH_INDEX_FILES, sentAs } from '../site/kinds.js';
import { excesses, publishedFiles } from './choose.js';
import { FILE, type Host, type HostFile, PART, type Site, type SiteDocument } from './host.js';

/** The settings on which the files of hosts depend. */
interface HostSettings extends Pick<Site, 'links' | 'listen' | 'hostFiles'> {
  readonly hosts: readonly Host[];
  readonly compress: readonly Encoding[];
  readonly baseUrl: string;
  readonly cwd: string;
  readonly out: string;
  readonly strict: boolean;
}

/** The outcome of adding the files of hosts. */
export interface AddedHosts {
  /** Files for whoever runs a host, each below a folder with the host's name. */
  readonly hostFiles: readonly HostFile[];
  /** Limits that are exceeded, and files on which hosts disagree: the snapshot must not be published. */
  readonly problems: readonly PlacedFinding[];
}

/** Adds the files of hosts to a snapshot whose pages are all made. */
export async function addHosts(
  settings: HostSettings,
  { endpoints }: Pick<Site, 'endpoints'>,
  notFound: string,
  output: Output,
): Promise<AddedHosts> {
  const { hosts, links, listen, hostFiles, out: root, baseUrl, compress } = settings;
  const prefix = new URL(baseUrl).pathname.replace(/\/+$/, '');
  const names = output.names();
  const documents = documentsOf([...names, ...possibleFiles(endpoints, names)]);
  const where = { prefix, root, hostFiles, listen };
  const before = { endpoints, documents, links, compress, notFound, ...where };
  const { files, conflicts } = publishedFiles(hosts, { ...before, ...output.tally() });
  for (const { path, text } of files) {
    await output.file(path, text, { withSiblings: false });
  }
  const site: Site = { ...before, ...output.tally() };
  const folder = relative(settings.cwd, root).split(sep).join('/');
  const inFolder = (path: string) =>
    wholeFile([folder, path].filter((part) => part !== '').join('/'));
  const problems = [
    ...conflicts.map(({ path, hosts }) =>
      placed('host-conflict', { path, hosts }, inFolder(path), settings),
    ),
    ...excesses(hosts, site).map((excess) =>
      placed(`host-limit/${excess.what}`, excess, inFolder(excess.file ?? ''), settings),
    ),
  ];
  const operated = hosts.flatMap(({ name, operated }) =>
    operated(site).map(({ path, text }) => ({ path: `${name}/${path}`, text })),
  );
  return { hostFiles: operated, problems };
}

/**
 * Files that this snapshot may lack and a later one may have: the digests of a list that gets very long, and the parts
 * of a search index. Operators install the configuration of a host once, so it must not depend on the data.
 */
function possibleFiles(endpoints: Site['endpoints'], names: readonly string[]): string[] {
  const lists = endpoints.filter(({ name, parameter }) => parameter && withoutId(name) === name);
  const digests = lists.map(({ name }) => digestsFile(name));
  return names.includes(SEARCH_ENTRY) ? [...digests, ...SEARCH_INDEX_FILES] : digests;
}

/**
 * Returns the files that have addresses of their own, sorted, since the order in which they were made depends on the
 * data. All digest files of an endpoint are one document, such as `api/region/digests/{part}.json`, and so are all
 * files with one extension in a folder beside `api/`: `search/{file}.js`.
 */
function documentsOf(names: readonly string[]): SiteDocument[] {
  const own = names.filter((name) => kindOf(name)?.address === 'file' && !fileBeside(name)).sort();
  const all = [...DOCUMENTS, ...own].map((file): [string, SiteDocument] => {
    const { mediaType } = sentAs(file);
    const endpoint = endpointOfPart(file);
    const path =
      endpoint === undefined
        ? file.replace(/^(?!api\/)([^/]+\/).+(?=[.][^./]+$)/, `$1${FILE}`)
        : partFile(endpoint, PART);
    return [path, { path, mediaType }];
  });
  return [...new Map(all).values()];
}

/** Writes files into a folder. A file is only written if it changed, and always as a whole. */
export function writeHostFiles(folder: string, files: readonly HostFile[]): void {
  try {
    for (const { path, text } of files) {
      if (readText(join(folder, path)) !== text) replaceText(folder, path, text);
    }
  } catch (error) {
    throw cannotWrite(folder, error);
  }
}
