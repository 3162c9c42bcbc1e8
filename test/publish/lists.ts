// Small snapshots with lists of both kinds, in folders as a build leaves them, and readers who walk them.
import { hash } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describeSnapshot } from '../../src/site/snapshot-file.js';
import { snapshotOf as pagesOf } from '../client/site.js';
import { temporaryFolder } from '../support/folders.js';

/** The ids of each list's records, in the list's order; `event` is a cursor list, `post-comment` an array. */
export type Lists = Readonly<
  Record<'region' | 'job/vacancy' | 'event' | 'post-comment', readonly number[]>
>;

const BASE = 'https://api.example.org';
const CUTS = {
  ...({ region: 'numbers', 'job/vacancy': 'numbers' } as const),
  ...({ event: 'newest first', 'post-comment': 'one' } as const),
};

interface Envelope {
  readonly next: string | null;
  readonly previous: string | null;
  readonly results: readonly { readonly id: number }[];
}

/** The files of a snapshot; `word` is in every record. */
export function filesOf(
  lists: Partial<Lists>,
  word: string,
  baseUrl = BASE,
): Map<string, string | Buffer> {
  const content = Object.entries(lists).map(([name, ids]) => {
    const cut = CUTS[name as keyof Lists];
    return [name, { cut, rows: ids.map((id) => ({ id, name: word })) }] as const;
  });
  const made = pagesOf(Object.fromEntries(content), { baseUrl });
  const root = JSON.stringify(
    Object.fromEntries(content.map(([name]) => [name, `${baseUrl}/api/${name}/`])),
  );
  const { lists: all } = JSON.parse(made.get('api/snapshot.json')!) as Described;
  const described = Object.entries(all).map(([name, { count, files = {} }]) => {
    const pages = Object.entries(files).map(([path, hash]) => ({ path, hash }));
    return { name, count, pages };
  });
  const index = { 'api/index.json': hash('sha256', root, 'hex') };
  for (const name of ['api/openapi.json', 'api/snapshot.json']) made.delete(name);
  return new Map<string, string | Buffer>([
    ...made,
    ['api/index.json', root],
    ['404.json', '{"detail":"Not found."}'],
    ...describeSnapshot(described, index).map(({ file, body }) => [file, body] as const),
  ]);
}

/** Writes a snapshot into a folder of its own. */
export function snapshotOf(lists: Lists, word = 'котёл'): string {
  return folderWith(filesOf(lists, word));
}

/** A folder with these files. */
export function folderWith(files: ReadonlyMap<string, string | Buffer>): string {
  const folder = join(temporaryFolder(), 'dist');
  for (const [name, text] of files) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
  return folder;
}

/** What a reader finds who comes by an address; throws where a link leads to nothing. */
function at(live: ReadonlyMap<string, Buffer>, link: string, from: string): unknown {
  const file = `${new URL(link).pathname.slice(1)}index.json`;
  const bytes = live.get(file);
  if (!bytes) throw new Error(`${from} leads to ${link}, and nothing is there`);
  return JSON.parse(bytes.toString());
}

/**
 * Walks everything that leads anywhere: from the root index, of which `lists` may choose some, and from snapshot.json.
 * Gives the ids that were seen, by list. Throws where anything leads to nothing.
 */
export function walk(live: ReadonlyMap<string, Buffer>, lists = /./): Map<string, Set<number>> {
  const seen = new Map<string, Set<number>>();
  const root = live.get('api/index.json');
  for (const [name, head] of Object.entries((root ? JSON.parse(String(root)) : {}) as Links)) {
    if (!lists.test(name)) continue;
    const ids = new Set<number>();
    seen.set(name, ids);
    const visited = new Set<string>();
    const visit = (link: string, from: string): void => {
      if (visited.has(link)) return;
      visited.add(link);
      const page = at(live, link, from) as Envelope | Envelope['results'];
      const records = 'results' in page ? page.results : page;
      for (const { id } of records) ids.add(id);
      if (!('results' in page)) return;
      for (const next of [page.next, page.previous]) if (next !== null) visit(next, link);
    };
    visit(head, 'the root index');
  }
  const described = live.get('api/snapshot.json');
  const { lists: all } = (described ? JSON.parse(String(described)) : { lists: {} }) as Described;
  for (const [name, { files = {} }] of Object.entries(all)) {
    for (const path of Object.keys(files)) at(live, `${BASE}/api/${name}/${path}`, 'snapshot.json');
  }
  return seen;
}

type Links = Readonly<Record<string, string>>;
interface Described {
  readonly lists: Readonly<
    Record<string, { readonly count: number; readonly files?: Readonly<Record<string, string>> }>
  >;
}
