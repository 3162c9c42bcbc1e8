// How often a property is tried, and how large a large portal is: small for `npm test`, large for `npm run
// test:night`.
import fc from 'fast-check';

/** How many times as much is tried at night (`NIGHT=50`). */
const times = Number(process.env['NIGHT'] ?? 1);

/** Whether this is the run at night. */
export const isNight = times > 1;

/**
 * The time limit of a test, in milliseconds. It only ends tests that hang, because a busy machine may take ten times
 * as long as usual.
 */
export const PATIENCE = 600_000 * times;

/** The options for a property that is tried so often by day. */
export const runs = (byDay: number) => ({ numRuns: byDay * times });

// By day, each run tries the same values, so that it only fails because of a change. At night, the values are new.
// The search for the shortest failing example has a time limit.
fc.configureGlobal({
  ...runs(100),
  ...(isNight ? {} : { seed: 20_261_121 }),
  interruptAfterTimeLimit: PATIENCE * 0.7,
  markInterruptAsFailure: true,
});
