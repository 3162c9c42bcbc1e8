// The hosts that are services, as their own programs serve a snapshot on this machine (support/hosted.ts).
import { describe } from 'vitest';
import { cacheControl } from '../../../src/hosts/answers.js';
import { describeHosted, type Example } from '../../support/hosted.js';
import { firebaseServer, wranglerPages, wranglerWorkers } from '../../support/services.js';
import { netlifyLibraries } from '../../support/standins/netlify.js';
import { vercelOutput } from '../../support/standins/vercel.js';

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
