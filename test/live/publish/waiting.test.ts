// A removal that shortens a list by a page, published with its proof, to where real readers come: the old last page waits, and
// what was removed stays gone.
import { join } from 'node:path';
import { expect, it } from 'vitest';
import type { PublishReport } from '../../../src/delivery/publish/report.js';
import { CREDENTIALS, startStrictStore } from '../../publish/strict-store.js';
import { type Ended, runCommand } from '../../support/command.js';
import { temporaryFolder } from '../../support/folders.js';
import { vacancies, writeData } from '../../support/portal.js';
import { serveReplies } from '../../support/replies.js';
import { answerTo } from '../../verify/reference.js';

const OLD = 'api/job/vacancy/page/5/index.json';

/** A portal of 81 vacancies in a folder, 20 a page, for an address. */
function portalAt(baseUrl: string, env: Readonly<Record<string, string>> = {}) {
  const cwd = temporaryFolder();
  const run = (...args: string[]): Promise<Ended> => runCommand(args, { cwd, env });
  return {
    cwd,
    run,
    build: async (without: number, ...flags: string[]): Promise<void> => {
      const { vacancies: all = [] } = vacancies(81);
      writeData(join(cwd, 'data'), { vacancies: all.filter(({ id }) => id !== without) });
      const ended = await run('build', '--base-url', baseUrl, '--page-size', '20', ...flags);
      expect([ended.status, ended.stderr]).toEqual([0, '']);
    },
    publish: async (...args: string[]): Promise<PublishReport> => {
      const { stdout } = await run('publish', ...args, '--reporter', 'json');
      return JSON.parse(stdout) as PublishReport;
    },
  };
}

const PROVED = { ok: true, rolledBack: false, proof: { ok: true, failed: [] } };

it('is proved behind a bucket', async () => {
  const store = await startStrictStore();
  const front = await serveReplies(undefined, (request) =>
    answerTo(new Map([...store.objects].map(([name, { bytes }]) => [name, bytes])), request),
  );
  try {
    const { build, publish } = portalAt(front.url, CREDENTIALS);
    const target = ['s3://portal', '--endpoint', store.url];
    await build(0, '--host', 's3');
    expect((await publish(...target)).ok).toBe(true);
    await build(40, '--host', 's3');
    expect(await publish(...target, '--verify', front.url)).toMatchObject(PROVED);
    expect([...store.objects.keys()]).toContain(OLD);
    const shows = [...store.objects].filter(([, { bytes }]) => bytes.includes('"id":40,'));
    expect(shows.filter(([name]) => !name.startsWith('.portal-snapshot/'))).toEqual([]);
  } finally {
    await front.stop();
    await store.close();
  }
}, 120_000);
