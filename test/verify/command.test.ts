// The command line: its exit statuses, and what is printed where.

import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { ProgressLine } from '../../src/problems/text/progress.js';
import { projectFolder } from '../support/folders.js';
import { runIn } from '../support/run.js';
import { buildSnapshot } from './reference.js';

let snapshot: string;

beforeAll(async () => {
  snapshot = await buildSnapshot('https://portal.example.org');
});

const run = (...args: string[]) => runIn(projectFolder, 'verify', ...args);

it('shows how far it is, where nobody knows how far it is to the end', () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  const drawn: string[] = [];
  const line = new ProgressLine({ write: (text) => drawn.push(text) });
  line.follow('checking', 0, 0);
  vi.advanceTimersByTime(2000);
  line.follow('checking', 12, 0);
  vi.useRealTimers();
  expect(drawn).toEqual(['\r\x1b[Kchecking 12']);
});

describe('portal-snapshot verify', () => {
  it('shows the matrix of rule by result, and ends with 0', async () => {
    const { status, stdout, stderr } = await run(snapshot, '--only', 'digests', 'cors');
    expect([status, stderr]).toEqual([0, '']);
    const steady = stdout.replaceAll(snapshot, 'dist').replace(/\b[0-9a-f]{64}$/m, 'ID');
    expect(steady.replace(/\d+(?=$| files)/gm, 'N')).toBe(`pass  digests  N
n/a   cors

dist: N files
snapshot ID
rules: 1 passed, 1 not applicable
`);
  });

  it('ends with 1 when a rule fails, and prints one object with --reporter json', async () => {
    rmSync(join(snapshot, 'api/region/index.json'));
    const { status, stdout } = await run(snapshot, '--reporter', 'json', '--skip', 'cors');
    const report = JSON.parse(stdout) as { ok: boolean; rules: { name: string; result: string }[] };
    expect([status, report.ok]).toEqual([1, false]);
    expect(report.rules[0]).toMatchObject({
      name: 'digests',
      wants: 'every file that snapshot.json names is there, with the SHA-256 it gives',
      ability: null,
      result: 'fail',
      checks: expect.any(Number),
      failed: 1,
      failures: [
        {
          address: 'https://portal.example.org/api/region/',
          wanted: expect.stringMatching(/^api\/region\/index.json, with the SHA-256 \w{64}$/),
          found: 'status 404',
        },
      ],
    });
    expect(report.rules.map(({ name }) => name)).not.toContain('cors');
  });

  it('ends with 2 for wrong usage', async () => {
    const { status, stdout, stderr } = await run('.', '--host', 'nowhere');
    expect([status, stdout]).toEqual([2, '']);
    expect(stderr).toContain('unknown host "nowhere"');
  });
});
