// A deployment that this project did not make: Django REST Framework's ways (links by query, opaque
// cursors, a charset, POST). Walks are fine, and what differs is named.
import { describe, expect, it } from 'vitest';
import { type Reply, type Request, serverOf } from '../support/replies.js';
import { content, type Envelope, type Site } from '../support/site.js';
import { verify } from '../support/tool.js';
import { answerTo, buildSnapshot, filesIn, listen } from './reference.js';

const opaque = (cursor: string) => Buffer.from(`p=${cursor}`).toString('base64');
const plain = (cursor: string) =>
  /^p=(\d+)$/.exec(Buffer.from(cursor, 'base64').toString())?.[1] ?? '';

/** Answers as Django REST Framework would, with the pages of a snapshot that has links by query. */
function answerLikeDjango(site: Site, { method, path }: Request): Reply {
  const url = new URL(path, site.baseUrl);
  const endpoint = url.pathname.replace(/^\/api\/|\/$/g, '');
  const allow = `GET${endpoint === 'post-comment' ? ', POST' : ''}, HEAD, OPTIONS`;
  const said = {
    'content-type': 'application/json; charset=utf-8',
    vary: 'Accept, Cookie',
    allow,
  };
  const json = (status: number, value: unknown): Reply => {
    const body = Buffer.from(method === 'HEAD' ? '' : JSON.stringify(value));
    return { status, headers: said, body };
  };
  if (method === 'OPTIONS') return json(200, { name: 'List' });
  if (!allow.includes(method)) return json(405, { detail: `Method "${method}" not allowed.` });
  if (method === 'POST') throw new Error('a comment was posted');
  // APPEND_SLASH.
  if (!url.pathname.endsWith('/')) {
    const location = `${url.pathname}/${url.search}`;
    return { status: 301, headers: { location }, body: Buffer.alloc(0) };
  }
  const cursor = url.searchParams.get('cursor');
  if (cursor) url.searchParams.set('cursor', plain(cursor) || 'none');
  const right = answerTo(site.tree, {
    method: 'GET',
    path: url.pathname + url.search,
    headers: {},
  });
  const isPage = /\/(page|cursor)\/\w+$/.test(endpoint);
  if (endpoint !== '' && (isPage || !site.tree.has(`api/${endpoint}/index.json`))) {
    return { status: 404, headers: { 'content-type': 'text/html' }, body: Buffer.from('<h1/>') };
  }
  if (right.status === 404) {
    // An unknown cursor is the beginning.
    if (!cursor) return json(404, { detail: 'Invalid page.' });
    return json(200, withOpaqueLinks(content<Envelope>(site, `api/${endpoint}/index.json`)));
  }
  const value = JSON.parse(right.body.toString()) as Envelope;
  return json(200, Array.isArray(value) ? value : withOpaqueLinks(value));
}

function withOpaqueLinks(envelope: Envelope): Envelope {
  const link = (url: string | null | undefined) =>
    url?.replace(
      /cursor=(.+)/,
      (_, cursor: string) => `cursor=${encodeURIComponent(opaque(cursor))}`,
    );
  if (!('next' in envelope)) return envelope;
  const { next, previous } = envelope;
  return { ...envelope, next: link(next) ?? null, previous: link(previous) ?? null };
}

describe('a live Django REST Framework', () => {
  it('is walked, and what it does otherwise is named', async () => {
    let site: Site | undefined;
    const server = serverOf((request) =>
      site ? answerLikeDjango(site, request) : answerTo(new Map(), request),
    );
    const baseUrl = await listen(server);
    site = { baseUrl, links: 'query', tree: filesIn(await buildSnapshot(baseUrl, 'query')) };
    const { rules } = await verify({ target: baseUrl, writeMethods: true });
    const named = (result: string) =>
      rules.filter((rule) => rule.result === result).map(({ name }) => name);
    expect(named('fail')).toEqual([
      'digests',
      'openapi',
      'page-unknown',
      'not-found',
      'unlisted-keys',
      'allow',
      'cors',
      'preflight',
      'cache-control',
      'etag',
      'compression',
    ]);
    expect(named('not-applicable')).toEqual([
      'records',
      'lines',
      'signature',
      'pages-by-path',
      'lookups-by-query',
      'media-types',
      'if-none-match',
      'if-modified-since',
      'vary-encoding',
      'same-bytes',
    ]);
  });
});
