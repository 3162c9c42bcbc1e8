// Settings: what the caller gives, over what the configuration file says, over the defaults
// (contract §3). Every mistake in them is a UsageError that names the setting.
import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { isWithin, realPath } from './disk/boundary.js';
import type { OnUnwritableCache } from './engine/unit/store.js';
import type { Portal } from './model/endpoint.js';
import { nearest } from './problems/nearest.js';
import { UsageError } from './problems/problem.js';
import { quote } from './problems/quote.js';
import type { OnProgress } from './report.js';
import type { Compression, Encoding, LinkStyle } from './site/address.js';
import { listenParts } from './site/listen.js';

/** The settings of `portal-snapshot.config.json`; all of them optional. */
export interface Settings {
  /** Prefix of every absolute URL; it may have a path. */
  readonly baseUrl?: string;
  /** Records a page: one number, or one for each endpoint by name, and `default`. */
  readonly pageSize?: number | Readonly<Record<string, number>>;
  readonly links?: LinkStyle;
  /** Hosts whose configuration files to write beside the API. */
  readonly hosts?: readonly string[];
  /**
   * Compressed siblings to write where the hosts serve them, both by default; `br:11` gives the level (9
   * by default). Without a host there are those that are named here.
   */
  readonly compress?: 'none' | readonly (Encoding | `${Encoding}:${number}`)[];
  /** Where servers listen: an address and a port. */
  readonly listen?: string;
  /** Where to write the files for whoever runs a host; a folder a host. */
  readonly hostFiles?: string;
  /** `public` withholds what is not for everyone. */
  readonly audience?: 'public' | 'all';
  /** Hosts from which posts and comments may frame pages. */
  readonly frames?: readonly string[];
  /** `withhold` blanks e-mail addresses, birthdays and last log-ins. */
  readonly personal?: 'withhold' | 'publish';
}

/** Settings and where to work. */
export interface Options extends Settings {
  /** The working folder: relative paths, and the names of files in problems, start here. */
  readonly cwd?: string;
  /** The data folder; `data` by default. */
  readonly data?: string;
  /** The snapshot's folder; `dist` by default. */
  readonly out?: string;
  /** The configuration file; `portal-snapshot.config.json`, if there is one, by default. */
  readonly config?: string;
  /** Ids that are published as numbers, and do not exist, are errors rather than warnings. */
  readonly strict?: boolean;
  /**
   * Where to keep what was worked out for the next build; false keeps nothing. By default in
   * `node_modules/.cache/portal-snapshot`, if the working folder is that of a package.
   */
  readonly cache?: string | boolean;
  /** Write although another build seems to be writing to the snapshot's folder: it is known to be gone. */
  readonly breakLock?: boolean;
  /** Threads that read the data; by default as many as there are processors, if it is worth it. */
  readonly workers?: number;
  /** Is told how far the work is. */
  readonly onProgress?: OnProgress;
  /** Is told when the cache cannot be written, and why: the work is done without it. */
  readonly onUnwritableCache?: OnUnwritableCache;
}

/** All settings, checked. */
export interface ResolvedSettings {
  readonly cwd: string;
  readonly data: string;
  readonly out: string;
  readonly strict: boolean;
  readonly baseUrl: string;
  /** Undefined for what the hosts can serve. */
  readonly links: LinkStyle | undefined;
  readonly hosts: readonly string[];
  /** The smaller sibling first; undefined for what the hosts serve. */
  readonly compress: readonly Compression[] | undefined;
  readonly listen: string;
  /** An absolute path. */
  readonly hostFiles: string;
  readonly pageSize: (endpoint: string) => number;
  readonly audience: 'public' | 'all';
  readonly personal: 'withhold' | 'publish';
  readonly frames: readonly string[];
  /** Undefined for none. */
  readonly cache: string | undefined;
  readonly breakLock: boolean;
  readonly workers: number | undefined;
  readonly onProgress: OnProgress;
  readonly onUnwritableCache: OnUnwritableCache;
}

/** The settings file, in the working folder. */
export const CONFIG = 'portal-snapshot.config.json';
const DEFAULT_PAGE_SIZE = 20;
const NAMES: readonly (keyof Settings)[] = [
  'baseUrl',
  'pageSize',
  'links',
  'hosts',
  'compress',
  'listen',
  'hostFiles',
  'audience',
  'frames',
  'personal',
];

/** Resolves the settings of a portal. Throws a {@link UsageError}. */
export function resolveSettings(options: Options, portal: Portal): ResolvedSettings {
  const cwd = resolve(options.cwd ?? '.');
  const config = readConfig(cwd, options.config);
  const setting = (name: keyof Settings): unknown => options[name] ?? config[name];
  const data = resolve(cwd, options.data ?? 'data');
  const out = resolve(cwd, options.out ?? 'dist');
  const links = setting('links');
  return {
    cwd,
    data,
    out,
    strict: options.strict ?? false,
    baseUrl: baseUrlOf(setting('baseUrl') ?? 'http://localhost:8080'),
    links: links === undefined ? undefined : choiceOf('links', links, ['path', 'query', 'file']),
    hosts: textsOf('hosts', setting('hosts')),
    compress: compressOf(setting('compress')),
    listen: listenOf(setting('listen') ?? '127.0.0.1:8080'),
    hostFiles: hostFilesOf(cwd, setting('hostFiles') ?? 'hosts'),
    pageSize: pageSizeOf(setting('pageSize') ?? DEFAULT_PAGE_SIZE, portal),
    audience: choiceOf('audience', setting('audience'), ['public', 'all']),
    personal: choiceOf('personal', setting('personal'), ['withhold', 'publish']),
    frames: textsOf('frames', setting('frames')),
    cache: cacheOf(cwd, data, out, options.cache ?? true),
    breakLock: options.breakLock ?? false,
    workers: options.workers === undefined ? undefined : sizeOf('workers', options.workers),
    onProgress: options.onProgress ?? (() => {}),
    onUnwritableCache: options.onUnwritableCache ?? (() => {}),
  };
}

/**
 * Throws a {@link UsageError} when what a build writes would be read as data from then on, or what is not
 * for readers would be served to them.
 */
export function keepApart({ data, out, hosts, hostFiles }: ApartSettings): void {
  const [read, published, configured] = [realPath(data), realPath(out), realPath(hostFiles)];
  if (isWithin(published, read)) refuse('out', data, AS_DATA);
  if (isWithin(read, published)) refuse('data', out, SERVED);
  if (hosts.length === 0) return;
  if (isWithin(configured, published)) refuse('hostFiles', out, SERVED);
  if (isWithin(configured, read)) refuse('hostFiles', data, AS_DATA);
}

function refuse(name: string, outer: string, why: string): never {
  throw new UsageError(`${name} must not be inside ${outer}: ${why}`);
}

const AS_DATA = 'what is there would be read as data';
const SERVED = 'a host would serve what is there';

type ApartSettings = Pick<ResolvedSettings, 'data' | 'out' | 'hostFiles'> & {
  readonly hosts: readonly unknown[];
};

function cacheOf(
  cwd: string,
  data: string,
  out: string,
  wanted: string | boolean,
): string | undefined {
  if (typeof wanted === 'string') {
    const folder = resolve(cwd, wanted);
    const real = realPath(folder);
    if (isWithin(real, realPath(data))) refuse('cache', data, AS_DATA);
    if (isWithin(real, realPath(out))) refuse('cache', out, SERVED);
    return folder;
  }
  const modules = join(cwd, 'node_modules');
  const cache = join('.cache', 'portal-snapshot');
  if (!wanted || !existsSync(join(cwd, 'package.json'))) return undefined;
  // One that nobody named is no link: a branch of a stranger may have brought it.
  const isOwn = realPath(join(modules, cache)) === join(realPath(modules), cache);
  return isOwn ? join(modules, cache) : undefined;
}

function readConfig(cwd: string, named: string | undefined): Readonly<Record<string, unknown>> {
  const path = join(cwd, CONFIG);
  if (named === undefined && !existsSync(path)) return {};
  const file = named === undefined ? path : resolve(cwd, named);
  let config: unknown;
  try {
    config = JSON.parse(readFileSync(file, 'utf8').replace(/^\uFEFF/, ''));
  } catch (error) {
    throw new UsageError(`cannot read the settings in ${file}: ${(error as Error).message}`);
  }
  if (typeof config !== 'object' || config === null || Array.isArray(config)) {
    throw new UsageError(`${file} must hold one JSON object`);
  }
  for (const name of Object.keys(config)) {
    if (name === '$schema' || (NAMES as readonly string[]).includes(name)) continue;
    const close = nearest(name, NAMES);
    throw new UsageError(
      `unknown setting ${quote(name)} in ${file}${close ? `; did you mean ${close}?` : ''}`,
    );
  }
  return config as Readonly<Record<string, unknown>>;
}

function baseUrlOf(value: unknown): string {
  if (typeof value !== 'string' || !URL.canParse(value)) {
    throw new UsageError(
      `baseUrl must be an address such as https://api.example.org, not ${quote(value)}`,
    );
  }
  const url = new URL(value);
  if (url.protocol !== 'http:' && url.protocol !== 'https:') {
    throw new UsageError(`baseUrl must begin with http:// or https://, not ${quote(value)}`);
  }
  if (url.search || url.hash || url.username || url.password || /[?#\s]/.test(value)) {
    throw new UsageError(`baseUrl takes a host and a path, and nothing else: ${quote(value)}`);
  }
  // As clients write it: a host in lower case, no port that goes without saying.
  return (url.origin + url.pathname).replace(/\/+$/, '');
}

/** In the order in which hosts prefer them. */
const ENCODINGS = ['br', 'gzip'] as const;
const HIGHEST_LEVEL = { br: 11, gzip: 9 } as const;
/** Of both: above it brotli gains a tenth, and takes thirty times as long. */
const LEVEL = 9;

/** Both siblings, as hosts get them when nobody says otherwise. */
export const BOTH: readonly Compression[] = ENCODINGS.map((encoding) => ({
  encoding,
  level: LEVEL,
}));

function compressOf(value: unknown): Compression[] | undefined {
  if (value === undefined) return undefined;
  if (value === 'none') return [];
  const levels = new Map<Encoding, number>();
  for (const text of textsOf('compress', value)) {
    const [name, level = `${LEVEL}`] = text.split(/:(.*)/s);
    const encoding = choiceOf('compress', name, ENCODINGS);
    if (levels.has(encoding)) throw new UsageError(`compress names ${encoding} twice`);
    const highest = HIGHEST_LEVEL[encoding];
    if (!/^[1-9]\d?$/.test(level) || Number(level) > highest) {
      throw new UsageError(
        `compress: the level of ${encoding} is from 1 to ${highest}, unlike ${quote(text)}`,
      );
    }
    levels.set(encoding, Number(level));
  }
  return ENCODINGS.flatMap((encoding) => {
    const level = levels.get(encoding);
    return level === undefined ? [] : [{ encoding, level }];
  });
}

function listenOf(value: unknown): string {
  const { address, port } = listenParts(value);
  return `${address}:${port}`;
}

function hostFilesOf(cwd: string, value: unknown): string {
  if (typeof value === 'string') return resolve(cwd, value);
  throw new UsageError(`hostFiles must be the name of a folder, not ${quote(value)}`);
}

/** One of some choices, the first by default. Throws a {@link UsageError}. */
export function choiceOf<const T extends string>(
  name: string,
  value: unknown,
  choices: readonly [T, ...T[]],
): T {
  if (value === undefined) return choices[0];
  const choice = choices.find((known) => known === value);
  if (choice === undefined) {
    throw new UsageError(`${name} is one of ${choices.join(', ')}, not ${quote(value)}`);
  }
  return choice;
}

function textsOf(name: string, value: unknown): readonly string[] {
  if (value === undefined) return [];
  if (!Array.isArray(value) || !value.every((element) => typeof element === 'string')) {
    throw new UsageError(`${name} must be a list of texts, not ${quote(value)}`);
  }
  return value;
}

function pageSizeOf(value: unknown, portal: Portal): (endpoint: string) => number {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    const size = sizeOf('pageSize', value);
    return () => size;
  }
  const paged = portal.endpoints.filter(({ paging }) => paging.style !== 'array');
  const names = ['default', ...paged.map(({ name }) => name)];
  const sizes = new Map<string, number>();
  for (const [name, size] of Object.entries(value)) {
    if (!names.includes(name)) {
      const close = nearest(name, names);
      throw new UsageError(
        `pageSize names ${quote(name)}, which is no list with pages${close ? `; did you mean ${close}?` : ''}`,
      );
    }
    sizes.set(name, sizeOf(`pageSize of ${name}`, size));
  }
  const standard = sizes.get('default') ?? DEFAULT_PAGE_SIZE;
  return (endpoint) => sizes.get(endpoint) ?? standard;
}

function sizeOf(name: string, value: unknown): number {
  if (typeof value === 'number' && Number.isSafeInteger(value) && value > 0) return value;
  throw new UsageError(`${name} must be a whole number of at least 1, not ${quote(value)}`);
}
