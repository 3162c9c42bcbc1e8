// npm run fuzz -- SECONDS SEED: looks for faults for so long, from this seed on or from a random one. The search runs in a process of
// its own, so that this one can tell when it hangs or crashes.
import { fork } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { fuzz } from './fuzz.js';
import type { Step } from './sequence.js';

/** Milliseconds without a sign of life after which the tool counts as hanging; no step takes a minute. */
const LONGEST = 180_000;
const CHILD = 'PORTAL_FUZZ_CHILD';

const [seconds = 60, seed = randomInt(2 ** 31)] = process.argv.slice(2).map(Number);
if (!Number.isFinite(seconds) || !Number.isInteger(seed)) {
  process.stderr.write('usage: npm run fuzz -- SECONDS SEED\n');
  process.exitCode = 2;
} else if (process.env[CHILD]) await search();
else look();

async function search(): Promise<void> {
  const {
    counts,
    seed: last,
    fault,
  } = await fuzz({
    seconds,
    seed,
    told: (now, step) => process.send?.({ now, step }),
  });
  const lines = [...counts].sort(([a], [b]) => (a < b ? -1 : 1));
  for (const [name, count] of lines)
    process.stdout.write(`${String(count).padStart(8)}  ${name}\n`);
  if (fault !== undefined) {
    process.stdout.write(`${fault}\n${again(last)}\n`);
    process.exitCode = 1;
  } else process.stdout.write(`no fault from seed ${seed} to ${last}\n`);
  process.disconnect?.();
}

function look(): void {
  process.stdout.write(`seed ${seed}, ${seconds} s\n`);
  const child = fork(fileURLToPath(import.meta.url), [String(seconds), String(seed)], {
    env: { ...process.env, [CHILD]: '1' },
  });
  let now = seed;
  let step: Step | undefined;
  const hangs = () => {
    process.stdout.write(`hangs at ${JSON.stringify(step)}\n${again(now)}\n`);
    child.kill('SIGKILL');
  };
  let timer = setTimeout(hangs, LONGEST);
  child.on('message', (sign: { now: number; step?: Step }) => {
    ({ now, step } = sign);
    clearTimeout(timer);
    timer = setTimeout(hangs, LONGEST);
  });
  child.on('exit', (status, signal) => {
    clearTimeout(timer);
    if (status === null || status > 1) {
      process.stdout.write(`ended with ${signal ?? status} at ${JSON.stringify(step)}\n`);
      process.stdout.write(`${again(now)}\n`);
    }
    process.exitCode = status ?? 1;
  });
}

function again(last: number): string {
  return `again: npm run fuzz -- ${seconds} ${last}`;
}
