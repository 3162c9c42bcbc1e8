// Whether the search is published, and what is said where it is left out.
import { join, relative, sep } from 'node:path';
import type { Derivation } from '../engine/link/derive.js';
import type { Output } from '../engine/write/output.js';
import { installedVersion } from '../files/shipped.js';
import type { Portal, PortalSearch } from '../model/endpoint.js';
import { type PlacedFinding, placed, wholeFile } from '../problems/placed.js';
import { refused } from '../problems/problem.js';
import type { BuildSettings } from './open.js';

/** A search that the settings ask for, and the version of Pagefind; undefined where that is not installed. */
export interface AskedSearch {
  readonly search: PortalSearch;
  readonly version: string | undefined;
}

/** What the settings ask for. Throws a {@link UsageError} where it is named and cannot be made. */
export function askedSearch(portal: Portal, settings: BuildSettings): AskedSearch | undefined {
  if (!portal.search || settings.search === 'off') return undefined;
  const version = installedVersion('pagefind');
  if (version === undefined && settings.search === 'named') {
    throw refused('search/no-pagefind', undefined);
  }
  return { search: portal.search, version };
}

/** Makes the search; gives what there is to say where it is left out. */
export async function addSearch(
  asked: AskedSearch | undefined,
  settings: BuildSettings,
  derivation: Derivation,
  output: Output,
): Promise<PlacedFinding[]> {
  if (!asked) return [];
  const place = wholeFile(
    join(relative(settings.cwd, settings.out), 'search').replaceAll(sep, '/'),
  );
  const { search, version } = asked;
  if (version === undefined) {
    return [placed('search-left-out/program', undefined, place, settings)];
  }
  const { makeSearch, MOST_FOUND } = await import('../engine/search/index.js');
  const found = await makeSearch(search, version, settings, derivation, output);
  if (found <= MOST_FOUND) return [];
  return [placed('search-left-out/records', { most: MOST_FOUND, found }, place, settings)];
}
