// The page `Finding, changing, hiding, removing, undoing` of data/README.md, and the same of data/README.ru.md:
// their commands, as written, on the shipped data in a clean clone.
import { execFileSync } from 'node:child_process';
import { expect, it } from 'vitest';
import { pageOf, partOf } from '../../pages/pages.js';
import { cloneProject, editorInHaste } from '../../support/clone.js';
import { start } from '../../support/command.js';

const commandsIn = (page: string) =>
  [...page.matchAll(/^```sh\n([\s\S]*?)^```$/gm)].flatMap(([, block]) => block!.trim().split('\n'));
const english = partOf(pageOf('data/README.md'), 'Finding, changing, hiding, removing, undoing');
const commands = commandsIn(english);
const clone = cloneProject();
const git = (...args: string[]) => execFileSync('git', args, { cwd: clone, encoding: 'utf8' });

it('is followed as written', async () => {
  expect(commands.length).toBeGreaterThan(6);
  const said = new Map<string, string>();
  const changed: string[] = [];
  for (const command of commands) {
    const ended = await start('bash', ['-c', command], { cwd: clone, env: editorInHaste() }).ended;
    expect({ command, ...ended }).toMatchObject({ status: 0 });
    said.set(command.replace('npx portal-snapshot ', ''), ended.stdout);
    changed.push(git('status', '--porcelain', 'data'));
  }
  expect(said.get('find липецк --in cities')).toMatch(
    /^cities +35 +Липецк +data\/cities\.json:36$/m,
  );
  expect(said.get('show vacancy 100')).toContain('\nnot withheld from readers\n');
  expect(said.get('refs user 1')).toMatch(/^users {2}profile\/moderated_by {2}\(\d+\)$/m);
  // What was changed first is changed until it is taken back last.
  const first = commands.findIndex((command) => command.includes(' change '));
  expect(changed.map((files) => files !== '')).toEqual(
    commands.map((_, i) => i >= first && i < commands.length - 1),
  );
});

it('is the same in Russian, command by command', () => {
  const russian = partOf(pageOf('data/README.ru.md'), 'Найти, изменить, скрыть, удалить, отменить');
  expect(commandsIn(russian)).toEqual(commands);
});
