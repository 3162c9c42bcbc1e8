// Written by portal-snapshot: answers for the snapshot beside it.
//#region facts
// A program for a site has all of route.js in place of this region.
const HEADERS = { 'Content-Type': 'application/json', Allow: 'GET, HEAD, OPTIONS' };
const CACHE = { volatile: 'max-age=60', immutable: 'max-age=86400', error: 'max-age=10' };
const IMMUTABLE = 'api/event/cursor/[0-9]+/index[.]json';
//#endregion

export default {
  /** @type {(request: Request, env: { ASSETS: { fetch(request: Request): Promise<Response> } }) => Promise<Response>} */
  async fetch(request, env) {
    const { method } = request;
    if (method === 'OPTIONS') return answer(204, null, HEADERS);
    if (method !== 'GET' && method !== 'HEAD') return answer(405, METHOD_NOT_ALLOWED, ERROR);
    const { pathname, search, searchParams, origin } = new URL(request.url);
    const file = fileOf(pathname, (parameter) => searchParams.getAll(parameter));
    if (file === undefined) return answer(404, NOT_FOUND, ERROR);
    if (file === '') return answer(301, null, { ...ERROR, Location: `${pathname}/${search}` });
    const asset = await env.ASSETS.fetch(new Request(`${origin}/${file}`, { method }));
    if (asset.status >= 500) return asset;
    if (asset.status !== 200) return answer(404, NOT_FOUND, ERROR);
    const isImmutable = new RegExp(`^(?:${IMMUTABLE})$`).test(file);
    /** @type {Record<string, string>} */
    const headers = {
      ...HEADERS,
      'Content-Type': typeOf(file) ?? HEADERS['Content-Type'],
      'Cache-Control': isImmutable ? CACHE.immutable : CACHE.volatile,
    };
    const etag = asset.headers.get('ETag');
    if (etag) headers.ETag = etag;
    // Compared here, since a 304 of Pages itself lacks the ETag.
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
  // An answer without a body has no type.
  if (status === 204 || status === 301 || status === 304) sent.delete('Content-Type');
  return new Response(body, { status, headers: sent });
}

// Weak and strong ETags are equal here: compression on the way makes an ETag weak.
/** @type {(list: string | null, etag: string) => boolean} */
function isKnown(list, etag) {
  /** @type {(tag: string) => string} */
  const strong = (tag) => tag.trim().replace(/^W\//, '');
  return (
    !!list && list.split(',').some((tag) => tag.trim() === '*' || strong(tag) === strong(etag))
  );
}
