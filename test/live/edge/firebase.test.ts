// Firebase Hosting on superstatic, the program that its own emulator is made of.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { firebase } from '../../../src/hosts/firebase/index.js';
import { portal } from '../../../src/portal/index.js';
import { UsageError } from '../../../src/problems/problem.js';
import { type Published, publish, sampleSite } from '../../support/published.js';
import { firebaseServer } from '../../support/services.js';
import { describeWith, type Running } from '../../support/tools.js';
import { ask } from './requests.js';

describeWith(firebaseServer.tools, 'firebase on superstatic', () => {
  let published: Published;
  let running: Running;

  beforeAll(async () => {
    published = await publish(firebase);
    running = await firebaseServer.start(published);
  }, 60_000);
  afterAll(() => running?.stop());

  it('serves every list at its own address, too', async () => {
    const names = ['', ...portal.endpoints.map(({ name }) => `/${name}`)];
    for (const name of names) {
      const { status, body } = await ask(running.url, `/api${name}/`);
      expect(status, name).toBe(200);
      expect(body).toEqual(published.tree.get(`api${name}/index.json`));
    }
  });
});

describe('firebase', () => {
  it('says that it cannot serve below a path', () => {
    expect(() => firebase.operated(sampleSite({ prefix: '/portal' }))).toThrow(UsageError);
  });
});
