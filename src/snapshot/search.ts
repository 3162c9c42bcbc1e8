// Adds the search to the snapshot, or warns that it is missing.
import { join, relative, sep } from 'node:path';
import type { Derivation } from '../engine/link/derive.js';
import type { Output } from '../engine/write/output.js';
import { installedVersion } from '../files/shipped.js';
import type { Portal, PortalSearch } from '../model/endpoint.js';
import { type PlacedFinding, placed, wholeFile } from '../problems/placed.js';
import { refused } from '../problems/problem.js';
import type { BuildSettings } from './open.js';

/** The search that the settings ask for. `version`: the version of Pagefind; undefined if Pagefind is not installed. */
export interface RequestedSearch {
  readonly search: PortalSearch;
  readonly version: string | undefined;
}

/**
 * Returns the search; undefined if the settings do not ask for it, or the portal has none. Throws a {@link UsageError}
 * if the settings name `/search/` itself, not only `all`, and Pagefind is not installed.
 */
export function requestedSearch(
  portal: Portal,
  settings: BuildSettings,
): RequestedSearch | undefined {
  if (!portal.search || settings.search === 'off') return undefined;
  const version = installedVersion('pagefind');
  if (version === undefined && settings.search === 'named') {
    throw refused(
      'the extra /search/ is made by Pagefind, which is not installed: npm install pagefind',
    );
  }
  return { search: portal.search, version };
}

/** Whether the settings ask for all extras, but the search is left out, because Pagefind is not installed. */
export const isSearchLeftOut = ({ search }: Pick<BuildSettings, 'search'>): boolean =>
  search === 'as all' && installedVersion('pagefind') === undefined;

/** Makes the files of the search. If the search is left out, returns a warning that says why. */
export async function addSearch(
  asked: RequestedSearch | undefined,
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
