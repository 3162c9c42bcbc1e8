// What a change does to the API, in each form that people and programs read.
import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import fc from 'fast-check';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { compareSnapshots } from '../../src/editing/changes/addresses.js';
import { diffReporters } from '../../src/editing/changes/table.js';
import { build, UsageError } from '../../src/index.js';
import { LANGUAGES } from '../../src/problems/messages/catalogue.js';
import { idOf } from '../../src/site/snapshot-file.js';
import { FILES } from '../query/portal.js';
import { SETTLED, temporaryFolder } from '../support/folders.js';
import { directory, experts, instant, type Portal, times, writeData } from '../support/portal.js';
import { runIn } from '../support/run.js';
import { runs } from '../support/runs.js';
import { diffSince } from '../support/tool.js';
import { filesOf, readJson, readTree } from '../support/tree.js';
import { keepPast, usePasts, withPast } from './past.js';
import { change, git, pretty, repository } from './repository.js';

usePasts();

afterEach(() => {
  vi.unstubAllEnvs();
});

const settings = { baseUrl: 'https://api.example.org', pageSize: 2, cache: false };

/** The difference between a commit or a snapshot and the working tree. */
async function diff(cwd: string, what = 'HEAD') {
  const result = await diffSince(what, { cwd, ...settings });
  if ('errors' in result) throw new Error(`${result.errors} errors`);
  return result.diff;
}

/** The snapshot of a portal. */
async function snapshotOf(portal: Portal, pageSize = 2): Promise<string> {
  const cwd = temporaryFolder();
  writeData(join(cwd, 'data'), portal);
  expect((await build({ ...settings, cwd, pageSize })).ok).toBe(true);
  return join(cwd, 'dist');
}

/** Three regions on two pages become two, of which one is new and one has another name. */
async function regionsChange(make = withPast) {
  const cwd = make({
    'data/districts.json': pretty([{ id: 1, name: 'Сибирский' }]),
    'data/regions.json': pretty([
      { id: 1, name: 'Алтай', district: 1 },
      { id: 2, name: 'Бурятия', district: 1 },
      { id: 3, name: 'Вологда' },
    ]),
  });
  change(cwd, {
    'data/regions.json': pretty([
      { id: 1, name: 'Алтайский край', district: 1 },
      { id: 10, name: 'Якутия' },
    ]),
    'data/districts.json': pretty([{ id: 1, name: 'Дальний' }]),
  });
  return cwd;
}

describe('long lists', () => {
  it('are cut for people and whole for programs', async () => {
    const [few, many] = [await snapshotOf(experts(2)), await snapshotOf(experts(61))];
    const changed = await compareSnapshots(few, many);
    const pages = times(20, (n) => `/api/epb-e/expert/cursor/${n + 1}/`);
    expect(diffReporters.pretty(changed, 'en')).toContain(
      `new addresses: ${pages.join(', ')} and 9 more\n`,
    );
    const { addresses } = JSON.parse(diffReporters.json(changed, 'en'));
    expect(addresses).toMatchObject([{ records: { before: 2, after: 61 } }]);
    expect(addresses[0].added).toHaveLength(29);
  });
});

describe('what is compared with', () => {
  it('a folder goes before a ref of the same name', async () => {
    const cwd = await regionsChange(repository);
    git(cwd, ['branch', 'dist']);
    expect((await diff(cwd, 'dist')).same).toBe(false);
    await build({ cwd, ...settings });
    expect((await diff(cwd, 'dist')).same).toBe(true);
    expect((await diff(cwd, 'refs/heads/dist')).same).toBe(false);
  });

  it('the full id of a commit is no folder', async () => {
    const cwd = await regionsChange(repository);
    const id = git(cwd, ['rev-parse', 'HEAD']);
    await build({ cwd, ...settings, out: id });
    expect((await diff(cwd, id)).same).toBe(false);
    expect((await diff(cwd, `./${id}`)).same).toBe(true);
  });

  it('a snapshot with other settings is not the same: its extras come and go', async () => {
    const cwd = temporaryFolder();
    writeData(join(cwd, 'data'), directory(3));
    await build({ cwd, ...settings, extras: ['/api/region/{id}/', '/api/region/all.ndjson'] });
    const addresses = (await compareSnapshots(await snapshotOf(directory(3)), join(cwd, 'dist')))
      .addresses;
    expect(addresses.map(({ address, added }) => [address, added])).toEqual(
      expect.arrayContaining([
        ['/api/openapi.json', []],
        ['/api/region/all.ndjson', ['/api/region/all.ndjson']],
        ['/api/region/{id}/', [1, 2, 3].map((id) => `/api/region/${id}/`)],
      ]),
    );
  });

  it('a folder that is no snapshot, or whose snapshot.json is none, is wrong usage', async () => {
    const cwd = await regionsChange(repository);
    await expect(diff(cwd, 'data')).rejects.toThrow(UsageError);
    await expect(diff(cwd, 'nowhere')).rejects.toThrow(/git knows no commit/);
    await build({ cwd, ...settings });
    for (const text of ['', '[1]', '{"lists": 5}', '{"lists":{},"files":{"a":1}}']) {
      writeFileSync(join(cwd, 'dist/api/snapshot.json'), text);
      await expect(diff(cwd, 'dist'), text).rejects.toThrow(/is no snapshot: it has no api\/snap/);
    }
  });

  it('names of strange files in an old folder cannot break out of the table', async () => {
    const before = await snapshotOf(directory(1));
    const after = await snapshotOf(directory(1));
    const file = join(before, 'api/snapshot.json');
    const { lists, ...others } = readJson<{ lists: Record<string, object>; files: object }>(
      before,
      'api/snapshot.json',
    );
    const strange = { ...lists, '`|\n\x1b[31m<b>': lists['region']! };
    const id = idOf({ lists: strange, files: others.files });
    writeFileSync(file, JSON.stringify({ ...others, lists: strange, id }));
    const address = '/api/%60%7C%0A%1B%5B31m%3Cb%3E/';
    const changed = await compareSnapshots(before, after);
    const text = diffReporters.pretty(changed, 'en');
    expect(text).toContain(`\naddresses that disappear: ${address}`);
    expect(text).toContain(`\n${address} `);
  });
});

describe('what is not for everyone', () => {
  it('is never mentioned, nor is any text of a record', async () => {
    const vacancy = { id: 77001, text: 'Тайный пост', category: 1, created_at: instant(1) };
    const hidden = { ...vacancy, is_public: false };
    const cwd = withPast({ 'data/vacancies.json': pretty([hidden]) });
    change(cwd, {
      'data/vacancies.json': pretty([
        { ...hidden, text: 'Иная тайна' },
        { ...hidden, id: 77002 },
        { ...vacancy, id: 88001, text: 'Открытое место' },
      ]),
    });
    const changed = await diff(cwd);
    for (const reporter of Object.values(diffReporters)) {
      for (const lang of LANGUAGES) {
        expect(reporter(changed, lang)).toContain('88001');
        expect(reporter(changed, lang)).not.toMatch(/7700|айн|место/);
      }
    }
  });
});

it('leaves in the cache what is known of the data, and nothing of what it compares', async () => {
  const cwd = await regionsChange();
  await wait(SETTLED);
  const kept = async () => {
    await diffSince('HEAD', { cwd, ...settings, cache: 'cache' });
    return readdirSync(join(cwd, 'cache')).sort();
  };
  const names = await kept();
  expect(names.filter((name) => name.startsWith('stat-'))).toHaveLength(2);
  expect(await kept()).toEqual(names);
});

describe('the command', () => {
  it('exits with 1 for differences where that is asked for, and writes nothing', async () => {
    const cwd = await regionsChange();
    vi.stubEnv('TMPDIR', temporaryFolder());
    const files = filesOf(cwd);
    const args = ['diff', 'main', '--base-url', settings.baseUrl, '--page-size', '2'];
    const { status, stdout, stderr } = await runIn(cwd, ...args, '--exit-code');
    expect([status, stderr]).toEqual([1, '']);
    expect(stdout).toBe(diffReporters.pretty(await diff(cwd), 'en'));
    expect(filesOf(cwd)).toEqual(files);
    expect(readdirSync(process.env['TMPDIR']!)).toEqual([]);
  });

  it('writes no files of hosts', async () => {
    const cwd = await regionsChange();
    const files = filesOf(cwd);
    const args = ['diff', 'main', '--base-url', settings.baseUrl, '--host', 'nginx'];
    expect(await runIn(cwd, ...args)).toMatchObject({ status: 0, stderr: '' });
    expect(filesOf(cwd)).toEqual(files);
  });

  it('says so where one of the two has errors, and so no snapshot', async () => {
    const cwd = withPast({ 'data/regions.json': '[{"id": 1}]' });
    await expect(diff(cwd)).rejects.toThrow(/the data at "HEAD" has errors \(1\)/);
    change(cwd, { 'data/regions.json': '[]' });
    keepPast(cwd);
    change(cwd, { 'data/regions.json': '[{"id": 1}]' });
    const { status, stdout, stderr } = await runIn(cwd, 'diff', 'HEAD');
    expect([status, stdout]).toEqual([1, '']);
    expect(stderr).toMatch(/the data has errors \(1\)/);
  });
});

it('agrees with files that are compared byte for byte, whatever changed', async () => {
  const names = fc.constantFrom('Омск', 'Тверь', 'Псков', 'Ростов');
  const regions = fc.uniqueArray(
    fc.record({ id: fc.integer({ min: 1, max: 12 }), name: names, code: fc.constantFrom('', '1') }),
    { selector: ({ id }) => id },
  );
  const people = fc.uniqueArray(
    fc.record({
      id: fc.integer({ min: 1, max: 9 }),
      full_name: names,
      created_at: fc.constant(instant(1)),
    }),
    { selector: ({ id }) => id },
  );
  const portal = fc.record({ regions, experts: people });
  await fc.assert(
    fc.asyncProperty(portal, portal, fc.integer({ min: 1, max: 4 }), async (old, now, size) => {
      const [before, after] = [await snapshotOf(old, size), await snapshotOf(now, size)];
      const [olds, news] = [pagesOf(before), pagesOf(after)];
      expect(await compareSnapshots(after, after)).toMatchObject({ same: true, total: news.size });
      const { addresses } = await compareSnapshots(before, after);
      const told = (kind: 'added' | 'removed' | 'rewritten') =>
        addresses.flatMap((one) => one[kind]).sort();
      expect(told('added')).toEqual([...news.keys()].filter((page) => !olds.has(page)).sort());
      expect(told('removed')).toEqual([...olds.keys()].filter((page) => !news.has(page)).sort());
      expect(told('rewritten')).toEqual(
        [...news]
          .filter(([page, bytes]) => olds.get(page)?.equals(bytes) === false)
          .map(([page]) => page)
          .sort(),
      );
    }),
    runs(3),
  );
});

/** The bytes at each address of a snapshot, but for errors and what describes it. */
const pagesOf = (snapshot: string): Map<string, Buffer> =>
  new Map(
    [...readTree(snapshot)]
      .filter(([file]) => !/^404\.|snapshot\.json$|digests/.test(file))
      .map(([file, bytes]) => [`/${file.replace(/index\.json$/, '')}`, bytes]),
  );

it('names and files of strangers stay text on a terminal, in Markdown and in a log', async () => {
  const post = JSON.parse(FILES['data/posts/5.json']!);
  const cwd = withPast(FILES);
  const title = '``</code><img src=x>|\n::error::[x](y)\u001b[2J\u202e @admin';
  change(cwd, {
    'data/posts/5.json': null,
    'data/posts/`a` ::b.json': pretty({ ...post, title }),
  });
  const changed = await diff(cwd);
  expect(JSON.parse(diffReporters.json(changed, 'en')).edited[0].name).toContain(
    '</code><img src=x>|',
  );
  for (const reporter of Object.values(diffReporters)) {
    expect(reporter(changed, 'en')).not.toMatch(/[\u001b\u202e]|^::error/m);
  }
  const markdown = diffReporters.markdown(changed, 'en');
  const [, fence = '', text = ''] = /\n(`{3,})text\n(.*)\n\1\n$/s.exec(markdown) ?? [];
  expect(text).toContain('    5  ``</code><img src=x>| ::error::');
  expect(text).not.toContain(fence);
});

it('a text that is another one altogether is not compared word by word', async () => {
  const cwd = withPast(FILES);
  const text = `<p>${Array.from({ length: 3000 }, (_, n) => `слово${n}`).join(' ')}</p>`;
  const post = JSON.parse(FILES['data/posts/5.json']!);
  writeFileSync(join(cwd, 'data/posts/5.json'), JSON.stringify({ ...post, text }));
  expect((await runIn(cwd, 'diff', 'HEAD')).stdout).toContain('      Text: …\n');
});
