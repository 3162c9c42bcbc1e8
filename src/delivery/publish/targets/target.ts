// The interface of a target: a store of named bytes with a clock, whose writes may have a condition. Which files
// are written there, when, and what is kept beside them is decided elsewhere. To add a target, write a file here and a
// line in ../index.ts.

/**
 * A name in a target. `live/` is what readers get, at the same paths as in `dist/`; `kept/` is what publishing
 * keeps for itself, out of readers' reach.
 */
export type Key = `live/${string}` | `kept/${string}`;

/** A file of the local snapshot that is to be sent. */
export interface LocalFile {
  readonly path: string;
  readonly size: number;
  /** SHA-256 in hexadecimal: if the file has changed since, it must not be sent. */
  readonly hash: string;
}

/** When to write: `absent`, if nothing is stored under the key; `etag`, if what is stored has this etag. */
export type Condition = 'absent' | { readonly etag: string } | undefined;

export interface Stored {
  readonly bytes: Buffer;
  readonly etag: string;
  /** Milliseconds since it was written, by the target's own clock. */
  readonly age: number;
}

export interface Listed {
  /** Relative to the key that was listed. */
  readonly name: string;
  readonly size: number;
  readonly etag: string;
}

/** How much a target was used. */
export interface TargetMeter {
  requests: number;
  /** `sent` and `received` are bytes of bodies. */
  sent: number;
  received: number;
}

export interface PublishTarget {
  /** Its address, as the user gave it. */
  readonly name: string;
  readonly meter: TargetMeter;
  /** Returns what is stored under a key; undefined if nothing is, or if it has more than `most` bytes. */
  read(key: Key, most?: number): Promise<Stored | undefined>;
  /**
   * Writes all bytes or none; the target checks them as they arrive. Returns their etag, which changes with the bytes;
   * undefined if the condition did not hold, and nothing was written.
   */
  write(
    key: Key,
    source: Buffer | LocalFile,
    headers: string,
    condition?: Condition,
  ): Promise<string | undefined>;
  /**
   * Copies within the target. Returns the etag of the copy; undefined if the source is not there, or has another
   * etag than the given one.
   */
  copy(
    from: Key,
    to: Key,
    source: { readonly etag: string; readonly size: number },
    headers: string,
  ): Promise<string | undefined>;
  /** Removes what is stored under a key. It is no error if nothing is. */
  remove(key: Key): Promise<void>;
  list(below: Key): AsyncIterable<Listed>;
  /** Makes what was written outlast a power cut; targets without this method do that at each write. */
  settle?(): Promise<void>;
  /** Removes what interrupted transfers left behind. Only the holder of the lock may call it. */
  tidy(): Promise<void>;
  /** Returns the etag that a local file would have in the target; empty if it cannot be computed. */
  etagOf(file: LocalFile): string;
  /** The time by the target's clock, in milliseconds: the clock of this machine may jump. */
  now(): number;
  /** Reasons why removed files may still be there: a bucket keeps versions, for example. */
  warnings(): readonly string[];
  close(): void;
}

/** How a target is reached. */
export interface TargetOptions {
  /** The address of a server that speaks the protocol of S3, if not AWS. */
  readonly endpoint?: string;
  /** The most milliseconds to wait for one answer. */
  readonly timeout?: number;
  /** The most bytes that the store copies at once; 5 GiB by default. */
  readonly mostCopied?: number;
}

/** A target failed in spite of retries. To publish again finishes the work. */
export class TargetFailure extends Error {
  override name = 'TargetFailure';
}
