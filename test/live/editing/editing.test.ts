// The pages `Editing`, `The second day` and `Finding, changing, hiding, removing, undoing` of data/README.md, and the same
// of data/README.ru.md: their commands, as written, in clean clones.
import { execFileSync } from 'node:child_process';
import { expect, it } from 'vitest';
import { pageOf, partOf } from '../../pages/pages.js';
import { cloneProject, editorInHaste } from '../../support/clone.js';
import { follow, start } from '../../support/command.js';
import { temporaryFolder } from '../../support/folders.js';

const commandsIn = (file: string, part: string) => {
  const blocks = partOf(pageOf(file), part).matchAll(/^```sh\n([\s\S]*?)^```$/gm);
  return [...blocks].flatMap(([, block]) => block!.trim().split('\n'));
};
const english = (part: string) => commandsIn('data/README.md', part);
const commands = english('Editing');
const later = english('The second day');
const changing = english('Finding, changing, hiding, removing, undoing');
const clone = cloneProject();
const remote = temporaryFolder(); // where editors meet
execFileSync('git', ['init', '--quiet', '--bare'], { cwd: remote });
execFileSync('git', ['remote', 'set-url', 'origin', remote], { cwd: clone });
const git = (...args: string[]) => execFileSync('git', args, { cwd: clone, encoding: 'utf8' });

it('is followed as written, but for what clones and installs', async () => {
  const setUp = commands.splice(0, 3);
  expect(setUp).toEqual([
    expect.stringMatching(/^git clone \S+\/our-portal\.git$/),
    'cd our-portal',
    'npm ci',
  ]);
  expect(commands.length).toBeGreaterThan(8);
  const feed = new Map<string, string>();
  for (const command of commands) {
    const ended = await follow(command, { cwd: clone, env: editorInHaste() });
    feed.set(command, ended.stdout);
    if (!command.endsWith(' preview')) {
      expect({ command, ...ended }).toMatchObject({ status: 0 });
    }
  }
  // What the commit holds: the vacancy, the post with its root and event, the reply with its event.
  const added = git('show', '--name-status', '--format=', 'HEAD').trim().split('\n').sort();
  expect(added.map((line) => line.replace(/\d+/, 'N'))).toEqual([
    'A\tdata/posts/N-novye-formy-protokolov.json',
    'A\tdata/vacancies/N-nuzhen-ekspert-po-podemnym-sooruzheniyam.json',
    'M\tdata/comments/N.ndjson',
    'M\tdata/events.ndjson',
  ]);
  // Nothing is touched but for their lines.
  const paths = ['data/comments', 'data/events.ndjson'];
  const lines = git('show', '--numstat', '--format=', 'HEAD', '--', ...paths);
  expect(lines).toBe('2\t0\tdata/comments/2026.ndjson\n2\t0\tdata/events.ndjson\n');
  expect(git('status', '--porcelain', 'data')).toBe('');
  expect(git('ls-remote', 'origin')).toBe(
    `${git('rev-parse', 'HEAD').trim()}\trefs/heads/a-vacancy\n`,
  );
  const changes = [...feed].find(([command]) => command.endsWith('diff HEAD'))![1];
  expect(changes).toMatch(/^\/api\/job\/vacancy\/ +77 → 78 +0 +0/m);
  expect(changes).toMatch(/^\/api\/post-comment\/ +413 → 415 +0 +0/m);
  expect(changes).toMatch(/^\/api\/event\/ +410 → 412 +0 +0/m);
});

it('goes on the second day from what colleagues have pushed', async () => {
  const main = git('commit-tree', '-p', 'main', '-m', 'Theirs', 'main^{tree}').trim();
  git('push', '--quiet', 'origin', `${main}:refs/heads/main`);
  for (const command of later) {
    const ended = await follow(command, { cwd: clone, env: editorInHaste() });
    expect({ command, ...ended }).toMatchObject({ status: 0 });
  }
  expect(git('rev-parse', 'HEAD', 'main')).toBe(`${main}\n${main}\n`);
  expect(git('rev-parse', '--abbrev-ref', 'HEAD')).toBe('another-change\n');
});

it('is the same in Russian, command by command', () => {
  const russian = (part: string) => commandsIn('data/README.ru.md', part);
  expect(russian('Первый час')).toEqual(english('Editing'));
  expect(russian('Второй день')).toEqual(later);
  expect(russian('Найти, изменить, скрыть, удалить, отменить')).toEqual(changing);
});

it('finds, changes, removes and takes back in the shipped data, as written', async () => {
  expect(changing.length).toBeGreaterThan(6);
  const cwd = cloneProject();
  const said = new Map<string, string>();
  const changed: boolean[] = [];
  for (const command of changing) {
    const ended = await start('bash', ['-c', command], { cwd, env: editorInHaste() }).ended;
    expect({ command, ...ended }).toMatchObject({ status: 0 });
    said.set(command.replace('npx portal-snapshot ', ''), ended.stdout);
    changed.push(String(execFileSync('git', ['status', '--porcelain', 'data'], { cwd })) !== '');
  }
  expect(said.get('find липецк --in cities')).toMatch(
    /^cities +35 +Липецк +data\/cities\.json:36$/m,
  );
  expect(said.get('show vacancy 100')).toContain('\nnot withheld from readers\n');
  expect(said.get('refs user 1')).toMatch(/^users {2}profile\/moderated_by {2}\(\d+\)$/m);
  // What was changed first is changed until it is taken back last.
  const first = changing.findIndex((command) => command.includes(' change '));
  const last = changing.lastIndexOf('npx portal-snapshot undo');
  expect(changed).toEqual(changing.map((_, i) => i >= first && i < last));
});
