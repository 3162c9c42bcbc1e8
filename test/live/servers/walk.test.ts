// The shipped portal on a real host: http-server serves the snapshot, and a client that knows
// the lists' addresses and the links in their envelopes walks every list to its end and back.
import type { Server } from 'node:http';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { build } from '../../../src/index.js';
import { projectFolder, temporaryFolder } from '../../support/folders.js';
import type { Envelope, Links } from '../../support/site.js';

/** The part of http-server that is used here; it ships no types. */
interface HttpServer {
  createServer(options: {
    root: string;
    ext: string;
    cache: number;
    showDir: string;
    autoIndex: string;
  }): { readonly server: Server };
}

const { createServer } = createRequire(import.meta.url)('http-server') as HttpServer;

interface Host {
  readonly title: string;
  readonly links: Links;
  /** Whether the host answers for a folder with the folder's index.json. */
  readonly autoIndex: boolean;
  readonly home: string;
}

const hosts: readonly Host[] = [
  { title: 'a host with directory indexes', links: 'path', autoIndex: true, home: '' },
  { title: 'a host without', links: 'file', autoIndex: false, home: 'index.json' },
];

const lists = [
  { address: 'region', counts: true },
  { address: 'event', counts: false },
  { address: 'epb-e/expert', counts: true },
  { address: 'job/vacancy', counts: true },
  { address: 'job/resume', counts: true },
];

/** A page as it came over the wire; a redirect on the way is an error. */
async function fetchPage(url: string): Promise<Envelope> {
  const response = await fetch(url, { redirect: 'error' });
  expect(response.status, url).toBe(200);
  expect(response.headers.get('content-type'), url).toMatch(/^application\/json(;|$)/);
  return (await response.json()) as Envelope;
}

/** All pages from a first one on, as long as there is a link of this name. */
async function walk(from: string, link: 'next' | 'previous'): Promise<Map<string, Envelope>> {
  const pages = new Map<string, Envelope>();
  for (let url: string | null = from; url !== null; ) {
    expect([...pages.keys()], 'a walk never comes back').not.toContain(url);
    const page: Envelope = await fetchPage(url);
    pages.set(url, page);
    url = page[link];
  }
  return pages;
}

const idsOf = (pages: Iterable<Envelope>): number[] =>
  [...pages].flatMap(({ results }) => results.map(({ id }) => id));

describe.each(hosts)('the shipped portal on $title', ({ links, autoIndex, home }) => {
  let server: Server;
  let baseUrl: string;

  beforeAll(async () => {
    const out = temporaryFolder();
    const indexes = String(autoIndex);
    const options = { root: out, ext: 'json', cache: -1, showDir: 'false', autoIndex: indexes };
    ({ server } = createServer(options));
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject).listen(0, '127.0.0.1', resolve);
    });
    baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const settings = { baseUrl, links, pageSize: 2, cache: false };
    const { ok } = await build({ cwd: projectFolder, data: 'data', out, ...settings });
    expect(ok).toBe(true);
  }, 30_000);

  afterAll(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });

  it.each(lists)(
    'is walked through $address to the end and back',
    async ({ address, counts }) => {
      const first = `${baseUrl}/api/${address}/${home}`;
      const forward = await walk(first, 'next');
      expect(forward.size).toBeGreaterThan(1);
      const ids = idsOf(forward.values());
      expect(new Set(ids).size).toBe(ids.length);
      for (const { count } of forward.values()) {
        expect(count).toBe(counts ? ids.length : undefined);
      }
      const last = [...forward.keys()].at(-1) ?? first;
      const back = await walk(last, 'previous');
      expect([...back].reverse()).toEqual([...forward]);
      for (const url of [...forward.keys()].slice(1)) {
        expect(new URL(url).search).toMatch(
          address === 'region' ? /^\?page=\d+$/ : /^\?\w+=[\w-]+$/,
        );
      }
    },
    30_000,
  );

  it('leads from the root index to the lists that it names', async () => {
    const response = await fetch(`${baseUrl}/api/${home}`, { redirect: 'error' });
    const index = (await response.json()) as Record<string, string>;
    for (const name of ['event', 'region', 'portal-favorite/member']) {
      const url = index[name] ?? '';
      expect(url).toBe(`${baseUrl}/api/${name}/${home}`);
      expect((await fetchPage(url)).previous).toBeNull();
    }
  });

  it('answers JSON for what is not there', async () => {
    const missing = ['api/license/', 'api/region/page/9999/', 'api/nothing.json', 'favicon.ico'];
    for (const path of missing) {
      const response = await fetch(`${baseUrl}/${path}`);
      expect(response.status, path).toBe(404);
      expect(response.headers.get('content-type'), path).toMatch(/^application\/json(;|$)/);
      expect(await response.json()).toEqual({ detail: 'Not found.' });
    }
  });
});
