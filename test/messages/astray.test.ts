// Records, files and folders in the wrong place, and advice that led astray: each is told as one thing, and the data of
// who follows the advice to the letter are without problem.
import {
  appendFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { check, type Problem } from '../../src/index.js';
import { entriesOf } from '../../src/snapshot/reporters/entries.js';
import { shippedRepository } from '../changes/repository.js';
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

describe('of no collection is', () => {
  it('what is in other letters, on a disk that takes both names for one', async () => {
    const cwd = portal();
    for (const name of ['posts', 'regions.json']) {
      const other = name.replace(/^./, (letter) => letter.toUpperCase());
      renameSync(join(cwd, 'data', name), join(cwd, 'data', other));
      // A link, which is not read as data, leads from the one name to the other as such a disk does.
      symlinkSync(other, join(cwd, 'data', name));
    }
    const hints = new Map((await problemsOf(cwd)).map(({ file, hint }) => [file, hint]));
    expect(hints.get('data/Posts')).toMatch(/^did you mean posts\? \(references to posts /);
    expect(hints.get('data/Regions.json')).toMatch(
      /^did you mean regions\? \(references to regions /,
    );
  });

  it.each([post33, 'data/users.json', 'data/comments/2026.ndjson'])(
    'what "Save as" gave an ending: %s',
    async (name) => {
      const cwd = portal();
      renameSync(join(cwd, name), join(cwd, `${name}.txt`));
      const hint = await onlyHint(cwd, 'ignored-file');
      expect(hint).toMatch(/ \(references to \w+ were not checked\)$/);
      const [, to] = /^name it (\S+), if it is meant to be read/.exec(hint) ?? [];
      moveTo(cwd, `${name}.txt`, join(dirname(name), to!));
      await isRight(cwd);
    },
  );
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
