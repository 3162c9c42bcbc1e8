// What a publication tells while it works, and asks before it changes something.

/** Where a bucket is between two snapshots, which are named as in the history: `3-…`. */
export interface Place {
  /** The snapshot that is live, or that was live before `next`. */
  readonly live?: string | undefined;
  /** The snapshot that is being made live. */
  readonly next?: string | undefined;
}

/** Functions that are called while a bucket is changed. */
export interface Watch {
  /** Called before each change. Throws if this run no longer has the lock, or was stopped. */
  readonly mayChange: () => Promise<void>;
  /** Notes in the lock from which snapshot to which one the bucket is changed. Throws as `mayChange` does. */
  readonly aim: (place: Place) => Promise<void>;
  readonly onProgress: (phase: string, done: number, total: number) => void;
}
