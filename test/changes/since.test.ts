// Whose problems they are: what `check --since` reports of a change, and what it only counts.
import { existsSync, readdirSync, rmSync, symlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';
import fc from 'fast-check';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { UsageError } from '../../src/index.js';
import { reporters } from '../../src/snapshot/reporters/index.js';
import { temporaryFolder } from '../support/folders.js';
import { runIn } from '../support/run.js';
import { runs } from '../support/runs.js';
import { checkSince } from '../support/tool.js';
import { usePasts, withPast } from './past.js';
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

const made = new Map<Files, string>();

/** The same, for a commit of some files and a change to them. */
function sinceChange(files: Files, changes: Files) {
  const cwd = made.get(files) ?? withPast(files);
  made.set(files, cwd);
  rmSync(join(cwd, 'data'), { recursive: true, force: true });
  change(cwd, { ...files, ...changes });
  return since(cwd);
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

  it('when nothing changed', async () => {
    expect(await sinceChange(old, {})).toEqual(nothingNew);
  });

  it('when its record has changed elsewhere', async () => {
    const regions = pretty([{ ...tomsk, code: '70' }, tver]);
    expect(await sinceChange(old, { 'data/regions.json': regions })).toEqual(nothingNew);
  });

  it('when records before it move its lines', async () => {
    const regions = pretty([kursk, tver, tomsk]);
    expect(await sinceChange(old, { 'data/regions.json': regions })).toEqual(nothingNew);
  });

  it('when its record moves to another file', async () => {
    const changes = {
      'data/regions.json': null,
      'data/regions/запад/all.ndjson': `${JSON.stringify(tver)}\n\n`,
      'data/regions/1.json': pretty({ $schema: 'https://example.org/region', ...tomsk }),
    };
    expect(await sinceChange(old, changes)).toEqual(nothingNew);
  });

  it('when its file is renamed', async () => {
    const changes = { 'data/regions.json': null, 'data/regions/all.json': pretty([tomsk, tver]) };
    expect(await sinceChange(old, changes)).toEqual(nothingNew);
  });

  it('when the file of a record is renamed, and with it the one that has the same text', async () => {
    const blog = { id: 1, title: 'Котлы', slug: 'kotly', created: '2024-01-01T00:00:00+03:00' };
    const post = { ...blog, blog: 1, text: '<p>Да</p>' };
    const [record, text] = [pretty(post), '<p>Нет</p>\n'];
    const before: Files = {
      'data/blogs.json': pretty([blog]),
      'data/posts/0001-kotly.json': record,
      'data/posts/0001-kotly.text.html': text,
    };
    const renamed = {
      'data/posts/0001-kotly.json': null,
      'data/posts/0001-kotly.text.html': null,
      'data/posts/0001-котлы.json': record,
      'data/posts/0001-котлы.text.html': text,
    };
    const { ok, reported, before: codes } = await sinceChange(before, renamed);
    expect({ ok, reported, codes }).toEqual({
      ...{ ok: true, reported: [] },
      codes: expect.objectContaining({ inconsistent: 1 }),
    });
  });

  it('when its record is written in another form', async () => {
    const form = String.raw`[{"district":9.0,"name":"\u0422омская область",  "id":1}]`;
    expect(await sinceChange(old, { 'data/regions.json': form })).toEqual(nothingNew);
  });

  it('when JSON.parse would lose something of its record, which stays so', async () => {
    const record = (gap: string) => `[{${gap}"id": 1,${gap}"name": "Омск", "name": "Омск 2"}]`;
    const files = { 'data/regions.json': record('') };
    const changes = { 'data/regions.json': `\uFEFF${record('\n  ')}` };
    const { reported, before } = await sinceChange(files, changes);
    expect([reported, before]).toEqual([[], { 'duplicate-key': 1 }]);
  });

  it('when records without an id stay as they are', async () => {
    const files = { 'data/districts.json': '[{"name": "Южный"}]' };
    const changes = { 'data/districts.json': '[{"id": 4, "name": "Северный"},\n{"name":"Южный"}]' };
    const { reported, before } = await sinceChange(files, changes);
    expect([reported, before]).toEqual([[], { 'missing-field': 1 }]);
  });

  it('when a line that cannot be read stays where others come', async () => {
    const files = { 'data/regions.ndjson': '{"id": 1, "name": \n' };
    const changes = { 'data/regions.ndjson': `${JSON.stringify(kursk)}\n{"id": 1, "name": \n` };
    const { reported, before } = await sinceChange(files, changes);
    expect([reported, before]).toEqual([[], { syntax: 1 }]);
  });

  it('when the names of files decide which of two records has it', async () => {
    const [one, other] = [pretty(kursk), pretty({ ...kursk, code: '46' })];
    const files = { 'data/regions/a.json': one, 'data/regions/b.json': other };
    const changes = { 'data/regions/a.json': null, 'data/regions/c.json': one };
    const { reported, before } = await sinceChange(files, changes);
    expect([reported, before]).toEqual([[], { 'duplicate-id': 1 }]);
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
  it('references to a record that was removed, in files that did not change', async () => {
    const { reported, before } = await sinceChange(old, { 'data/districts.json': null });
    expect(reported).toEqual(['dangling-reference data/regions.json:10 /district']);
    expect(before).toEqual({ 'dangling-reference': 1 });
  });

  it('a new problem beside an old one; files that git does not know yet count', async () => {
    const changes = { 'data/regions/new.json': '{"id": 3, "name": "Курск", "distrikt": 1}' };
    expect(await sinceChange(old, changes)).toEqual({
      ok: false,
      reported: ['unknown-field data/regions/new.json:1 /distrikt'],
      before: { 'dangling-reference': 1 },
    });
  });

  it('a new warning, which is no error', async () => {
    const changes = { 'data/cities.json': '[{"id": 1, "name": "Ишим", "region": 7}]' };
    expect(await sinceChange(old, changes)).toEqual({
      ok: true,
      reported: ['unknown-id data/cities.json:1 /region'],
      before: { 'dangling-reference': 1 },
    });
  });

  it('a warning that has become an error, since a record refers to what is not read', async () => {
    const files = { 'data/districts/9.json.txt': '{"id": 9, "name": "Север"}' };
    expect(await sinceChange(files, { 'data/regions.json': pretty([tomsk]) })).toEqual({
      ok: false,
      reported: ['ignored-file data/districts/9.json.txt:1 '],
      before: {},
    });
  });

  it('a problem of a file that could be read', async () => {
    const files = { 'data/districts.json': '[{"id": 1, "name": "Юг"}]', 'data/a.txt': 'a' };
    const changes = { 'data/districts.json': '[{"id": 1, "name": "Юг"}', 'data/b.txt': 'a' };
    expect(await sinceChange(files, changes)).toEqual({
      ok: false,
      reported: ['ignored-file data/b.txt:1 ', 'syntax data/districts.json:1 '],
      before: { 'ignored-file': 1 },
    });
  });

  it('one more copy of a record that was there twice', async () => {
    const files = { 'data/regions.json': pretty([kursk, kursk]) };
    const changes = { 'data/regions/copy.json': pretty(kursk) };
    expect(await sinceChange(files, changes)).toEqual({
      ok: false,
      reported: ['duplicate-id data/regions/copy.json:2 /id'],
      before: { 'duplicate-id': 1 },
    });
  });

  it('one more of a record without an id', async () => {
    const files = { 'data/districts/a.json': '{"name": "Южный"}' };
    const changes = { 'data/districts/b.json': '[{"name": "Южный"}]' };
    const { reported, before } = await sinceChange(files, changes);
    expect(reported).toEqual(['missing-field data/districts/b.json:1 /id']);
    expect(before).toEqual({ 'missing-field': 1 });
  });

  it('all of it, where the commit had no data', async () => {
    const { reported } = await sinceChange({ 'README.txt': 'Портал' }, old);
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
