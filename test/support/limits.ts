// Limits that are small while a test runs, so that little data is too much.
import { onTestFinished } from 'vitest';
import { LIMITS } from '../../src/model/limits.js';

/** Sets a limit until the end of the test. */
export function lower(name: keyof typeof LIMITS, to: number): void {
  const usual = LIMITS[name];
  Object.assign(LIMITS, { [name]: to });
  onTestFinished(() => void Object.assign(LIMITS, { [name]: usual }));
}
