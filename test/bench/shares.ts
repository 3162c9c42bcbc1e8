// Times a build by one machine with 1, 2, 4 and 8 threads, and one that 1, 2 and 4 machines share, step by step: each step by
// itself, with one thread, as on a machine with one core, in a store of its own. The same snapshot comes of all.
// usage: npm run bench:shares -- [COMMENTS]
//   100,000 comments by default. A snapshot of these is 1.3 GB, a store 1.6 GB.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { generatePortal } from './generate.js';
import { measure, type Run } from './measure.js';

const comments = Number(process.argv[2] ?? 100_000);
const tool = fileURLToPath(new URL('../../bin/portal-snapshot.js', import.meta.url));
const scratch = mkdtempSync(join(tmpdir(), 'portal-bench-'));
const data = join(scratch, 'data');
process.chdir(scratch); // no settings of this repository are to count

const build = async (what: string, threads: number, ...flags: string[]): Promise<Run> => {
  const common = ['--data', data, '--workers', String(threads), '--reporter', 'json'];
  const run = await measure(process.execPath, [tool, 'build', ...common, ...flags]);
  const { seconds, processor, megabytes } = run;
  const figures = [seconds.toFixed(2), processor.toFixed(2), megabytes.toFixed(0)];
  process.stdout.write(`| ${what} | ${figures.join(' | ')} |\n`);
  return run;
};
const step = (what: string, ...flags: string[]): Promise<Run> => build(what, 1, ...flags);
const snapshotOf = ({ output }: Run): string => JSON.parse(output).summary.snapshot;

try {
  generatePortal(data, comments);
  process.stdout.write('| step | seconds | of processors | peak MB |\n|---|---:|---:|---:|\n');
  const alone = (threads: number): Promise<Run> =>
    build(`threads: ${threads}`, threads, '--out', `whole-${threads}`, '--no-cache');
  for (const threads of [8, 4, 2]) await alone(threads);
  const whole = await alone(1);
  for (const threads of [1, 2, 4, 8]) rmSync(`whole-${threads}`, { recursive: true });
  for (const parts of [1, 2, 4]) {
    const store = ['--store', join(scratch, `store-${parts}`)];
    const shares = Array.from({ length: parts }, (_, i) => `${i + 1}/${parts}`);
    for (const share of shares) await step(`--shard ${share}`, '--shard', share, ...store);
    await step(`--link, of ${parts}`, '--link', ...store);
    for (const share of shares) await step(`--pages ${share}`, '--pages', share, ...store);
    const last = await step(`the last, of ${parts}`, '--out', `dist-${parts}`, ...store);
    if (snapshotOf(last) !== snapshotOf(whole)) throw new Error('another snapshot');
    for (const made of [`dist-${parts}`, store[1]!]) rmSync(made, { recursive: true });
  }
} finally {
  rmSync(scratch, { recursive: true, force: true });
}
