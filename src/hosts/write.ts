// Makes the files of the chosen hosts. Files that belong into the published folder become a part of the snapshot. Files
// for operators are written into another folder.
import { lstatSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import type { Output } from '../engine/write/output.js';
import { cannotWrite } from '../files/disk/boundary.js';
import { readText, replaceText } from '../files/disk/text-file.js';
import { type PlacedFinding, placed, wholeFile } from '../problems/placed.js';
import {
  DOCUMENTS,
  digestsFile,
  type Encoding,
  hasId,
  listenParts,
  SEARCH_ENTRY,
} from '../site/address.js';
import { fileBeside, kindOf, SEARCH_INDEX_FILES, sentAs } from '../site/kinds.js';
import { excesses, publishedFiles } from './choose.js';
import { FILE, type Host, type HostFile, type Site, type SiteDocument } from './host.js';

interface HostSettings extends Pick<Site, 'links' | 'listen' | 'hostFiles'> {
  readonly hosts: readonly Host[];
  readonly compress: readonly Encoding[];
  readonly baseUrl: string;
  readonly cwd: string;
  readonly out: string;
  readonly strict: boolean;
}

export interface AddedHosts {
  /** The files for operators. Each path begins with the name of the host: `nginx/portal.conf`. */
  readonly hostFiles: readonly HostFile[];
  /**
   * Limits that are exceeded, and files for which two hosts need different contents. If there are any, nothing may be
   * published.
   */
  readonly problems: readonly PlacedFinding[];
  /** Servers that do not listen where links lead. */
  readonly warnings: readonly PlacedFinding[];
}

/** Adds the files of hosts to a snapshot whose pages are all made. Returns the files for operators, and problems. */
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
    ...conflicts.map((conflict) =>
      placed('host-conflict', { ...conflict }, inFolder(conflict.path), settings),
    ),
    ...excesses(hosts, site).map((excess) =>
      placed(`host-limit/${excess.what}`, excess, inFolder(excess.file ?? ''), settings),
    ),
  ];
  const operated = hosts.flatMap(({ name, operated }) =>
    operated(site).map(({ path, text }) => ({ path: `${name}/${path}`, text })),
  );
  return { hostFiles: operated, problems, warnings: elsewhere(settings) };
}

/** Hosts by which a machine calls itself, and addresses on which a server listens for all that a machine has. */
const SELF = /^(?:localhost|127\..*|\[::1\])$/;
const ANY = new Set(['0.0.0.0', '[::]']);

/**
 * Warns of each server that does not listen where links lead. A host with a name of its own may have a proxy before the
 * server, as has https, so this can only be known for the other hosts: this machine, and those that are numbers.
 */
function elsewhere(settings: HostSettings): PlacedFinding[] {
  const { hosts, listen, baseUrl } = settings;
  const { protocol, hostname, port: named } = new URL(baseUrl);
  const { address, port } = listenParts(listen);
  const isKnown = SELF.test(hostname) || /^[\d.]+$|^\[/.test(hostname);
  const isSame =
    (ANY.has(address) || address === hostname || (SELF.test(address) && SELF.test(hostname))) &&
    port === Number(named || 80);
  if (protocol !== 'http:' || !isKnown || isSame) return [];
  const meant = `http://${ANY.has(address) ? hostname : address}:${port}`;
  return hosts
    .filter(({ listens }) => listens)
    .map(({ name: host }) => {
      const place = wholeFile(`${relative(settings.cwd, settings.hostFiles)}/${host}`);
      return placed('links-elsewhere', { baseUrl, host, listen, meant }, place, settings);
    });
}

/**
 * Returns files that a later snapshot may have, such as the digests of a list that gets long. Configurations must serve
 * them already, because operators install a configuration only once.
 */
function possibleFiles(endpoints: Site['endpoints'], names: readonly string[]): string[] {
  const lists = endpoints.filter((endpoint) => endpoint.parameter && !hasId(endpoint));
  const digests = lists.map(({ name }) => digestsFile(name));
  return names.includes(SEARCH_ENTRY) ? [...digests, ...SEARCH_INDEX_FILES] : digests;
}

/**
 * Returns the files that are not pages and have an address. Files with the same extension in `search/` are combined to one
 * document, such as `search/{file}.js`.
 */
function documentsOf(names: readonly string[]): SiteDocument[] {
  const own = names.filter((name) => kindOf(name)?.address === 'file' && !fileBeside(name)).sort();
  const all = [...DOCUMENTS, ...own].map((file): [string, SiteDocument] => {
    const path = file.replace(/^(?!api\/)([^/]+\/).+(?=[.][^./]+$)/, `$1${FILE}`);
    return [path, { path, mediaType: sentAs(file).mediaType }];
  });
  return [...new Map(all).values()];
}

/**
 * Writes the files for operators into a folder, and returns the paths that it leaves alone, because there is something
 * that no build wrote. A file that has not changed is not written.
 */
export function writeHostFiles(folder: string, files: readonly HostFile[]): string[] {
  const foreign: string[] = [];
  try {
    for (const { path, text } of files) {
      const there = lstatSync(join(folder, path), { throwIfNoEntry: false });
      const written = there?.isFile() ? readText(join(folder, path)) : undefined;
      if (written === text) continue;
      if (there && (written === undefined || beginOf(written) !== beginOf(text))) {
        foreign.push(path);
      } else replaceText(folder, path, text);
    }
  } catch (error) {
    throw cannotWrite(folder, error);
  }
  return foreign;
}

/**
 * By this, a file of an earlier build is known, also without the cache, and of another version: the first words of its
 * first comment, or in JSON, where there are no comments, the keys that are not nested deeply.
 */
function beginOf(text: string): string {
  const keysOf = (value: unknown): unknown =>
    typeof value === 'object' && value !== null ? Object.keys(value) : typeof value;
  try {
    const value: unknown = JSON.parse(text);
    return JSON.stringify([keysOf(value), Object.values(Object(value)).map(keysOf)]);
  } catch {
    return text.split(/\s+/, 4).join(' ');
  }
}
