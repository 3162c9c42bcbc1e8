// The pages `Editing` of data/README.md and `Первый час` of data/README.ru.md: their commands, as written, in
// a clean clone.
import { execFileSync } from 'node:child_process';
import { expect, it } from 'vitest';
import { pageOf, partOf } from '../../pages/pages.js';
import { cloneProject, editor, INSTALL } from '../../support/clone.js';
import { type Ended, start } from '../../support/command.js';

const commandsIn = (page: string) =>
  [...page.matchAll(/^```sh\n([\s\S]*?)^```$/gm)].flatMap(([, block]) => block!.trim().split('\n'));
const commands = commandsIn(partOf(pageOf('data/README.md'), 'Editing'));
const clone = cloneProject();
const git = (...args: string[]) => execFileSync('git', args, { cwd: clone, encoding: 'utf8' });

/** Runs a command to its end; the one that has none until it says that it is ready. */
async function run(command: string): Promise<Ended> {
  if (!command.endsWith(' preview'))
    return start('bash', ['-c', command], { cwd: clone, env: editor }).ended;
  // In a session of its own, so that Ctrl-C reaches all of it, as on a terminal.
  const running = start('setsid', ['bash', '-c', command], { cwd: clone, env: editor });
  let said = '';
  running.child.stdout!.on('data', async (chunk: Buffer) => {
    said += chunk.toString();
    const url = /preview on (http:\S+)/.exec(said)?.[1];
    if (!url) return;
    said = '';
    expect((await fetch(`${url}api/event/`)).status).toBe(200);
    process.kill(-running.child.pid!, 'SIGINT');
  });
  return running.ended;
}

it(`is followed as written${process.env['CI'] ? '' : ` (but for ${INSTALL})`}`, async () => {
  expect(commands).toContain(INSTALL);
  expect(commands.length).toBeGreaterThan(8);
  const feed = new Map<string, string>();
  for (const command of commands) {
    if (command === INSTALL && !process.env['CI']) continue;
    const ended = await run(command);
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
  const lines = git(
    'show',
    '--numstat',
    '--format=',
    'HEAD',
    '--',
    'data/comments',
    'data/events.ndjson',
  );
  expect(lines).toBe('2\t0\tdata/comments/2026.ndjson\n2\t0\tdata/events.ndjson\n');
  expect(git('status', '--porcelain', 'data')).toBe('');
  const changes = [...feed].find(([command]) => command.endsWith('diff HEAD'))![1];
  expect(changes).toMatch(/^\/api\/job\/vacancy\/ +1 +0/m);
  expect(changes).toMatch(/^\/api\/post-comment\/ +2 +0/m);
  expect(changes).toMatch(/^\/api\/event\/ +2 +0/m);
}, 120_000);

it('is the same in Russian, command by command', () => {
  expect(commandsIn(partOf(pageOf('data/README.ru.md'), 'Первый час'))).toEqual(commands);
});
