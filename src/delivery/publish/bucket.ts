// The interface of what is published to: named bytes, of which readers get `live/`, at the same paths as in `dist/`.
// What publishing keeps for itself is below `kept/`, out of readers' reach.

export type Key = `live/${string}` | `kept/${string}`;

/** A local file that is sent only if it has this SHA-256. */
export interface LocalFile {
  readonly path: string;
  readonly hash: string;
}

/** Write only if nothing is there, or if what is there has this etag. */
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
  /** Whether the store keeps what is replaced and removed, as far as its answers tell. */
  readonly keepsVersions: boolean;
  read(key: Key): Promise<Stored | undefined>;
  /** Writes all bytes or none. Returns their etag; undefined if the condition does not hold. */
  write(
    key: Key,
    source: Buffer | LocalFile,
    headers: string,
    condition?: Condition,
  ): Promise<string | undefined>;
  /** Copies within the bucket. False if the source is not there, or has another etag than the given one. */
  copy(from: Key, to: Key, headers: string, etag?: string): Promise<boolean>;
  /** Removes what is stored under a key. It is no error if nothing is. */
  remove(key: Key): Promise<void>;
  list(below: Key): AsyncIterable<Listed>;
  close(): void;
}

/** The snapshot is not live, for a reason that passes: the store failed in spite of retries, or somebody else publishes. */
export class NotLive extends Error {
  override name = 'NotLive';
}
