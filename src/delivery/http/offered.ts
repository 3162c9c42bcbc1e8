// Finds out what a deployment publishes, from the links at `/api/` and from its OpenAPI document.
import { addressOf, type Endpoint, endpointOf, type Portal } from '../../model/endpoint.js';
import { isObject } from '../../model/fields.js';
import type { Answer, AskFor } from './answer.js';
import { objectIn } from './answer.js';
import type { Deployment } from './target.js';

export interface RootIndex {
  readonly index: Answer;
  /**
   * The end of the addresses of lists: `index.json` if they are such as `/api/region/index.json`; empty if they are
   * such as `/api/region/`.
   */
  readonly home: '' | 'index.json';
}

/** Reads `/api/` and, if needed, `/api/index.json`. Finds out whether addresses end in `index.json`. */
export async function findIndex({
  base,
  ask,
}: Pick<Deployment, 'base' | 'ask'>): Promise<RootIndex> {
  const slash = await ask(`${base}/api/`);
  const links = linksOf(slash);
  if (links && !links.every((link) => link.endsWith('/index.json'))) {
    return { index: slash, home: '' };
  }
  const file = await ask(`${base}/api/index.json`);
  return linksOf(file) ? { index: file, home: 'index.json' } : { index: slash, home: '' };
}

function linksOf(answer: Answer): string[] | undefined {
  const index = objectIn(answer);
  return index && Object.values(index).filter((link) => typeof link === 'string');
}

/** The extras whose templates, such as `/api/region/{id}/`, are in `paths` of a deployment's OpenAPI document. */
export async function extrasOf({ extras }: Portal, base: string, ask: AskFor): Promise<Endpoint[]> {
  const paths = objectIn(await ask(`${base}/api/openapi.json`))?.['paths'];
  if (!isObject(paths)) return [];
  const named = new Set(Object.keys(paths).map((path) => path.replace(/index\.json$/, '')));
  return extras.map(endpointOf).filter(({ name }) => named.has(addressOf(name)));
}
