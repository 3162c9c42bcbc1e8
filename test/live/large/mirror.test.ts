// `mirror` as a process, against servers that mean harm when they are asked for more than snapshot.json: it ends in time, never takes
// more than 500 MB, and puts nothing into its folder.
import { existsSync } from 'node:fs';
import { Server } from 'node:http';
import { join } from 'node:path';
import { beforeAll, expect, it } from 'vitest';
import { originOf, small, snapshotOf } from '../../mirror/origin.js';
import { commandFile, start } from '../../support/command.js';
import { temporaryFolder } from '../../support/folders.js';
import { type Reply, serverOf } from '../../support/replies.js';
import type { Tree } from '../../support/tree.js';
import { listen } from '../../verify/reference.js';
import { servers } from './hostile-servers.js';
import { tellMemory } from './memory.js';

const SECONDS = 10;
const MOST_MB = 500;

let tree: Tree;
beforeAll(async () => {
  tree = await snapshotOf(small);
});

/** Answers for snapshot.json as it should, and for the rest as a hostile server does. */
function lateOf(hostile: Server): Server {
  const right = serverOf((): Reply => {
    return { status: 200, headers: {}, body: tree.get('api/snapshot.json')! };
  });
  return new Server((request, response) => {
    const to = request.url === '/api/snapshot.json' ? right : hostile;
    to.emit('request', request, response);
  });
}

// The one that is no HTTP server answers nothing that could be told apart from its snapshot.json.
const hostile = Object.entries(servers).filter(([name]) => name !== 'headers without an end');

// Some at the same time (maxConcurrency), since some of them end at the deadline.
it.concurrent.each(hostile)('withstands %s', async (_, make) => {
  const url = await listen(lateOf(make() as Server));
  const cwd = temporaryFolder();
  const args = ['mirror', url, 'copy', '--deadline', `${SECONDS}`];
  const node = ['--import', tellMemory, commandFile, ...args];
  const { status, stderr } = await start(process.execPath, node, { cwd }).ended;
  expect(Number(/\d+$/.exec(stderr)?.[0]) / 1024).toBeLessThan(MOST_MB);
  expect(status).toBe(1);
  expect(existsSync(join(cwd, 'copy'))).toBe(false);
});

it('takes what is right, as long as it comes', async () => {
  const { url } = await originOf(tree);
  const { status } = await start(process.execPath, [commandFile, 'mirror', url, 'copy'], {
    cwd: temporaryFolder(),
  }).ended;
  expect(status).toBe(0);
});
