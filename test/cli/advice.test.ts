// The commands that messages suggest, followed to the letter: they work on the data, and with the settings, of the
// command that suggested them, and change nothing of the usual data folder beside it.
import { execFileSync } from 'node:child_process';
import { cpSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { LANGUAGES } from '../../src/problems/messages/catalogue.js';
import { portal } from '../query/portal.js';
import { temporaryFolder } from '../support/folders.js';
import { writeFile } from '../support/portal.js';
import { runIn } from '../support/run.js';
import { readTree } from '../support/tree.js';

/** A folder whose name a shell takes apart, and a command takes for a flag, if it is not quoted. */
const DRAFTS = `-d "it's" $HOME`;
const SETTINGS = '-c !.json';

/** A portal whose data is in {@link DRAFTS}, beside other data in `data`, which stays as it is. */
function drafts() {
  const cwd = portal();
  const folder = join(cwd, DRAFTS);
  cpSync(join(cwd, 'data'), folder, { recursive: true });
  // The texts of the drafts have a frame of a site that only this settings file permits.
  writeFileSync(join(cwd, SETTINGS), '{"frames": ["video.example.org"]}');
  const frame = '<iframe src=\\"https://video.example.org/1\\"></iframe>';
  edit(folder, 'posts/5.json', '<p>Кто', `${frame}<p>Кто`);
  return { cwd, folder };
}

function edit(folder: string, file: string, old: string, now: string): void {
  const text = readFileSync(join(folder, file), 'utf8');
  expect(text).toContain(old);
  writeFileSync(
    join(folder, file),
    text.replace(old, () => now),
  );
}

/** The first command `name` that is suggested, and the words after it, as a shell divides them. */
function suggested(said: string, name: string): string[] {
  const [command] =
    RegExp(`npx portal-snapshot ${name} .*`)
      .exec(said)?.[0]
      .match(/^(?:'(?:[^']|'\\'')*'|"[^"]*"|[\w./: -])*/) ?? [];
  expect(command, said).toBeDefined();
  const code = `npx() { printf '%s\\0' "$@"; }; ${command}`;
  const [npx, ...args] = execFileSync('sh', ['-c', code], { encoding: 'utf8' }).split('\0');
  expect(npx).toBe('portal-snapshot');
  return args.slice(0, -1);
}

const conflict = '<<<<<<< HEAD\n[]\n=======\n[]\n>>>>>>> other\n';
const style = '<p style=\\"position: fixed\\">Кто';

/** What is wrong with the drafts, the command that says so, and the command that it suggests. */
const advice: readonly [
  name: string,
  prepare: (folder: string) => void,
  asked: readonly string[],
  suggests: readonly string[],
  status?: number,
][] = [
  ['undo', () => {}, ['change', 'vacancy', '100', '--views', '3'], ['undo']],
  [
    'styles that are refused',
    (folder) => edit(folder, 'posts/5.json', '<p>Кто', style),
    ['check'],
    ['fmt', '--strip-styles'],
  ],
  [
    'two records with one id',
    (folder) => edit(folder, 'regions.json', '"id": 53', '"id": 47'),
    ['check'],
    ['renumber', 'region', '47', '--file', `./${DRAFTS}/regions.json:3`],
  ],
  [
    'two records with one id, of which one is to be changed',
    (folder) => edit(folder, 'regions.json', '"id": 53', '"id": 47'),
    ['change', 'region', '47', '--name', 'Х'],
    ['check'],
    1,
  ],
  ['a form', () => {}, ['new', 'blog'], ['preview']],
  [
    'a record of an empty collection',
    (folder) => {
      for (const one of ['blogs.json', 'posts', 'comments', 'events.json'])
        rmSync(join(folder, one), { recursive: true });
    },
    ['new', 'post', '--text', 'Х', '--title', 'Х', '--user', '7', '--moderated_by', '7'],
    ['new', 'blog'],
  ],
  [
    'another id',
    () => {},
    ['change', 'user', 'Котов', '--id', '10'],
    ['renumber', 'user', '9', '--to', '10'],
  ],
  [
    'a file that cannot be read',
    (folder) => writeFile(folder, 'comments/2025.ndjson', '{"id": 12, "post": '),
    ['remove', 'user', '7'],
    ['check'],
    1,
  ],
  [
    'a record that may be in a file that cannot be read',
    (folder) => writeFileSync(join(folder, 'blogs.json'), '[{"id": 2, "title": "Кот'),
    ['show', 'blog', '2'],
    ['check'],
    1,
  ],
  [
    'a file that fmt leaves alone',
    (folder) => writeFileSync(join(folder, 'blogs.json'), conflict),
    ['fmt'],
    ['check'],
    1,
  ],
  [
    'a change that a killed command left',
    (folder) => {
      const journal = { command: ['fmt'], entries: [] };
      writeFile(folder, '.portal-snapshot.change/entries.json', JSON.stringify(journal));
    },
    ['check'],
    ['fmt', '--check'],
  ],
];

it.each(advice)('%s', async (_, prepare, asked, suggests, status = 0) => {
  for (const lang of LANGUAGES) {
    const { cwd, folder } = drafts();
    prepare(folder);
    const before = readTree(join(cwd, 'data'));
    const flags = ['--data', DRAFTS, '--config', SETTINGS, '--lang', lang];
    const { stdout, stderr } = await runIn(cwd, ...asked, ...flags);
    // `fmt --check` needs no settings.
    const settings = suggests.includes('--check') ? [] : ['--config', `./${SETTINGS}`];
    const wanted = [...suggests, '--data', `./${DRAFTS}`, ...settings];
    const command = suggested(stdout + stderr, suggests[0]!).slice(0, wanted.length);
    expect(command).toEqual(wanted);
    if (suggests[0] === 'preview') continue;
    const needed = suggests[0] === 'new' ? ['--title', 'Х'] : [];
    const followed = await runIn(cwd, ...command, ...needed);
    expect(followed, followed.stderr).toMatchObject({ status });
    expect(readTree(join(cwd, 'data'))).toEqual(before);
  }
});

it('a folder that is not there is not begun in another place', async () => {
  const cwd = temporaryFolder();
  const said = async (data: string) => (await runIn(cwd, 'check', '--data', data)).stderr;
  expect(await said('draft')).not.toContain('init');
  const command = suggested(await said(`${DRAFTS}/data`), 'init');
  expect(command).toEqual(['init', `./${DRAFTS}`]);
  const begun = await runIn(cwd, ...command, '--sample');
  expect(begun.status).toBe(0);
  expect(begun.stdout).toContain(`\n  cd './${DRAFTS.replace("'", "'\\''")}'\n  git init`);
  renameSync(join(cwd, DRAFTS, 'README.md'), join(cwd, DRAFTS, 'data/README.md'));
  expect(await runIn(cwd, 'check', '--data', `${DRAFTS}/data`)).toMatchObject({ status: 0 });
});
