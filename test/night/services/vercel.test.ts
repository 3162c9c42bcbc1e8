// Vercel on what its own build makes: what `verify` does not ask there.

import { afterAll, beforeAll, expect, it } from 'vitest';
import { vercel } from '../../../src/hosts/vercel/index.js';
import { servedBy } from '../../live/edge/addresses.js';
import { answers } from '../../support/addresses.js';
import { ask } from '../../support/ask.js';
import { type Published, publish } from '../../support/published.js';
import { vercelOutput } from '../../support/standins/vercel.js';
import { describeWith, type Running } from '../../support/tools.js';

describeWith(vercelOutput.tools, 'vercel on the output of its build', () => {
  let published: Published;
  let running: Running;

  beforeAll(async () => {
    published = await publish(vercel);
    running = await vercelOutput.start(published);
  });
  afterAll(() => running?.stop());

  it('refuses other methods', async () => {
    for (const method of ['POST', 'PUT', 'PATCH', 'DELETE', 'PROPFIND']) {
      const { status } = await ask(running.url, '/api/region/', { method });
      expect(status, method).toBe(405);
    }
  });

  it('routes below the path of the base URL', async () => {
    const below = await publish(vercel, { prefix: '/a.b' });
    const { url, stop } = await vercelOutput.start(below);
    try {
      expect(await servedBy(`${url}/a.b`, below.tree)).toEqual(answers);
      for (const path of ['/api/region/', '/a-b/api/region/']) {
        expect((await ask(url, path)).status, path).toBe(404);
      }
    } finally {
      await stop();
    }
  });
});
