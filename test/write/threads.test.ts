// How many threads a run has on machines of many processors.
import { syncBuiltinESMExports } from 'node:module';
import os from 'node:os';
import { expect, it, vi } from 'vitest';
import { Pool } from '../../src/engine/pool/pool.js';
import { atEnd } from '../support/at-end.js';

vi.spyOn(os, 'availableParallelism').mockReturnValue(64);
syncBuiltinESMExports();
atEnd(() => {
  vi.restoreAllMocks();
  syncBuiltinESMExports();
});

it('starts no more threads than pay, unless pages are compressed or it is told how many', () => {
  expect(new Pool(undefined).size(false)).toBe(1);
  expect(new Pool(undefined).size(true)).toBe(8);
  expect(new Pool(undefined, ['br']).size(true)).toBe(64);
  expect(new Pool(undefined, ['br']).size(false)).toBe(1);
  expect(new Pool(16).size(true)).toBe(16);
  expect(new Pool(1).size(true)).toBe(1);
});
