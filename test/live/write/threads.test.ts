// A build of which one thread fails in any way leaves the old snapshot as it was. (test/cache has what threads make.)
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { build } from '../../../src/index.js';
import { commandFile, type Ended, start } from '../../support/command.js';
import { temporaryFolder } from '../../support/folders.js';
import { directory, experts, forum, type Portal, writeData } from '../../support/portal.js';
import { expectTree, readTree } from '../../support/tree.js';

const portal: Portal = {
  ...directory(40),
  ...experts(60),
  ...forum({ posts: 30, replies: 5 }),
};
/**
 * Builds in two threads; what the third page does that the other one writes is replaced. What this one writes
 * waits for that: it might have made all pages before the other has begun.
 */
function harmed(cwd: string, harm: string, ...node: readonly string[]): Promise<Ended> {
  const hook = `
    import fs from 'node:fs';
    import { syncBuiltinESMExports } from 'node:module';
    import { isMainThread } from 'node:worker_threads';
    const { existsSync, writeFileSync } = fs;
    const begun = ${JSON.stringify(join(temporaryFolder(), 'begun'))};
    const wait = () => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 20);
    let pages = 0;
    fs.writeFileSync = (path, ...more) => {
      if (String(path).includes('/api%2F')) {
        while (isMainThread && !existsSync(begun)) wait();
        if (!isMainThread && ++pages === 3) {
          writeFileSync(begun, '');
          ${harm}
        }
      }
      writeFileSync(path, ...more);
    };
    syncBuiltinESMExports();`;
  const imported = `data:text/javascript,${encodeURIComponent(hook)}`;
  const build = [commandFile, 'build', '--workers', '2', '--no-cache', '--page-size', '1'];
  return start(process.execPath, [...node, '--import', imported, ...build], { cwd }).ended;
}

const refused = (code: string) =>
  `throw Object.assign(new Error('refused'), { code: '${code}', errno: -1, path: 'a page' })`;

describe('a thread that', () => {
  const ends: Record<string, [harm: string, said: RegExp, ...node: string[]]> = {
    'ends by itself': ['process.exit(3)', /^portal-snapshot: a thread .* with 3\n$/],
    'fails later': [
      "setImmediate(() => { throw new Error('it fell') }); return",
      /^portal-snapshot: Error: it fell\n/,
    ],
    'has no memory left': [
      'const all = []; for (;;) all.push(new Array(1e5).fill(0.5 + all.length))',
      /^portal-snapshot: Worker terminated due to reaching memory limit.*\n$/,
      '--max-old-space-size=100',
    ],
    'finds the disk full': [
      refused('ENOSPC'),
      /^portal-snapshot: \/.*\/dist cannot be written: no space is left on the disk \(a page\)\n$/,
    ],
    'may not write': [
      refused('EACCES'),
      /^portal-snapshot: \/.*\/dist cannot be written: permission denied \(a page\)\n$/,
    ],
    'may open no more files': [
      refused('EMFILE'),
      /^portal-snapshot: too many files are open at once; "ulimit -n 1024" allows more: a page\n$/,
    ],
  };

  it.each(Object.entries(ends))(
    '%s leaves the old snapshot as it was, and it is said why',
    async (_, [harm, said, ...node]) => {
      const cwd = temporaryFolder();
      writeData(join(cwd, 'data'), directory(7));
      await build({ cwd });
      const before = readTree(join(cwd, 'dist'));
      writeData(join(cwd, 'data'), portal);
      const { status, stdout, stderr } = await harmed(cwd, harm, ...node);
      expect(stderr).toMatch(said);
      expect([status, stdout]).toEqual([2, '']);
      expectTree(join(cwd, 'dist'), before);
      expect(readdirSync(cwd).sort()).toEqual(['data', 'dist']);
    },
  );
});

it('a thread that ends while it compiles ends the check, and it is said', async () => {
  const cwd = temporaryFolder();
  writeData(join(cwd, 'data'), portal);
  // What this thread compiles waits until the other one has begun.
  const hook = `
    import fs from 'node:fs';
    import { syncBuiltinESMExports } from 'node:module';
    import { isMainThread } from 'node:worker_threads';
    const { openSync } = fs;
    fs.openSync = (path, ...more) => {
      if (more[0] === 'wx' && more[1] === 0o600) { // a compiled unit's pieces
        if (!isMainThread) {
          fs.writeFileSync('begun', '');
          process.exit(3);
        }
        while (!fs.existsSync('begun')) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 20);
      }
      return openSync(path, ...more);
    };
    syncBuiltinESMExports();`;
  const imported = `data:text/javascript,${encodeURIComponent(hook)}`;
  const check = ['--import', imported, commandFile, 'check', '--workers', '2', '--no-cache'];
  const { status, stdout, stderr } = await start(process.execPath, check, { cwd }).ended;
  expect(stderr).toBe(
    'portal-snapshot: a thread that compiles ended before its work did, with 3\n',
  );
  expect([status, stdout]).toEqual([2, '']);
});
