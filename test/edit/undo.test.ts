// `undo`: what commands changed is taken back to the byte, one change after another, and only where nobody else was.
import {
  chmodSync,
  cpSync,
  readdirSync,
  readFileSync,
  renameSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { change, git, repository } from '../changes/repository.js';
import { changed, dataOf } from '../new/desk.js';
import { FILES, portal } from '../query/portal.js';
import { temporaryFolder } from '../support/folders.js';
import { replaceInFs } from '../support/node-fs.js';
import { times, writeFile } from '../support/portal.js';
import { runIn } from '../support/run.js';
import { asSomebody, ofSomebody } from '../support/somebody.js';
import { splitTexts } from './split.js';

const comment = [
  ...['new', 'comment', '--post', '5', '--parent', '341', '--user', '7', '--text', '<p>Да</p>'],
  ...['--created', '2026-03-05T10:00:00+03:00'],
];

/** Whether modes cannot be changed, as on a disk that has one mode and owner for all files. */
let hasOneMode = false;
/** How many more files are moved to their places before the disk is full. */
let room = Number.POSITIVE_INFINITY;
replaceInFs(({ chmodSync, fchmodSync, renameSync }) => {
  const refuse = () => {
    if (hasOneMode) throw Object.assign(new Error('not permitted'), { code: 'EPERM' });
  };
  return {
    renameSync: (from, to) => {
      if (room-- > 0) return renameSync(from, to);
      const [path, dest] = [String(from), String(to)];
      throw Object.assign(new Error('ENOSPC'), { code: 'ENOSPC', path, dest });
    },
    chmodSync: (...args) => [refuse(), chmodSync(...args)],
    fchmodSync: (...args) => [refuse(), fchmodSync(...args)],
  };
});

it.each([1, 2, 3])(
  'says that it is half done when the disk is full after %i moves, and the next command ends it',
  async (moves) => {
    const cwd = portal();
    const before = visible(cwd);
    expect(await runIn(cwd, 'remove', 'post', '5', '--cascade')).toMatchObject({ status: 0 });
    room = moves;
    const full = await runIn(cwd, 'undo');
    room = Number.POSITIVE_INFINITY;
    expect(full).toMatchObject({ status: 2, stdout: '' });
    expect(full.stderr).toMatch(
      /no space is left on the disk.*; a change of the data is half done: the next command that changes the data undoes it completely\n$/,
    );
    const next = await runIn(cwd, 'fmt', '--check');
    expect(next.stderr).toContain('these files are as they were before it');
    expect(visible(cwd)).toEqual(before);
  },
);

/** The data without hidden files. */
const visible = (cwd: string) =>
  new Map([...dataOf(cwd)].filter(([file]) => !/(?:^|\/)\./.test(file)));

it.runIf(process.platform !== 'win32')(
  'leaves the mode of a file as it is, as the change did, whatever the umask',
  async () => {
    const cwd = portal();
    const [users, old] = ['users.json', 'vacancies/0100-ekspert.json'];
    for (const file of [users, old]) chmodSync(join(cwd, 'data', file), 0o664);
    const umask = process.umask(0o077);
    try {
      for (const [file, ...command] of [
        [users, 'change', 'user', '7', '--first_name', 'А'],
        [users, 'undo'],
        ['vacancies/0101-ekspert.json', 'renumber', 'vacancy', '100', '--to', '101'],
        [old, 'undo'],
      ] as const) {
        expect((await runIn(cwd, ...command)).status).toBe(0);
        const { mode } = statSync(join(cwd, 'data', file));
        expect([command, mode & 0o777]).toEqual([command, 0o664]);
      }
    } finally {
      process.umask(umask);
    }
  },
);

it('works as the change does where modes cannot be changed', async () => {
  const cwd = portal();
  const users = join(cwd, 'data/users.json');
  writeFileSync(users, `\n${readFileSync(users, 'utf8')}`);
  chmodSync(users, 0o600); // that of any file that is made here
  const before = dataOf(cwd);
  hasOneMode = true;
  for (const command of [
    ['change', 'user', '7', '--first_name', 'А'],
    ['undo'],
    ['fmt', 'data/users.json'],
  ]) {
    const { status, stderr } = await runIn(cwd, ...command);
    expect([command, status, stderr]).toEqual([command, 0, '']);
    if (command[0] === 'undo') expect(changed(before, dataOf(cwd))).toEqual({});
  }
  hasOneMode = false;
});

it('is no change of git’s, and names another data folder where there is one', async () => {
  const { ['package.json']: _, ...files } = FILES;
  const cwd = repository(files);
  const { stdout } = await runIn(join(cwd, 'data'), 'remove', 'vacancy', '100', '--data', '.');
  expect(stdout).toMatch(/\nundo: npx portal-snapshot undo --data \.\n$/);
  expect(git(cwd, ['status', '--porcelain']).trim()).toBe('D data/vacancies/0100-ekspert.json');
  expect((await runIn(join(cwd, 'data'), 'undo', '--data', '.')).status).toBe(0);
  expect(git(cwd, ['status', '--porcelain'])).toBe('');
});

const HISTORY = 'data/.portal-snapshot/undo';

it('keeps the last fifty changes', async () => {
  const cwd = portal();
  const history = join(cwd, HISTORY);
  const rename = async (name: string) =>
    expect((await runIn(cwd, 'change', 'region', '47', '--name', name)).status).toBe(0);
  await rename('Край');
  for (const i of times(49, (i) => i + 1)) {
    cpSync(join(history, '1'), join(history, String(i)), { recursive: true });
  }
  await rename('Округ');
  await rename('Область');
  expect(
    readdirSync(history)
      .map(Number)
      .sort((a, b) => a - b),
  ).toEqual(times(50, (i) => i + 2));
});

it('keeps no more than 200 MB of changes before the last one', async () => {
  const cwd = portal();
  const history = join(cwd, HISTORY);
  const rename = async (name: string) =>
    expect((await runIn(cwd, 'change', 'region', '47', '--name', name)).status).toBe(0);
  for (const name of ['Край', 'Округ', 'Область']) await rename(name);
  truncateSync(join(history, '2/0'), 201 << 20);
  await rename('Земля');
  expect(readdirSync(history).sort()).toEqual(['3', '4']);
});

it('takes a text back also where the file of its record has another name by now', async () => {
  const cwd = portal();
  splitTexts(cwd);
  const before = dataOf(cwd);
  expect((await runIn(cwd, 'change', 'post', '5', '--text', '<p>Новое</p>')).status).toBe(0);
  renameSync(join(cwd, 'data/posts/5.json'), join(cwd, 'data/posts/0005-formy.json'));
  expect(await runIn(cwd, 'undo')).toMatchObject({ status: 0 });
  renameSync(join(cwd, 'data/posts/0005-formy.json'), join(cwd, 'data/posts/5.json'));
  expect(changed(before, dataOf(cwd))).toEqual({});
});

it('trusts no history that a stranger brought', async () => {
  const cwd = portal();
  const outside = temporaryFolder();
  writeFile(outside, 'mine.txt', 'mine\n');
  expect((await runIn(cwd, 'remove', 'vacancy', '100')).status).toBe(0);
  const journal = join(cwd, HISTORY, '1/entries.json');
  const text = readFileSync(journal, 'utf8');
  for (const file of ['../mine.txt', '/etc/passwd', '.git/config', 'linked/mine.txt']) {
    symlinkSync(outside, join(cwd, 'data/linked'));
    writeFileSync(journal, text.replace('vacancies/0100-ekspert.json', file));
    expect([file, (await runIn(cwd, 'undo')).status]).toEqual([file, 2]);
    change(cwd, { 'data/linked': null });
  }
  expect(readFileSync(join(outside, 'mine.txt'), 'utf8')).toBe('mine\n');
  writeFileSync(journal, text);
  writeFileSync(join(cwd, HISTORY, '1/0'), 'theirs\n');
  expect((await runIn(cwd, 'undo')).stderr).toContain('cannot be undone');
});

it.runIf(process.platform !== 'win32').each([
  ['', ['undo']],
  ['', ['change', 'user', '7', '--first_name', 'Анна-Мария']],
  ['', comment],
  ['comments', ['remove', 'post', '5', '--cascade']],
])('where data/%s cannot be written, %j says so and changes nothing', async (folder, command) => {
  const cwd = portal();
  expect(await runIn(cwd, 'remove', 'vacancy', '100')).toMatchObject({ status: 0 });
  ofSomebody(cwd);
  const refusing = [
    join(cwd, 'data', folder),
    ...(folder ? [] : [join(cwd, 'data/.portal-snapshot')]),
  ];
  const before = dataOf(cwd);
  for (const path of refusing) chmodSync(path, 0o555);
  const ran = await asSomebody(() => runIn(cwd, ...command));
  for (const path of refusing) chmodSync(path, 0o755);
  expect([ran.status, ran.stderr]).toEqual([
    2,
    `portal-snapshot: ${join(cwd, 'data')} cannot be written: permission denied (${refusing.at(-1)})\n`,
  ]);
  expect(changed(before, dataOf(cwd))).toEqual({});
});
