// The interface of a bucket: bytes under names. Readers get `live/`, with the same paths as in `dist/`. What publishing
// keeps for itself is below `kept/`, which readers cannot reach.

export type Key = `live/${string}` | `kept/${string}`;

/** A local file that is sent only if it has this SHA-256. */
export interface LocalFile {
  readonly path: string;
  readonly hash: string;
}

/** Write only if nothing exists under the name, or if what exists has this etag. */
export type Condition = 'absent' | { readonly etag: string };

export interface Stored {
  readonly bytes: Buffer;
  readonly etag: string;
  /** Milliseconds since it was written, by the clock of the store. */
  readonly age: number;
}

export interface Listed {
  /** Relative to the key that was listed. */
  readonly name: string;
  readonly etag: string;
  /** When it was written, by the clock of the store. */
  readonly at: Date | undefined;
}

export interface Bucket {
  /** Its address, as the user gave it. */
  readonly name: string;
  /** How many requests were sent to the store, and how many bytes of bodies with them. */
  readonly meter: { requests: number; sent: number };
  /** Whether the store keeps old versions of what is replaced and removed, as far as its answers show. */
  readonly keepsVersions: boolean;
  read(key: Key): Promise<Stored | undefined>;
  /** Writes all bytes or none. Returns their etag; undefined if the condition is not met. */
  write(
    key: Key,
    source: Buffer | LocalFile,
    headers: string,
    condition?: Condition,
  ): Promise<string | undefined>;
  /** Copies within the bucket. Returns false if the source does not exist, or has another etag than the given one. */
  copy(from: Key, to: Key, headers: string, etag?: string): Promise<boolean>;
  /** Removes what is stored under a key. It is not an error if there is nothing. */
  remove(key: Key): Promise<void>;
  list(below: Key): AsyncIterable<Listed>;
  close(): void;
}

/**
 * The snapshot is not live, for a reason that will pass: the store failed in spite of retries, or somebody else is
 * publishing.
 */
export class NotLive extends Error {
  override name = 'NotLive';
}
