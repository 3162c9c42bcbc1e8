// Compares buffers as a whole. `toEqual` alone would compare byte by byte, which takes most of the time of some
// tests.
import { expect } from 'vitest';

expect.addEqualityTesters([
  (a, b) => (Buffer.isBuffer(a) && Buffer.isBuffer(b) ? a.equals(b) : undefined),
]);
