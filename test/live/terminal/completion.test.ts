// Completion, by the shells themselves: what each offers where the cursor is.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { commands } from '../../../src/cli/commands/index.js';
import { hosts } from '../../../src/hosts/index.js';
import { portal } from '../../../src/portal/index.js';
import { runCommand, start } from '../../support/command.js';
import { temporaryFolder } from '../../support/folders.js';
import { terminalTool, typedInto } from '../../support/terminal.js';
import { describeWith, program } from '../../support/tools.js';

const cwd = temporaryFolder();
const [bash, zsh, fish] = ['bash', 'zsh', 'fish'].map(program) as [Tool, Tool, Tool];
type Tool = ReturnType<typeof program>;

beforeAll(async () => {
  for (const shell of ['bash', 'zsh', 'fish']) {
    const { status, stdout, stderr } = await runCommand(['completion', shell], { cwd });
    expect([status, stderr]).toEqual([0, '']);
    writeFileSync(join(cwd, `completion.${shell}`), stdout);
  }
  mkdirSync(join(cwd, 'my data'));
  writeFileSync(join(cwd, 'my settings.json'), '{}');
});

/** What is offered for a line, of which the last word is begun: sorted. */
type Offers = (line: string) => Promise<string[]>;

const inBash: Offers = async (line) => {
  const script = `source completion.bash
read -ra COMP_WORDS <<< ${JSON.stringify(line)}
[[ ${JSON.stringify(line)} == *' ' ]] && COMP_WORDS+=('')
COMP_CWORD=$((\${#COMP_WORDS[@]} - 1))
enable -n compopt # as bash 3.2, of macOS, has none
_portal_snapshot
printf '%s\\n' "\${COMPREPLY[@]}"`;
  const { status, stdout, stderr } = await start(bash.file!, ['--norc', '-c', script], { cwd })
    .ended;
  expect([status, stderr]).toEqual([0, '']);
  return stdout
    .split('\n')
    .filter((word) => word !== '')
    .sort();
};

const inFish: Offers = async (line) => {
  const script = `source completion.fish; complete -C ${JSON.stringify(line)}`;
  const env = { HOME: cwd, XDG_CONFIG_HOME: cwd };
  const { stdout, stderr } = await start(fish.file!, ['--no-config', '-c', script], { cwd, env })
    .ended;
  expect(stderr).toBe('');
  return stdout
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => line.split('\t')[0]!)
    .sort();
};

const names = commands.map(({ name }) => name).sort();
const singulars = portal.collections.map(({ singular }) => singular).sort();

describe.each([
  ['bash', bash, inBash],
  ['fish', fish, inFish],
] as const)('%s', (_, shell, offers) => {
  describeWith([shell], 'completes', () => {
    it('commands, and collections after new', async () => {
      expect(await offers('portal-snapshot ')).toEqual(expect.arrayContaining(names));
      expect(await offers('portal-snapshot ver')).toEqual(['verify']);
      expect(await offers('portal-snapshot new ')).toEqual(expect.arrayContaining(singulars));
      expect(await offers('portal-snapshot new vac')).toEqual(['vacancy']);
    });

    it('flags of a command, and of a collection by either of its names', async () => {
      expect(await offers('portal-snapshot check --re')).toEqual(['--reporter']);
      expect(await offers('portal-snapshot check --no-cache --str')).toEqual(['--strict']);
      for (const name of ['vacancy', 'vacancies'])
        expect(await offers(`portal-snapshot new ${name} --work_c`)).toEqual(['--work_city']);
      expect(await offers('portal-snapshot new user --profile.ci')).toEqual([
        '--profile.city',
        '--profile.city_str',
      ]);
    });

    it('the values of flags that have few', async () => {
      expect(await offers('portal-snapshot check --reporter ')).toEqual([
        'github',
        'json',
        'pretty',
      ]);
      expect(await offers('portal-snapshot diff HEAD --reporter m')).toEqual(['markdown']);
      expect(await offers('portal-snapshot build --lang ')).toEqual(['en', 'ru']);
      expect(await offers('portal-snapshot build --strict --links ')).toEqual([
        'file',
        'path',
        'query',
      ]);
      const own = hosts.map(({ name }) => name).sort();
      expect(await offers('portal-snapshot build --host ')).toEqual(own);
      expect(await offers('portal-snapshot verify dist --host ')).toEqual(own);
      expect(await offers('portal-snapshot build --extra /api/ci')).toContain('/api/city/');
      expect(await offers('portal-snapshot new vacancy --is_public ')).toEqual(['false', 'true']);
      expect(await offers('portal-snapshot new event --event_type ')).toEqual(['1', '2', '3']);
      expect(await offers('portal-snapshot completion z')).toEqual(['zsh']);
      expect(await offers('portal-snapshot check --workers ')).toEqual([]);
    });

    it('files and folders where they are meant', async () => {
      expect((await offers('portal-snapshot check --config my')).join()).toContain('settings.json');
      const folders = (await offers('portal-snapshot build --data my')).join();
      expect(folders).toContain('data');
      expect(folders).not.toContain('settings');
      expect((await offers('portal-snapshot fmt my')).join()).toContain('settings.json');
    });

    it('the same behind npx', async () => {
      expect(await offers('npx portal-snapshot check --reporter j')).toEqual(['json']);
      expect(await offers('npx --no-install portal-snapshot new vac')).toEqual(['vacancy']);
      expect(await offers('npx vites')).toEqual([]);
    });
  });
});

describeWith([zsh, terminalTool], 'zsh', () => {
  it('completes as it is typed', async () => {
    const typed = (text: string, sees: string) => [
      { sees: '%%', types: `${text}\t` },
      { sees, types: '\u0015clear\r' }, // the line is taken back
    ];
    const set =
      'PROMPT=%%%%; unsetopt beep; autoload -U compinit; compinit -u -D; source completion.zsh; clear\r';
    const { shown } = await typedInto(
      [zsh.file!, '-f', '-i'],
      [
        { sees: /[%#]/, types: set },
        ...typed('portal-snapshot ver', 'portal-snapshot verify '),
        ...typed('portal-snapshot new vac', 'new vacancy '),
        ...typed('portal-snapshot check --rep', '--reporter '),
        ...typed('portal-snapshot check --reporter gi', '--reporter github '),
        ...typed('portal-snapshot new vacancies --work_c', '--work_city '),
        ...typed('portal-snapshot build --config my\\ s', 'my\\ settings.json '),
        ...typed('npx portal-snapshot build --host caddy --links q', '--links query '),
        { sees: '%%', types: 'exit\r' },
      ],
      { cwd, env: { HOME: cwd, ZDOTDIR: cwd } },
    );
    expect(shown).not.toMatch(/error|not found/);
  });

  it('tells what each word is for, in the language of the script', async () => {
    const { stdout } = await runCommand(['completion', 'zsh', '--lang', 'ru'], { cwd });
    expect(stdout).toContain('|check|>/check|проверить данные, ничего не записывая\n');
  });
});

it('is for these shells alone', async () => {
  const { status, stderr } = await runCommand(['completion', 'tcsh'], { cwd });
  expect([status, stderr]).toEqual([2, expect.stringContaining('bash, zsh, fish')]);
});
