// Netlify on its own libraries: what `verify` does not ask there.

import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { netlify } from '../../../src/hosts/netlify/index.js';
import { pageOfDocs, pageTypes, servedBy, typesAt } from '../../live/edge/addresses.js';
import { answers } from '../../support/addresses.js';
import { publish, sampleSite } from '../../support/published.js';
import { runIn } from '../../support/run.js';
import { netlifyLibraries } from '../../support/standins/netlify.js';
import { describeWith } from '../../support/tools.js';

/** A file that is there comes before the rules. */
const routed = {
  ...answers,
  '/api/post-comment/index.json?post=3': 'api/post-comment/index.json',
  '/api/post/index.json?user=4': 'api/post/index.json',
};

describeWith(netlifyLibraries.tools, "netlify on Netlify's own libraries", () => {
  it('routes lists, pages and queries below the path of the base URL', async () => {
    const below = await publish(netlify, { prefix: '/portal' });
    const { url, stop } = await netlifyLibraries.start(below);
    try {
      expect(await servedBy(`${url}/portal`, below.tree)).toEqual(routed);
    } finally {
      await stop();
    }
  });

  it('serves the page of docs beside the API as a page', async () => {
    const { folder, out } = await publish(netlify);
    await runIn(folder, 'docs', '--out', join(out, 'docs'));
    const { url, stop } = await netlifyLibraries.start({ folder, out, operated: '' });
    try {
      expect(await typesAt(url, pageOfDocs)).toEqual(pageTypes);
      expect(await typesAt(url, ['/api/', '/api/nothing/', '/nothing'])).toEqual([
        '200 application/json',
        '404 application/json',
        '404 application/json',
      ]);
    } finally {
      await stop();
    }
  });
});

describe('netlify (no tool is needed)', () => {
  it('writes these files for a small site', () => {
    const [, headers, redirects] = netlify.published(sampleSite({ prefix: '/portal' }));
    expect(headers?.text).toBe(`# Written by portal-snapshot
/*
  Vary: Accept, Accept-Encoding
  Access-Control-Allow-Origin: *
  Access-Control-Allow-Methods: GET, HEAD, OPTIONS
  Access-Control-Allow-Headers: *
  Access-Control-Expose-Headers: Allow, ETag
  Access-Control-Max-Age: 86400
  X-Content-Type-Options: nosniff
  Cache-Control: public, max-age=60, must-revalidate
/portal/api/*
  Content-Type: application/json
/portal/search/*
  Content-Type: application/json
/*/all.ndjson
  Content-Type: application/x-ndjson
/*/*.js
  Content-Type: text/javascript
/*/*.pf_index
  Content-Type: application/octet-stream
`);
    expect(redirects?.text).toBe(`# Written by portal-snapshot
/_headers /404.json 404!
/_redirects /404.json 404!
/portal/api/openapi.json /api/openapi.json 200
/portal/api/snapshot.json /api/snapshot.json 200
/portal/api/region/digests/:part /api/region/digests/:part 200
/portal/api/region/all.ndjson /api/region/all.ndjson 200
/portal/api/event/all.ndjson /api/event/all.ndjson 200
/portal/search/* /search/:splat 200
/portal/api/ /api/index.json 200
/portal/api/index.json /api/index.json 200
/portal/api/region/page/:value/ /api/region/page/:value/index.json 200
/portal/api/region/ page=1 /api/region/index.json 200
/portal/api/region/ page=:value /api/region/page/:value/index.json 200
/portal/api/region/ /api/region/index.json 200
/portal/api/region/index.json /api/region/index.json 200
/portal/api/region/page/:value/index.json /api/region/page/:value/index.json 200
/portal/api/event/cursor/:value/ /api/event/cursor/:value/index.json 200
/portal/api/event/ cursor=:value /api/event/cursor/:value/index.json 200
/portal/api/event/ /api/event/index.json 200
/portal/api/event/index.json /api/event/index.json 200
/portal/api/event/cursor/:value/index.json /api/event/cursor/:value/index.json 200
/portal/api/post-comment/ post=:of /api/post-comment/post/:of/index.json 200
/portal/api/post-comment/ /api/post-comment/index.json 200
/portal/api/post-comment/index.json /api/post-comment/index.json 200
/portal/api/post/ blog=:of user=:other /404.json 404
/portal/api/post/page/:value/ blog=:of user=:other /404.json 404
/portal/api/post/page/:value/ blog=:of /api/post/blog/:of/page/:value/index.json 200
/portal/api/post/ blog=:of page=1 /api/post/blog/:of/index.json 200
/portal/api/post/ blog=:of page=:value /api/post/blog/:of/page/:value/index.json 200
/portal/api/post/ blog=:of /api/post/blog/:of/index.json 200
/portal/api/post/page/:value/ user=:of /api/post/user/:of/page/:value/index.json 200
/portal/api/post/ user=:of page=1 /api/post/user/:of/index.json 200
/portal/api/post/ user=:of page=:value /api/post/user/:of/page/:value/index.json 200
/portal/api/post/ user=:of /api/post/user/:of/index.json 200
/portal/api/post/page/:value/ /api/post/page/:value/index.json 200
/portal/api/post/ page=1 /api/post/index.json 200
/portal/api/post/ page=:value /api/post/page/:value/index.json 200
/portal/api/post/ /api/post/index.json 200
/portal/api/post/index.json /api/post/index.json 200
/portal/api/post/page/:value/index.json /api/post/page/:value/index.json 200
/portal/api/post-comment/post/:id/ /api/post-comment/post/:id/index.json 200
/portal/api/post-comment/post/:id/index.json /api/post-comment/post/:id/index.json 200
/portal/api/post/blog/:id/page/:value/ /api/post/blog/:id/page/:value/index.json 200
/portal/api/post/blog/:id/ page=1 /api/post/blog/:id/index.json 200
/portal/api/post/blog/:id/ page=:value /api/post/blog/:id/page/:value/index.json 200
/portal/api/post/blog/:id/ /api/post/blog/:id/index.json 200
/portal/api/post/blog/:id/index.json /api/post/blog/:id/index.json 200
/portal/api/post/blog/:id/page/:value/index.json /api/post/blog/:id/page/:value/index.json 200
/portal/api/post/user/:id/page/:value/ /api/post/user/:id/page/:value/index.json 200
/portal/api/post/user/:id/ page=1 /api/post/user/:id/index.json 200
/portal/api/post/user/:id/ page=:value /api/post/user/:id/page/:value/index.json 200
/portal/api/post/user/:id/ /api/post/user/:id/index.json 200
/portal/api/post/user/:id/index.json /api/post/user/:id/index.json 200
/portal/api/post/user/:id/page/:value/index.json /api/post/user/:id/page/:value/index.json 200
/portal/api/region/:id/ /api/region/:id/index.json 200
/portal/api/region/:id/index.json /api/region/:id/index.json 200
/* /404.json 404
`);
  });
});
