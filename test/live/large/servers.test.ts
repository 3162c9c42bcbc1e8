// `verify` and `mirror` as processes, against servers that mean harm: they end in time, and never take more than 500 MB.
import { existsSync, mkdirSync } from 'node:fs';
import { Server } from 'node:http';
import { join } from 'node:path';
import { beforeAll, expect, it } from 'vitest';
import { originOf, small, snapshotOf } from '../../mirror/origin.js';
import { commandFile, start } from '../../support/command.js';
import { temporaryFolder } from '../../support/folders.js';
import { serverOf } from '../../support/replies.js';
import type { Tree } from '../../support/tree.js';
import { listen } from '../../verify/reference.js';
import { servers } from './hostile-servers.js';

const MOST_MB = 500;

let tree: Tree;
beforeAll(async () => {
  tree = await snapshotOf(small);
});

/**
 * A module that a process imports to write, as it ends, the most memory that it had, in kilobytes. Not `maxRSS`: on Linux
 * that begins with what the parent process had when it started this one.
 */
const tellMemory = `data:text/javascript,${encodeURIComponent(`
  import { readFileSync } from 'node:fs';
  process.on('exit', () => {
    const [, most] = /VmHWM:\\s*(\\d+)/.exec(readFileSync('/proc/self/status', 'utf8'));
    process.stderr.write(most);
  });
`)}`;

/** Runs a command that has eight seconds, and not much memory; its folder and how it ended. */
async function withstanding(...args: string[]) {
  const cwd = temporaryFolder();
  const node = ['--import', tellMemory, commandFile, ...args, '--deadline', '8'];
  const { status, signal, stderr } = await start(process.execPath, node, { cwd }).ended;
  const peak = Number(/\d+$/.exec(stderr)?.[0]) / 1024;
  expect(peak).toBeGreaterThan(30);
  expect(peak).toBeLessThan(MOST_MB);
  expect([signal, [1, 2].includes(status!)]).toEqual([null, true]);
  return { cwd, stderr };
}

/** Answers for snapshot.json as it should, and for the rest as a hostile server does. */
function lateOf(hostile: Server): Server {
  const right = serverOf(() => {
    return { status: 200, headers: {}, body: tree.get('api/snapshot.json')! };
  });
  return new Server((request, response) => {
    const to = request.url === '/api/snapshot.json' ? right : hostile;
    to.emit('request', request, response);
  });
}

// Some at the same time (maxConcurrency), since most of them end at the deadline.
it.concurrent.each(Object.entries(servers))('verify withstands %s', async (_, make) => {
  await withstanding('verify', await listen(make()));
});

// Both read by the same client. Mirror writes what it reads.
const written = Object.entries(servers).filter(([name]) => /records|one text|gzip/.test(name));
it.concurrent.each(written)('mirror withstands %s', async (_, make) => {
  const url = await listen(lateOf(make()));
  const { cwd } = await withstanding('mirror', url, 'copy');
  expect(existsSync(join(cwd, 'copy'))).toBe(false);
});

it('verify withstands a folder of ten thousand pages', async () => {
  const folder = temporaryFolder();
  for (let page = 1; page <= 10_000; page++) {
    mkdirSync(join(folder, 'api/event/cursor', `${page}`), { recursive: true });
  }
  mkdirSync(join(folder, 'api/index.json'));
  await withstanding('verify', folder, '--against', folder);
});

it('mirror takes what is right', async () => {
  const { url } = await originOf(tree);
  const command = [commandFile, 'mirror', url, 'copy'];
  const ended = await start(process.execPath, command, { cwd: temporaryFolder() }).ended;
  expect(ended.status).toBe(0);
});
