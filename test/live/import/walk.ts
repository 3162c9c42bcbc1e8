// The lists of an origin, and of a snapshot in a folder, as their readers see them.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { portal } from '../../../src/portal/index.js';
import type { Fields } from '../../support/portal.js';
import { readJson } from '../../support/tree.js';

/** A page of a list that has several. */
export interface Envelope {
  readonly count?: number;
  readonly next: string | null;
  readonly previous: string | null;
  readonly results: readonly Fields[];
}

/** What is at a list's address, or at that of a further page. */
export type Body = Envelope | readonly Fields[];

export const recordsOf = (body: Body): readonly Fields[] =>
  'results' in body ? body.results : body;
export const nextOf = (body: Body): string | null => ('results' in body ? body.next : null);

/** The names of all lists. */
export const listNames = portal.endpoints.map(({ name }) => name);

/** The pages of a list, by its links. */
export async function* pagesOf(
  origin: string,
  list: string,
): AsyncGenerator<{ readonly url: string; readonly body: Body }> {
  let url: string | null = `${origin}/api/${list}/`;
  while (url !== null) {
    const body = (await (await fetch(url)).json()) as Body;
    yield { url, body };
    url = nextOf(body);
  }
}

/** The records of each list of an origin. */
export async function listsOf(origin: string): Promise<Map<string, readonly Fields[]>> {
  const lists = new Map<string, readonly Fields[]>();
  for (const name of listNames) {
    const records: Fields[] = [];
    for await (const { body } of pagesOf(origin, name)) records.push(...recordsOf(body));
    lists.set(name, records);
  }
  return lists;
}

/** The records of each list of a snapshot that has one page of each: `--page-size 100000`. */
export function listsIn(dist: string): Map<string, readonly Fields[]> {
  return new Map(
    listNames.map((name) => {
      const body = readJson<Body>(dist, `api/${name}/index.json`);
      if (nextOf(body) !== null) throw new Error(`${name} has several pages in ${dist}`);
      return [name, recordsOf(body)];
    }),
  );
}

/** All records of a collection in a data folder, as they are written. */
export function written(data: string, collection: string): Fields[] {
  return readdirSync(data, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.split(/[./]/, 1)[0] === collection && /\.(?:nd)?json$/.test(path))
    .flatMap((path) => {
      const text = readFileSync(join(data, path), 'utf8');
      const texts = path.endsWith('.ndjson') ? text.split('\n').filter((line) => line) : [text];
      return texts.flatMap((each): Fields[] => {
        const value = JSON.parse(each) as Fields | Fields[];
        return Array.isArray(value) ? value : [value];
      });
    });
}
