// Whose problems they are: what `check --since` reports of a change, and what it only counts.
import { existsSync, readdirSync, rmSync, symlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';
import fc from 'fast-check';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { UsageError } from '../../src/index.js';
import { reporters } from '../../src/snapshot/reporters/index.js';
import { FILES } from '../query/portal.js';
import { temporaryFolder } from '../support/folders.js';
import { runIn } from '../support/run.js';
import { runs } from '../support/runs.js';
import { checkSince } from '../support/tool.js';
import { keepPast, usePasts, withPast } from './past.js';
import { change, commitAll, type Files, git, pretty, repository } from './repository.js';

afterEach(() => {
  vi.unstubAllEnvs();
});

const districts = pretty([{ id: 1, name: 'Уральский' }]);
const tomsk = { id: 1, name: 'Томская область', district: 9 }; // there is no district 9
const tver = { id: 2, name: 'Тверская область', district: 1 };
const kursk = { id: 3, name: 'Курская область' };
const old: Files = { 'data/districts.json': districts, 'data/regions.json': pretty([tomsk, tver]) };

usePasts();
const shared = temporaryFolder();

/** What is reported of the working tree since HEAD: codes and places; and what was there before. */
async function since(cwd: string, ref = 'HEAD', cache: string | false = shared) {
  const { problems, before, ok } = await checkSince(ref, { cwd, cache });
  const reported = problems.map(({ code, file, line, path }) => `${code} ${file}:${line} ${path}`);
  return { ok, reported, before: before?.codes };
}

it('leaves nothing of the old data in the cache but what is compiled', async () => {
  const cwd = repository({ 'data/cities.json': pretty([{ id: 1, name: 'Томск', region: 99 }]) });
  const kept = async () => {
    await since(cwd, 'HEAD', 'cache');
    const names = readdirSync(join(cwd, 'cache'));
    return names.filter((name) => !name.startsWith('stat-')).sort();
  };
  expect(await kept()).toEqual(await kept());
});

const nothingNew = { ok: true, reported: [], before: { 'dangling-reference': 1 } };

describe('a problem that was there before is not reported', () => {
  it('before the first commit is everything, which is said', async () => {
    const cwd = temporaryFolder();
    git(cwd, ['init', '--quiet', '--initial-branch', 'main']);
    change(cwd, old);
    expect((await since(cwd)).reported).toEqual([
      'dangling-reference data/regions.json:5 /district',
    ]);
    for (const [lang, said] of [
      ['en', 'HEAD has no commit yet: everything counts as changed'],
      ['ru', 'в HEAD ещё нет ни одного коммита: изменённым считается всё'],
    ] as const) {
      const { status, stdout } = await runIn(cwd, 'check', '--since', 'HEAD', '--lang', lang);
      expect([status, stdout.split('\n')]).toEqual([1, expect.arrayContaining([said])]);
    }
    rmSync(join(cwd, 'data/regions.json'));
    const { stdout } = await runIn(cwd, 'check', '--since', 'HEAD', '--reporter', 'json');
    expect(JSON.parse(stdout)).toMatchObject({ ok: true, before: { ref: 'HEAD', isUnborn: true } });
    expect((await runIn(cwd, 'diff', 'HEAD')).stdout).toMatch(/^ *districts: added 1$/m);
    await expect(since(cwd, 'main')).rejects.toThrow('git knows no commit "main"');
  });

  it('when it is about what is no file of data: links, submodules, folders', async () => {
    const cwd = repository(old);
    symlinkSync('/etc/passwd', join(cwd, 'data/regions/..', 'link.json'));
    change(cwd, { 'data/notes.txt': 'x', 'data/regionz/1.json': '{}' });
    commitAll(cwd);
    const commit = git(cwd, ['rev-parse', 'HEAD']);
    git(cwd, ['update-index', '--add', '--cacheinfo', `160000,${commit},data/extern`]);
    git(cwd, ['commit', '--quiet', '--message', 'Подмодуль']);
    change(cwd, { 'data/extern/.git': 'gitdir: nowhere' });
    const { reported, before } = await since(cwd);
    expect(reported).toEqual([]);
    expect(before).toEqual({
      'dangling-reference': 1,
      'ignored-file': 2,
      'unknown-collection': 2,
    });
  });
});

describe('reported is what is in the change, or caused by it', () => {
  it('all of it, where the commit had no data', async () => {
    const cwd = withPast({ 'README.txt': 'Портал' });
    change(cwd, old);
    const { reported } = await since(cwd);
    expect(reported).toEqual(['dangling-reference data/regions.json:5 /district']);
  });

  it('since any commit, not only the last', async () => {
    const cwd = repository({ 'data/districts.json': districts });
    const first = git(cwd, ['rev-parse', 'HEAD']);
    change(cwd, old);
    commitAll(cwd);
    expect((await since(cwd)).reported).toEqual([]);
    expect((await since(cwd, first)).reported).toHaveLength(1);
  });
});

describe('whatever the repository looks like', () => {
  it('the data may be below the folder it is worked in, and that below the repository', async () => {
    const files = Object.entries(old).map(([path, text]) => [`portal/content/${path}`, text]);
    const repo = repository(Object.fromEntries(files) as Files);
    const cwd = join(repo, 'portal');
    change(cwd, { 'content/data/cities.json': '[{"id": 1, "name": "Ишим", "region": 7}]' });
    const { problems, before } = await checkSince('main', { cwd, data: 'content/data' });
    expect(problems.map(({ file }) => file)).toEqual(['content/data/cities.json']);
    expect(before).toEqual({
      ref: 'main',
      errors: 1,
      warnings: 0,
      codes: { 'dangling-reference': 1 },
    });
  });

  it('it may be the data folder itself', async () => {
    const repo = repository({ 'regions.json': pretty([tomsk]) });
    const options = { cwd: dirname(repo), data: repo };
    expect((await checkSince('main', options)).before?.codes).toEqual({ 'dangling-reference': 1 });
  });

  it('names of files are only names', async () => {
    const hostile = ['имя файла', '--help', 'a\tb', 'it\'s "quoted" $(id) `id`', '* ? [a]', '\\'];
    const files = hostile.map((name, i) => [
      `data/regions/${name}/-${name}.json`,
      pretty({ ...tomsk, id: i + 1 }),
    ]);
    const cwd = repository(Object.fromEntries(files) as Files);
    change(cwd, { 'data/cities.json': '[{"id": 1, "name": "Ишим", "region": 77}]' });
    const { reported, before } = await since(cwd);
    expect(reported).toEqual(['unknown-id data/cities.json:1 /region']);
    expect(before).toEqual({ 'dangling-reference': hostile.length });
  });

  it('git may have told a hook which repository is its own', async () => {
    const cwd = repository(old);
    const other = repository({ 'data/regions.json': '[]' });
    vi.stubEnv('GIT_DIR', join(other, '.git'));
    vi.stubEnv('GIT_INDEX_FILE', join(other, '.git/index'));
    expect(await since(cwd)).toEqual(nothingNew);
  });

  it('nothing is left in the temporary folder, and nothing in the repository', async () => {
    const cwd = repository(old);
    const temporary = temporaryFolder();
    vi.stubEnv('TMPDIR', temporary);
    await since(cwd, 'HEAD', false);
    await expect(since(cwd, 'nothing', false)).rejects.toThrow(UsageError);
    expect(readdirSync(temporary)).toEqual([]);
    expect(git(cwd, ['status', '--porcelain', '--ignored'])).toBe('');
  });

  it('a tree made by hand cannot write outside of its folder', async () => {
    const cwd = repository(old);
    const temporary = temporaryFolder();
    vi.stubEnv('TMPDIR', temporary);
    const blob = git(cwd, ['hash-object', '-w', '--stdin'], 'чужое');
    const link = git(cwd, ['hash-object', '-w', '--stdin'], temporary);
    const tree = (...lines: string[]) => git(cwd, ['mktree'], `${lines.join('\n')}\n`);
    const commitOf = (data: string) =>
      git(cwd, ['commit-tree', '-m', 'Дерево', tree(`040000 tree ${data}\tdata`)]);
    const outside = tree(`040000 tree ${tree(`100644 blob ${blob}\tevil.json`)}\t..`);
    await expect(since(cwd, commitOf(outside))).rejects.toThrow(/invalid path|which cannot be one/);
    const below = tree(`100644 blob ${blob}\tevil.json`);
    const both = tree(`120000 blob ${link}\tregions`, `040000 tree ${below}\tregions`);
    await since(cwd, commitOf(both)).catch(() => undefined); // git leaves out one of the two
    expect(readdirSync(temporary)).toEqual([]);
  });
});

describe('a ref that cannot be compared with is wrong usage', () => {
  it('one that git does not know, or that is no commit', async () => {
    const cwd = repository(old);
    const refs = ['no-such', '', '--all', '--output=stolen', '-x', '^HEAD', 'HEAD..HEAD', 'a\0b'];
    for (const ref of [...refs, 'HEAD:data', '@{upstream}', 'main main']) {
      await expect(since(cwd, ref), ref).rejects.toThrow(/git knows no commit/);
    }
    expect(existsSync(join(cwd, 'stolen'))).toBe(false);
  });

  it('one that a shallow clone does not have: it says how to fetch it', async () => {
    const origin = repository(old);
    const first = git(origin, ['rev-parse', 'HEAD']);
    commitAll(origin);
    const cwd = join(temporaryFolder(), 'clone');
    git(origin, ['clone', '--quiet', '--depth', '1', `file://${origin}`, cwd]);
    await expect(since(cwd, first)).rejects.toThrow(/fetch-depth: 0/);
    expect((await since(cwd)).reported).toEqual([]);
  });

  it('one of a folder that is in no repository', async () => {
    const cwd = temporaryFolder();
    change(cwd, old);
    await expect(since(cwd)).rejects.toThrow(/not in the working tree of a git repository/);
    const outside = { cwd: repository(old), data: join(cwd, 'data') };
    await expect(checkSince('HEAD', outside)).rejects.toThrow(/not in the working tree/);
  });

  it('one of a folder of somebody else: it says all that git says, to its last line', async () => {
    const cwd = repository(old);
    vi.stubEnv('GIT_TEST_ASSUME_DIFFERENT_OWNER', '1');
    const all = /dubious ownership .* git config --global --add safe\.directory \S+\)$/;
    await expect(since(cwd)).rejects.toThrow(all);
  });

  it('one whose files are not all there', async () => {
    const cwd = repository(old);
    const blob = git(cwd, ['rev-parse', 'HEAD:data/regions.json']);
    rmSync(join(cwd, '.git/objects', blob.slice(0, 2), blob.slice(2)));
    await expect(since(cwd)).rejects.toThrow(/cannot read the files of "HEAD"/);
  });
});

describe('what is told', () => {
  const folder = () => {
    const cwd = withPast(old);
    change(cwd, { 'data/cities.json': '[{"id": 1, "name": "Ишим", "region": 7}]' });
    return cwd;
  };

  it('to GitHub: annotations of what is new, and in a notice what was there', async () => {
    const report = await checkSince('main', { cwd: folder() });
    const printed = reporters.github(report, 'check');
    expect(printed.split('\n').filter((line) => line.startsWith('::'))).toEqual([
      expect.stringMatching(/^::warning file=data\/cities\.json,line=1,col=38,title=unknown-id::/),
      '::notice::not shown, because they were there before (main): 1 error, 0 warnings: 1 dangling-reference',
    ]);
  });

  it('to people: the same in a line, with nothing that paints the terminal', async () => {
    const report = await checkSince('main', { cwd: folder() });
    const before = { ref: 'a\x1b[2J', errors: 0, warnings: 2, codes: { 'unknown-id': 2 } };
    const printed = reporters.pretty({ ...report, before }, 'check');
    expect(printed).toContain(
      '\nnot shown, because they were there before (a\\u001b[2J): 0 errors, 2 warnings: 2 unknown-id\n',
    );
  });

  it('to programs: one object; the exit status looks only at what is new', async () => {
    const cwd = folder();
    change(cwd, { 'data/regions/3.json': '{"id": 3, "name": 5}' });
    const args = ['check', '--since=main', '--reporter', 'json'];
    const { status, stdout } = await runIn(cwd, ...args);
    const printed = JSON.parse(stdout);
    expect(status).toBe(1);
    expect(Object.keys(printed)).toEqual(['ok', 'problems', 'summary', 'before']);
    expect(printed).toMatchObject({
      ok: false,
      problems: [{ code: 'unknown-id' }, { code: 'wrong-type' }],
      before: { ref: 'main', errors: 1, warnings: 0, codes: { 'dangling-reference': 1 } },
    });
  });
});

it('no way to arrange old records makes an old problem new', async () => {
  const records = [tomsk, tver, { id: 3, name: 7 }, { id: 4 }, { ...tomsk, id: 5 }, kursk];
  const cwd = withPast({ 'data/regions.json': pretty(records) });
  const { before } = await since(cwd);
  const arrangement = fc.record({
    order: fc.shuffledSubarray(records, { minLength: records.length }),
    cuts: fc.array(fc.nat(records.length), { maxLength: 3 }),
    form: fc.constantFrom(0, 1, '\t'),
    lines: fc.boolean(),
    head: fc.constantFrom('', '\uFEFF', '\n\n'),
  });
  await fc.assert(
    fc.asyncProperty(arrangement, async ({ order, cuts, form, lines, head }) => {
      rmSync(join(cwd, 'data'), { recursive: true });
      const ends = [...cuts, records.length].sort((a, b) => a - b);
      ends.forEach((end, i) => {
        const part = order.slice(ends[i - 1] ?? 0, end);
        const text = lines
          ? part.map((record) => `${JSON.stringify(record)}\n`).join('')
          : JSON.stringify(part, null, form);
        change(cwd, { [`data/regions/${i}.${lines ? 'ndjson' : 'json'}`]: head + text });
      });
      const now = await since(cwd);
      expect(now).toEqual({ ok: true, reported: [], before });
    }),
    runs(2),
  );
});

it('the settings of now are used where those of then are in no commit of the data', async () => {
  const cwd = withPast(FILES);
  const CONFIG = 'portal-snapshot.config.json';
  const framed = FILES['data/posts/5.json']!.replace(
    '<p>',
    '<iframe src=\\"https://video.example/1\\"></iframe><p>',
  );
  change(cwd, { 'data/posts/5.json': framed });
  keepPast(cwd);
  const elsewhere = withPast({ [CONFIG]: '{"frames": ["video.example"]}' });
  change(elsewhere, { [CONFIG]: '{}' });
  const outside = temporaryFolder();
  change(outside, { [CONFIG]: '{}' });
  for (const folder of [elsewhere, outside]) {
    const { ok, before } = await checkSince('HEAD', { cwd, config: join(folder, CONFIG) });
    expect([ok, before?.codes]).toEqual([true, { 'unsafe-html': 1 }]);
  }
});
