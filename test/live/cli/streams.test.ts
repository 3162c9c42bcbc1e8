// What becomes of a command when nobody takes what it says, or when the system has no files left.
import { once } from 'node:events';
import { cpSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { build } from '../../../src/index.js';
import { commandFile, start, startCommand } from '../../support/command.js';
import { temporaryFolder } from '../../support/folders.js';
import { directory, forum, writeData, writeFile } from '../../support/portal.js';
import { differences, readTree } from '../../support/tree.js';

const small = { ...directory(3), ...forum({ posts: 2, replies: 2 }) };

function workplace(): string {
  const cwd = temporaryFolder();
  writeData(join(cwd, 'data'), small);
  return cwd;
}

/** Runs lines of a shell in which `$tool` is the command. */
const shell = (cwd: string, lines: string) =>
  start('bash', ['-c', lines], { cwd, env: { tool: `${process.execPath} ${commandFile}` } }).ended;

describe('a closed pipe', () => {
  it.each([
    'check --reporter json',
    'check --help',
    'build',
    'fmt --check',
    'diff dist',
    'verify dist',
    'new region --name Коми',
    '--version',
    'chekc 2>&1',
  ])('ends %s quietly, as SIGPIPE would', async (args) => {
    const cwd = workplace();
    await build({ cwd });
    const ended = await shell(cwd, `{ sleep 0.1; $tool ${args}; } | true; echo $PIPESTATUS`);
    expect(ended).toMatchObject({ stdout: '141\n', stderr: '' });
  });

  it('lets a build come to its end, and leaves nothing but the snapshot', async () => {
    const cwd = workplace();
    await shell(cwd, '$tool build --verbose 2>&1 | true');
    const [now, other] = [readTree(join(cwd, 'dist')), workplace()];
    await build({ cwd: other });
    expect(differences(now, readTree(join(other, 'dist')))).toEqual([]);
    expect(readdirSync(join(cwd, 'dist')).sort()).toEqual(['404.json', 'api']);
  });

  it('ends a preview at the next save that it would tell of, and its folder goes', async () => {
    const cwd = workplace();
    const TMPDIR = temporaryFolder();
    const { child, ended } = startCommand(['preview'], { cwd, env: { TMPDIR } });
    let shown = '';
    child.stdout!.on('data', (text: Buffer) => {
      shown += text.toString();
      if (shown.includes('Ctrl-C')) child.stdout!.destroy();
    });
    await once(child.stdout!, 'close');
    expect(readdirSync(TMPDIR)).toHaveLength(1);
    writeFile(cwd, 'data/regions.json', '[{"id": 1, "name": "Область"}]');
    expect(await ended).toMatchObject({ status: 141, stderr: '' });
    expect(readdirSync(TMPDIR)).toEqual([]);
  });
});

describe('the system refuses', () => {
  it('to open more files: that is said in a line', async () => {
    const cwd = workplace();
    const refusal =
      /^portal-snapshot: .*too many files are open.*; "ulimit -n 1024" allows more(: \S+)?\n$/;
    // How many are enough differs between versions of Node; with too few, the command is not even loaded.
    const limits = [19, 21, 22, 23, 24, 26, 28, 40];
    const ended = await Promise.all(
      limits.map((most) => shell(cwd, `ulimit -n ${most}; $tool check --no-cache`)),
    );
    expect(ended.filter(({ stderr }) => refusal.test(stderr))).not.toEqual([]);
    for (const { status, stdout, stderr } of ended.slice(limits.indexOf(40))) {
      if (status === 0) expect(stdout).toMatch(/^\d+ records: 0 errors/);
      else expect([status, stdout, refusal.test(stderr)]).toEqual([2, '', true]);
    }
  });

  it('to load the command line itself: in a line, too', async () => {
    const cwd = temporaryFolder();
    cpSync(commandFile, join(cwd, 'bin/portal-snapshot.js'));
    const ended = await start(process.execPath, ['bin/portal-snapshot.js', 'check'], { cwd }).ended;
    expect(ended).toMatchObject({ status: 2, stdout: '' });
    expect(ended.stderr).toMatch(/^portal-snapshot: Cannot find module .*\n$/);
  });

  it('to write the report: the disk is full', async () => {
    const ended = await shell(workplace(), '$tool check > /dev/full');
    expect(ended).toMatchObject({
      status: 2,
      stdout: '',
      stderr: 'portal-snapshot: no space is left on the disk: standard output\n',
    });
  });
});
