// What a target is to publishing: a store of named bytes with a clock, whose writes may have a condition.
// Which files go there, when, and what is kept beside them is decided elsewhere; a third target is a
// folder here and a line in index.ts.

/**
 * A name in a target. `live/` is what readers are given, at the same paths as in `dist/`; `kept/` is what
 * publishing keeps for itself, where no reader comes.
 */
export type Key = `live/${string}` | `kept/${string}`;

/** A file of the local snapshot that is to be sent. */
export interface LocalFile {
  readonly path: string;
  readonly size: number;
  /** SHA-256 in hexadecimal: if the file has other bytes by now, it must not be sent. */
  readonly hash: string;
}

/** `absent`: nothing is there yet. A text: what is there has this etag. */
export type Condition = 'absent' | { readonly etag: string } | undefined;

export interface Stored {
  readonly bytes: Buffer;
  readonly etag: string;
  /** Milliseconds since it was written, by the target's own clock. */
  readonly age: number;
}

export interface Listed {
  /** Below what was listed. */
  readonly name: string;
  readonly size: number;
  readonly etag: string;
}

/** What has been asked of a target. */
export interface TargetMeter {
  requests: number;
  /** Of bodies. */
  sent: number;
  received: number;
}

export interface PublishTarget {
  /** As it was named. */
  readonly name: string;
  readonly meter: TargetMeter;
  /** What is there; undefined when nothing is, or it has more than so many bytes. */
  read(key: Key, most?: number): Promise<Stored | undefined>;
  /**
   * Writes in one go, checked by the target as it arrives. Its etag, which changes with the bytes; undefined
   * when the condition did not hold, and nothing was written.
   */
  write(
    key: Key,
    source: Buffer | LocalFile,
    headers: string,
    condition?: Condition,
  ): Promise<string | undefined>;
  /**
   * Copies within the target; `etag`: what the source must have. The copy's own etag; undefined when the
   * source is not there or has another etag.
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
  /** From here on what was written outlasts a power cut; targets without it see to that by themselves. */
  settle?(): Promise<void>;
  /** Removes what transfers left that broke off; for who holds the lock. */
  tidy(): Promise<void>;
  /** The etag that a local file would have there, as far as can be told. */
  etagOf(file: LocalFile): string;
  /** The target's clock, as of its last answer, in milliseconds: that of this machine may jump. */
  now(): number;
  /** Why what was removed may still be there, such as a bucket that keeps versions. */
  warnings(): readonly string[];
  close(): void;
}

/** How a target is reached. */
export interface TargetOptions {
  /** The address of a server that speaks a service's protocol. */
  readonly endpoint?: string;
  /** Milliseconds for one answer. */
  readonly timeout?: number;
}

/** A target that took too much time or broke off, again and again. Running again finishes the work. */
export class TargetFailure extends Error {
  override name = 'TargetFailure';
}
