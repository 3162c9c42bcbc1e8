// A deployment in memory: snapshots in the form of PROMISES.md §3 and §5.2, and hosts that answer for them.
import { createHash } from 'node:crypto';
import { afterEach, beforeEach, vi } from 'vitest';
import { type LinkStyle, type PageName, pageFile, pageLink } from '../../src/site/address.js';
import { envelope } from '../../src/site/envelope.js';

/** Path → what stands there. */
export type Files = Map<string, string>;

/** A record, as far as lists are told apart by it. */
export interface Row {
  readonly id: number;
  readonly name: string;
}

export const row = (id: number, name = `Запись ${id}`): Row => ({ id, name });

/** What a reader got, and why it was no more. */
export interface Got {
  readonly rows: unknown[];
  readonly error?: unknown;
}

export async function streamed(list: AsyncIterable<unknown>): Promise<Got> {
  const rows: unknown[] = [];
  try {
    for await (const record of list) rows.push(record);
    return { rows };
  } catch (error) {
    return { rows, error };
  }
}

/** The name and the message of the error with which work fails. */
export const refusalOf = (work: Promise<unknown>): Promise<string> =>
  work.then(() => 'it did not fail', String);

/** How a list is cut: by number, from the end of the oldest (the newest first, or last), or not at all; or one record. */
export type Cut = 'numbers' | 'newest first' | 'newest last' | 'one' | 'record';

export interface Content {
  readonly [list: string]: { readonly cut: Cut; readonly rows: readonly Row[] };
}

export interface Making {
  readonly baseUrl?: string;
  readonly links?: LinkStyle;
  readonly pageSize?: number;
  /** A list of more pages has its digests in a file of its own. */
  readonly longest?: number;
  /** The templates of extras that openapi.json names. */
  readonly templates?: readonly string[];
}

type Digests = Record<string, string>;

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');

/** The files of a snapshot. */
export function snapshotOf(content: Content, making: Making = {}): Files {
  const { baseUrl = 'http://localhost:8080', links = 'path', longest = 1000 } = making;
  const files: Files = new Map();
  const lists: Record<string, unknown> = {};
  const apart = new Map<string, Digests>();
  for (const [name, { cut, rows }] of Object.entries(content)) {
    const pages = pagesOf(cut, rows, making.pageSize ?? 2);
    const link = (at: number) =>
      pages[at] ? pageLink({ baseUrl, links }, name, pages[at].page) : null;
    const digests: Digests = {};
    for (const [at, { page, rows: own }] of pages.entries()) {
      const around = { next: link(at + 1), previous: link(at - 1) };
      const hasCount = cut !== 'newest first';
      const { head, tail } =
        cut === 'record'
          ? { head: '', tail: '' }
          : envelope(
              cut === 'one' ? undefined : hasCount ? { count: rows.length, ...around } : around,
            );
      const text = head + own.map((row) => JSON.stringify(row)).join() + tail;
      files.set(pageFile(name, page), text);
      digests[page ? `${page.parameter}/${page.value}/` : ''] = sha256(text);
    }
    const [, list = name, id = ''] = /^(.+)\/(\d+\/)$/.exec(`${name}/`) ?? [];
    const isLong = pages.length > longest;
    if (id || isLong) {
      const below = Object.entries(digests).map(([path, sum]) => [id + path, sum]);
      apart.set(list, { ...apart.get(list), ...Object.fromEntries(below) });
    }
    if (id) continue;
    const lines = Object.entries(digests).map(([path, digest]) => `${path} ${digest}\n`);
    const about = { count: rows.length, pages: pages.length, digest: sha256(lines.join('')) };
    lists[name] = {
      ...about,
      ...(isLong ? { digests: `${name}/digests.json` } : { files: digests }),
    };
  }
  const sums: Digests = {};
  for (const [list, digests] of apart) {
    const file = `api/${list}/digests.json`;
    const text = JSON.stringify(digests);
    files.set(file, text);
    sums[file] = sha256(text);
  }
  files.set('api/snapshot.json', JSON.stringify({ format: 1, lists, files: sums }));
  const paths = (making.templates ?? []).map((template) => [
    links === 'file' ? `${template}index.json` : template,
    {},
  ]);
  files.set('api/openapi.json', JSON.stringify({ paths: Object.fromEntries(paths) }));
  return files;
}

interface Cutting {
  readonly page?: PageName;
  readonly rows: readonly Row[];
}

function pagesOf(cut: Cut, rows: readonly Row[], size: number): Cutting[] {
  if (cut === 'one' || cut === 'record') return [{ rows }];
  if (cut === 'numbers') {
    const pages = Math.max(1, Math.ceil(rows.length / size));
    return Array.from({ length: pages }, (_, at) => ({
      rows: rows.slice(at * size, (at + 1) * size),
      ...(at > 0 && { page: { parameter: 'page', value: at + 1 } }),
    }));
  }
  const oldestFirst = cut === 'newest last' ? rows : [...rows].reverse();
  const full = Math.max(1, Math.floor(rows.length / size));
  const pages = Array.from({ length: full }, (_, at) => ({
    value: at + 1,
    rows: oldestFirst.slice(at * size, at === full - 1 ? undefined : (at + 1) * size),
  }));
  const walked =
    cut === 'newest last'
      ? pages
      : pages.reverse().map((page) => ({ ...page, rows: [...page.rows].reverse() }));
  return walked.map(({ value, rows: own }, at) => ({
    rows: own,
    ...(at > 0 && { page: { parameter: 'cursor', value } }),
  }));
}

/** What a host can do, and where it is. */
export interface Host {
  readonly base: string;
  /** Whether it answers for a folder with its index.json. */
  readonly index: boolean;
  /** Whether it routes `?page=2` and `?cursor=2`. */
  readonly queries: boolean;
}

export const plainHost: Host = { base: 'https://api.example.org', index: true, queries: true };

/** In the tests of a file, what waits goes on at once. */
export function nobodyWaits(): void {
  const later = setTimeout;
  beforeEach(() => {
    vi.spyOn(globalThis, 'setTimeout').mockImplementation(((run: () => void) =>
      later(run, 0)) as typeof setTimeout);
  });
  afterEach(() => {
    vi.restoreAllMocks();
  });
}

/** Node's types of requests have no `cache`, which a browser heeds. */
export type Fetch = (
  url: string,
  init?: RequestInit & { readonly cache?: string },
) => Promise<Response>;

/** The addresses that were asked, below the host's base, in their order. */
export interface Served {
  readonly fetch: Fetch;
  readonly asked: string[];
}

/** Serves files as a host does. Whoever asks elsewhere is told off. */
export function serve(files: () => Files, host: Host = plainHost): Served {
  const asked: string[] = [];
  const fetch: Fetch = async (url) => {
    if (!url.startsWith(`${host.base}/`)) throw new Error(`asked elsewhere: ${url}`);
    const target = url.slice(host.base.length + 1);
    asked.push(`/${target}`);
    const text = files().get(fileAt(target, host));
    return text === undefined
      ? answer(404, '<h1>Not found</h1>', { 'content-type': 'text/html' })
      : answer(200, text);
  };
  return { fetch, asked };
}

export const answer = (
  status: number,
  text: string | null,
  headers: Record<string, string> = { 'content-type': 'application/json' },
): Response => new Response(text, { status, headers });

function fileAt(target: string, { index, queries }: Host): string {
  const { pathname, searchParams } = new URL(target, 'http://host/');
  const path = pathname.slice(1);
  if (!path.endsWith('/')) return path;
  const [kind, value] = [...searchParams].find(([name]) => /^(page|cursor)$/.test(name)) ?? [];
  const [isBelow, , named] = /\/(page|cursor)\/(\d+)\/$/.exec(path) ?? [];
  // Such a host answers none of two pages that path and query name.
  if (queries && named && value && named !== value) return '';
  const below = queries && kind && !isBelow ? `${kind}/${value}/` : '';
  return index ? `${path}${below}index.json` : path;
}

/**
 * The steps by which one snapshot replaces another (PROMISES.md §7): new pages, changed ones, heads, then
 * snapshot.json; removals last, unless they wait until after the grace.
 */
export function publication(from: Files, to: Files, removes: boolean): ((live: Files) => void)[] {
  const rank = (path: string) => {
    if (path === 'api/snapshot.json') return 3;
    if (!from.has(path)) return 0;
    return /\/(page|cursor)\/\d+\/index\.json$/.test(path) ? 1 : 2;
  };
  const placed = [...to.keys()].filter((path) => from.get(path) !== to.get(path));
  const gone = removes ? [...from.keys()].filter((path) => !to.has(path)) : [];
  return [
    ...placed
      .sort((a, b) => rank(a) - rank(b))
      .map((path) => (live: Files) => live.set(path, to.get(path)!)),
    ...gone.map((path) => (live: Files) => live.delete(path)),
  ];
}
