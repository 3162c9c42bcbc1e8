// How long a property is tried, and how large a large portal is: briefly by `npm test`, long by `npm run test:night`.
import fc from 'fast-check';

/** How many times as long as by day a night looks (`NIGHT=50`). */
const times = Number(process.env['NIGHT'] ?? 1);

/** Whether this is a night, on which sizes and numbers are large. */
export const isNight = times > 1;

/** What ends a test that hangs, in milliseconds: a busy machine takes ten times as long as a quiet one. */
export const PATIENCE = 600_000 * times;

/** For a property that is tried so often by day. */
export const runs = (byDay: number) => ({ numRuns: byDay * times });

// By day each run tries the same values, so that it fails for a change alone; a night tries new ones. A search for the
// shortest example that would take too long ends in time to show what it found.
fc.configureGlobal({
  ...runs(100),
  ...(isNight ? {} : { seed: 20_261_121 }),
  interruptAfterTimeLimit: PATIENCE * 0.7,
  markInterruptAsFailure: true,
});
