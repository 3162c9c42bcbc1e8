// What was checked once is not checked again: a check or build of the same state repeats what was
// found, unless it could be otherwise now.
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  build,
  check,
  type Options,
  type Phase,
  type Report,
  type Settings,
} from '../../src/index.js';
import { temporaryFolder } from '../support/folders.js';
import { directory, experts, forum, type Portal, writeData } from '../support/portal.js';
import { expectTree, readTree } from '../support/tree.js';

const small: Portal = { ...directory(7), ...experts(5), ...forum({ posts: 2, replies: 3 }) };

function workplace(portal: Portal): string {
  const cwd = temporaryFolder();
  writeData(join(cwd, 'data'), portal);
  return cwd;
}

/** The report, and whether the data was linked and checked for it. */
async function looking(work: (options: Options) => Promise<Report>, options: Options) {
  const phases = new Set<Phase>();
  const onProgress = (phase: Phase) => void phases.add(phase);
  const report = await work({ cache: 'cache', ...options, onProgress });
  return { report, looked: phases.has('linking') };
}

describe('a check', () => {
  it('of what was checked before repeats what was found', async () => {
    const cwd = workplace(small);
    const first = await looking(check, { cwd });
    expect(first.looked).toBe(true);
    expect(first.report.summary.records).toMatchObject({ regions: 7, posts: 2 });
    expect(await looking(check, { cwd })).toEqual({ ...first, looked: false });
    expect((await looking(check, { cwd, cache: false })).looked).toBe(true);
  });

  it('of what was built before does so, too, and a build of what was checked is whole', async () => {
    const cwd = workplace(small);
    const checked = await check({ cwd });
    expect((await looking(check, { cwd })).looked).toBe(true);
    const built = await looking(build, { cwd });
    expect(built.looked).toBe(true);
    expect(await looking(check, { cwd })).toEqual({ report: checked, looked: false });
    const again = await looking(build, { cwd });
    const { files, ...made } = built.report.summary;
    const { total } = files;
    expect(again.looked).toBe(false);
    expect(again.report).toEqual({
      ...built.report,
      summary: { ...made, files: { written: 0, unchanged: total, removed: 0, total } },
    });
  });

  it('looks again with other settings, data or folders', async () => {
    const folder = workplace(small);
    writeData(join(folder, 'other'), small);
    const [cache, data] = [join(folder, 'cache'), join(folder, 'data')];
    const all: Options[] = [
      ...[{}, { audience: 'all' }, { strict: true }, { personal: 'publish' }, { data: 'other' }],
      ...[{ data }, { data, cwd: join(folder, '..') }],
    ] as const;
    for (const options of all) {
      const { looked } = await looking(check, { cwd: folder, cache, ...options });
      expect([options, looked]).toEqual([options, options.data !== data || 'cwd' in options]);
    }
  });

  // A setting that is new needs a value here.
  const others: Required<Omit<Settings, 'portal'>> = {
    ...{ baseUrl: 'https://other.example', pageSize: 3, extras: 'all', links: 'query' },
    ...{ hosts: ['nginx'], compress: ['gzip'], listen: '127.0.0.1:9000', hostFiles: 'elsewhere' },
    ...{ audience: 'all', personal: 'publish', frames: ['a.example'], allow: ['blank-text'] },
    ...{ editor: 'idea://open?file={file}', lang: 'ru', api: { title: 'Работа' } },
    ...{ site: { post: 'https://a.example/{id}' } },
  };
  it('of a build counts only for the same settings', async () => {
    const cwd = workplace(small);
    await build({ cwd, cache: 'cache' });
    for (const [name, value] of Object.entries(others)) {
      const { looked } = await looking(build, { cwd, [name]: value, cache: 'cache' });
      expect([name, looked]).toEqual([name, name !== 'editor' && name !== 'lang']);
      await build({ cwd, [name]: value, cache: false, out: 'anew' });
      expectTree(join(cwd, 'dist'), readTree(join(cwd, 'anew')));
      await build({ cwd, cache: 'cache' });
    }
  });
});
