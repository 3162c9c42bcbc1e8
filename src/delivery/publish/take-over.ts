// Takes over a bucket that version 2 of this tool published. The record of that version (`kept/state`) has the files of
// the live snapshot, and how earlier snapshots differ from it. Files that only earlier snapshots have are in
// `kept/objects/` already. The live files are copied there within the store, so that none has to be sent again.
import { hash } from 'node:crypto';
import * as z from 'zod';
import { atOnce } from '../../files/at-once.js';
import { SNAPSHOT } from '../../site/address.js';
import { BESIDE, fileBeside } from '../../site/kinds.js';
import { jsonOf } from '../http/json.js';
import type { Watch } from './bring.js';
import type { Bucket, Key } from './bucket.js';
import {
  describedBy,
  type Files,
  type KeptFile,
  keep,
  objectKey,
  type Snapshot,
} from './history.js';
import { isPublished, isSum, PRIVATE } from './kinds.js';

const RECORD: Key = 'kept/state';
const PROBE: Key = 'kept/probe';

const sum = z.string().refine(isSum);
/** A file in the record: its SHA-256, its size, the index of its headers in `headers`, ids of its records, its etag. */
const row = z.tuple([sum, z.number(), z.int().min(0), z.string(), z.string()]);
const number = z.int().min(1);
const record = z.object({
  format: z.literal(1),
  headers: z.array(z.string()),
  live: z.object({ number, files: z.record(z.string(), row) }).nullable(),
  history: z.array(z.object({ number, changes: z.record(z.string(), row.nullable()) })),
});
type Row = z.infer<typeof row>;

interface Recorded {
  readonly number: number;
  readonly rows: ReadonlyMap<string, Row>;
  readonly files: Files;
}

/**
 * Returns the live snapshot of a bucket that version 2 published, and adds the complete snapshots in its record to the
 * history. Returns undefined if the record or the live snapshot is missing or damaged. `id`: the id of the live
 * snapshot; `isDry`: whether to change nothing.
 */
export async function takeOver(
  bucket: Bucket,
  id: string | null,
  isDry: boolean,
  watch: Watch,
  warnings: string[],
): Promise<Snapshot | undefined> {
  const stored = await bucket.read(RECORD);
  if (!stored) return undefined;
  const [live, ...earlier] = snapshotsIn(stored.bytes) ?? [];
  if (isDry) return live && id !== null ? { id, files: live.files } : undefined;
  const taken = live && (await carry(bucket, live, earlier, watch));
  if (!taken) {
    warnings.push(
      'the record of what version 2 published here cannot be used: all files are sent again',
    );
  }
  for (const key of [RECORD, PROBE]) await bucket.remove(key);
  return taken;
}

/** The snapshots in a record, the live one first; undefined if the record is damaged. */
function snapshotsIn(bytes: Buffer): Recorded[] | undefined {
  const [, sum, text = ''] = /^(\w+)\n(.*)$/s.exec(bytes.toString()) ?? [];
  if (hash('sha256', text, 'hex') !== sum) return undefined;
  const { headers, live, history } = record.safeParse(jsonOf(text)).data ?? {};
  if (!headers || !live || !history) return undefined;
  const recorded = (number: number, all: Readonly<Record<string, Row | null>>): Recorded => {
    const rows = new Map<string, Row>();
    const files = new Map<string, KeptFile>();
    for (const [name, row] of Object.entries(all)) {
      // Version 2 also published compressed copies, and files beside the API. Of these, only 404.json is still
      // published.
      const isOurs = name === '404.json' || !(BESIDE.includes(name) || fileBeside(name));
      if (!row || !isOurs || !isPublished(name)) continue;
      rows.set(name, row);
      files.set(name, { hash: row[0], headers: headers[row[2]] ?? '' });
    }
    return { number, rows, files };
  };
  return [
    recorded(live.number, live.files),
    ...history.map(({ number, changes }) => recorded(number, { ...live.files, ...changes })),
  ];
}

/**
 * Copies the files of the live snapshot into the history, and writes the lists of the snapshots that are complete.
 * Returns the live snapshot; undefined if it is not complete.
 */
async function carry(
  bucket: Bucket,
  live: Recorded,
  earlier: readonly Recorded[],
  watch: Watch,
): Promise<Snapshot | undefined> {
  const objects = new Set<string>();
  for await (const { name } of bucket.list('kept/objects/')) objects.add(name);
  const missing = [...live.rows].filter(([, [hash]]) => !objects.has(hash));
  let done = 0;
  await atOnce(missing, async ([name, [hash, , , , etag]]) => {
    watch.check();
    const isKept = await bucket.copy(`live/${name}`, objectKey(hash), PRIVATE, etag);
    if (isKept) objects.add(hash);
    watch.onProgress('taking over', ++done, missing.length);
  });
  let taken: Snapshot | undefined;
  for (const { number, files } of [...earlier, live]) {
    if (![...files.values()].every(({ hash }) => objects.has(hash))) continue;
    const description = await bucket.read(objectKey(files.get(SNAPSHOT)?.hash ?? ''));
    const id = describedBy(description?.bytes)?.id;
    if (id === undefined) continue;
    await keep(bucket, { id, files }, number);
    if (files === live.files) taken = { id, files };
  }
  return taken;
}
