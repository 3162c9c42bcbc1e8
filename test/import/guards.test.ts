// What an import does not do unasked: remove very much, forget how it signed in, keep what only those who sign in may
// see, send a header for all to read, or go on when it is interrupted.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { begin } from '../../src/editing/workspace/journal.js';
import { hashOf } from '../../src/files/source/chunk-hash.js';
import { importPortal } from '../../src/import/index.js';
import type { ImportOptions } from '../../src/import/options.js';
import { portal } from '../../src/portal/index.js';
import { directory, forum, type Portal, vacancies, writeFile } from '../support/portal.js';
import { readTree } from '../support/tree.js';
import { LivePortal, newPortal } from './support/live.js';

const only = (count: number): Portal => ({ ...directory(3), ...vacancies(count) });
const few = only(12);
const header = { name: 'Authorization', value: 'Token kolokol' };

let origin: LivePortal;
beforeAll(async () => {
  origin = await LivePortal.start(few);
});
afterAll(() => origin.stop());

/** The data of a folder: its files and their bytes. */
const dataIn = (cwd: string) => readTree(join(cwd, 'data'));
const vacanciesIn = (cwd: string) =>
  [...dataIn(cwd).keys()].filter((file) => file.startsWith('vacancies/')).length;

it('very many removals at once are refused, and told', async () => {
  const cwd = newPortal();
  await origin.publish(only(120));
  await origin.imported(cwd);
  const before = dataIn(cwd);
  await origin.publish(only(0));
  const refused = await origin.imported(cwd);
  expect(refused.status).toBe(1);
  expect(refused.stdout).toContain(
    'gone from the origin, so many that something may be wrong with it:\n  120 of 120 vacancies\n',
  );
  expect(refused.stdout).toMatch(/nothing was written\n--allow-removals removes them\n$/);
  expect(dataIn(cwd)).toEqual(before);
});

/** Imports as the command does, in this process. */
const importing = (cwd: string, options: Partial<ImportOptions> = {}) =>
  importPortal(portal, { cwd, url: origin.url, ...options });

it('another way of signing in than that of the last import is refused before anything is asked, unless --allow-removals allows it', async () => {
  const cwd = newPortal();
  await importing(cwd, { header });
  const before = dataIn(cwd);
  expect(before.get('.import/.asked.json')!.toString()).toBe(
    '{"header":"authorization","personal":"withhold"}\n',
  );
  origin.asked = [];
  await expect(importing(cwd)).rejects.toThrow(
    /the last import asked signed in with authorization, and this one asks without signing in: .* --allow-removals/,
  );
  expect(origin.asked).toEqual([]);
  expect(dataIn(cwd)).toEqual(before);
  await origin.publish(only(10));
  await importing(cwd, { allowRemovals: true });
  expect(vacanciesIn(cwd)).toBe(10);
  await expect(importing(cwd, { header })).rejects.toThrow('this one asks signed in');
  expect((await importing(cwd)).ok).toBe(true);
});

it('personal fields that the last import brought are not taken out unasked', async () => {
  const cwd = newPortal();
  await origin.publish({ ...few, ...forum({ posts: 1, replies: 1 }) });
  await importing(cwd, { stubs: true, personal: 'publish' });
  const before = dataIn(cwd);
  expect(before.get('users.json')!.toString()).toContain('member2@example.org');
  await expect(importing(cwd)).rejects.toThrow(/would take them out .* --personal publish/);
  expect(dataIn(cwd)).toEqual(before);
  expect((await importing(cwd, { stubs: true, allowRemovals: true })).ok).toBe(true);
  expect(dataIn(cwd).get('users.json')!.toString()).not.toContain('@');
});

describe('a header for signing in', () => {
  const filesAt = (path: string) => (existsSync(path) ? [...readTree(path).values()] : []);

  it('leaves no answers in the cache, which CI keeps, however the import ends', async () => {
    const cwd = newPortal();
    await importing(cwd, { header, dryRun: true });
    origin.said = (body) => body.replaceAll('"count":3', '"count":4');
    expect((await importing(cwd, { header })).ok).toBe(false);
    expect(filesAt(join(cwd, 'node_modules'))).toEqual([]);
  });

  it.each([
    ['http://portal.invalid', false],
    ['http://127.0.0.1.portal.invalid', false],
    ['http://192.0.2.1:8000/api/', false],
    ['https://portal.invalid', true],
    ['http://[::1]:1', true],
    ['http://localhost:1', true],
  ])('goes to %s: %s', async (url, goes) => {
    const cwd = newPortal();
    const ended = importPortal(portal, { cwd, url, header, signal: AbortSignal.abort() });
    await expect(ended).rejects.toThrow(
      goes ? /abort/ : /over http:\/\/, where everyone on the way/,
    );
    const insecure = { cwd, url, header, insecure: true, signal: AbortSignal.abort() };
    await expect(importPortal(portal, insecure)).rejects.toThrow(/abort/);
  });
});

describe('an import that is interrupted', () => {
  it('after it has fetched all writes nothing', async () => {
    let steps = 0;
    const onProgress = (phase: string) => void (phase.startsWith('fetching') || steps++);
    const report = await importing(newPortal(), { onProgress, dryRun: true });
    expect([report.ok, steps > 5]).toEqual([true, true]);
    for (const last of [1, Math.ceil(steps / 2), steps]) {
      const cwd = newPortal();
      const stopping = new AbortController();
      let left = last;
      const stop = (phase: string) => {
        if (!phase.startsWith('fetching') && --left === 0) stopping.abort(new Error('enough'));
      };
      const { signal } = stopping;
      const ended = importing(cwd, { onProgress: stop, signal });
      await expect(ended).rejects.toThrow('enough');
      expect(existsSync(join(cwd, 'data')) ? dataIn(cwd) : new Map()).toEqual(new Map());
    }
  });

  it('while it put files in place is taken back by the next one', async () => {
    const cwd = newPortal();
    await importing(cwd);
    const data = join(cwd, 'data');
    const file = [...dataIn(cwd).keys()].find((name) => name.startsWith('vacancies/'))!;
    const [before, after] = [dataIn(cwd).get(file)!, Buffer.from('{}\n')];
    const entries = [{ file, before: hashOf(before), after: hashOf(after) }];
    expect(begin(data, ['import'], entries)).toBe(true);
    writeFile(data, file, after);
    const takenBack: string[] = [];
    const onTakenBack = (files: readonly string[]) => void takenBack.push(...files);
    expect((await importing(cwd, { onTakenBack })).ok).toBe(true);
    expect(takenBack).toEqual([file]);
    expect(dataIn(cwd).get(file)).toEqual(before);
  });

  it('ends by the signal', async () => {
    const cwd = newPortal();
    await origin.imported(cwd, '--dry-run');
    const last = origin.asked.length;
    origin.asked = [];
    const { child, ended } = origin.importing(cwd);
    origin.said = (body) => {
      if (origin.asked.length === last) child.kill('SIGINT');
      return body;
    };
    expect(await ended).toMatchObject({ status: null, signal: 'SIGINT', stdout: '', stderr: '' });
    expect(existsSync(join(cwd, 'data'))).toBe(false);
  });
});
