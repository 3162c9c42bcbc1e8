// The fuzzer: many of its sequences, and a fault that it has to find, to make short, and to give again.
import { expect, it } from 'vitest';
import { fuzz } from '../fuzz/fuzz.js';
import type { Sequence } from '../fuzz/sequence.js';

it('finds nothing in a hundred sequences', async () => {
  const { counts, fault } = await fuzz({ seconds: 0, seed: 1, runs: 100 });
  expect(fault).toBeUndefined();
  expect(counts.get('builds')).toBeGreaterThan(100);
});

it('gives a fault again by its seed, and makes it short', async () => {
  const isFaulty = ({ turns }: Sequence) => turns.some(({ step }) => step.do === 'restore');
  const lived = async (sequence: Sequence) => {
    if (isFaulty(sequence)) throw new Error('there it is');
  };
  const first = await fuzz({ seconds: 60, seed: 1, lived });
  expect(first.fault).toContain('there it is');
  expect(first.fault!.match(/"do":/g)!.length).toBeLessThan(3);
  expect(first.fault).toContain('"vacancies":[],"resumes":[]');
  const again = await fuzz({ seconds: 0, seed: first.seed, lived });
  expect(again.fault).toBe(first.fault);
});
