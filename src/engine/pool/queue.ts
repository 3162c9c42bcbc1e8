// A queue that threads share: each takes the next item, until none is left.

/** With fewer bytes of data files, starting threads takes longer than it saves. */
export const MANY_BYTES = 48 << 20;
/** With fewer records, starting threads takes longer than it saves. */
export const MANY_RECORDS = 50_000;

/** The tasks that threads do by queues; see ../worker.ts. */
export type TaskName = 'hash' | 'compile' | 'write';

/** Items to do, numbered from 0. Plain data. */
export interface Queue {
  /** How many items there are. */
  readonly count: number;
  /** An array with one element: the number of items that were taken. All threads share it. */
  readonly taken: Int32Array;
}

/** Returns a queue of `count` items, none of which is taken yet. */
export const queueOf = (count: number): Queue => ({
  count,
  taken: new Int32Array(new SharedArrayBuffer(4)),
});

/** Takes the next item and returns its number; -1 when none is left. */
export function next({ taken, count }: Queue): number {
  const at = Atomics.add(taken, 0, 1);
  return at < count ? at : -1;
}

/** Empties the queue. */
export function drain({ taken, count }: Queue): void {
  Atomics.store(taken, 0, count);
}
