// The three-way merge: what the origin says now, against what it said last, against what the data says. Out: what to do
// with which record, as numbers and names alone, and what the next import will need.
//
// A field, and a record as a whole, goes by one table:
//
// |                       | the origin says what it said | the origin changed it |
// |-----------------------|------------------------------|-----------------------|
// | the data is as it was | it stays                     | it is taken           |
// | an editor changed it  | it stays                     | it is a conflict      |
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
  type FieldHashes,
  HEAD_LINE,
  hashOf,
  OpenConflicts,
  type SignedIn,
} from './base.js';
import type { FieldTexts, Reader } from './reader.js';

/** What the origin says, as a data folder. */
export interface Theirs {
  readonly folder: string;
  /** The collections of which the origin named every record: a record that is not there was removed. */
  readonly enumerated: ReadonlySet<string>;
  /** How the import signed in; undefined for one that says nothing of the records that are gone. */
  readonly signedIn?: SignedIn;
  /**
   * Whether a field, or that a record does without it, is from the origin; not, where it was taken from the data, or
   * invented. All is from the origin by default.
   */
  readonly isFromOrigin?: (collection: string, id: number, field: string) => boolean;
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

export interface ImportConflict extends Disputed {
  readonly kind: ConflictKind;
  /** What the origin says, cut short; undefined if it says nothing. */
  readonly origin: string | undefined;
  /** Its line in the file of conflicts. */
  readonly line: number;
}

export interface Merged {
  readonly collections: readonly CollectionMerge[];
  readonly conflicts: readonly ImportConflict[];
}

/** The key of a record. */
export const keyOf = (collection: string, id: number): string => `${collection} ${id}`;

/** Receives the text of a file in `data/.import/`, piece by piece. */
export type Keep = (file: string, text: string) => void;

/** What is the same for all collections. */
interface Sides {
  readonly readers: readonly [ours: Reader, theirs: Reader];
  readonly origin: Theirs;
  /** The records whose changes at the origin cannot be taken over, by their keys: they count as changed here, too. */
  readonly blocked: ReadonlySet<string>;
  readonly open: OpenConflicts;
  readonly keep: Keep;
  readonly conflicts: ImportConflict[];
}

/** Compares all records. `blocked`: those whose changes at the origin cannot be taken over, by their keys. */
export function merge(
  plan: Plan,
  settings: Pick<ResolvedSettings, 'cwd' | 'data'>,
  readers: readonly [ours: Reader, theirs: Reader],
  origin: Theirs,
  blocked: ReadonlySet<string>,
  keep: Keep,
): Merged {
  const names = plan.collections.map(({ declared }) => declared.name);
  const open = OpenConflicts.read(settings, new Set(names));
  const sides: Sides = { readers, origin, blocked, open, keep, conflicts: [] };
  const collections = names.map((name) => {
    return new CollectionMerging(sides, name, Base.read(settings, name)).merged();
  });
  return { collections, conflicts: sides.conflicts };
}

/** The table above. */
function verdict(isAsItWas: {
  readonly inData: boolean;
  readonly atOrigin: boolean;
}): 'stays' | 'taken' | 'conflict' {
  if (isAsItWas.atOrigin) return 'stays';
  return isAsItWas.inData ? 'taken' : 'conflict';
}

/** A record that is compared. */
interface Compared {
  readonly id: number;
  /** Where it is in the data and at the origin; {@link NO_ROW} where it is not. */
  readonly row: number;
  readonly theirRow: number;
  /** What the origin said last; undefined for a record that no import has met. */
  readonly before: FieldHashes | undefined;
  /** What of it was in conflict, and what the origin had said: field → value; '' is the record itself. */
  readonly open: ReadonlyMap<string, Json | undefined>;
  readonly isBlocked: boolean;
  readonly isKnown: (field: string) => boolean;
}

class CollectionMerging {
  readonly #all: CollectionMerge;
  #isBegun = false;

  constructor(
    private readonly sides: Sides,
    private readonly name: string,
    private readonly base: Base,
  ) {
    const [ours, theirs] = sides.readers.map(({ data }) => data.table(name)) as [Table, Table];
    this.#all = { ours, theirs, changed: [], added: [], removed: [] };
  }

  merged(): CollectionMerge {
    const { name, base } = this;
    const { open, blocked, origin } = this.sides;
    const { ours, theirs } = this.#all;
    const ids = new Set([...theirs.ids, ...base.ids(), ...open.ids(name)]);
    for (const id of [...ids].sort((a, b) => a - b)) {
      const one: Compared = {
        ...{ id, row: ours.rowOf(id), theirRow: theirs.rowOf(id) },
        ...{ before: base.hashes(id), open: open.fields(name, id) },
        isBlocked: blocked.has(keyOf(name, id)),
        isKnown: (field) => origin.isFromOrigin?.(name, id, field) ?? true,
      };
      if (one.theirRow === NO_ROW) this.#notAtOrigin(one);
      else if (one.row === NO_ROW) this.#notInData(one);
      else this.#onBothSides(one);
    }
    return this.#all;
  }

  #notAtOrigin(one: Compared): void {
    const { id, row, before, open, isBlocked } = one;
    const isGone = before !== undefined && this.sides.origin.enumerated.has(this.name);
    if (before && !isGone) {
      this.#remember(id, before);
      for (const [field, said] of open) this.#tellAgain(one, field, said);
      return;
    }
    if (row === NO_ROW) return;
    const inData = isGone && !isBlocked && isAsBefore(this.#ours(row), before);
    const decided = verdict({ inData, atOrigin: !isGone && !open.has('') });
    if (decided === 'taken') this.#all.removed.push(row);
    else if (decided === 'conflict') this.#dispute('there', { id }, undefined);
  }

  #notInData({ id, theirRow, before, open, isBlocked, isKnown }: Compared): void {
    const theirs = this.#theirs(theirRow);
    this.#remember(
      id,
      nextBase(theirs, before, () => true),
    );
    const atOrigin = before !== undefined && !open.has('') && isAsBefore(theirs, before, isKnown);
    const decided = verdict({ inData: !before && !isBlocked, atOrigin });
    if (decided === 'taken') this.#all.added.push(theirRow);
    else if (decided === 'conflict') {
      const [, reader] = this.sides.readers;
      this.#dispute('here', { id }, reader.record(this.#all.theirs, theirRow));
    }
  }

  #onBothSides(one: Compared): void {
    const { id, row, theirRow, before, open, isBlocked, isKnown } = one;
    const theirs = this.#theirs(theirRow);
    this.#remember(id, nextBase(theirs, before, isKnown));
    const ours = this.#ours(row);
    const fields: string[] = [];
    for (const field of fieldsOf(theirs, ours, before)) {
      const [mine, their] = [ours.get(field), theirs.get(field)];
      if (!isKnown(field)) {
        if (open.has(field)) this.#tellAgain(one, field, open.get(field));
        continue;
      }
      if (mine === their) continue;
      const last = before?.get(field);
      const inData = last === hashIf(mine) && !isBlocked;
      const decided = verdict({ inData, atOrigin: last === hashIf(their) && !open.has(field) });
      if (decided === 'taken') fields.push(field);
      else if (decided === 'conflict') {
        this.#dispute('field', { id, field }, their === undefined ? undefined : JSON.parse(their));
      }
    }
    if (fields.length > 0) this.#all.changed.push({ id, row, theirRow, fields });
  }

  #ours(row: number): FieldTexts {
    return this.sides.readers[0].written(this.#all.ours, row);
  }

  #theirs(row: number): FieldTexts {
    return this.sides.readers[1].written(this.#all.theirs, row);
  }

  /** Keeps what the next import compares with. */
  #remember(id: number, hashes: FieldHashes): void {
    const file = baseFile(this.name);
    if (!this.#isBegun) this.sides.keep(file, HEAD_LINE);
    this.#isBegun = true;
    this.sides.keep(file, baseLine(id, hashes));
  }

  /**
   * A conflict of which the origin says nothing new stays one until somebody settles it, as does who brings the record
   * back that the data did not have.
   */
  #tellAgain({ id, row }: Compared, field: string, said: Json | undefined): void {
    if (field !== '') this.#dispute('field', { id, field }, said);
    else if (row === NO_ROW) this.#dispute('here', { id }, said);
  }

  #dispute(kind: ConflictKind, of: Omit<Disputed, 'collection'>, said: Json | undefined): void {
    const { conflicts, keep } = this.sides;
    const disputed = { collection: this.name, ...of };
    if (conflicts.length === 0) keep(CONFLICTS, HEAD_LINE);
    keep(CONFLICTS, conflictLine(disputed, said));
    const origin = said === undefined ? undefined : quote(said);
    conflicts.push({ ...disputed, kind, origin, line: conflicts.length + 2 });
  }
}

const hashIf = (text: string | undefined) => (text === undefined ? undefined : hashOf(text));

const fieldsOf = (...all: readonly (ReadonlyMap<string, string> | undefined)[]) =>
  new Set(all.flatMap((one) => [...(one?.keys() ?? [])]));

/** Whether a record gives what it gave before, as far as that is known. */
const isAsBefore = (
  record: FieldTexts,
  before: FieldHashes,
  isKnown: (field: string) => boolean = () => true,
): boolean =>
  [...fieldsOf(record, before)].every(
    (field) => !isKnown(field) || before.get(field) === hashIf(record.get(field)),
  );

/** What the next import compares with: what the origin says now or, of what it does not tell, said last. */
function nextBase(
  record: FieldTexts,
  before: FieldHashes | undefined,
  isKnown: (field: string) => boolean,
): FieldHashes {
  const hashes = new Map<string, string>();
  for (const field of fieldsOf(record, before)) {
    const now = isKnown(field) ? hashIf(record.get(field)) : before?.get(field);
    if (now !== undefined) hashes.set(field, now);
  }
  return hashes;
}
