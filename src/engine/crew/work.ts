// Work that threads share: things to do, of which whoever takes part takes the next one until none is left.

/** For fewer bytes of data files, other threads cost more than they save. */
export const MANY_BYTES = 48 << 20;
/** For fewer records, other threads cost more than they save. */
export const MANY_RECORDS = 50_000;

/** What threads do. */
export type JobName = 'hash' | 'compile' | 'look' | 'write';

/** Things to do. Plain data. */
export interface Work {
  /** How many there are. */
  readonly count: number;
  /** The one that is next, as the only element, which threads share. */
  readonly next: Int32Array;
}

/** So many things, of which none is taken yet. */
export const workOf = (count: number): Work => ({
  count,
  next: new Int32Array(new SharedArrayBuffer(4)),
});

/** Takes the next thing; -1 when none is left. */
export function take({ next, count }: Work): number {
  const taken = Atomics.add(next, 0, 1);
  return taken < count ? taken : -1;
}

/** Leaves nothing to take. */
export function takeAll({ next, count }: Work): void {
  Atomics.store(next, 0, count);
}
