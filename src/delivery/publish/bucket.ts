// The interface of a bucket, which stores bytes under names (keys). `live/` has what readers get, with the same paths
// as `dist/`. `kept/` is only for `publish`.

export type Key = `live/${string}` | `kept/${string}`;

/** A file on this machine. It is only sent if it has this SHA-256. */
export interface LocalFile {
  readonly path: string;
  readonly hash: string;
}

/** A condition for a write: there must be nothing under the name, or something with this etag. */
export type Condition = 'absent' | { readonly etag: string };

export interface Stored {
  readonly bytes: Buffer;
  readonly etag: string;
  /** The HTTP headers that readers get, one on each line; undefined if the store does not tell them. */
  readonly headers?: string | undefined;
  /** Milliseconds since the object was written, by the clock of the store. */
  readonly age: number;
}

export interface Listed {
  /** The key of the object without the beginning that was listed: `lock` for `kept/lock` in the list of `kept/`. */
  readonly name: string;
  readonly etag: string;
  /** When the object was written, by the clock of the store. */
  readonly at: Date | undefined;
}

export interface Bucket {
  /** The address as the user wrote it. */
  readonly name: string;
  /** The number of requests to the store, and the number of bytes that were written. */
  readonly meter: { requests: number; sent: number };
  /** Whether the store keeps replaced and removed files as old versions, as far as its answers show. */
  readonly keepsVersions: boolean;
  read(key: Key): Promise<Stored | undefined>;
  /** Writes all bytes or none. Returns the etag; undefined if the store refuses the write because of the condition. */
  write(
    key: Key,
    source: Buffer | LocalFile,
    headers: string,
    condition?: Condition,
  ): Promise<string | undefined>;
  /** Copies an object within the bucket. Returns false if `from` is missing. */
  copy(from: Key, to: Key, headers: string): Promise<boolean>;
  /** Removes the object with this key. It is no error if there is none. */
  remove(key: Key): Promise<void>;
  list(below: Key): AsyncIterable<Listed>;
  close(): void;
}

/**
 * The work could not be completed, but another attempt may succeed: the store failed in spite of retries, for example,
 * or somebody else is publishing.
 */
export class NotLive extends Error {
  override name = 'NotLive';
}
