// Firebase Hosting on superstatic, the program that its own emulator is made of.
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { firebase } from '../../../src/hosts/firebase/index.js';
import { portal } from '../../../src/portal/index.js';
import { pageOfDocs, pageTypes, typesAt } from '../../live/edge/addresses.js';
import { ask } from '../../support/ask.js';
import { type Published, publish } from '../../support/published.js';
import { runIn } from '../../support/run.js';
import { firebaseServer } from '../../support/services.js';
import { describeWith, type Running } from '../../support/tools.js';

describeWith(firebaseServer.tools, 'firebase on superstatic', () => {
  let published: Published;
  let running: Running;

  beforeAll(async () => {
    published = await publish(firebase);
    await runIn(published.folder, 'docs', '--out', join(published.out, 'docs'));
    running = await firebaseServer.start(published);
  });
  afterAll(() => running?.stop());

  it('serves every list at its own address, too', async () => {
    const names = ['', ...portal.endpoints.map(({ name }) => `/${name}`)];
    for (const name of names) {
      const { status, body } = await ask(running.url, `/api${name}/`);
      expect(status, name).toBe(200);
      expect(body).toEqual(published.tree.get(`api${name}/index.json`));
    }
  });

  it('serves the page of docs beside the API as a page, and the API as JSON', async () => {
    expect(await typesAt(running.url, pageOfDocs)).toEqual(pageTypes);
    expect(await typesAt(running.url, ['/api/', '/api', '/api/region', '/api/nothing/'])).toEqual([
      '200 application/json',
      '200 application/json',
      '200 application/json',
      '404 application/json',
    ]);
  });
});
