// Stores the record of a target: one object, which is read once, and replaced as a whole if nobody else has replaced it
// since. What others wrote there is not trusted: `decode` returns only what a publication can have written.
import { hash } from 'node:crypto';
import { z } from 'zod';
import { memo } from '../../model/memo.js';
import { UsageError } from '../../problems/problem.js';
import { quote } from '../../problems/quote.js';
import { isPublished } from './kinds.js';
import { Held } from './lock.js';
import { ANY_CDN } from './purge/owed.js';
import {
  EMPTY,
  isSum,
  type Manifest,
  type ManifestEntry,
  type TargetState,
  UNKNOWN,
} from './state.js';
import type { Key, PublishTarget } from './targets/target.js';

const RECORD: Key = 'kept/state';
const HEADERS = 'Content-Type: application/octet-stream\nCache-Control: no-store';

const HEADER = /^(?:(?:Content-Type|Cache-Control|Content-Encoding): [ -~]+)?$/;
const name = z.string().refine(isPublished);
const sum = z.string().refine(isSum);
/** A target's etag, without quotes and spaces. */
const etag = z.string().regex(/^[!#-~]{0,1024}$/);
const headers = z.string().refine((text) => text.split('\n').every((line) => HEADER.test(line)));
/** See ids.ts. */
const ids = z.string().regex(/^(?:\d+(?:-\d+)?(?:,\d+(?:-\d+)?)*)?$/);
/** What is purged (see purge/owed.ts). */
const purge = z.string().regex(/^[a-z]+(?::[A-Za-z0-9_-]+)?$/);
const size = z.int().min(0);
const place = z.int().min(0);
/** A file: hash, size, index in the table of headers, ids, etag. */
const row = z.tuple([sum, size, place, ids, etag]);
/** A file that waits to be deleted: as above, and since when. Its bytes may be anyone's. */
const waiting = z.tuple([
  z.union([sum, z.enum(['', UNKNOWN])]),
  size,
  place,
  ids,
  etag,
  z.number(),
]);
const snapshot = {
  id: sum,
  number: z.int().min(1),
  at: z.iso.datetime(),
  replaced: sum.optional(),
};

/** The record as JSON. Its keys are those of the first version, so that older records can be read. */
const written = z.strictObject({
  format: z.literal(1),
  headers: z.array(headers),
  live: z
    .strictObject({ ...snapshot, unproved: z.boolean().optional(), files: z.record(name, row) })
    .nullable(),
  retired: z.record(name, waiting),
  history: z.array(z.strictObject({ ...snapshot, changes: z.record(name, row.nullable()) })),
  kept: z.record(sum, etag),
  trash: z.array(sum),
  pending: z.record(name, row).nullable(),
  reached: z.array(name),
  owed: z.union([z.array(name), z.record(purge, z.array(name))]),
});
type WrittenState = z.infer<typeof written>;
type ManifestRow = z.infer<typeof row>;

/** Returns a state as bytes: a line with the SHA-256 of the JSON, which reveals damage, and the JSON. */
export function encode(state: TargetState): Buffer {
  const { live, expiring, history, kept, pending, trash, visible, pendingPurges } = state;
  const places = new Map<string, number>();
  const row = ({ hash, size, headers, ids, etag }: ManifestEntry): ManifestRow => {
    return [hash, size, memo(places, headers, () => places.size), ids, etag];
  };
  const value: Omit<WrittenState, 'headers'> = {
    format: 1,
    live: live ? { ...live, files: mapped(live.files, row) } : null,
    retired: mapped(expiring, ({ entry, since }) => [...row(entry), since]),
    history: history.map(({ changes, ...name }) => ({
      ...name,
      changes: mapped(changes, (entry) => entry && row(entry)),
    })),
    kept: Object.fromEntries(kept),
    trash: [...trash],
    pending: pending ? mapped(pending, row) : null,
    reached: [...visible],
    owed: mapped(pendingPurges, (files) => [...files]),
  };
  const text = JSON.stringify({ ...value, headers: [...places.keys()] } satisfies WrittenState);
  return Buffer.from(`${hash('sha256', text, 'hex')}\n${text}`);
}

/**
 * Returns a state from its bytes; undefined if they are damaged. Throws a {@link UsageError} if they are not, but no
 * publication of this version of the tool can have written them. `target`: its name, for that message.
 */
export function decode(bytes: Buffer, target: string): TargetState | undefined {
  const whole = bytes.toString();
  const end = whole.indexOf('\n');
  const text = whole.slice(end + 1);
  if (hash('sha256', text, 'hex') !== whole.slice(0, Math.max(end, 0))) return undefined;
  const { data, error } = written.safeParse(jsonOf(text));
  if (!data) {
    const at = error.issues[0]?.path.map((step) => quote(step)).join(' ') || 'all of it';
    throw new UsageError(
      `the record of what is live at ${target} cannot be used: no publication of this version of portal-snapshot wrote what it has at ${at}`,
      [
        'nothing was changed; find out who wrote it, or publish with the version that did',
        'without its file "state" (src/delivery/publish/README.md says where), the next publication sends all files again, and no earlier snapshot can be brought back',
      ],
    );
  }
  const entry = ([hash, size, place, ids, etag]: ManifestRow): ManifestEntry => {
    return { hash, size, headers: data.headers[place] ?? '', ids, etag };
  };
  const files = (rows: Readonly<Record<string, ManifestRow>>): Manifest => entries(rows, entry);
  const { live, retired, history, kept, trash, pending, reached, owed } = data;
  return {
    live: live ? { ...live, files: files(live.files) } : undefined,
    expiring: entries(retired, ([hash, size, place, ids, etag, since]) => {
      return { entry: entry([hash, size, place, ids, etag]), since };
    }),
    history: history.map(({ changes, ...name }) => ({
      ...name,
      changes: entries(changes, (row) => row && entry(row)),
    })),
    kept: new Map(Object.entries(kept)),
    trash,
    pending: pending ? files(pending) : undefined,
    visible: reached,
    pendingPurges: new Map(Object.entries(Array.isArray(owed) ? { [ANY_CDN]: owed } : owed)),
  };
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function mapped<A, B>(map: ReadonlyMap<string, A>, change: (value: A) => B): Record<string, B> {
  return Object.fromEntries([...map].map(([name, value]) => [name, change(value)]));
}

function entries<A, B>(rows: Readonly<Record<string, A>>, change: (value: A) => B): Map<string, B> {
  return new Map(Object.entries(rows).map(([name, value]) => [name, change(value)]));
}

/** Whether the record can be relied on: if there is none, or it is damaged, the target has to be listed. */
export type Worth = 'good' | 'none' | 'damaged';

export class PublishRecord {
  #etag: string | undefined;

  constructor(
    private readonly target: PublishTarget,
    /** Whether writes are conditional, since the target heeds conditions. */
    private readonly isConditional: boolean,
  ) {}

  /** Reads the record. Throws a {@link UsageError} if the object there is no record of this tool. */
  async read(): Promise<{ readonly state: TargetState; readonly worth: Worth }> {
    const stored = await this.target.read(RECORD);
    this.#etag = stored?.etag;
    if (!stored) return { state: EMPTY, worth: 'none' };
    const state = decode(stored.bytes, this.target.name);
    return state ? { state, worth: 'good' } : { state: EMPTY, worth: 'damaged' };
  }

  /** Writes the record, once a power cut cannot undo the pages that it names. */
  readonly write = async (state: TargetState): Promise<void> => {
    await this.target.settle?.();
    const bytes = encode(state);
    const condition = this.#etag === undefined ? 'absent' : { etag: this.#etag };
    const etag = await this.target.write(
      RECORD,
      bytes,
      HEADERS,
      this.isConditional ? condition : undefined,
    );
    if (etag !== undefined) {
      this.#etag = etag;
      return;
    }
    // If an answer is lost, the client repeats the write, which then fails: this publisher's bytes are there already.
    const there = await this.target.read(RECORD);
    if (!there?.bytes.equals(bytes)) {
      throw new Held(`someone else published to ${this.target.name} in the meantime`);
    }
    this.#etag = there.etag;
  };
}
