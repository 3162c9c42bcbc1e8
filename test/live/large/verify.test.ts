// `verify` as a process, against servers that mean harm and folders that do: it ends in time, and never
// takes more than 500 MB.
import { mkdirSync } from 'node:fs';
import type { AddressInfo, Server, Socket } from 'node:net';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import type { VerifyReport } from '../../../src/delivery/verify/report.js';
import { commandFile, type Ended, start } from '../../support/command.js';
import { temporaryFolder } from '../../support/folders.js';
import { endlessLists, longLists, servers } from './hostile-servers.js';
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
it.concurrent.each(Object.entries(servers))(
  'withstands %s',
  { timeout: 120_000 },
  async (_, make) => {
    const begun = performance.now();
    const flags = ['--deadline', `${SECONDS}`, '--max-pages', '500'];
    const { ended, peak } = await serving(make(), (base) => verify(base, ...flags));
    const seconds = (performance.now() - begun) / 1000;
    expect(peak).toBeGreaterThan(30);
    expect(peak).toBeLessThan(MOST_MB);
    expect(seconds).toBeLessThan(4 * SECONDS);
    expect([ended.status, ended.signal]).not.toEqual([0, null]);
    expect(ended.signal).toBeNull();
    if (ended.status === 2) expect(ended.stderr).toContain('portal-snapshot: cannot reach');
    else expect((JSON.parse(ended.stdout) as VerifyReport).ok).toBe(false);
  },
);

it('remembers no more than it may of lists that never end', { timeout: 400_000 }, async () => {
  const only = ['answers', 'order', 'shapes', 'links', 'forward-walk', 'etag'];
  const { ended, peak } = await serving(endlessLists(), (base) =>
    verify(base, '--deadline', '300', '--only', ...only),
  );
  const { rules } = JSON.parse(ended.stdout) as VerifyReport;
  const found = rules[0]?.failures.map((failure) => failure.found);
  expect(found).toContain('the lists are longer than can be remembered');
  expect(peak).toBeLessThan(MOST_MB);
});

it('verifies a list of 200 MB in full', { timeout: 240_000 }, async () => {
  const only = ['answers', 'trees', 'order', 'unique-ids', 'slash'];
  const { ended, peak } = await serving(longLists(), (base) =>
    verify(base, '--only', ...only, '--timeout', '120'),
  );
  const { ok, rules, summary } = JSON.parse(ended.stdout) as VerifyReport;
  expect(rules.map(({ name, result }) => [name, result])).toEqual(
    ['answers', 'unique-ids', 'order', 'trees', 'slash'].map((name) => [name, 'pass']),
  );
  expect([ok, summary.lists['post-comment']?.records]).toEqual([true, 200_000]);
  expect(peak).toBeLessThan(MOST_MB);
});

it('withstands a folder of ten thousand pages', { timeout: 240_000 }, async () => {
  const folder = temporaryFolder();
  for (let page = 1; page <= 10_000; page++) {
    mkdirSync(join(folder, 'api/event/cursor', `${page}`), { recursive: true });
  }
  mkdirSync(join(folder, 'api/index.json'));
  const { ended, peak } = await verify(folder, '--against', folder, '--deadline', `${SECONDS}`);
  expect(ended.status).toBe(1);
  expect(peak).toBeLessThan(MOST_MB);
});
