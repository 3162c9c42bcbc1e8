// Computes the settings of a run. The caller's options override the settings file, which overrides the defaults. The
// error for a wrong value names the setting.
import { resolve } from 'node:path';
import * as z from 'zod';
import { addressOf, type Endpoint, endpointOf, type Portal } from '../../model/endpoint.js';
import { memo } from '../../model/memo.js';
import { ENCODINGS, SEARCH, withoutId } from '../../site/address.js';
import { readSettingsFile } from './file.js';
import { cacheOf } from './folders.js';
import {
  PAGE_SIZE,
  type Schemas,
  type SettingRow,
  schemasOf,
  settingRows,
  settings,
} from './table.js';
import type { BuildOptions, ResolvedSettings } from './types.js';
import { wrongSetting } from './wrong.js';

export { keepApart, keepOutOfData, mustBeNamed } from './folders.js';
export { CONFIG } from './name.js';
export type { BuildOptions, ResolvedSettings, Settings } from './types.js';

/** The schemas of a portal are made once, because the preview resolves its settings often. */
const schemas = new WeakMap<Portal, z.ZodObject<Schemas<typeof settings>>>();

/** Resolves the settings of a run. Throws a {@link UsageError} for a wrong setting. */
export function resolveSettings(options: BuildOptions, portal: Portal): ResolvedSettings {
  const cwd = resolve(options.cwd ?? '.');
  const given = { ...readSettingsFile(cwd, options.config), ...defined(options) };
  const schema = memo(schemas, portal, () => z.object(schemasOf(settings, { portal })));
  const read = schema.safeParse(given);
  if (!read.success) throw wrongSetting(schema, given);
  const all = read.data;
  const [data, out] = [resolve(cwd, all.data), resolve(cwd, all.out)];
  const { onProgress = ignore, onUnwritableCache = ignore, onTakenBack = ignore } = options;
  const { temporary } = options;
  return {
    ...all,
    ...{ cwd, data, out, onProgress, onUnwritableCache, onTakenBack },
    startedWith: { data: options.data, config: options.config },
    ...(temporary !== undefined && { temporary }),
    baseUrl: asWritten(all.baseUrl),
    // If the value is the text `none`, the list becomes empty.
    compress: all.compress && ENCODINGS.filter((one) => all.compress?.includes(one)),
    hostFiles: resolve(cwd, all.hostFiles),
    extras: extrasOf(portal, all.extras),
    search: all.extras.includes(SEARCH) ? 'named' : all.extras.includes('all') ? 'as all' : 'off',
    pageSize: sizesOf(all.pageSize),
    cache: cacheOf(cwd, data, out, all.cache),
    sign: all.sign === undefined ? undefined : resolve(cwd, all.sign),
    decisive: {
      findings: valuesOf(all, ({ decides }) => decides === 'findings'),
      snapshot: valuesOf(all, ({ isInFile, decides }) => isInFile && decides === undefined),
    },
  };
}

const ignore = () => {};

/** The values of the settings for which `isMeant` is true, as JSON. */
function valuesOf(
  all: { readonly [N in SettingRow['name']]?: unknown },
  isMeant: (row: SettingRow) => boolean,
): string {
  return JSON.stringify(settingRows.filter(isMeant).map(({ name }) => [name, all[name]]));
}

/** Removes options whose value is undefined, because they would override the settings file. */
function defined(options: BuildOptions): BuildOptions {
  return Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined));
}

/** The base URL in its usual form: `HTTPS://API.example.org:443/` → `https://api.example.org`. */
function asWritten(baseUrl: string): string {
  const { origin, pathname } = new URL(baseUrl);
  return (origin + pathname).replace(/\/+$/, '');
}

function extrasOf({ extras }: Portal, given: 'all' | readonly string[]): Endpoint[] {
  const all = extras.map(endpointOf);
  if (given.includes('all')) return all;
  return all.filter(({ name }) => given.includes(addressOf(name)));
}

function sizesOf(
  pageSize: number | Readonly<Record<string, number | undefined>>,
): (endpoint: string) => number {
  if (typeof pageSize === 'number') return () => pageSize;
  const sizes = new Map(Object.entries(pageSize));
  const standard = sizes.get('default') ?? PAGE_SIZE;
  return (endpoint) => sizes.get(withoutId(endpoint)) ?? standard;
}
