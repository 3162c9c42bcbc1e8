// Written by portal-snapshot: answers for the snapshot beside it.
//#region facts
// The facts of a site are written in this place, and lines of types nowhere (runtime.ts). These are a
// small site's, with which the worker is checked and runs as it stands.
const API = '/api';
/** @type {readonly (readonly [name: string, parameter: 'page' | 'cursor' | null])[]} */
const LISTS = [
  ['', null],
  ['region', 'page'],
  ['event', 'cursor'],
  ['post-comment', null],
  ['post-comment/post/{id}', null],
  ['post', 'page'],
  ['post/blog/{id}', 'page'],
  ['region/{id}', null],
];
/** @type {readonly (readonly [list: string, parameter: string])[]} */
const LOOKUPS = [
  ['post-comment', 'post'],
  ['post', 'blog'],
];
/** @type {readonly string[]} */
const DOCUMENTS = ['/openapi.json'];
const HEADERS = { 'Content-Type': 'application/json', Allow: 'GET, HEAD, OPTIONS' };
const CACHE = { head: 'max-age=60', settled: 'max-age=86400', error: 'max-age=10' };
const NOT_FOUND = '{"detail":"Not found."}';
const METHOD_NOT_ALLOWED = '{"detail":"Method not allowed."}';
//#endregion

const lists = new Map(LISTS);
const lookups = new Map(LOOKUPS);
const PARTS = /^(?:\/(.+?))??(?:\/(page|cursor)\/([1-9]\d{0,14}))?(\/|\/index\.json)?$/;
const NUMBER = /^[1-9]\d{0,14}$/;
const ID = /^[1-9]\d{0,15}$/;

export default {
  /** @type {(request: Request, env: { ASSETS: { fetch(request: Request): Promise<Response> } }) => Promise<Response>} */
  async fetch(request, env) {
    const { method } = request;
    if (method === 'OPTIONS') return answer(204, null, HEADERS);
    if (method !== 'GET' && method !== 'HEAD') return answer(405, METHOD_NOT_ALLOWED, ERROR);
    const url = new URL(request.url);
    const page = pageOf(url);
    if (!page) return answer(404, NOT_FOUND, ERROR);
    if (page.location !== undefined)
      return answer(301, null, { ...ERROR, Location: page.location });
    const asset = await env.ASSETS.fetch(new Request(url.origin + page.file, { method }));
    if (asset.status >= 500) return asset;
    if (asset.status !== 200) return answer(404, NOT_FOUND, ERROR);
    /** @type {Record<string, string>} */
    const headers = { ...HEADERS, 'Cache-Control': page.cache };
    const etag = asset.headers.get('ETag');
    if (etag) headers.ETag = etag;
    // Asked here: a 304 of Pages' own files lacks the ETag.
    const known = request.headers.get('If-None-Match');
    return etag && isKnown(known, etag)
      ? answer(304, null, headers)
      : answer(200, asset.body, headers);
  },
};

const ERROR = { ...HEADERS, 'Cache-Control': CACHE.error };

/** @type {(status: number, body: ReadableStream | string | null, headers: Record<string, string>) => Response} */
function answer(status, body, headers) {
  const sent = new Headers(headers);
  // What has no body has no type.
  if (status === 204 || status === 301 || status === 304) sent.delete('Content-Type');
  return new Response(body, { status, headers: sent });
}

// Compression on the way makes an ETag weak; the file is the same.
/** @type {(list: string | null, etag: string) => boolean} */
function isKnown(list, etag) {
  /** @type {(tag: string) => string} */
  const strong = (tag) => tag.trim().replace(/^W\//, '');
  return (
    !!list && list.split(',').some((tag) => tag.trim() === '*' || strong(tag) === strong(etag))
  );
}

// Which file an address stands for, or where it leads; undefined when the API has no such address.
/** @type {(url: URL) => { file: string, cache: string, location?: undefined } | { location: string } | undefined} */
function pageOf(url) {
  const { pathname } = url;
  if (!pathname.startsWith(API)) return undefined;
  const path = pathname.slice(API.length);
  if (DOCUMENTS.includes(path)) return { file: `/api${path}`, cache: CACHE.head };
  const parts = PARTS.exec(path);
  if (!parts) return undefined;
  const [, name = '', kind, value, end] = parts;
  const parameter = lists.get(name) ?? lists.get(name.replace(/\/[1-9]\d{0,15}$/, '/{id}'));
  if (parameter === undefined || (kind && kind !== parameter)) return undefined;
  if (!end) return { location: `${pathname}/${url.search}` };
  const by = lookups.get(name);
  const ids = by ? url.searchParams.getAll(by) : [];
  if (ids.length > 1 || (ids.length > 0 && !ID.test(ids[0]))) return undefined;
  const list = ids.length > 0 ? `${name}/${by}/${ids[0]}` : name;
  const folder = list === '' ? '/api' : `/api/${list}`;
  const asked = parameter ? url.searchParams.getAll(parameter) : [];
  // One page at a time: which of two is meant, nobody can tell.
  if (asked.length > 1 || (asked.length > 0 && !NUMBER.test(asked[0]))) return undefined;
  const page = value ?? asked[0];
  if (asked.length > 0 && asked[0] !== page) return undefined;
  if (!page || (parameter === 'page' && page === '1' && !kind)) {
    return { file: `${folder}/index.json`, cache: CACHE.head };
  }
  return named(folder, parameter, page);
}

/** @type {(folder: string, kind: string | null, value: string) => { file: string, cache: string }} */
function named(folder, kind, value) {
  const file = `${folder}/${kind}/${value}/index.json`;
  return { file, cache: kind === 'cursor' ? CACHE.settled : CACHE.head };
}
