// The one record of what is in a target: the manifest of what is live, what was given up and still waits to
// go, how to get back to earlier snapshots, and what a publication that broke off was about to bring. It is
// one object, replaced in one go; a sum at its beginning tells when it was damaged.
import { hash } from 'node:crypto';

/** A file of a snapshot, as the manifest knows it. */
export interface Entry {
  /** SHA-256 in hexadecimal. */
  readonly hash: string;
  readonly size: number;
  /** A line each (see kinds.ts). */
  readonly headers: string;
  /** The ids of the records that it shows (see ids.ts). */
  readonly ids: string;
  /** What the target calls these bytes; empty for a file that is not known to be there. */
  readonly tag: string;
}

export type Files = ReadonlyMap<string, Entry>;

/** A snapshot by its names: its id, and its number among all that were published here. */
export interface SnapshotName {
  readonly id: string;
  readonly number: number;
  /** When it was first published, by the target's clock. */
  readonly at: string;
}

/** A snapshot that can be brought back: where it differs from the one that is live; null: it has no such file. */
export interface Earlier extends SnapshotName {
  readonly changes: ReadonlyMap<string, Entry | null>;
}

/** A file that the live snapshot no longer has, and that is still there. */
export interface Retired {
  readonly entry: Entry;
  /** Milliseconds, by the target's clock. */
  readonly since: number;
}

export interface State {
  readonly live: (SnapshotName & { readonly files: Files }) | undefined;
  readonly retired: ReadonlyMap<string, Retired>;
  /** The newest first, by number. */
  readonly history: readonly Earlier[];
  /** What is kept for history: hash → tag. */
  readonly kept: ReadonlyMap<string, string>;
  /** Hashes of what was kept and is no longer needed. */
  readonly trash: readonly string[];
  /** What a publication that has begun brings, as far as it differs. */
  readonly pending: Files | undefined;
  /** The names among them that readers may come by already; nothing leads to the others. */
  readonly reached: readonly string[];
  /** Files whose addresses caches were to forget, and may not have. */
  readonly owed: readonly string[];
}

export const EMPTY: State = {
  live: undefined,
  retired: new Map(),
  history: [],
  kept: new Map(),
  trash: [],
  pending: undefined,
  reached: [],
  owed: [],
};

/** Whether a file that is there is the one that is wanted. */
export const isSame = (a: Entry | undefined, b: Entry | undefined): boolean =>
  a?.hash === b?.hash && a?.headers === b?.headers;

/** The files of an earlier snapshot. */
export function filesOf(live: Files, { changes }: Pick<Earlier, 'changes'>): Map<string, Entry> {
  const files = new Map(live);
  for (const [name, entry] of changes) {
    if (entry) files.set(name, entry);
    else files.delete(name);
  }
  return files;
}

/** Where `files` differ from what is live. */
export function changesFrom(live: Files, files: Files): Map<string, Entry | null> {
  const changes = new Map<string, Entry | null>();
  for (const [name, entry] of files) if (!isSame(live.get(name), entry)) changes.set(name, entry);
  for (const name of live.keys()) if (!files.has(name)) changes.set(name, null);
  return changes;
}

/** An entry as it is written; its headers are a place in a table. */
type Row = readonly [hash: string, size: number, headers: number, ids: string, tag: string];
type Rows<T = Row> = Readonly<Record<string, T>>;

interface Written {
  readonly format: 1;
  readonly headers: readonly string[];
  readonly live: (SnapshotName & { readonly files: Rows }) | null;
  readonly retired: Rows<readonly [...Row, since: number]>;
  readonly history: readonly (SnapshotName & { readonly changes: Rows<Row | null> })[];
  readonly kept: Rows<string>;
  readonly trash: readonly string[];
  readonly pending: Rows | null;
  readonly reached: readonly string[];
  readonly owed: readonly string[];
}

/** A state as bytes. */
export function encode(state: State): Buffer {
  const { live, retired, history, kept, trash, pending, reached, owed } = state;
  const headers: string[] = [];
  const places = new Map<string, number>();
  const row = (entry: Entry): Row => {
    let place = places.get(entry.headers);
    if (place === undefined) {
      place = headers.push(entry.headers) - 1;
      places.set(entry.headers, place);
    }
    return [entry.hash, entry.size, place, entry.ids, entry.tag];
  };
  const rows = (files: Files): Rows => mapped(files, row);
  const written: Written = {
    format: 1,
    headers,
    live: live ? { ...live, files: rows(live.files) } : null,
    retired: mapped(retired, ({ entry, since }) => [...row(entry), since] as const),
    history: history.map(({ changes, ...name }) => ({
      ...name,
      changes: mapped(changes, (entry) => entry && row(entry)),
    })),
    kept: Object.fromEntries(kept),
    trash,
    pending: pending ? rows(pending) : null,
    reached,
    owed,
  };
  const text = JSON.stringify(written);
  return Buffer.from(`${hash('sha256', text, 'hex')}\n${text}`);
}

/** A state from its bytes; undefined when they are damaged, or of another version of the tool. */
export function decode(bytes: Buffer): State | undefined {
  const whole = bytes.toString();
  const end = whole.indexOf('\n');
  const text = whole.slice(end + 1);
  if (hash('sha256', text, 'hex') !== whole.slice(0, Math.max(end, 0))) return undefined;
  // The sum is right, so these are bytes that `encode` made, as long as the format is this one.
  const written = JSON.parse(text) as Written;
  if (written.format !== 1) return undefined;
  const entry = ([hash, size, place, ids, tag]: Row): Entry => {
    return { hash, size, headers: written.headers[place] ?? '', ids, tag };
  };
  const files = (rows: Rows): Files => entries(rows, entry);
  const { live, retired, history, kept, trash, pending, reached, owed } = written;
  return {
    live: live ? { ...live, files: files(live.files) } : undefined,
    retired: entries(retired, ([hash, size, place, ids, tag, since]) => {
      return { entry: entry([hash, size, place, ids, tag]), since };
    }),
    history: history.map(({ changes, ...name }) => ({
      ...name,
      changes: entries(changes, (row) => row && entry(row)),
    })),
    kept: new Map(Object.entries(kept)),
    trash,
    pending: pending ? files(pending) : undefined,
    reached,
    owed,
  };
}

function mapped<A, B>(map: ReadonlyMap<string, A>, change: (value: A) => B): Record<string, B> {
  return Object.fromEntries([...map].map(([name, value]) => [name, change(value)]));
}

function entries<A, B>(rows: Readonly<Record<string, A>>, change: (value: A) => B): Map<string, B> {
  return new Map(Object.entries(rows).map(([name, value]) => [name, change(value)]));
}
