// The hosts that are services, as their own programs serve a snapshot on this machine (support/hosted.ts).
import { describe, expect, it } from 'vitest';
import { cacheControl } from '../../../src/hosts/answers.js';
import { vercel } from '../../../src/hosts/vercel/index.js';
import { ask } from '../../support/ask.js';
import { describeHosted, type Example } from '../../support/hosted.js';
import { publish } from '../../support/published.js';
import { firebaseServer, wranglerPages, wranglerWorkers } from '../../support/services.js';
import { netlifyLibraries } from '../../support/standins/netlify.js';
import { vercelOutput } from '../../support/standins/vercel.js';
import { describeWith } from '../../support/tools.js';

const worker = {
  host: 'cloudflare',
  own: ['/_worker.js', '/_routes.json', '/.assetsignore', '/_headers', '/wrangler.jsonc'],
  errors: cacheControl.error,
};

const examples: readonly Example[] = [
  { ...worker, service: wranglerPages },
  { ...worker, service: wranglerWorkers },
  {
    host: 'netlify',
    service: netlifyLibraries,
    prefix: '/portal',
    hasDocs: true,
    unseen: { cors: 'the preflight: the libraries answer every method as they do GET' },
    own: ['/_headers', '/_redirects'],
    falls: [
      '/api/post-comment/?post',
      '/api/post-comment/?p%6fst=99',
      '/api/region/?page',
      '/api/region/?p%61ge=99',
    ],
    errors: cacheControl.volatile,
  },
  {
    host: 'vercel',
    service: vercelOutput,
    own: ['/vercel.json', '/405.json', '/404.json'],
    errors: cacheControl.error,
  },
  {
    host: 'firebase',
    service: firebaseServer,
    hasDocs: true,
    unseen: {
      directories: 'lists answer at their own address, other pages only at their files',
      cors: 'the preflight: superstatic answers every method as it does GET, the service does not',
      options: 'likewise',
    },
    own: ['/firebase.json', '/.portal-snapshot/'],
    // A name too long for the disk, and an escape that is none.
    falls: [`/api/region/page/${'9'.repeat(43)}`, '/api/region/%zz/'],
    errors: cacheControl.volatile,
  },
];

describe.each(examples)('$host', describeHosted);

describeWith(vercelOutput.tools, 'vercel below a path with a dot', () => {
  it('answers nothing beside it, and refuses methods that write', async () => {
    const { url, stop } = await vercelOutput.start(await publish(vercel, { prefix: '/a.b' }));
    const statusOf = async (path: string, method = 'GET') =>
      (await ask(url, path, { method })).status;
    try {
      expect(await statusOf('/a.b/api/region/?page=2')).toBe(200);
      for (const path of ['/api/region/', '/a-b/api/region/'])
        expect(await statusOf(path)).toBe(404);
      for (const method of ['POST', 'PUT', 'PATCH', 'DELETE', 'PROPFIND'])
        expect([method, await statusOf('/a.b/api/region/', method)]).toEqual([method, 405]);
    } finally {
      await stop();
    }
  });
});
