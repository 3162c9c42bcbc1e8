// What is in a target: the manifest of what is live, what was given up and still waits to go, how to get
// back to earlier snapshots, and what a publication that broke off was about to bring. How it is kept there
// is in records.ts.

/** Stands for the hash of bytes of one of our own snapshots, it is not known which. */
export const UNKNOWN = 'unknown';

/** Whether a text is a SHA-256 in hexadecimal. */
export const isSum = (text: string): boolean => /^[0-9a-f]{64}$/.test(text);

/** A file of a snapshot, as the manifest knows it. */
export interface ManifestEntry {
  /** SHA-256 in hexadecimal; of a file in the target also {@link UNKNOWN}, or empty for a stranger's bytes. */
  readonly hash: string;
  readonly size: number;
  /** A line each (see kinds.ts). */
  readonly headers: string;
  /** The ids of the records that it shows (see ids.ts). */
  readonly ids: string;
  /** What the target calls these bytes; empty for a file that is not known to be there. */
  readonly etag: string;
}

export type Manifest = ReadonlyMap<string, ManifestEntry>;

/** A snapshot by its names: its id, and its number among all that were published here. */
export interface SnapshotName {
  readonly id: string;
  readonly number: number;
  /** When it was first published, by the target's clock. */
  readonly at: string;
}

/** A snapshot that can be brought back: where it differs from the one that is live; null: it has no such file. */
export interface Earlier extends SnapshotName {
  readonly changes: ReadonlyMap<string, ManifestEntry | null>;
}

/** A file that the live snapshot no longer has, and that is still there. */
export interface Expiring {
  readonly entry: ManifestEntry;
  /** Milliseconds, by the target's clock. */
  readonly since: number;
}

export interface TargetState {
  readonly live: (SnapshotName & { readonly files: Manifest }) | undefined;
  readonly expiring: ReadonlyMap<string, Expiring>;
  /** The newest first, by number. */
  readonly history: readonly Earlier[];
  /** What is kept for history: hash → etag. */
  readonly kept: ReadonlyMap<string, string>;
  /** Hashes of what was kept and is no longer needed. */
  readonly trash: readonly string[];
  /** What a publication that has begun brings, as far as it differs. */
  readonly pending: Manifest | undefined;
  /** The names among them that readers may come by already; nothing leads to the others. */
  readonly visible: readonly string[];
  /** Files whose addresses caches were to forget, and may not have. */
  readonly pendingPurges: readonly string[];
}

export const EMPTY: TargetState = {
  live: undefined,
  expiring: new Map(),
  history: [],
  kept: new Map(),
  trash: [],
  pending: undefined,
  visible: [],
  pendingPurges: [],
};

/** Whether a file that is there is the one that is wanted. */
export const isSame = (there: ManifestEntry | undefined, wanted: ManifestEntry): boolean =>
  there?.hash === wanted.hash && there.headers === wanted.headers;

/** The files of an earlier snapshot. */
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

/** Where `files` differ from what is live. */
export function changesFrom(live: Manifest, files: Manifest): Map<string, ManifestEntry | null> {
  const changes = new Map<string, ManifestEntry | null>();
  for (const [name, entry] of files) if (!isSame(live.get(name), entry)) changes.set(name, entry);
  for (const name of live.keys()) if (!files.has(name)) changes.set(name, null);
  return changes;
}
