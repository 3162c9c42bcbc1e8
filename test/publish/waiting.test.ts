// A removal that shortens a list by a page: the old last page waits for readers who are walking, and the proof knows.
import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, it } from 'vitest';
import { publish } from '../../src/delivery/publish/index.js';
import { build } from '../../src/index.js';
import { portal } from '../../src/portal/index.js';
import { temporaryFolder } from '../support/folders.js';
import { vacancies, writeData } from '../support/portal.js';
import { serverOf } from '../support/replies.js';
import { examine } from '../support/tool.js';
import { readTree } from '../support/tree.js';
import { listen, wireless } from '../verify/reference.js';

const OLD = 'api/job/vacancy/page/5/index.json';

it('is proved, and the vacancy stays gone', async () => {
  const cwd = temporaryFolder();
  const [www, base] = [join(cwd, 'www'), 'https://portal.example.org'];
  const target = pathToFileURL(www).href;
  const make = async (without: number): Promise<string> => {
    const { vacancies: all = [] } = vacancies(81);
    writeData(join(cwd, 'data'), { vacancies: all.filter(({ id }) => id !== without) });
    const hosts = ['nginx'] as const;
    expect((await build({ cwd, baseUrl: base, pageSize: 20, cache: false, hosts })).ok).toBe(true);
    const out = join(cwd, `dist-${without}`);
    cpSync(join(cwd, 'dist'), out, { recursive: true });
    return out;
  };
  await publish(portal, { target, out: await make(0) });
  const out = await make(40);
  const report = await publish(portal, { target, out, verify: www, pauses: [0] });
  expect(report).toMatchObject({ ok: true, rolledBack: false, proof: { ok: true, failed: [] } });
  const live = readTree(www);
  expect(live.has(OLD)).toBe(true);
  expect([...live.values()].some((bytes) => bytes.includes('"id":40,'))).toBe(false);

  // A page that nobody recorded is still a fault.
  const { rules } = await examine(wireless(base, live), { against: out });
  const failed = rules.filter(({ result }) => result === 'fail').map(({ name }) => name);
  expect(failed).toContain('leftovers');
});

it('can be interrupted while it is proved: what is live stays, and is told', async () => {
  const cwd = temporaryFolder();
  writeData(join(cwd, 'data'), vacancies(3));
  expect((await build({ cwd, cache: false })).ok).toBe(true);
  const stopping = new AbortController();
  // A deployment that never answers.
  const url = await listen(
    serverOf(() => {
      stopping.abort('SIGINT');
      return new Promise(() => {});
    }),
  );
  const target = pathToFileURL(join(cwd, 'www')).href;
  const out = join(cwd, 'dist');
  const { signal } = stopping;
  const report = await publish(portal, { target, out, verify: url, signal });
  expect(report).toMatchObject({ ok: false, rolledBack: false, proof: null, warnings: [] });
  expect(report.snapshot).toMatch(/^[0-9a-f]{64}$/);
  expect(report.problem).toBe(`interrupted before ${url} was proved; what is live stays`);
  // The lock was given back.
  expect((await publish(portal, { target, out })).ok).toBe(true);
}, 60_000);
