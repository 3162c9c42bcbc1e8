// The lists of an origin, and of a snapshot in a folder, as their readers see them.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { portal } from '../../../src/portal/index.js';
import type { Fields } from '../../support/portal.js';
import { readJson } from '../../support/tree.js';

/** What is at a list's address, or at that of a further page. */
type Body =
  | { readonly next: string | null; readonly results: readonly Fields[] }
  | readonly Fields[];

const recordsOf = (body: Body): readonly Fields[] => ('results' in body ? body.results : body);
const nextOf = (body: Body): string | null => ('results' in body ? body.next : null);
const listNames = portal.endpoints.map(({ name }) => name);

/** The records of each list of an origin, by its links. */
export async function listsOf(origin: string): Promise<Map<string, readonly Fields[]>> {
  const lists = new Map<string, readonly Fields[]>();
  for (const name of listNames) {
    const records: Fields[] = [];
    for (let url: string | null = `${origin}/api/${name}/`; url !== null; ) {
      const body = (await (await fetch(url)).json()) as Body;
      records.push(...recordsOf(body));
      url = nextOf(body);
    }
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
