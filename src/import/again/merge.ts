// The three-way of records: what the origin says now, against what it said last, against what the data says.
// Out: what to do with which record, as numbers and names alone, and what the next import will need.
import { NO_ROW, type Table } from '../../engine/link/table.js';
import type { Plan } from '../../engine/plan.js';
import type { Json } from '../../model/fields.js';
import { quote } from '../../problems/quote.js';
import type { ResolvedSettings } from '../../snapshot/settings/index.js';
import {
  Base,
  baseFile,
  baseLine,
  CONFLICTS,
  conflictLine,
  type Disputed,
  type Hashes,
  HEAD_LINE,
  hashOf,
  OpenConflicts,
  type SignedIn,
} from './base.js';
import type { Reader, Written } from './reader.js';

/** What the origin says, as a data folder. */
export interface Theirs {
  readonly folder: string;
  /** The collections of which the origin named every record: a record that is not there was removed. */
  readonly enumerated: ReadonlySet<string>;
  /** How the import signed in; undefined for one that says nothing of the records that are gone. */
  readonly signedIn?: SignedIn;
  /**
   * Whether the origin itself told a field, or that a record does without it; not, where it was taken from the data,
   * or invented. All is told by default.
   */
  readonly isTold?: (collection: string, id: number, field: string) => boolean;
}

/** A record of the data to be changed. */
export interface Changed {
  readonly id: number;
  readonly row: number;
  readonly theirRow: number;
  /** The fields that become as the origin has them. */
  readonly fields: readonly string[];
}

/** What becomes of the records of a collection. */
export interface CollectionMerge {
  readonly ours: Table;
  readonly theirs: Table;
  readonly changed: Changed[];
  /** Rows of theirs. */
  readonly added: number[];
  /** Rows of ours. */
  readonly removed: number[];
}

/** `there`: the origin removed the record; `here`: the data does not have it. */
export type ConflictKind = 'field' | 'there' | 'here';

export interface Conflict extends Disputed {
  readonly kind: ConflictKind;
  /** What the origin says, cut short; undefined if it says nothing. */
  readonly origin: string | undefined;
  /** Its line in the file of conflicts. */
  readonly line: number;
}

export interface Merged {
  readonly collections: readonly CollectionMerge[];
  readonly conflicts: readonly Conflict[];
}

/** The key of a record. */
export const keyOf = (collection: string, id: number): string => `${collection} ${id}`;

/** Receives the text of a file in `data/.import/`, piece by piece. */
export type Keep = (file: string, text: string) => void;

/**
 * Compares all records. `held`: those whose changes at the origin cannot be taken over, by their keys: they count
 * as changed here, too.
 */
export function merge(
  plan: Plan,
  settings: Pick<ResolvedSettings, 'cwd' | 'data'>,
  [ours, theirs]: readonly [Reader, Reader],
  { enumerated, isTold = () => true }: Theirs,
  held: ReadonlySet<string>,
  keep: Keep,
): Merged {
  const names = plan.collections.map(({ declared }) => declared.name);
  const open = OpenConflicts.read(settings, new Set(names));
  const conflicts: Conflict[] = [];
  const dispute = (kind: ConflictKind, disputed: Disputed, origin: Json | undefined) => {
    if (conflicts.length === 0) keep(CONFLICTS, HEAD_LINE);
    keep(CONFLICTS, conflictLine(disputed, origin));
    const said = origin === undefined ? undefined : quote(origin);
    conflicts.push({ ...disputed, kind, origin: said, line: conflicts.length + 2 });
  };
  const collections = names.map((name) => {
    const base = Base.read(settings, name);
    const own = ours.data.table(name);
    const other = theirs.data.table(name);
    const all: CollectionMerge = { ours: own, theirs: other, changed: [], added: [], removed: [] };
    let isKept = false;
    const remember = (id: number, hashes: Hashes) => {
      if (!isKept) keep(baseFile(name), HEAD_LINE);
      isKept = true;
      keep(baseFile(name), baseLine(id, hashes));
    };
    const ids = [...new Set([...other.ids, ...base.ids(), ...open.ids(name)])];
    for (const id of ids.sort((a, b) => a - b)) {
      const record = { collection: name, id };
      const isHeld = held.has(keyOf(name, id));
      const told = open.fields(name, id);
      const before = base.hashes(id);
      const [row, theirRow] = [own.rowOf(id), other.rowOf(id)];
      const isHere = row !== NO_ROW;
      const tellAgain = (field: string, at: number) => {
        const kind = field !== '' ? 'field' : isHere ? 'there' : 'here';
        dispute(kind, { ...record, ...(field !== '' && { field }) }, open.origin(at));
      };
      if (theirRow === NO_ROW) {
        const isGone = enumerated.has(name) && before !== undefined;
        if (before && !isGone) {
          remember(id, before);
          for (const [field, at] of told) tellAgain(field, at);
        } else if (!isHere) continue;
        else if (isGone && !isHeld && isAsBefore(ours.written(own, row), before)) {
          all.removed.push(row);
        } else if (isGone || told.has('')) dispute('there', record, undefined);
        continue;
      }
      const t = theirs.written(other, theirRow);
      const isUntold = (field: string) => !isTold(name, id, field);
      remember(id, nextBase(t, before, isHere ? isUntold : () => false));
      if (!isHere) {
        if (!before && !isHeld) all.added.push(theirRow);
        else if (!before || told.has('') || !isAsBefore(t, before, isUntold)) {
          dispute('here', record, theirs.record(other, theirRow));
        }
        continue;
      }
      const isSame = ours.isSame(own, row, theirs, other, theirRow);
      const o = isSame ? t : ours.written(own, row);
      const fields: string[] = [];
      for (const field of fieldsOf(t, o, before)) {
        const at = told.get(field);
        const [mine, their] = [o.get(field), t.get(field)];
        const last = before?.get(field);
        if (isUntold(field)) {
          if (at !== undefined) tellAgain(field, at);
        } else if (mine === their) continue;
        else if (last === hashIf(mine) && !isHeld) fields.push(field);
        else if (last !== hashIf(their) || at !== undefined) {
          const origin: Json | undefined = their === undefined ? undefined : JSON.parse(their);
          dispute('field', { ...record, field }, origin);
        }
      }
      if (fields.length > 0) all.changed.push({ id, row, theirRow, fields });
    }
    return all;
  });
  return { collections, conflicts };
}

const hashIf = (text: string | undefined) => (text === undefined ? undefined : hashOf(text));

const fieldsOf = (...all: readonly (ReadonlyMap<string, string> | undefined)[]) =>
  new Set(all.flatMap((one) => [...(one?.keys() ?? [])]));

/** Whether a record gives what it gave before, but for some fields. */
function isAsBefore(
  record: Written,
  before: Hashes,
  isPassed: (field: string) => boolean = () => false,
): boolean {
  return [...fieldsOf(record, before)].every(
    (field) => isPassed(field) || before.get(field) === hashIf(record.get(field)),
  );
}

/** What the next import compares with: what the origin says now or, of what it does not tell, said last. */
function nextBase(
  record: Written,
  before: Hashes | undefined,
  isUntold: (field: string) => boolean,
): Hashes {
  const hashes = new Map<string, string>();
  for (const field of fieldsOf(record, before)) {
    const now = isUntold(field) ? before?.get(field) : hashIf(record.get(field));
    if (now !== undefined) hashes.set(field, now);
  }
  return hashes;
}
