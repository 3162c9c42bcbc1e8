// Changes the clock so that files count as old enough for their stat signatures to be trusted, without waiting.
import { vi } from 'vitest';
import { atEnd } from './at-end.js';

/** Files and folders count as settled at once, until the test file ends. */
export function settleAtOnce(): void {
  const start = Date.now() - performance.now();
  const now = vi.spyOn(Date, 'now').mockImplementation(() => start + performance.now() + 10_000);
  atEnd(() => now.mockRestore());
}
