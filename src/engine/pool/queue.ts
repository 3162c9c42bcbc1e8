// A queue that threads share: each takes the next thing to do, until none is left.

/** For fewer bytes of data files, other threads cost more than they save. */
export const MANY_BYTES = 48 << 20;
/** For fewer records, other threads cost more than they save. */
export const MANY_RECORDS = 50_000;

/** The tasks that threads share by queues; see ../worker.ts. */
export type TaskName = 'hash' | 'compile' | 'write';

/** Things to do, numbered from 0. Plain data. */
export interface Queue {
  /** How many there are. */
  readonly count: number;
  /** Its only element: how many are taken. Threads share it. */
  readonly taken: Int32Array;
}

/** A queue of so many things, of which none is taken yet. */
export const queueOf = (count: number): Queue => ({
  count,
  taken: new Int32Array(new SharedArrayBuffer(4)),
});

/** Takes the next thing and returns its number; -1 when none is left. */
export function next({ taken, count }: Queue): number {
  const at = Atomics.add(taken, 0, 1);
  return at < count ? at : -1;
}

/** Leaves nothing to take. */
export function drain({ taken, count }: Queue): void {
  Atomics.store(taken, 0, count);
}
