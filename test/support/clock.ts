// A clock by which files are old enough for what is known of them (src/files/disk/stat-signature.ts), without a wait.
import { vi } from 'vitest';
import { atEnd } from './at-end.js';

/** Files and folders count as settled at once, until the test file ends. */
export function settleAtOnce(): void {
  const start = Date.now() - performance.now();
  const now = vi.spyOn(Date, 'now').mockImplementation(() => start + performance.now() + 10_000);
  atEnd(() => now.mockRestore());
}
