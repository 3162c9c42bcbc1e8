// Small snapshots with lists of both kinds, in folders as a build leaves them, and readers who walk them.
import { hash } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describeSnapshot } from '../../src/site/snapshot-file.js';
import { temporaryFolder } from '../support/folders.js';

/** The ids of each list's records, in the list's order; `event` is a cursor list, `post-comment` an array. */
export type Lists = Readonly<
  Record<'region' | 'job/vacancy' | 'event' | 'post-comment', readonly number[]>
>;

const BASE = 'https://api.example.org';
const PAGE = 2;

interface Envelope {
  readonly next: string | null;
  readonly previous: string | null;
  readonly results: readonly { readonly id: number }[];
}

/** The files of a snapshot; `word` is in every record. `change`: what becomes of the text of each page. `size`: records on one. */
export function filesOf(
  lists: Partial<Lists>,
  word: string,
  change = (text: string): string => text,
  size = PAGE,
): Map<string, string | Buffer> {
  const files = new Map<string, string | Buffer>();
  const record = (id: number) => ({ id, word });
  const pagesIn: Record<string, { path: string; hash: string }[]> = {};
  for (const [name, ids] of Object.entries(lists)) {
    const put = (path: string, value: unknown): void => {
      const text = change(JSON.stringify(value));
      files.set(`api/${name}/${path}index.json`, text);
      pagesIn[name] = [...(pagesIn[name] ?? []), { path, hash: hash('sha256', text, 'hex') }];
    };
    if (name === 'post-comment') {
      put('', ids.map(record));
      continue;
    }
    const pages: (readonly number[])[] = [];
    for (let at = 0; at < ids.length || at === 0; at += size) pages.push(ids.slice(at, at + size));
    const last = pages.length;
    // Cursors are counted from the other end.
    const pathOf = (page: number): string => {
      if (page === 1) return '';
      return name === 'event' ? `cursor/${last - page + 1}/` : `page/${page}/`;
    };
    pages.forEach((some, i) => {
      const link = (page: number) =>
        page < 1 || page > last ? null : `${BASE}/api/${name}/${pathOf(page)}`;
      const around = { count: ids.length, next: link(i + 2), previous: link(i) };
      put(pathOf(i + 1), { ...around, results: some.map(record) });
    });
  }
  const names = Object.keys(lists);
  const root = Object.fromEntries(names.map((name) => [name, `${BASE}/api/${name}/`]));
  files.set('api/index.json', change(JSON.stringify(root)));
  files.set('404.json', '{"detail":"Not found."}');
  const index = hash('sha256', files.get('api/index.json')!, 'hex');
  const described = Object.entries(pagesIn).map(([name, pages]) => {
    return { name, count: lists[name as keyof Lists]!.length, pages };
  });
  for (const { file, body } of describeSnapshot(described, { 'api/index.json': index })) {
    files.set(file, body);
  }
  return files;
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
  readonly lists: Readonly<Record<string, { readonly files?: Readonly<Record<string, string>> }>>;
}
