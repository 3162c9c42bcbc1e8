// A life with a step of each kind. Many random ones, and that a fault is found again by its seed: test/night/fuzz.test.ts.
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { type Sequence, type Step, sequences } from './sequence.js';
import { Counts, live } from './workplace.js';

const harm = { kind: 'a flipped bit', file: 3, at: 40, more: 2 } as const;
const steps: readonly Step[] = [
  { do: 'back up' },
  { do: 'edit', seed: 3, times: 2 },
  // What follows is built together.
  { do: 'damage', where: 'dist', harms: [harm, { ...harm, kind: 'gone', file: 8 }] },
  {
    do: 'damage',
    where: 'cache',
    harms: [harm, { ...harm, kind: 'another one’s bytes', file: 5 }],
  },
  { do: 'restore', where: 'cache' },
];

it('nothing is wrong after any step', async () => {
  const [some] = fc.sample(sequences, { seed: 11, numRuns: 1 }) as [Sequence];
  const counts = new Counts();
  const turns = steps.map((step) => ({
    step,
    isSettled: !('where' in step && step.where === 'dist'),
  }));
  await live({ ...some, turns }, counts, () => {});
  expect(counts.get('builds')).toBe(4);
});
