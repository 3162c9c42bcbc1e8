// A removal that shortens a list by a page, published with its proof, to where real readers come: the old last page waits, and
// what was removed stays gone.
import { chmodSync, cpSync, existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, it } from 'vitest';
import type { PublishReport } from '../../../src/delivery/publish/report.js';
import { CREDENTIALS, startStrictStore } from '../../publish/strict-store.js';
import { type Ended, runCommand, startCommand } from '../../support/command.js';
import { vacancies, writeData } from '../../support/portal.js';
import { serveReplies } from '../../support/replies.js';
import { describeServers, publicFolder, startHost } from '../../support/servers.js';
import { freePort } from '../../support/tools.js';
import { answerTo } from '../../verify/reference.js';

const OLD = 'api/job/vacancy/page/5/index.json';

/** A portal of 81 vacancies in a folder, 20 a page, for an address. */
function portalAt(baseUrl: string, env: Readonly<Record<string, string>> = {}) {
  const cwd = publicFolder();
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

describeServers(['nginx'], 'nginx before a folder', () => {
  it('is proved; and Ctrl-C ends the proof, and says what is live', async () => {
    const port = await freePort();
    const url = `http://127.0.0.1:${port}`;
    const { cwd, run, build, publish } = portalAt(url);
    const www = join(cwd, 'www');
    const target = pathToFileURL(www).href;
    const host = ['--out', 'www', '--host', 'nginx', '--listen', `127.0.0.1:${port}`];
    await build(0, ...host);
    // Its configuration says where the files are; they come by `publish`.
    cpSync(www, join(cwd, 'dist'), { recursive: true });
    rmSync(www, { recursive: true });
    await publish(target);
    chmodSync(www, 0o755);
    const nginx = await startHost('nginx', cwd, port);
    try {
      await build(40, '--host', 'nginx', '--listen', `127.0.0.1:${port}`);
      const report = await publish('--verify', url, '--host', 'nginx', target);
      expect(report).toMatchObject(PROVED);
      expect(existsSync(join(www, OLD))).toBe(true);
      expect((await fetch(`${url}/api/job/vacancy/?page=5`)).status).toBe(200);
      const verify = ['verify', url, '--host', 'nginx', '--against', 'dist'];
      const blind = await run(...verify);
      expect(blind.stdout).toContain('(or one that waits, see --published)');
      const ended = await run(...verify, '--published', target);
      expect([ended.status, ended.stderr]).toEqual([0, '']);

      let asked = () => {};
      const silent = await serveReplies(undefined, () => {
        asked();
        return new Promise(() => {});
      });
      const proof = startCommand(['publish', target, '--verify', silent.url], { cwd });
      asked = () => proof.child.kill('SIGINT');
      const { signal, stdout } = await proof.ended;
      await silent.stop();
      expect(signal).toBe('SIGINT');
      expect(stdout).toContain(`interrupted before ${silent.url} was proved`);
      expect(stdout).toContain(`${report.snapshot!.slice(0, 12)} is live at ${target}`);
    } finally {
      await nginx.stop();
    }
  }, 120_000);
});

it('is proved behind a bucket', async () => {
  const store = await startStrictStore();
  const front = await serveReplies(undefined, (request) =>
    answerTo(new Map([...store.objects].map(([name, { bytes }]) => [name, bytes])), request),
  );
  try {
    const { run, build, publish } = portalAt(front.url, CREDENTIALS);
    const target = ['s3://portal', '--endpoint', store.url];
    await build(0, '--host', 's3');
    expect((await publish(...target)).ok).toBe(true);
    await build(40, '--host', 's3');
    expect(await publish(...target, '--verify', front.url)).toMatchObject(PROVED);
    expect([...store.objects.keys()]).toContain(OLD);
    const shows = [...store.objects].filter(([, { bytes }]) => bytes.includes('"id":40,'));
    expect(shows.filter(([name]) => !name.startsWith('.portal-snapshot/'))).toEqual([]);
    const ended = await run(
      ...['verify', front.url, '--against', 'dist', '--published', ...target],
    );
    expect([ended.status, ended.stderr]).toEqual([0, '']);
  } finally {
    await front.stop();
    await store.close();
  }
}, 120_000);
