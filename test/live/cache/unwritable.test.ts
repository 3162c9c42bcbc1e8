// A cache that cannot be written, that is full of what others left, or that holds what is not the
// portal's: builds and checks do without it, say so once, and touch nothing of others.
import { readdirSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { temporaryName } from '../../../src/files/disk/temporary.js';
import { build, check } from '../../../src/index.js';
import { printedResult, runCommand, start } from '../../support/command.js';
import { projectFolder, temporaryFolder } from '../../support/folders.js';
import { directory, experts, forum, writeData, writeFile } from '../../support/portal.js';
import { filesOf } from '../../support/tree.js';

const portal = { ...directory(7), ...experts(5), ...forum({ posts: 2, replies: 3 }) };

/** A working folder with a portal, and a cache in `cache/` that knows all of it. */
async function warm(): Promise<string> {
  const cwd = temporaryFolder();
  writeData(join(cwd, 'data'), portal);
  await check({ cwd, cache: 'cache' });
  await runCommand(['check', '--cache', 'cache'], { cwd }); // other code, as far as a cache can tell
  return cwd;
}

/** Empties each entry, and says with which variables nothing can be put in its place. */
function block(cwd: string): NodeJS.ProcessEnv {
  for (const name of readdirSync(join(cwd, 'cache'))) writeFileSync(join(cwd, 'cache', name), '');
  return { NODE_OPTIONS: `--import ${disk}`, READ_ONLY: join(cwd, 'cache') };
}
const disk = join(projectFolder, 'test/support/read-only-disk.mjs');

/** Puts a file in the place of the cache. */
function replace(cwd: string): NodeJS.ProcessEnv {
  rmSync(join(cwd, 'cache'), { recursive: true });
  writeFile(cwd, 'cache', '');
  return {};
}

const said = (cwd: string, reason: string) =>
  `portal-snapshot: the cache ${join(cwd, 'cache')} cannot be written (${reason.replace('CACHE', join(cwd, 'cache'))}); this is done without it\n`;

describe('a cache that cannot be written', () => {
  const ways = {
    'entries that cannot be replaced': { harm: block, reason: 'read-only file system' },
    'a file in its place': { harm: replace, reason: 'CACHE is in the way: it is not a folder' },
  };

  it.each(Object.entries(ways))('%s: the work is done, and it is said once', async (_, way) => {
    const cwd = await warm();
    const right = await build({ cwd, cache: false, out: 'right' });
    const TMPDIR = temporaryFolder();
    const env = { TMPDIR, ...way.harm(cwd) };
    const run = (...args: string[]) =>
      runCommand([...args, '--cache', 'cache', '--reporter', 'json'], { cwd, env });
    const checked = await run('check');
    expect([checked.status, checked.stderr]).toEqual([0, said(cwd, way.reason)]);
    expect(printedResult(checked).problems).toEqual([]);
    const built = await run('build', '--workers', '2');
    expect([built.status, built.stderr]).toEqual([0, said(cwd, way.reason)]);
    expect(printedResult(built).summary).toEqual(right.summary);
    expect(readdirSync(TMPDIR)).toEqual([]);
    expect(filesOf(cwd).filter((name) => /part$/.test(name))).toEqual([]);
  });

  it('is told once by diff, which builds twice, and by new', async () => {
    const cwd = await warm();
    const out = await build({ cwd, cache: false, out: 'before' });
    expect(out.ok).toBe(true);
    const env = block(cwd);
    const diff = await runCommand(['diff', 'before', '--cache', 'cache'], { cwd, env });
    expect([diff.status, diff.stderr]).toEqual([0, said(cwd, 'read-only file system')]);
    writeFile(cwd, 'package.json', '{}');
    writeFile(cwd, 'node_modules/.cache', 'no folder');
    const made = await runCommand(['new', 'district', '--name', 'Южный', '--lang', 'ru'], { cwd });
    expect([made.status, made.stdout]).toEqual([0, expect.stringContaining('data/districts')]);
    expect(made.stderr).toMatch(/^portal-snapshot: в кэш .* нельзя писать .*\n$/);
  });

  it('is told to the caller of the library', async () => {
    const cwd = await warm();
    replace(cwd);
    const told: string[] = [];
    const onUnwritableCache = (folder: string) => told.push(folder);
    expect((await check({ cwd, cache: 'cache', onUnwritableCache })).ok).toBe(true);
    expect(told).toEqual([join(cwd, 'cache')]);
  });
});

describe('what is in a cache', () => {
  it('only its owner can read', async () => {
    const cwd = await warm();
    const mode = (path: string) => statSync(join(cwd, path)).mode & 0o777;
    expect(mode('cache').toString(8)).toBe('700');
    const modes = readdirSync(join(cwd, 'cache')).map((name) => mode(`cache/${name}`).toString(8));
    expect(modes.length).toBeGreaterThan(5);
    expect(new Set(modes)).toEqual(new Set(['600']));
  });

  it('and was left unfinished goes with its process, or after a day', async () => {
    const cwd = await warm();
    const script = 'import(process.argv[1]).then((m) => console.log(m.temporaryName()))';
    const module = join(projectFolder, 'src/files/disk/temporary.ts');
    const tsx = ['--import', import.meta.resolve('tsx')];
    const ended = await start(process.execPath, [...tsx, '-e', script, module], { cwd }).ended;
    expect(ended.stdout).toMatch(/\w\n$/);
    const gone = ended.stdout.trim();
    const atWork = temporaryName();
    const elsewhere = gone.replace(/-[0-9a-f]{8}-/, '-00000000-');
    const old = elsewhere.replace(/.$/, 'x');
    for (const name of [gone, atWork, elsewhere, old]) writeFile(cwd, `cache/${name}/1`, 'тайна');
    const yesterday = new Date(Date.now() - 25 * 3600 * 1000);
    utimesSync(join(cwd, 'cache', old), yesterday, yesterday);
    expect((await runCommand(['check', '--cache', 'cache'], { cwd })).status).toBe(0);
    const left = readdirSync(join(cwd, 'cache')).filter((name) => name.startsWith('portal-'));
    expect(left.sort()).toEqual([atWork, elsewhere].sort());
  });

  it('and is not the portal’s stays, however old', async () => {
    const cwd = await warm();
    const long = new Date(Date.now() - 100 * 24 * 3600 * 1000);
    const key = 'a'.repeat(64);
    const [others, old] = [
      ['notes.part', 'thesis.odt'],
      [key, `${key}.0`, `snapshot-${key}`],
    ];
    for (const name of [...others, ...old]) {
      writeFileSync(join(cwd, 'cache', name), 'x');
      utimesSync(join(cwd, 'cache', name), long, long);
    }
    await check({ cwd, cache: 'cache' });
    const left = new Set(readdirSync(join(cwd, 'cache')));
    expect([...others, ...old].filter((name) => left.has(name))).toEqual(others);
  });
});
