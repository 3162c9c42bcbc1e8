// Resolves the settings: the caller's options override the settings file, which overrides the defaults
// (PROMISES.md §3). Every mistake in them is a UsageError that names the setting.
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { readAtMost } from '../../files/disk/text-file.js';
import { findDefects } from '../../files/source/defects.js';
import { type ExtraEndpoint, endpointOf, type Portal } from '../../model/endpoint.js';
import { nearest } from '../../problems/nearest.js';
import { pointerSteps, refused } from '../../problems/problem.js';
import { quote } from '../../problems/quote.js';
import { ENCODINGS, SEARCH, withoutId } from '../../site/address.js';
import { A_FOLDER, cacheOf, mustBeNamed } from './apart.js';
import { CONFIG, type SettingRow, settingRows, table } from './table.js';
import type { BuildOptions, Defaults, ResolvedSettings, Settings } from './types.js';

export { keepApart, keepOutOfData } from './apart.js';
export { CONFIG } from './table.js';
export type { BuildOptions, ResolvedSettings, Settings } from './types.js';

/** A larger settings file is refused. */
const MOST_BYTES = 1 << 20;

/** Resolves the settings of a portal. Throws a {@link UsageError} for a wrong one. */
export async function resolveSettings(
  options: BuildOptions,
  portal: Portal,
): Promise<ResolvedSettings> {
  const cwd = resolve(options.cwd ?? '.');
  const given = said(checked({ ...readConfig(cwd, options.config), ...said(options) }, portal));
  const all = { ...defaults, ...given };
  const [data, out] = [resolve(cwd, all.data), resolve(cwd, all.out)];
  return {
    onProgress() {},
    onUnwritableCache() {},
    onTakenBack() {},
    ...all,
    ...{ cwd, data, out },
    baseUrl: asWritten(all.baseUrl),
    links: given.links,
    // The text `none` includes no name of an encoding.
    compress: given.compress && ENCODINGS.filter((one) => given.compress?.includes(one)),
    hostFiles: resolve(cwd, all.hostFiles),
    extras: extrasOf(portal, all.extras),
    search: all.extras.includes(SEARCH) ? 'named' : all.extras.includes('all') ? 'as all' : 'off',
    pageSize: sizesOf(all.pageSize),
    cache: cacheOf(cwd, data, out, given.cache ?? true),
    sign: given.sign === undefined ? undefined : resolve(cwd, given.sign),
    workers: given.workers,
    decisive: {
      findings: valuesOf(given, ({ decides }) => decides === 'findings'),
      snapshot: valuesOf(given, ({ of, decides }) => of === 'file' && decides === undefined),
    },
  };
}

/** What is read from these, or written into them, must not be the working folder itself. */
const FOLDERS = { data: A_FOLDER, out: A_FOLDER, cache: A_FOLDER } as const;

/** The defaults, of the settings that have one. */
const defaults = Object.fromEntries(
  Object.entries<SettingRow>(table).map(([name, { standard }]) => [name, standard]),
) as Defaults; // fromEntries does not keep the types of the rows

/** The values of some settings as JSON; the default where none is given. */
function valuesOf(given: BuildOptions, isMeant: (row: SettingRow) => boolean): string {
  const values: Readonly<Record<string, unknown>> = { ...given };
  const rows = Object.entries<SettingRow>(table).filter(([, row]) => isMeant(row));
  return JSON.stringify(rows.map(([name, { standard }]) => [name, values[name] ?? standard]));
}

/** The options that are given: undefined counts as not given. */
function said(options: BuildOptions): BuildOptions {
  return Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined));
}

/** Returns the given settings if all of them are valid. Throws a {@link UsageError} otherwise. */
function checked(given: Readonly<Record<string, unknown>>, portal: Portal): BuildOptions {
  for (const [name, must] of Object.entries(FOLDERS)) mustBeNamed(name, given[name], must);
  for (const [name, row] of Object.entries<SettingRow>(table)) {
    const { must, schema, wrong } = row;
    const value = given[name];
    if (must === undefined || value === undefined) continue;
    if (schema({ portal }).safeParse(value).success) continue;
    throw (
      wrong?.(value, { portal }) ?? refused('setting/value', { name, must, found: quote(value) })
    );
  }
  return given; // the schemas have checked its types
}

function readConfig(cwd: string, named: string | undefined): Readonly<Record<string, unknown>> {
  const path = join(cwd, CONFIG);
  if (named === undefined && !existsSync(path)) return {};
  const file = named === undefined ? path : resolve(cwd, named);
  let config: unknown;
  let text: string;
  try {
    text = readAtMost(file, MOST_BYTES)
      .toString()
      .replace(/^\uFEFF/, '');
    config = JSON.parse(text);
  } catch (error) {
    throw refused('setting/file', { file, reason: (error as Error).message });
  }
  if (typeof config !== 'object' || config === null || Array.isArray(config)) {
    throw refused('setting/no-object', { file });
  }
  const again = findDefects(text).find(({ kind }) => kind === 'duplicate-key');
  if (again) {
    const line = text.slice(0, again.at).split('\n').length;
    throw refused('setting/twice', { name: quote(pointerSteps(again.path).at(-1)), file, line });
  }
  const names: readonly string[] = settingRows.map(([name]) => name);
  for (const name of Object.keys(config)) {
    if (name === '$schema' || names.includes(name)) continue;
    throw refused('setting/unknown', { name: quote(name), file, nearest: nearest(name, names) });
  }
  return config as Readonly<Record<string, unknown>>;
}

/** The base URL as clients write it: the host in lower case, no default port, no slash at its end. */
function asWritten(baseUrl: string): string {
  const { origin, pathname } = new URL(baseUrl);
  return (origin + pathname).replace(/\/+$/, '');
}

function extrasOf({ extras }: Portal, given: 'all' | readonly string[]): ExtraEndpoint[] {
  const all = extras.map(endpointOf);
  if (given.includes('all')) return all;
  return all.filter(({ template }) => given.includes(template));
}

function sizesOf(pageSize: NonNullable<Settings['pageSize']>): (endpoint: string) => number {
  if (typeof pageSize === 'number') return () => pageSize;
  const sizes = new Map(Object.entries(pageSize));
  const standard = sizes.get('default') ?? table.pageSize.standard;
  return (endpoint) => sizes.get(withoutId(endpoint)) ?? standard;
}
