// A queue for several threads. Each thread takes the next item, until no item is left.

/** If the data files have fewer bytes than this, starting threads takes longer than it saves. */
export const MANY_BYTES = 48 << 20;
/** If there are fewer records than this, starting threads takes longer than it saves. */
export const MANY_RECORDS = 50_000;

/** The tasks of worker threads (see ../worker.ts). */
export type TaskName = 'hash' | 'compile' | 'write';

/** `count` items to do, numbered from 0. Plain data, which can be sent to threads. */
export interface Queue {
  readonly count: number;
  /** One number, in shared memory: the number of the next item. */
  readonly taken: Int32Array;
}

/** Returns a queue of `count` items. No item is taken yet. */
export const queueOf = (count: number): Queue => ({
  count,
  taken: new Int32Array(new SharedArrayBuffer(4)),
});

/** Takes the next item and returns its number; -1 when none is left. */
export function next({ taken, count }: Queue): number {
  const at = Atomics.add(taken, 0, 1);
  return at < count ? at : -1;
}

/** Empties the queue: {@link next} returns -1 from now on. */
export function drain({ taken, count }: Queue): void {
  Atomics.store(taken, 0, count);
}
