// Cloudflare: the worker on its own runtime, as Pages and as Workers run it.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { cacheControl } from '../../../src/hosts/caching.js';
import { cloudflare } from '../../../src/hosts/cloudflare/index.js';
import { type Published, publish } from '../../support/published.js';
import { wranglerPages, wranglerWorkers } from '../../support/services.js';
import { describeWith, type Running } from '../../support/tools.js';
import { ask, fallenFor, seenAbilities } from './requests.js';

const configuration = ['_worker.js', '_routes.json', '.assetsignore', '_headers', 'wrangler.jsonc'];

for (const service of [wranglerPages, wranglerWorkers]) {
  describeWith(service.tools, `cloudflare on ${service.name}`, () => {
    let published: Published;
    let running: Running;

    beforeAll(async () => {
      published = await publish(cloudflare);
      running = await service.start(published);
    }, 60_000);
    afterAll(() => running?.stop());

    it('can do what it declares, and nothing else', async () => {
      const seen = await seenAbilities(running.url, published.tree);
      expect(seen).toEqual([...cloudflare.can].sort());
    });

    it('falls for nothing, and serves no configuration', async () => {
      const own = configuration.map((name) => `/${name}`);
      expect(await fallenFor(running.url, published.tree, { queries: true, own })).toEqual([]);
    });

    it('lets nobody keep an error for long', async () => {
      const { headers } = await ask(running.url, '/nothing');
      expect(headers['cache-control']).toBe(cacheControl.error);
    });

    it('repeats the ETag of what has not changed', async () => {
      const { etag = '' } = (await ask(running.url, '/api/region/')).headers;
      const again = await ask(running.url, '/api/region/', { headers: { 'If-None-Match': etag } });
      expect([again.status, again.headers.etag]).toEqual([304, etag]);
      expect(etag).not.toBe('');
    });

    it('answers HEAD like GET, without the body', async () => {
      for (const path of ['/api/region/?page=2', '/api/region', '/nothing']) {
        const [get, head] = [
          await ask(running.url, path),
          await ask(running.url, path, { method: 'HEAD' }),
        ];
        expect([head.status, head.headers.etag, head.headers['cache-control']]).toEqual([
          get.status,
          get.headers.etag,
          get.headers['cache-control'],
        ]);
        expect(head.body.length).toBe(0);
      }
    });
  });
}
