// The commands of every page, as written, in a clean clone. Those of some parts have tests of their own,
// which follow them in their order: `Editing` (../editing), `Deploying` (../deploying) and `Moving in` (../import).
import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { commandsOf, pageOf, pages, partOf } from '../../pages/pages.js';
import { CREDENTIALS, type StrictStore, startStrictStore } from '../../publish/strict-store.js';
import { cloneProject, editor, editorInHaste } from '../../support/clone.js';
import { type Ended, type Running, start } from '../../support/command.js';
import { projectFolder } from '../../support/folders.js';
import { tenth, writeData } from '../../support/portal.js';
import { freePort } from '../../support/tools.js';

const FOLLOWED = new Map([
  ['data/README.md', ['Editing', 'The second day']],
  // The same commands as in English, held there.
  [
    'data/README.ru.md',
    ['Первый час', 'Второй день', 'Найти, изменить, скрыть, удалить, отменить'],
  ],
  ['src/hosts/README.md', ['Deploying']],
  // On a portal of one's own: second/own.test.ts.
  ['src/model/README.md', ['Begin', 'The typed client']],
  ['src/import/README.md', ['The first time', 'The last time']],
]);

const commands = pages.flatMap(({ file, text }) => {
  const followed = FOLLOWED.get(file) ?? [];
  const rest = followed.reduce((left, part) => left.replace(partOf(text, part), ''), text);
  return commandsOf(rest).map((command) => ({ file, command }));
});
/** What cannot run inside of tests: CI does it, around them. */
const inCi = readFileSync(join(projectFolder, '.ci/run'), 'utf8').split('\n');
/** What runs until it is stopped (`preview` has tests of its own), or for hours: `fuzz` has tests of its own (test/fuzz), and `year` (../life). `npm ci` is a part of `npm cit`, which CI runs. */
const LONG = /^npx portal-snapshot preview$|^npm (?:ci$|run (?:fuzz|mutate|year)\b)/;
const here = commands.filter(
  ({ command }) => !LONG.test(command) && !inCi.some((line) => ` ${line}`.endsWith(` ${command}`)),
);

const clone = cloneProject();
const run = (command: string, env: typeof editor = editorInHaste()): Promise<Ended> =>
  start('bash', ['-c', command], { cwd: clone, env: { ...env, ...CREDENTIALS } }).ended;
const git = (...args: string[]) => execFileSync('git', args, { cwd: clone });

/** Stands for the deployment that the pages name. */
let address: string;
let server: Running | undefined;
let bucket: StrictStore;

beforeAll(async () => {
  bucket = await startStrictStore();
  // A pull request: a vacancy more than there is on main.
  const vacancy = "new vacancy --category 1 --text 'Нужен эксперт.'";
  expect(await run(`npx portal-snapshot ${vacancy}`)).toMatchObject({ status: 0 });
  git('add', 'data');
  execFileSync('git', ['commit', '--quiet', '-m', 'A vacancy'], {
    cwd: clone,
    env: { ...process.env, ...editor },
  });
  // The keys that two pages name, made as one of them says, and a deployment that is signed.
  const keys = pageOf('src/delivery/publish/README.md').match(/^openssl (?:gen)?pkey .*$/gm)!;
  expect(keys.length).toBe(2);
  for (const line of keys) expect(await run(line)).toMatchObject({ status: 0 });
  writeFileSync(join(clone, 'post.html'), '<p>Кто уже перешёл на новые формы?</p>');
  const port = await freePort();
  address = `http://127.0.0.1:${port}`;
  // A small one: what verify and mirror ask takes as long as it is large.
  writeData(join(clone, 'live/data'), tenth);
  const folders = '--data live/data --out live/dist --host-files live/hosts';
  const files = `${folders} --listen 127.0.0.1:${port} --sign key.pem`;
  const build = `npx portal-snapshot build --host http-server --base-url ${address} ${files}`;
  expect(await run(build)).toMatchObject({ status: 0 });
  server = start(process.execPath, ['live/hosts/http-server/start.mjs'], { cwd: clone });
  const [said] = await once(server.child.stdout!, 'data');
  expect(String(said)).toContain(` ${address}/api/ `);
});

afterAll(async () => {
  server?.child.kill(); // undefined where it could not be started
  await server?.ended;
  await bucket?.close();
});

it('are there, of each page that shows some', () => {
  const shown = new Set(commands.map(({ file }) => file));
  expect([...shown].sort()).toEqual(
    [
      'README.md',
      'data/README.md',
      'data/README.ru.md',
      'src/delivery/mirror/README.md',
      'src/delivery/publish/README.md',
      'src/delivery/verify/README.md',
      'src/editing/changes/README.md',
      'src/snapshot/README.md',
      'test/README.md',
    ].sort(),
  );
  expect(here.length).toBeGreaterThan(8);
});

it('check a signature without this tool, as the page has it', async () => {
  const page = pageOf('src/delivery/publish/README.md');
  const script = /^curl -sSo snapshot\.json[^`]*/m.exec(page)![0];
  const check = (text: string) =>
    run(`set -e\n${text.replace('https://api.example.org', address)}`);
  expect(await check(script)).toMatchObject({ status: 0 });
  for (const forged of ['.id |= sub("^."; "x")', '.files["api/index.json"] |= sub("^."; "x")']) {
    const line = `jq -c '${forged}' snapshot.json > forged.json; mv forged.json snapshot.json`;
    const ended = await check(script.replace('\n', `\n${line}\n`));
    expect([forged, ended.status]).toEqual([forged, 1]);
  }
});

it.each(here)('the commands of the pages $file: $command', async ({ file, command }) => {
  // The clone has what `npm ci` installs, and the address and the store are of this machine.
  const line = command.replace('npm ci && ', '');
  const isAsked = /^npx portal-snapshot (?:verify|mirror) http/.test(line);
  const placed = line
    .replace('https://api.example.org', isAsked ? address : '$&')
    .replace('https://mirror.example.org', address.replace('127.0.0.1', 'localhost'))
    .replace('--against dist', '--against live/dist')
    .replace('s3://bucket/prefix', `s3://portal/forum --endpoint ${bucket.url}`);
  // One page's by the npx that is installed.
  const ended = await run(placed, file === 'README.md' ? editor : undefined);
  expect({ placed, ...ended }).toMatchObject({ status: 0, signal: null });
});
