// Records, files and folders in the wrong place, and advice that led astray: each is told as one thing, and the data of
// who follows the advice to the letter are without problem.
import {
  appendFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { check, type Problem } from '../../src/index.js';
import { entriesOf } from '../../src/snapshot/reporters/entries.js';
import { commitAll, git, shippedRepository } from '../changes/repository.js';
import { temporaryFolder } from '../support/folders.js';
import { writeFile } from '../support/portal.js';

const cache = temporaryFolder();
let shipped = '';
beforeAll(() => {
  shipped = shippedRepository();
});

/** The shipped portal in a repository of its own, committed. */
function portal(): string {
  const cwd = temporaryFolder();
  cpSync(shipped, cwd, { recursive: true });
  return cwd;
}

const problemsOf = async (cwd: string): Promise<readonly Problem[]> =>
  (await check({ cwd, cache })).problems;

/** The one thing that is told, in both languages; the hint in English. */
async function onlyHint(cwd: string, code: string): Promise<string> {
  const entries = entriesOf(await problemsOf(cwd));
  expect(entries.map(({ problem }) => problem.code)).toEqual([code]);
  const { problems } = await check({ cwd, cache, lang: 'ru' });
  expect(problems[0]!.hint).toMatch(/[а-яё]/);
  return entries[0]!.problem.hint!;
}

const isRight = async (cwd: string) => expect(await problemsOf(cwd)).toEqual([]);

/** Puts a file where a hint says. */
function moveTo(cwd: string, from: string, to: string | undefined): void {
  expect(existsSync(join(cwd, to!))).toBe(false);
  mkdirSync(dirname(join(cwd, to!)), { recursive: true });
  renameSync(join(cwd, from), join(cwd, to!));
}

const post33 = 'data/posts/0033-arkhiv-zatopilo-pasportov-net.json';
const vacancy = (id: number) => ({
  id,
  ...{ text: 'Нужен эксперт', category: 1, created_at: '2026-03-05T10:12:44+03:00' },
});

/** Takes the text of post 33 into a file of its own. */
function splitText(cwd: string): string {
  const { text, ...rest } = JSON.parse(readFileSync(join(cwd, post33), 'utf8'));
  const name = post33.replace('.json', '.text.html');
  writeFile(cwd, name, `${text}\n`);
  writeFile(cwd, post33, JSON.stringify(rest));
  return name;
}

describe('in the wrong collection is', () => {
  it('a line, which gets a file of its own where each has one', async () => {
    const cwd = portal();
    const path = join(cwd, 'data/resumes.ndjson');
    const before = readFileSync(path, 'utf8');
    const line = JSON.stringify(vacancy(400));
    writeFileSync(path, before.replace('\n', `\n${line}\n`));
    const hint = await onlyHint(cwd, 'unknown-collection');
    const [, to] = /^move it to (\S+), a file of its own$/.exec(hint) ?? [];
    writeFileSync(path, before);
    writeFile(cwd, to!, line);
    await isRight(cwd);
  });

  it('a line, which joins those of its collection', async () => {
    const cwd = portal();
    const resumes = readFileSync(join(cwd, 'data/resumes.ndjson'), 'utf8').split('\n');
    const vacancies = readdirSync(join(cwd, 'data/vacancies'));
    const all = vacancies.map((name) => readFileSync(join(cwd, 'data/vacancies', name), 'utf8'));
    rmSync(join(cwd, 'data/vacancies'), { recursive: true });
    const list = (some: readonly string[]) => `[\n${some.join(',\n')}\n]\n`;
    writeFile(cwd, 'data/vacancies.json', list([resumes[0]!, ...all]));
    writeFile(cwd, 'data/resumes.ndjson', resumes.slice(1).join('\n'));
    const [problem, ...others] = await problemsOf(cwd);
    expect(others).toEqual([]);
    expect(problem!.message).toBe('the record 7 is one of resumes, and not of vacancies');
    expect(problem!.hint).toBe('move it into data/resumes.ndjson, as one line');
    writeFile(cwd, 'data/vacancies.json', list(all));
    writeFile(cwd, 'data/resumes.ndjson', resumes.join('\n'));
    await isRight(cwd);
  });

  it.each([false, true])('a post, with its text beside it: %s', async (isSplit) => {
    const cwd = portal();
    const text = isSplit ? splitText(cwd) : undefined;
    const files = [post33, ...(text ? [text] : [])];
    const strayed = files.map((file) => file.replace('/posts/', '/vacancies/'));
    for (const [i, file] of files.entries()) renameSync(join(cwd, file), join(cwd, strayed[i]!));
    const hint = await onlyHint(cwd, 'unknown-collection');
    expect(hint).toMatch(/ \(30 other problems follow from this\)$/);
    const places = [...hint.matchAll(/ to (data\/\S+?)(?:,| \()/g)].map(([, to]) => to);
    expect(places).toEqual(files);
    for (const [i, file] of strayed.entries()) moveTo(cwd, file, places[i]);
    await isRight(cwd);
  });

  it('a whole file, to which no other gives way', async () => {
    const cwd = portal();
    const lines = readFileSync(join(cwd, 'data/resumes.ndjson'), 'utf8').trimEnd().split('\n');
    writeFile(cwd, 'data/resumes.ndjson', lines.slice(0, 9).join('\n'));
    writeFile(cwd, 'data/resumes/2026.ndjson', lines.slice(9, 20).join('\n'));
    writeFile(cwd, 'data/vacancies/2026.ndjson', lines.slice(20).join('\n'));
    const hint = await onlyHint(cwd, 'unknown-collection');
    const [, to] = /^move the file to (\S+)$/.exec(hint) ?? [];
    moveTo(cwd, 'data/vacancies/2026.ndjson', to);
    await isRight(cwd);
  });

  it('a copy of what its collection has', async () => {
    const cwd = portal();
    cpSync(join(cwd, post33), join(cwd, 'data/vacancies/33.json'));
    expect(await onlyHint(cwd, 'unknown-collection')).toBe(
      'posts has the same already: remove this file',
    );
  });

  it.each(['data/cities/2026.ndjson', 'data/resume.ndjson'])(
    'no copy that has more, which cannot be read: %s',
    async (name) => {
      const cwd = portal();
      const [line] = readFileSync(join(cwd, 'data/resumes.ndjson'), 'utf8').split('\n', 1);
      writeFile(cwd, name, `${line}\n{"id": 900, "text": "Ищу работу",}\n`);
      const hints = (await problemsOf(cwd)).map(({ hint }) => hint);
      expect(hints.filter((hint) => /remove this (?:file|copy)/.test(hint ?? ''))).toEqual([]);
    },
  );

  it('no record that may be of several, or is misspelt besides', async () => {
    const cwd = portal();
    writeFile(cwd, 'data/vacancies/400.json', '{"id": 400, "name": "Юг"}');
    writeFile(cwd, 'data/resumes/400.json', JSON.stringify({ ...vacancy(400), txet: '' }));
    const codes = (await problemsOf(cwd)).map(({ code }) => code);
    expect(codes).not.toContain('unknown-collection');
    expect(codes).toContain('unknown-field');
  });
});

describe('of no collection is', () => {
  it('a renamed folder, and the old one that git restores beside it', async () => {
    const cwd = portal();
    git(cwd, ['mv', 'data/posts', 'data/archive-posts']);
    expect(await onlyHint(cwd, 'unknown-collection')).toMatch(
      /^did you mean posts\? \(\d+ other problems/,
    );
    git(cwd, ['restore', '--source=HEAD', '--staged', '--worktree', 'data/posts']);
    expect(await onlyHint(cwd, 'unknown-collection')).toBe(
      'did you mean posts? Its records are there already, the same: remove this copy',
    );
    rmSync(join(cwd, 'data/archive-posts'), { recursive: true });
    await isRight(cwd);
  });

  it('a file whose right name another one has', async () => {
    const cwd = portal();
    writeFile(cwd, 'data/regoins.json', '[{"id": 900, "name": "Юг"}]');
    const hint = await onlyHint(cwd, 'unknown-collection');
    const [, to] = /^did you mean regions\? That name is taken: move it to (\S+)$/.exec(hint) ?? [];
    moveTo(cwd, 'data/regoins.json', to);
    await isRight(cwd);
  });

  it('what is in other letters, on a disk that takes both names for one', async () => {
    const cwd = portal();
    for (const name of ['posts', 'regions.json']) {
      const other = name.replace(/^./, (letter) => letter.toUpperCase());
      renameSync(join(cwd, 'data', name), join(cwd, 'data', other));
      // A link, which is not read as data, leads from the one name to the other as such a disk does.
      symlinkSync(other, join(cwd, 'data', name));
    }
    const hints = new Map((await problemsOf(cwd)).map(({ file, hint }) => [file, hint]));
    expect(hints.get('data/Posts')).toMatch(/^did you mean posts\? \(\d+ other problems/);
    expect(hints.get('data/Regions.json')).toMatch(/^did you mean regions\? \(\d+ other problems/);
  });

  it.each([post33, 'data/users.json', 'data/comments/2026.ndjson'])(
    'what "Save as" gave an ending: %s',
    async (name) => {
      const cwd = portal();
      renameSync(join(cwd, name), join(cwd, `${name}.txt`));
      const hint = await onlyHint(cwd, 'ignored-file');
      expect(hint).toMatch(/ \(\d+ other problems follow from this\)$/);
      const [, to] = /^name it (\S+), if it is meant to be read/.exec(hint) ?? [];
      moveTo(cwd, `${name}.txt`, join(dirname(name), to!));
      await isRight(cwd);
    },
  );
});

describe('a folder that is there twice', () => {
  /** The posts in `data/posts/archive`, and again where they were before. */
  function renamed(): string {
    const cwd = portal();
    const names = readdirSync(join(cwd, 'data/posts'));
    for (const place of ['2025', 'archive']) {
      for (const name of names) {
        const text = readFileSync(join(shipped, 'data/posts', name), 'utf8');
        writeFile(cwd, `data/posts/${place}/${name}`, text);
      }
    }
    for (const name of names) rmSync(join(cwd, 'data/posts', name));
    return cwd;
  }

  it('is told once, with the copy to remove', async () => {
    const cwd = renamed();
    expect(await onlyHint(cwd, 'duplicate-id')).toBe(
      'data/posts/archive has 42 records of data/posts/2025 again, the same: remove data/posts/archive',
    );
    rmSync(join(cwd, 'data/posts/archive'), { recursive: true });
    await isRight(cwd);
  });

  it('loses no version that only one of them has', async () => {
    const cwd = renamed();
    const [old, now] = ['2025', 'archive'].map((place) =>
      join(cwd, 'data/posts', place, basename(post33)),
    );
    writeFileSync(now!, readFileSync(now!, 'utf8').replace('<p>', '<p>Дополнено. '));
    expect(await onlyHint(cwd, 'duplicate-id')).toBe(
      'data/posts/archive has 42 records of data/posts/2025 again, but 33 in other versions: keep the right ones in data/posts/2025, then remove data/posts/archive',
    );
    cpSync(now!, old!);
    rmSync(join(cwd, 'data/posts/archive'), { recursive: true });
    await isRight(cwd);
  });

  it.each([
    ['records', (place: string) => ({ id: 900 + place.length, blog: 2, title: place })],
    ['records without an id', (place: string) => ({ blog: 2, title: place })],
    ['what is no record', (place: string) => place],
  ])('is no copy where it has more: %s', async (_, more) => {
    const cwd = renamed();
    for (const place of ['2025', 'archive']) {
      writeFile(cwd, `data/posts/${place}/new.json`, JSON.stringify(more(place)));
    }
    const hints = (await problemsOf(cwd)).map(({ hint }) => hint);
    expect(hints.some((hint) => hint?.includes('remove data/posts'))).toBe(false);
  });

  it('is no copy where the other has one of its records twice', async () => {
    const cwd = temporaryFolder();
    const lines = (...ids: number[]) => ids.map((id) => `${JSON.stringify({ id, name: 'Юг' })}\n`);
    writeFile(cwd, 'data/districts/2025.ndjson', lines(1, 2).join(''));
    writeFile(cwd, 'data/districts/2026.ndjson', lines(1, 1).join(''));
    expect(await onlyHint(cwd, 'duplicate-id')).toBe(
      'data/districts/2026.ndjson has 2 records of data/districts/2025.ndjson again, the same: remove data/districts/2026.ndjson',
    );
    rmSync(join(cwd, 'data/districts/2026.ndjson'));
    await isRight(cwd);
  });
});

describe('what was emptied comes back', () => {
  const emptied = ['data/users.json', post33, 'data/events.ndjson', 'data/comments/2026.ndjson'];
  const code = (name: string) => (name.endsWith('.ndjson') ? 'ignored-file' : 'syntax');
  it.each(emptied.flatMap((name) => ['', ' \n\n'].map((text) => [name, text] as const)))(
    '%s, with %j in it',
    async (name, text) => {
      const cwd = portal();
      writeFile(cwd, name, text);
      await comesBack(cwd, name, code(name));
    },
  );

  it.each([
    ['that was added', (cwd: string) => git(cwd, ['add', '--all'])],
    ['that was committed', commitAll],
  ])('a file %s', async (_, keep) => {
    const cwd = portal();
    writeFile(cwd, post33, '');
    keep(cwd);
    await comesBack(cwd, post33, 'syntax');
  });

  it('a text in a file of its own', async () => {
    const cwd = portal();
    const name = splitText(cwd);
    commitAll(cwd);
    const before = readFileSync(join(cwd, name), 'utf8');
    writeFile(cwd, name, '');
    const problem = (await problemsOf(cwd)).find(({ file }) => file === name);
    restore(cwd, problem!.hint!);
    expect(readFileSync(join(cwd, name), 'utf8')).toBe(before);
    await isRight(cwd);
  });

  it('unless it was meant, and committed', async () => {
    const cwd = portal();
    writeFile(cwd, 'data/resumes.ndjson', '');
    expect(await onlyHint(cwd, 'ignored-file')).toMatch(
      /; or commit it as it is, if it is meant to be empty$/,
    );
    commitAll(cwd);
    await isRight(cwd);
  });

  async function comesBack(cwd: string, name: string, code: string): Promise<void> {
    restore(cwd, await onlyHint(cwd, code));
    expect(readFileSync(join(cwd, name), 'utf8')).toBe(readFileSync(join(shipped, name), 'utf8'));
    await isRight(cwd);
  }

  function restore(cwd: string, hint: string): void {
    const [, command = ''] = /^`git (restore [^`]+)` brings back what it had/.exec(hint) ?? [];
    git(cwd, command.split(' '));
  }
});

describe('advice that is followed', () => {
  it('of a quote in a text makes it part of the text', async () => {
    const cwd = temporaryFolder();
    const text = '[{"id": 1, "name": "Завод "Прогресс" в Томске"}]';
    writeFile(cwd, 'data/districts.json', text);
    expect(await onlyHint(cwd, 'syntax')).toMatch(/^a " inside a text is written \\"/);
    writeFile(cwd, 'data/districts.json', text.replace('"Прогресс"', '\\"Прогресс\\"'));
    await isRight(cwd);
  });

  it('of several records in one file leads to a file that is read', async () => {
    const cwd = temporaryFolder();
    const pretty = [1, 2].map((id) => JSON.stringify({ id, name: `Округ ${id}` }, null, 2));
    writeFile(cwd, 'data/districts.json', pretty.join('\n'));
    expect(await onlyHint(cwd, 'syntax')).toContain(
      'put the records in a list: [ before the first, a comma between two, ] behind the last',
    );
    writeFile(cwd, 'data/districts.json', `[\n${pretty.join(',\n')}\n]`);
    await isRight(cwd);
    rmSync(join(cwd, 'data/districts.json'));
    writeFile(cwd, 'data/districts.ndjson', pretty.join('\n'));
    expect(await onlyHint(cwd, 'syntax')).toMatch(/^put each record on one line/);
    const lines = pretty.map((text) => JSON.stringify(JSON.parse(text)));
    writeFile(cwd, 'data/districts.ndjson', lines.join('\n'));
    await isRight(cwd);
  });

  it('of one stray lft is about that comment', async () => {
    const cwd = portal();
    const path = join(cwd, 'data/comments/2026.ndjson');
    const before = readFileSync(path, 'utf8');
    writeFileSync(path, before.replace('{"id": 350, ', '{"id": 350, "lft": 3, '));
    const [problem] = await problemsOf(cwd);
    expect(problem).toMatchObject({ code: 'broken-tree', line: 150, path: '/lft' });
    expect(await onlyHint(cwd, 'broken-tree')).toBe(
      'remove lft and rght from this record, and from any other of the tree that gives them',
    );
    writeFileSync(path, before);
    await isRight(cwd);
  });

  it('of a wrong parent offers no comment of another post, and none that would make a ring', async () => {
    const cwd = portal();
    const path = join(cwd, 'data/comments/2026.ndjson');
    const before = readFileSync(path, 'utf8');
    const wrong = (id: number, parent: number) =>
      writeFileSync(
        path,
        before.replace(new RegExp(`("id": ${id}, .*"parent": )\\d+`), `$1${parent}`),
      );
    wrong(341, 3400); // 300 and 400 are about other posts
    expect(await onlyHint(cwd, 'dangling-reference')).toBe('did you mean 340?');
    wrong(340, 3410); // 341 answers 340
    expect(await onlyHint(cwd, 'dangling-reference')).not.toContain('did you mean');
  });

  it('of an event offers no comment that has one', async () => {
    const cwd = portal();
    const path = join(cwd, 'data/events.ndjson');
    appendFileSync(path, '{"id": 900, "event_type": 3, "comment": 3400}\n');
    expect(await onlyHint(cwd, 'dangling-reference')).not.toContain('did you mean');
  });

  it('of ids that are taken names one that is free for each', async () => {
    const cwd = portal();
    const certificates = [4, 4, 1, 4].map((id) => ({ id, category: 1, exact_category: 134 }));
    const name = 'data/vacancies/400.json';
    writeFile(cwd, name, JSON.stringify({ ...vacancy(400), certificates }));
    const free = (await problemsOf(cwd)).map(({ path, hint }) => {
      expect(hint).toMatch(/^give one of the two another id, such as \d+$/);
      return [Number(path.split('/')[2]), Number(hint!.split(' ').at(-1))] as const;
    });
    expect(free).toHaveLength(2);
    for (const [at, id] of free) certificates[at]!.id = id;
    writeFile(cwd, name, JSON.stringify({ ...vacancy(400), certificates }));
    await isRight(cwd);
  });
});
