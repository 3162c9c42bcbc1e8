// What cannot be a new record: it is said what is wrong, and nothing is written.
import { mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { create } from '../../src/editing/new/create.js';
import { portal } from '../../src/portal/index.js';
import { resolveSettings } from '../../src/snapshot/settings/index.js';
import { temporaryFolder } from '../support/folders.js';
import { directory, forum, writeFile } from '../support/portal.js';
import { runIn } from '../support/run.js';
import { readJson } from '../support/tree.js';
import { changed, dataOf, desk, problemsOf, runNew } from './desk.js';

let cwd = '';
beforeEach(() => {
  cwd = desk({ ...directory(3), ...forum({ posts: 2, replies: 2 }) });
});

/** Runs `new`, expects that it fails with a status and writes nothing; what it says. */
async function refused(status: number, ...args: readonly string[]): Promise<string> {
  const before = dataOf(cwd);
  const printed = await runNew(cwd, ...args);
  expect(printed).toMatchObject({ status, stdout: '' });
  expect(changed(before, dataOf(cwd))).toEqual({});
  return printed.stderr;
}

const reply = (...more: readonly string[]) => ['comment', '--user', '2', '--text', 'Да', ...more];

describe('wrong usage', () => {
  it('lacks flags: all are named and described', async () => {
    expect(await refused(2, 'post', '--title', 'Котлы', '--user', '1')).toBe(
      `portal-snapshot: a new post needs also (or fill in its form: npx portal-snapshot preview):
  --text <text>  What it says. HTML without scripts, style sheets and forms.
  --blog <number or name>  The blog that it is in. The number of one of the blogs, which must be there.
  --moderated_by <number or name>  Who moderated it. The number of one of the users.
`,
    );
  });

  it('lacks what a reply must have, though other comments need not', async () => {
    expect(await refused(2, 'comment', '--post', '1')).toBe(
      `portal-snapshot: a new comment needs also (or fill in its form: npx portal-snapshot preview):
  --user <number or name>  Who wrote it; an answer must have one, the record that begins a discussion has none. The number of one of the users, which must be there.
  --text <text>  What it says; an answer must have one; when absent in the record that begins a discussion: "root". HTML without scripts, style sheets and forms.
`,
    );
  });

  it('has values that would be problems, in the same words', async () => {
    const flags = ['--user', 'anna', '--rating_up', '1.5', '--created', '2026-01-01 10:00:00Z'];
    const said = await refused(2, 'comment', '--post', '1', '--text', 'Да', ...flags);
    // The hints are those of the catalogue, which has tests of its own.
    expect(said.split('\n').map((line) => line.split(';', 1)[0])).toEqual([
      'portal-snapshot: this cannot be in a new comment:',
      '  --user: there is no "anna" in users',
      '  --rating_up: expected a whole number, found 1.5',
      '  --created: "2026-01-01 10:00:00Z" is not a timestamp',
      '',
    ]);
  });

  it('has markup that is not safe, or a part that lacks a field', async () => {
    expect(await refused(2, ...reply('--post', '1', '--short_text', '<script>'))).toContain(
      '--short_text: the element <script> is not allowed here; remove the element',
    );
    const polls = ['--polls', '{"title": "Как?"}'];
    const post = ['post', '--title', 'Котлы', '--text', 'Да', '--blog', '1', '--user', '1'];
    expect(await refused(2, ...post, '--moderated_by', '1', ...polls)).toContain(
      '--polls/0/variants: the field "variants" is required; add "variants"',
    );
  });

  it.each([
    ['a collection that is not there', ['coment'], '(Did you mean comment?)'],
    ['a field that is not there', ['region', '--nmae', 'Тува'], '(Did you mean --name?)'],
    ['a field that is worked out', reply('--post', '1', '--lft', '1'), "unknown option '--lft'"],
    ['an id', ['region', '--id', '7', '--name', 'Тува'], "unknown option '--id'"],
    ['a field twice', ['region', '--name', 'Тува', '--name', 'Коми'], '--name is given 2 times'],
    ['no JSON', ['user', '--profile', '{city: 1}'], '--profile takes JSON'],
    ['no JSON of any shape', ['post', '--crm_data', '{lead: 1}'], '--crm_data takes JSON'],
    [
      'a post that is not there',
      reply('--post', '12'),
      '--post: there is no record 12 in posts; did you',
    ],
    [
      'a parent that is not there',
      reply('--parent', '99'),
      '--parent: there is no record 99 in comments; ',
    ],
    ['a title without a letter', ['blog', '--title', '?!'], '--slug <text>  Its name in addresses'],
    ['no data folder', ['region', '--name', 'Тува', '--data', 'dta'], 'there is no data folder'],
  ])('names %s', async (_, args, said) => {
    expect(await refused(2, ...args)).toContain(said);
  });

  it('leaves data elsewhere alone: a collection that is a link', async () => {
    const elsewhere = temporaryFolder();
    symlinkSync(elsewhere, join(cwd, 'data/experts'));
    const before = await runNew(cwd, 'expert', '--full_name', 'Ким');
    expect(before).toMatchObject({ status: 2, stdout: '' });
    expect(before.stderr).toContain('data/experts is a symbolic link');
  });
});

describe('a record that is a problem among the others', () => {
  it('is told, and not written', async () => {
    const said = await refused(1, ...reply('--post', '2', '--parent', '2'));
    expect(said).toContain('data/comments.json');
    expect(said).toContain('its parent 2 has post 1, but the record itself has post 2');
    expect(said).toMatch(/: 1 error, 0 warnings; nothing was written\n$/);
  });

  it('is written all the same when it is a warning', async () => {
    const args = ['post', '--blog', '1', '--title', 'Да', '--text', 'Да', '--moderated_by', '99'];
    const printed = await runNew(cwd, ...args, '--user', '1');
    expect(printed.status).toBe(0);
    expect(printed.stderr).toContain(
      'there is no record 99 in users; the number is published all the same',
    );
    expect(printed.stdout).toBe('data/posts.json\ndata/comments.json\ndata/events.json\n');
  });

  it('is not written when its companion cannot be', async () => {
    rmSync(join(cwd, 'data/events.json'));
    writeFile(cwd, 'data/events', 'no folder');
    const before = readdirSync(join(cwd, 'data'));
    expect(await refused(2, ...reply('--post', '1'))).toContain(
      'data/events is in the way: it is not a folder',
    );
    expect(readdirSync(join(cwd, 'data'))).toEqual(before);
  });
});

describe('data that is wrong already', () => {
  it('is no reason to refuse, and ids in it count, even in files that cannot be read', async () => {
    writeFile(cwd, 'data/experts/old.json', '[{"id": 41, "full_name": "Ким", "created_at": "');
    writeFile(cwd, 'data/regions/new.json', '{"id": 50, "nmae": "Тува", "district": 9}');
    const before = await problemsOf(cwd);
    expect(before).toHaveLength(3);
    const expert = await runNew(cwd, 'expert', '--full_name', 'Цой');
    expect(expert).toEqual({ status: 0, stdout: 'data/experts/42.json\n', stderr: '' });
    const region = await runNew(cwd, 'region', '--name', 'Коми', '--district', '2');
    expect(region).toEqual({ status: 0, stdout: 'data/regions.json\n', stderr: '' });
    expect(readFileSync(join(cwd, 'data/regions.json'), 'utf8')).toContain(
      ',\n  {"id": 51, "name": "Коми", "district": 2}\n]\n',
    );
    expect(await problemsOf(cwd)).toEqual(before);
  });

  it('does not lend its file names: a number that is taken by another file is passed over', async () => {
    rmSync(join(cwd, 'data/regions.json'));
    writeFile(cwd, 'data/regions/3.json', '{"id": 3, "name": "Область"}');
    writeFile(cwd, 'data/regions/4.json', '[]');
    mkdirSync(join(cwd, 'data/regions/5.json'));
    const printed = await runNew(cwd, 'region', '--name', 'Коми');
    expect(printed).toEqual({ status: 0, stdout: 'data/regions/6.json\n', stderr: '' });
  });

  it('leaves the least free id where there is none behind the greatest', async () => {
    writeFile(cwd, 'data/regions/last.json', '{"id": 9007199254740991, "name": "Последняя"}');
    const printed = await runNew(cwd, 'region', '--name', 'Коми');
    expect(printed).toEqual({ status: 0, stdout: 'data/regions.json\n', stderr: '' });
    const regions = readJson<{ id: number }[]>(cwd, 'data/regions.json');
    expect(regions.map(({ id }) => id)).toEqual([1, 2, 3, 4]);
  });
});

it('with --dry-run a record is checked and shown, and not written', async () => {
  const before = dataOf(cwd);
  const right = await runNew(cwd, 'region', '--name', 'Коми', '--dry-run');
  expect(right).toEqual({
    status: 0,
    stdout: 'data/regions.json\n{"id": 4, "name": "Коми"}\n',
    stderr: '',
  });
  const wrong = await runNew(cwd, 'region', '--name', 'Коми', '--district', '3', '--dry-run');
  expect(wrong).toMatchObject({ status: 1, stdout: '' });
  expect(changed(before, dataOf(cwd))).toEqual({});
});

it('several at once take different ids, and all are there', async () => {
  const settings = resolveSettings({ cwd }, portal);
  const names = ['Коми', 'Тува', 'Крым'];
  const created = await Promise.all(
    names.map((name) => {
      const flags = { post: '1', user: '2', text: name };
      const given = new Map(Object.entries(flags).map(([flag, text]) => [flag, [text]]));
      const wanted = {
        collection: 'comments',
        given,
        dryRun: false,
        now: new Date(),
        lang: 'en' as const,
      };
      return create(portal, settings, wanted);
    }),
  );
  const written = created.flatMap((one) => one.records.map(({ file }) => file)).sort();
  expect(written).toEqual(['comments', 'events'].flatMap((name) => Array(3).fill(`${name}.json`)));
  const last = readJson<{ id: number; text: string }[]>(`${cwd}/data`, 'comments.json').slice(-3);
  expect(last.map(({ id }) => id)).toEqual([7, 8, 9]);
  expect(last.map(({ text }) => text).sort()).toEqual(['Коми', 'Крым', 'Тува']);
  expect(await problemsOf(cwd)).toEqual([]);
});

it('speaks of problems in the language that is asked for', async () => {
  const args = reply('--post', '2', '--parent', '2', '--lang', 'ru');
  expect(await refused(1, ...args)).toContain('1 ошибка, 0 предупреждений; ничего не записано');
});

it('help lists the fields of a collection', async () => {
  const { status, stdout } = await runIn(cwd, 'new', 'city', '--help');
  expect(status).toBe(0);
  expect(stdout).toBe(`Usage: portal-snapshot new city|cities [options]

a record of cities

Must be given:
  --name <text>              Its name.
  --region <number or name>  The region that it is in. The number of one of the
                             regions.

Fields:
  --not_uniq [true|false]    Whether another city has the same name. When
                             absent: false.

Options:
  --dry-run                  check, and tell what would change; write nothing
  --data <dir>               the data folder
  --lang <language>          language of messages, and of the words in schemas;
                             messages without it follow the environment
  --break-lock               write although another command seems to be at it:
                             it is gone for certain
  -h, --help                 display help for command
`);
});
