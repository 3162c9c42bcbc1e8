// A snapshot as a client sees it: addresses, the files that answer for them, and the pages of
// a list one after another.
import { expect } from 'vitest';
import type { Tree } from './tree.js';

/** How links name a page (the setting `links`). */
export type Links = 'path' | 'query' | 'file';

/** A snapshot's files and the settings its links were made with. */
export interface Site {
  /** Without a slash at its end. */
  readonly baseUrl: string;
  readonly links: Links;
  readonly tree: Tree;
}

/** A list's envelope. */
export interface Envelope {
  readonly count?: number;
  readonly next: string | null;
  readonly previous: string | null;
  readonly results: readonly { readonly id: number }[];
}

/** One page of a list: its address, the file behind it, and what the file says. */
export interface Page {
  readonly url: string;
  readonly file: string;
  readonly body: Envelope;
}

/** The address of a list. */
export function listUrl({ baseUrl, links }: Site, endpoint: string): string {
  return `${baseUrl}/api/${endpoint}/${links === 'file' ? 'index.json' : ''}`;
}

/** The address of a page of a list that is not its first. */
export function pageUrl(site: Site, endpoint: string, kind: string, name: string): string {
  const list = `${site.baseUrl}/api/${endpoint}/`;
  const query = `?${kind}=${name}`;
  if (site.links === 'query') return `${list}${query}`;
  return `${list}${kind}/${name}/${site.links === 'file' ? 'index.json' : ''}${query}`;
}

/** The file behind a page. */
export function pageFile(endpoint: string, kind: string, name: string): string {
  return `api/${endpoint}/${kind}/${name}/index.json`;
}

/** The parsed content of one of the snapshot's files. */
export function content<T>(site: Site, file: string): T {
  const bytes = site.tree.get(file);
  if (bytes === undefined) throw new Error(`the snapshot has no ${file}`);
  return JSON.parse(bytes.toString()) as T;
}

/**
 * All pages of a list, by `next` from the first to the last. Expects each `next` to be the
 * address that the setting `links` prescribes, and each `previous` the page it came from.
 */
export function pagesOf(site: Site, endpoint: string, kind: 'page' | 'cursor'): Page[] {
  const pages: Page[] = [];
  let url = listUrl(site, endpoint);
  let file = `api/${endpoint}/index.json`;
  for (;;) {
    const body = content<Envelope>(site, file);
    expect(body.previous, `previous in ${file}`).toBe(pages.at(-1)?.url ?? null);
    pages.push({ url, file, body });
    if (body.next === null) return pages;
    const name = new URL(body.next).searchParams.get(kind) ?? '';
    if (kind === 'page') expect(name).toBe(String(pages.length + 1));
    else expect(name).toMatch(/^[a-z0-9_-]+$/);
    url = pageUrl(site, endpoint, kind, name);
    expect(body.next, `next in ${file}`).toBe(url);
    file = pageFile(endpoint, kind, name);
    expect(pages.map((page) => page.file)).not.toContain(file);
  }
}
