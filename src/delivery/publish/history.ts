// The history of a bucket. It has each file once, under its SHA-256 (`kept/objects/`), and a list of files for each
// snapshot (`kept/snapshots/`). So an earlier snapshot can become live again without sending its pages again.
import * as z from 'zod';
import { atOnce } from '../../files/at-once.js';
import { jsonOf } from '../../files/source/foreign-json.js';
import { memo } from '../../model/memo.js';
import { SNAPSHOT } from '../../site/address.js';
import { isSafeName } from '../../site/kinds.js';
import { isSum, type ReadSnapshot, snapshotIn } from '../../site/snapshot-reader.js';
import type { Bucket, Key } from './bucket.js';
import { PRIVATE } from './headers.js';
import type { Watch } from './watch.js';

/** A file of a snapshot in the history. */
export interface KeptFile {
  /** SHA-256 in hexadecimal. */
  readonly hash: string;
  /** HTTP headers, one on each line. */
  readonly headers: string;
}

export type Files = ReadonlyMap<string, KeptFile>;

export interface Snapshot {
  /** The id in its snapshot.json. */
  readonly id: string;
  readonly files: Files;
}

/**
 * A snapshot in the history. A snapshot that was published later has a higher number. If a run was interrupted, its
 * snapshot may have the same number as the next one.
 */
export interface Kept {
  readonly id: string;
  readonly number: number;
  /** When its list of files was written, by the clock of the store. */
  readonly at: Date | undefined;
}

export const objectKey = (hash: string): Key => `kept/objects/${hash}`;
/** The name of a snapshot in the history. A snapshot that was published twice has two names. */
export const entryName = ({ number, id }: Pick<Kept, 'number' | 'id'>): string => `${number}-${id}`;
const keyOf = (kept: Pick<Kept, 'number' | 'id'>): Key => `kept/snapshots/${entryName(kept)}`;

/** The JSON of a snapshot's list of files: for each group of headers, the SHA-256 of each file by its name. */
const written = z.record(
  z.string().regex(/^[ -~\n]*$/),
  z.record(z.string().refine(isSafeName), z.string().refine(isSum)),
);

/** The snapshots in the history, newest first. */
export async function historyOf(bucket: Bucket): Promise<Kept[]> {
  const kept: Kept[] = [];
  for await (const { name, at } of bucket.list('kept/snapshots/')) {
    const [, number, id] = /^(\d+)-([0-9a-f]{64})$/.exec(name) ?? [];
    if (id !== undefined) kept.push({ number: Number(number), id, at });
  }
  return kept.sort((a, b) => b.number - a.number);
}

/** Reads a snapshot of the history; undefined if its list is missing or damaged. */
export async function keptSnapshot(bucket: Bucket, kept: Kept): Promise<Snapshot | undefined> {
  const lists = written.safeParse(jsonOf((await bucket.read(keyOf(kept)))?.bytes)).data;
  if (!lists) return undefined;
  const files = new Map<string, KeptFile>();
  for (const [headers, hashes] of Object.entries(lists)) {
    for (const [name, hash] of Object.entries(hashes)) files.set(name, { hash, headers });
  }
  return { id: kept.id, files };
}

/** The snapshot.json that readers get; undefined if there is none, or it is not right. */
export const liveDescription = async (bucket: Bucket): Promise<ReadSnapshot | undefined> =>
  snapshotIn((await bucket.read(`live/${SNAPSHOT}`))?.bytes);

/** Writes the list of a snapshot's files into the history. */
export async function keep(bucket: Bucket, { id, files }: Snapshot, number: number): Promise<void> {
  const lists = new Map<string, Record<string, string>>();
  const own = (headers: string) => memo(lists, headers, (): Record<string, string> => ({}));
  for (const [name, { hash, headers }] of files) own(headers)[name] = hash;
  const text = JSON.stringify(Object.fromEntries(lists));
  await bucket.write(keyOf({ number, id }), Buffer.from(text), PRIVATE);
}

/** Removes snapshots from the history. Their files stay until {@link sweep} removes them. */
export const forget = (bucket: Bucket, gone: readonly Kept[], watch: Watch): Promise<void> =>
  atOnce(gone, async (kept) => {
    await watch.mayChange();
    await bucket.remove(keyOf(kept));
  });

/** The objects in `kept/objects/`. Those without a SHA-256 as their name are of somebody else, such as another target. */
export async function objectsIn(
  bucket: Bucket,
): Promise<{ readonly etags: ReadonlyMap<string, string>; readonly foreign: readonly string[] }> {
  const etags = new Map<string, string>();
  const foreign: string[] = [];
  for await (const { name, etag } of bucket.list('kept/objects/')) {
    if (isSum(name)) etags.set(name, etag);
    else foreign.push(name);
  }
  return { etags, foreign };
}

/**
 * Removes the files in `kept/objects/` that belong to no snapshot of the history: no file in `kept/snapshots/`
 * names them. Returns the names of objects there that are of somebody else.
 */
export async function sweep(bucket: Bucket, watch: Watch): Promise<readonly string[]> {
  const needed = new Set<string>();
  for (const kept of await historyOf(bucket)) {
    for (const { hash } of (await keptSnapshot(bucket, kept))?.files.values() ?? []) {
      needed.add(hash);
    }
  }
  const { etags, foreign } = await objectsIn(bucket);
  const unneeded = [...etags.keys()].filter((hash) => !needed.has(hash));
  await atOnce(unneeded, async (hash) => {
    await watch.mayChange();
    await bucket.remove(objectKey(hash));
  });
  return foreign;
}
