// Firebase Hosting on superstatic, the program that its own emulator is made of.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { cacheControl } from '../../../src/hosts/caching.js';
import { firebase } from '../../../src/hosts/firebase/index.js';
import { portal } from '../../../src/portal/index.js';
import { UsageError } from '../../../src/problems/problem.js';
import { type Published, publish, sampleSite } from '../../support/published.js';
import { firebaseServer } from '../../support/services.js';
import { describeWith, type Running } from '../../support/tools.js';
import { ask, fallenFor, seenAbilities } from './requests.js';

describeWith(firebaseServer.tools, 'firebase on superstatic', () => {
  let published: Published;
  let running: Running;

  beforeAll(async () => {
    published = await publish(firebase);
    running = await firebaseServer.start(published);
  }, 60_000);
  afterAll(() => running?.stop());

  it('can do what it declares', async () => {
    const seen = await seenAbilities(running.url, published.tree);
    // superstatic answers every method as it answers GET; what Firebase does with them is written
    // nowhere, so neither is declared.
    expect(seen).toEqual([...firebase.can, 'cors', 'options'].sort());
  });

  it('lets nobody keep an error for more than a minute', async () => {
    for (const path of [
      '/nothing',
      '/api/event/cursor/99999/',
      '/api/event/cursor/99/index.json',
    ]) {
      const { status, headers } = await ask(running.url, path);
      expect([status, headers['cache-control']]).toEqual([404, cacheControl.head]);
    }
  });

  it('serves every page at the address that links name', async () => {
    for (const [file, bytes] of published.tree) {
      if (!file.startsWith('api/')) continue;
      const query = '?page=2';
      expect((await ask(running.url, `/${file}${query}`)).body.equals(bytes), file).toBe(true);
    }
  });

  it('serves every list at its own address, too', async () => {
    const names = ['', ...portal.endpoints.map(({ name }) => `/${name}`)];
    for (const name of names) {
      const { status, body } = await ask(running.url, `/api${name}/`);
      expect(status, name).toBe(200);
      expect(body).toEqual(published.tree.get(`api${name}/index.json`));
    }
  });

  it('falls for nothing that it can tell, and serves no configuration', async () => {
    const own = ['/firebase.json', '/.portal-snapshot/'];
    const fallen = await fallenFor(running.url, published.tree, { queries: false, own });
    // Faults of superstatic itself, before any rule is asked: a name too long for the disk, and an
    // escape that is none.
    expect(fallen.map((line) => line.replace(/9{9,}/, '9…'))).toEqual([
      '/api/region/page/9…: 500 Unexpected error occurred.',
      '/api/region/%zz/: 500 Unexpected error occurred.',
    ]);
  });
});

describe('firebase', () => {
  it('says that it cannot serve below a path', () => {
    expect(() => firebase.operated(sampleSite({ prefix: '/portal' }))).toThrow(UsageError);
  });
});
