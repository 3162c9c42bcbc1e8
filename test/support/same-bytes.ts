// Buffers are compared as a whole: `toEqual` would look at each of their bytes, which takes as long as all else in some tests.
import { expect } from 'vitest';

expect.addEqualityTesters([
  (a, b) => (Buffer.isBuffer(a) && Buffer.isBuffer(b) ? a.equals(b) : undefined),
]);
