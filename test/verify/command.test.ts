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

it('shows how many pages it has walked, where nobody knows how many there are', () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  const drawn: string[] = [];
  const line = new ProgressLine({ write: (text) => drawn.push(text) });
  line.follow('walking', 0, 0);
  vi.advanceTimersByTime(2000);
  line.follow('walking', 12, 0);
  vi.useRealTimers();
  expect(drawn).toEqual(['\r\x1b[Kwalking 12']);
});

describe('portal-snapshot verify', () => {
  it('shows the matrix of rule by result, and ends with 0', async () => {
    const { status, stdout, stderr } = await run(snapshot, '--only', 'answers', 'trees', 'cors');
    expect([status, stderr]).toEqual([0, '']);
    const steady = stdout.replaceAll(snapshot, 'dist').replace(/ {2}\d\.\d\d s$/gm, '');
    expect(steady.replace(/\d+(?=$| records| pages| lists)/gm, 'N')).toBe(`pass  answers  N
pass  trees    N
n/a   cors

dist: N records on N pages of N lists
rules: 2 passed, 1 not applicable
`);
  });

  it('ends with 1 when a rule fails, and prints one object with --reporter json', async () => {
    rmSync(join(snapshot, 'api/region/index.json'));
    const { status, stdout } = await run(snapshot, '--reporter', 'json', '--skip', 'trees');
    const report = JSON.parse(stdout) as { ok: boolean; rules: { name: string; result: string }[] };
    expect([status, report.ok]).toEqual([1, false]);
    expect(report.rules[0]).toMatchObject({
      name: 'answers',
      wants: 'every address of a list answers with status 200 and a list in JSON',
      ability: null,
      result: 'fail',
      holds: null,
      checks: expect.any(Number),
      failed: 1,
      failures: [
        {
          address: 'https://portal.example.org/api/region/',
          wanted: 'status 200 and a list',
          found: 'status 404',
        },
      ],
    });
    expect(report.rules.map(({ name }) => name)).not.toContain('trees');
  });

  it('ends with 2 for wrong usage', async () => {
    const { status, stdout, stderr } = await run('.', '--host', 'nowhere');
    expect([status, stdout]).toEqual([2, '']);
    expect(stderr).toContain('unknown host "nowhere"');
  });
});
