// Flags and arguments beside scripts/cli.script: what help lists, the version, and the names of reporters.

import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { projectFolder, temporaryFolder } from '../support/folders.js';
import { directory, writeData, writeFile } from '../support/portal.js';
import { runIn } from '../support/run.js';
import { readJson, readTree } from '../support/tree.js';

/** The flags that help lists. */
async function listed(command: string): Promise<Set<string>> {
  const { stdout } = await runIn(projectFolder, command, '--help');
  return new Set([...stdout.matchAll(/^ {2}(?:-\w, )?(--[\w-]+)/gm)].map(([, flag]) => flag!));
}

describe('help of check', () => {
  it('lists what it uses', async () => {
    const flags = `--all --audience --cache --config --data --help --lang --no-cache --no-stat
      --reporter --since --strict --verbose --workers`;
    expect(await listed('check')).toEqual(new Set(flags.split(/\s+/)));
  });

  it('hides what a build uses besides, and takes it all the same', async () => {
    const own = await listed('check');
    const more = [...(await listed('build'))].filter((flag) => !own.has(flag));
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
    expect(new Set(more)).toEqual(new Set([...Object.keys(values), ...none]));
    const cwd = temporaryFolder();
    writeData(join(cwd, 'data'), directory(3));
    const ended = await runIn(cwd, 'check', ...Object.entries(values).flat());
    expect(ended).toMatchObject({ status: 0, stdout: '5 records: 0 errors, 0 warnings\n' });
    expect([...readTree(cwd).keys()].sort()).toEqual(['data/districts.json', 'data/regions.json']);
  });
});

describe('a flag with an optional value, or with several, never takes the argument', () => {
  /** What a command says, the same for each order of its words. */
  const same = async (cwd: string, orders: readonly (readonly string[])[]) => {
    const said: Awaited<ReturnType<typeof runIn>>[] = [];
    for (const args of orders) said.push(await runIn(cwd, ...args));
    expect(said).toEqual(said.map(() => said[0]));
    return said[0]!;
  };

  it('publish', async () => {
    const [flag, id, target] = ['--rollback', '0123abcd', 's3://bucket/prefix'];
    // --keep is refused with --rollback, so each order ends before the first request.
    const more = ['--endpoint', 'http://127.0.0.1:1', '--dry-run'];
    const { stderr } = await same(temporaryFolder(), [
      ['publish', target, flag, '--keep', '1'],
      ['publish', flag, target, '--keep', '1'],
      ['publish', '--keep', '1', flag, target],
      ['publish', flag, '--keep', '1', target],
      ['publish', flag, id, target, '--keep', '1'],
      ['publish', target, '--keep', '1', flag, id],
      ['publish', `${flag}=${id}`, '--keep', '1', target],
      ['publish', flag, target, ...more, '--keep', '1'],
    ]);
    expect(stderr).toContain('--rollback takes no --keep');
    // A word that is neither an id nor needed as an argument is a wrong id.
    const wrong = await runIn(temporaryFolder(), 'publish', target, flag, 'yesterday');
    expect(wrong.stderr).toContain('the id of a snapshot');
    const none = await runIn(temporaryFolder(), 'publish', flag, id);
    expect(none.stderr).toContain("missing required argument 'target'");
  });

  it('verify', async () => {
    const cwd = temporaryFolder();
    writeData(join(cwd, 'data'), directory(3));
    await runIn(cwd, 'build');
    const { status, stdout } = await same(cwd, [
      ['verify', './dist', '--only', 'digests', 'root-index', '--host', 'nginx'],
      ['verify', '--only', 'digests', 'root-index', './dist', '--host', 'nginx'],
      ['verify', '--only', 'digests', './dist', 'root-index', '--host', 'nginx'],
      ['verify', '--host', 'nginx', './dist', '--only', 'digests', 'root-index'],
    ]);
    expect([status, stdout]).toEqual([0, expect.stringContaining('rules: 2 passed')]);
  });

  it('change', async () => {
    const cwd = temporaryFolder();
    writeData(join(cwd, 'data'), directory(3));
    writeFile(cwd, 'data/cities.json', '[{"id": 1, "name": "Уфа", "region": 1}]');
    const { status, stdout } = await same(cwd, [
      ['change', 'city', '1', '--not_uniq', '--name', 'Ufa', '--dry-run'],
      ['change', 'city', '--not_uniq', '1', '--name', 'Ufa', '--dry-run'],
      ['change', 'city', '--dry-run', '--name', 'Ufa', '--not-uniq', '1'],
      ['change', 'city', '--name', 'Ufa', '--not_uniq', 'true', '1', '--dry-run'],
      ['change', 'city', '--not_uniq', '--name', 'Ufa', '1', '--dry-run'],
    ]);
    expect([status, stdout]).toEqual([0, expect.stringContaining('not_uniq: — → yes')]);
    const wrong = await runIn(cwd, 'change', 'city', '1', '--not_uniq', 'often');
    expect(wrong).toMatchObject({ status: 2, stderr: expect.stringContaining('often') });
  });
});

it('-v prints the version', async () => {
  const { version } = readJson<{ version: string }>(projectFolder, 'package.json');
  for (const flag of ['-v', '--version']) {
    const ended = await runIn(temporaryFolder(), flag);
    expect(ended).toMatchObject({ status: 0, stdout: `${version}\n`, stderr: '' });
  }
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

  it('github is one notice of all that changes, and the same in the log', async () => {
    const cwd = await changedPlace();
    const { stdout } = await runIn(cwd, 'diff', 'dist', '--reporter', 'github');
    const [notice, ...log] = stdout.split('\n');
    const { stdout: plain } = await runIn(cwd, 'diff', 'dist');
    expect(plain).toMatch(/^\/api\/region\/ +3 → 4 +0 +0 +1$/m);
    const shown = plain.trimEnd().replaceAll('\n', '%0A');
    expect(notice).toBe(`::notice::What this change does to the API%0A${shown}`);
    expect(log.join('\n')).toBe(plain);
    await runIn(cwd, 'build');
    const same = await runIn(cwd, 'diff', 'dist', '--reporter', 'github');
    expect(same.stdout).toMatch(/^::notice::The API stays the same: \d+ addresses\.\n/);
  });
});
