// Flags and arguments of commands: the problems of some files, what help lists, and the names of
// reporters.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { printedResult } from '../support/command.js';
import { projectFolder, temporaryFolder } from '../support/folders.js';
import { directory, writeData, writeFile } from '../support/portal.js';
import { runIn } from '../support/run.js';
import { readJson, readTree } from '../support/tree.js';

/** Regions with an error in one file and a warning in another, and a file that nobody reads. */
function workplace(): string {
  const cwd = temporaryFolder();
  writeData(join(cwd, 'data'), directory(3));
  writeFile(cwd, 'data/cities/a.json', '{"id": 1, "name": "Химки", "region": 70}\n');
  writeFile(cwd, 'data/cities/b.json', '{"id": 2, "nmae": "Омск", "region": 1}\n');
  writeFile(cwd, 'data/notes.txt', 'Дописать');
  return cwd;
}

describe('check FILE…', () => {
  it('shows the problems of these files, and counts the others in a line', async () => {
    const cwd = workplace();
    const warned = await runIn(cwd, 'check', './data/cities/a.json');
    expect(warned).toMatchObject({ status: 0, stderr: '' });
    expect(warned.stdout).toContain('there is no record 70 in regions');
    expect(warned.stdout).not.toContain('nmae');
    expect(warned.stdout).toContain(
      '\nnot shown, because they are in other files: 1 error, 1 warning: 1 ignored-file, 1 unknown-field\n',
    );
    expect(warned.stdout).toMatch(/\n7 records: 0 errors, 1 warning\n$/);

    const wrong = await runIn(cwd, 'check', 'data/cities/b.json', 'data/notes.txt');
    expect(wrong.status).toBe(1);
    expect(wrong.stdout).toContain('nmae');
    expect(wrong.stdout).toContain('data/notes.txt');
    expect(wrong.stdout).toContain('in other files: 0 errors, 1 warning: 1 unknown-id\n');
  });

  it('tells programs and workflows of both', async () => {
    const cwd = workplace();
    const args = ['check', 'data/cities/b.json', '--reporter'];
    const { ok, problems, ...rest } = printedResult(await runIn(cwd, ...args, 'json'));
    expect([ok, problems.map(({ code }) => code)]).toEqual([false, ['unknown-field']]);
    expect(rest.elsewhere).toEqual({
      errors: 0,
      warnings: 2,
      codes: { 'unknown-id': 1, 'ignored-file': 1 },
    });
    const { stdout } = await runIn(cwd, ...args, 'github');
    expect(stdout).toMatch(/^::error file=data\/cities\/b\.json,.*\n::notice::not shown, because/);
  });

  it('says nothing of others where there are none, and refuses what is no data file', async () => {
    const cwd = temporaryFolder();
    writeData(join(cwd, 'data'), directory(3));
    const fine = await runIn(cwd, 'check', 'data/regions.json');
    expect(fine).toMatchObject({ status: 0, stdout: '5 records: 0 errors, 0 warnings\n' });
    for (const name of ['data/region.json', 'package.json', 'data']) {
      const typo = await runIn(cwd, 'check', name);
      expect(typo).toMatchObject({ status: 2, stdout: '' });
      expect(typo.stderr).toBe(`portal-snapshot: "${name}" is no data file of data\n`);
    }
  });

  it('takes what changed since a ref', async () => {
    const cwd = workplace();
    const git = (...args: string[]) =>
      execFileSync('git', ['-c', 'user.name=E', '-c', 'user.email=e@example.org', ...args], {
        cwd,
      });
    git('init', '--quiet');
    git('add', '.');
    git('commit', '--quiet', '-m', 'Data');
    writeFile(cwd, 'data/cities/c.json', '{"name":"Тверь","id":3}\n');
    writeFile(cwd, 'data/cities/d.json', '{"name":"Псков","id":4}\n');
    const args = ['check', 'data/cities/c.json', '--since', 'HEAD', '--reporter', 'json'];
    const ended = await runIn(cwd, ...args);
    const { problems, before, elsewhere } = printedResult(ended);
    expect(problems.map(({ file, code }) => [file, code])).toEqual([
      ['data/cities/c.json', 'missing-field'],
    ]);
    expect(before).toMatchObject({ ref: 'HEAD', errors: 1, warnings: 2 });
    expect(elsewhere).toEqual({ errors: 1, warnings: 0, codes: { 'missing-field': 1 } });
  });
});

/** The flags that help lists. */
async function listed(command: string): Promise<string[]> {
  const { stdout } = await runIn(projectFolder, command, '--help');
  return [...stdout.matchAll(/^ {2}(?:-\w, )?(--[\w-]+)/gm)].map(([, flag]) => flag!).sort();
}

describe('help of check', () => {
  it('lists what it uses', async () => {
    const flags = `--all --audience --cache --config --data --help --lang --no-cache --no-stat
      --reporter --since --strict --verbose --workers`;
    expect(await listed('check')).toEqual(flags.split(/\s+/));
  });

  it('hides what a build uses besides, and takes it all the same', async () => {
    const own = await listed('check');
    const more = (await listed('build')).filter((flag) => !own.includes(flag));
    const values: Record<string, string> = {
      '--base-url': 'https://api.example.org',
      '--compress': 'br,gzip',
      '--extra': '/api/city/',
      '--host': 'nginx',
      '--host-files': 'hosts',
      '--links': 'path',
      '--listen': '127.0.0.1:8081',
      '--out': 'site',
      '--page-size': '7',
      '--personal': 'publish',
      '--sign': 'key.pem',
    };
    // A check makes nothing for other machines. The lock of a build has no value.
    const none = ['--break-lock', '--shard'];
    expect(more).toEqual([...Object.keys(values), ...none].sort());
    const cwd = temporaryFolder();
    writeData(join(cwd, 'data'), directory(3));
    const ended = await runIn(cwd, 'check', ...Object.entries(values).flat());
    expect(ended).toMatchObject({ status: 0, stdout: '5 records: 0 errors, 0 warnings\n' });
    expect([...readTree(cwd).keys()].sort()).toEqual(['data/districts.json', 'data/regions.json']);
  });
});

it('-v prints the version', async () => {
  const { version } = readJson<{ version: string }>(projectFolder, 'package.json');
  for (const flag of ['-v', '--version']) {
    const ended = await runIn(temporaryFolder(), flag);
    expect(ended).toMatchObject({ status: 0, stdout: `${version}\n`, stderr: '' });
  }
});

it('-v behind a command is a value of an option, or wrong', async () => {
  const cwd = temporaryFolder();
  writeData(join(cwd, 'data'), directory(1));
  const ended = await runIn(cwd, 'change', 'region', '1', '--name', '-v2: Область');
  expect(ended).toMatchObject({ status: 0, stderr: '' });
  expect(readJson(cwd, 'data/regions.json')).toMatchObject([{ name: '-v2: Область' }]);
  const wrong = await runIn(cwd, 'check', '-v');
  expect(wrong).toMatchObject({ status: 2, stdout: '', stderr: "error: unknown option '-v'\n" });
  const help = await runIn(cwd, 'help', '--lang', 'ru');
  expect(help).toMatchObject({ status: 0, stdout: expect.stringContaining('Работа с данными:') });
});

describe('diff --reporter', () => {
  /** A built snapshot, and data with another region. */
  async function changedPlace(): Promise<string> {
    const cwd = temporaryFolder();
    writeData(join(cwd, 'data'), directory(3));
    await runIn(cwd, 'build');
    writeData(join(cwd, 'data'), directory(4));
    return cwd;
  }

  it('takes the names that others take', async () => {
    const cwd = await changedPlace();
    const run = (...args: string[]) => runIn(cwd, 'diff', 'dist', ...args);
    const plain = await run();
    expect(plain).toMatchObject({ status: 0, stderr: '' });
    expect(plain.stdout).toMatch(/^address .*\n\/api\/region\/ +3 → 4 +0 +0 +1\n/);
    expect(await run('--reporter', 'pretty')).toEqual(plain);
    const help = (await run('--help')).stdout.replace(/\s+/g, ' ');
    expect(help).toContain('(choices: "pretty", "json", "github", "markdown", default: "pretty")');
    const wrong = await run('--reporter', 'text');
    expect(wrong.status).toBe(2);
    expect(wrong.stderr).toContain('Allowed choices are pretty, json, github, markdown.');
  });

  it('github is one notice with the counts of each list, and the whole in the log', async () => {
    const cwd = await changedPlace();
    const { stdout } = await runIn(cwd, 'diff', 'dist', '--reporter', 'github');
    const [notice, ...log] = stdout.split('\n');
    expect(notice).toBe(
      '::notice::What this change does to the API%0A/api/region/: 0 new, 0 gone, 1 rewritten',
    );
    expect(log.join('\n')).toBe((await runIn(cwd, 'diff', 'dist')).stdout);
    await runIn(cwd, 'build');
    const same = await runIn(cwd, 'diff', 'dist', '--reporter', 'github');
    expect(same.stdout).toMatch(/^::notice::The API stays the same: \d+ addresses\.\n/);
  });
});

describe('what is withheld', () => {
  const jobs = (from: number, more: object) =>
    [0, 1].map((i) => ({
      ...{ id: from + i, text: 'Нужен эксперт', category: 1 },
      ...{ created_at: '2026-01-01T00:00:00+03:00', is_public: false, ...more },
    }));

  it('is one line, and with --verbose a line each', async () => {
    const cwd = temporaryFolder();
    writeData(join(cwd, 'data'), {
      ...directory(1),
      vacancies: jobs(1, {}),
      resumes: jobs(1, { region: 1 }).map(({ text: _, category: __, ...resume }) => resume),
    });
    const last = '7 records: 0 errors, 0 warnings\n';
    for (const command of ['check', 'build']) {
      const { stdout } = await runIn(cwd, command);
      expect(stdout.split('7 records')[0]).toBe(
        'withheld: 4 records (--verbose tells which and why)\n',
      );
      const long = await runIn(cwd, command, '--verbose');
      expect(long.stdout.split('7 records')[0]).toBe(
        'withheld: 2 of vacancies, because it is not public (is_public)\n' +
          'withheld: 2 of resumes, because it is not public (is_public)\n',
      );
      expect(long.stderr).toContain('in all: ');
      if (command === 'check') expect(stdout.endsWith(last)).toBe(true);
    }
    const all = await runIn(cwd, 'check', '--audience', 'all');
    expect(all.stdout).toBe(last);
  });
});

it.each([
  ['cache', 'cache: must be the name of a folder, not ""'],
  ['out', 'out: must be the name of a folder, not ""'],
  ['data', 'data: must be the name of a folder, not ""'],
  ['host-files', 'hostFiles: must be the name of a folder, not ""'],
])('an empty --%s is refused, and does not mean the working folder', async (flag, said) => {
  const cwd = workplace();
  const args = ['build', '--data', join(cwd, 'data'), `--${flag}`, ''];
  const { status, stderr } = await runIn(temporaryFolder(), ...args);
  expect([status, stderr]).toEqual([2, expect.stringContaining(said)]);
});

it.each([['fmt'], ['new', 'region', '--name', 'Тува']])(
  'an empty --data of %s changes nothing in the working folder',
  async (...command) => {
    const cwd = temporaryFolder();
    writeFile(cwd, 'regions.json', '[{"id": 1,\n"name": "Псков"}]');
    const { status, stderr } = await runIn(cwd, ...command, '--data', '');
    expect([status, stderr]).toEqual([
      2,
      expect.stringContaining('data: must be the name of a folder, not ""'),
    ]);
    expect(readFileSync(join(cwd, 'regions.json'), 'utf8')).toBe('[{"id": 1,\n"name": "Псков"}]');
  },
);
