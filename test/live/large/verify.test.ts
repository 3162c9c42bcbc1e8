// `verify` as a process, against servers that mean harm and folders that do: it ends in time, and never
// takes more than 500 MB.
import { mkdirSync } from 'node:fs';
import type { AddressInfo, Server, Socket } from 'node:net';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import type { VerifyReport } from '../../../src/delivery/verify/report.js';
import { commandFile, type Ended, start } from '../../support/command.js';
import { temporaryFolder } from '../../support/folders.js';
import { servers } from './hostile-servers.js';
import { tellMemory } from './memory.js';

const SECONDS = 10;
const MOST_MB = 500;

/** How a verification ended, and the most memory that it took. */
async function verify(target: string, ...flags: string[]): Promise<{ ended: Ended; peak: number }> {
  const args = ['verify', target, '--reporter', 'json', ...flags];
  const node = ['--import', tellMemory, commandFile, ...args];
  const ended = await start(process.execPath, node, { cwd: temporaryFolder() }).ended;
  return { ended, peak: Number(/\d+$/.exec(ended.stderr)?.[0]) / 1024 };
}

/** Serves for as long as `use` takes. */
async function serving<T>(server: Server, use: (base: string) => Promise<T>): Promise<T> {
  const sockets = new Set<Socket>();
  server.on('connection', (socket) => sockets.add(socket));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  try {
    return await use(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  } finally {
    for (const socket of sockets) socket.destroy();
    server.close();
  }
}

// Some at the same time (maxConcurrency), since most of them end at the deadline.
it.concurrent.each(Object.entries(servers))('withstands %s', async (_, make) => {
  const flags = ['--deadline', `${SECONDS}`];
  const { ended, peak } = await serving(make(), (base) => verify(base, ...flags));
  expect(peak).toBeGreaterThan(30);
  expect(peak).toBeLessThan(MOST_MB);
  expect([ended.status, ended.signal]).not.toEqual([0, null]);
  expect(ended.signal).toBeNull();
  if (ended.status === 2)
    expect(ended.stderr).toMatch(/portal-snapshot: (cannot reach|there is no)/);
  else expect((JSON.parse(ended.stdout) as VerifyReport).ok).toBe(false);
});

it('withstands a folder of ten thousand pages', async () => {
  const folder = temporaryFolder();
  for (let page = 1; page <= 10_000; page++) {
    mkdirSync(join(folder, 'api/event/cursor', `${page}`), { recursive: true });
  }
  mkdirSync(join(folder, 'api/index.json'));
  const { ended, peak } = await verify(folder, '--against', folder, '--deadline', `${SECONDS}`);
  expect(ended.status).toBe(2);
  expect(peak).toBeLessThan(MOST_MB);
});
