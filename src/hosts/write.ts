// The files of the chosen hosts: those of the published folder go the way of every file of the
// snapshot, those for whoever runs a host are written beside it.
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import type { Output } from '../engine/output.js';
import type { Arguments } from '../problems/messages/catalogue.js';
import { word } from '../problems/messages.js';
import type { Problem } from '../problems/problem.js';
import type { ResolvedSettings } from '../settings.js';
import { excesses, publishedFiles } from './choose.js';
import type { Host, HostFile, Site, SiteEndpoint } from './host.js';

type HostSettings = Omit<ResolvedSettings, 'hosts' | 'links'> &
  Pick<Site, 'links'> & { readonly hosts: readonly Host[] };

/** What became of the files of hosts. */
export interface AddedHosts {
  /** Files for whoever runs a host, each below a folder with the host's name. */
  readonly hostFiles: readonly HostFile[];
  /** What a host cannot hold; the snapshot must not be published. */
  readonly problems: readonly Problem[];
}

/** Adds the files of hosts to a snapshot whose pages are all made. */
export async function addHosts(
  settings: HostSettings,
  endpoints: readonly SiteEndpoint[],
  notFound: string,
  output: Output,
): Promise<AddedHosts> {
  const { hosts, links, listen, compress, out: root, baseUrl } = settings;
  const prefix = new URL(baseUrl).pathname.replace(/\/+$/, '');
  const before = { endpoints, prefix, links, root, listen, compress, notFound };
  const { files, conflicts } = publishedFiles(hosts, { ...before, ...(await output.tally()) });
  for (const { path, text } of files) {
    const block = { bytes: Buffer.from(text), isLast: true };
    await output.file(path, true, text, () => [block].values(), false);
  }
  const site: Site = { ...before, ...(await output.tally()) };
  const folder = relative(settings.cwd, root).split(sep).join('/');
  const inFolder = (path: string) => [folder, path].filter((part) => part !== '').join('/');
  const problems = [
    ...conflicts.map(({ path, hosts }) =>
      problem('host-conflict', { path, hosts }, inFolder(path), settings),
    ),
    ...excesses(hosts, site).map((excess) =>
      problem(`host-limit/${excess.what}`, excess, inFolder(excess.file ?? ''), settings),
    ),
  ];
  const hostFiles = hosts.flatMap(({ name, operated }) =>
    operated(site).map(({ path, text }) => ({ path: `${name}/${path}`, text })),
  );
  return { hostFiles, problems };
}

type HostMessage = 'host-conflict' | `host-limit/${'files' | 'fileBytes' | 'bytes' | 'rules'}`;

function problem<N extends HostMessage>(
  name: N,
  args: Arguments<N>,
  file: string,
  { lang }: HostSettings,
): Problem {
  const { message, hint } = word(name, args, lang);
  const code = name.split('/', 1)[0]!;
  const place = { file, line: 1, column: 1, path: '' };
  return { code, severity: 'error', ...place, message, ...(hint !== undefined && { hint }) };
}

/** Writes files below a folder, each only if it changed, and whole or not at all. */
export function writeHostFiles(folder: string, files: readonly HostFile[]): void {
  for (const { path, text } of files) {
    const file = join(folder, path);
    if (textOf(file) === text) continue;
    mkdirSync(dirname(file), { recursive: true });
    const temporary = join(dirname(file), `.portal-snapshot-${process.pid}`);
    writeFileSync(temporary, text);
    renameSync(temporary, file);
  }
}

function textOf(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return undefined; // It is not there, or what stands there is in the way, as writing will tell.
  }
}
