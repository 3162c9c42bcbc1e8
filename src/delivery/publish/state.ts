// What is in a target: the manifest of the live snapshot, the files that were given up and wait to be deleted, the
// differences of earlier snapshots, and the files that a publication which broke off was to send. records.ts stores
// all this in the target.
import type { Owed } from './purge/owed.js';

/** In place of a hash: the bytes are those of one of our snapshots, but it is not known of which. */
export const UNKNOWN = 'unknown';

/** Whether a text is a SHA-256 in hexadecimal. */
export const isSum = (text: string): boolean => /^[0-9a-f]{64}$/.test(text);

/** A manifest's entry for a file. */
export interface ManifestEntry {
  /** SHA-256 in hexadecimal; of a file in the target also {@link UNKNOWN}, or empty if someone else wrote it. */
  readonly hash: string;
  readonly size: number;
  /** HTTP headers, a line each (see kinds.ts). */
  readonly headers: string;
  /** The ids of the records that the file shows (see ids.ts). */
  readonly ids: string;
  /** The target's etag for these bytes; empty for a file that is not known to be there. */
  readonly etag: string;
}

export type Manifest = ReadonlyMap<string, ManifestEntry>;

/** What identifies a snapshot: its id, and its number among all that were published to the target. */
export interface SnapshotName {
  readonly id: string;
  readonly number: number;
  /** When it was first published, by the target's clock. */
  readonly at: string;
  /** The id of the snapshot that was live until then, or before the unproved ones that were; records of earlier builds lack it. */
  readonly replaced?: string | undefined;
}

export interface Unproved {
  /** Whether it is to be proved, and that has not succeeded yet: if the proof fails, the one before comes back. */
  readonly unproved?: boolean | undefined;
}

/** A snapshot that can be brought back, as its differences from the live one; null: it lacks that file. */
export interface Earlier extends SnapshotName {
  readonly changes: ReadonlyMap<string, ManifestEntry | null>;
}

/** A file that the live snapshot no longer has, and that is still in the target. */
export interface Expiring {
  readonly entry: ManifestEntry;
  /** When the live snapshot lost it, in milliseconds, by the target's clock. */
  readonly since: number;
}

export interface TargetState {
  readonly live: (SnapshotName & Unproved & { readonly files: Manifest }) | undefined;
  readonly expiring: ReadonlyMap<string, Expiring>;
  /** The newest first, by number. */
  readonly history: readonly Earlier[];
  /** What is kept for history: hash → etag. */
  readonly kept: ReadonlyMap<string, string>;
  /** Hashes of bytes that were kept, and are no longer needed. */
  readonly trash: readonly string[];
  /** The files that a publication which has begun is to send: those that differ. */
  readonly pending: Manifest | undefined;
  /** Names of pending files that readers may reach already; nothing links to the others. */
  readonly visible: readonly string[];
  readonly pendingPurges: Owed;
}

export const EMPTY: TargetState = {
  live: undefined,
  expiring: new Map(),
  history: [],
  kept: new Map(),
  trash: [],
  pending: undefined,
  visible: [],
  pendingPurges: new Map(),
};

/** Whether a file in the target is the wanted one, with its headers. */
export const isSame = (there: ManifestEntry | undefined, wanted: ManifestEntry): boolean =>
  there?.hash === wanted.hash && there.headers === wanted.headers;

/** Returns the files of an earlier snapshot, from those of the live one. */
export function filesOf(
  live: Manifest,
  { changes }: Pick<Earlier, 'changes'>,
): Map<string, ManifestEntry> {
  const files = new Map(live);
  for (const [name, entry] of changes) {
    if (entry) files.set(name, entry);
    else files.delete(name);
  }
  return files;
}

/** Returns the differences of `files` from those of the live snapshot. */
export function changesFrom(live: Manifest, files: Manifest): Map<string, ManifestEntry | null> {
  const changes = new Map<string, ManifestEntry | null>();
  for (const [name, entry] of files) if (!isSame(live.get(name), entry)) changes.set(name, entry);
  for (const name of live.keys()) if (!files.has(name)) changes.set(name, null);
  return changes;
}
