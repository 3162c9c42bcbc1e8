// The three-way merge of the origin's records now, the origin's records at the last import, and the data. Out: what to
// do with which record, as rows, ids and names of fields only, and the files that the next import needs.
//
// One table decides about each field, and about each record as a whole:
//
// |                      | the origin did not change it | the origin changed it   |
// |----------------------|------------------------------|-------------------------|
// | no editor changed it | it stays                     | it is taken over        |
// | an editor changed it | it stays                     | it stays, as a conflict |
import { NO_ROW, type Table } from '../../engine/link/table.js';
import type { Plan } from '../../engine/plan.js';
import { canonical } from '../../model/canonical.js';
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

/** The origin's records, as a data folder. */
export interface Theirs {
  readonly folder: string;
  /**
   * The collections of which the origin showed every record: a record that it did not show was removed.
   */
  readonly enumerated: ReadonlySet<string>;
  /** The header of the import. */
  readonly signedIn: SignedIn;
  /**
   * Whether a field's value, or its absence, is from the origin: neither taken from the data nor invented. By default
   * everything is from the origin.
   */
  readonly isFromOrigin?: (collection: string, id: number, field: string) => boolean;
  /** The keys of invented records; by default none. */
  readonly invented?: ReadonlySet<string>;
}

/** A record of the data to be changed. */
export interface Changed {
  readonly id: number;
  readonly row: number;
  readonly theirRow: number;
  /** The fields that get the origin's values. */
  readonly fields: readonly string[];
}

/** The changes to the records of a collection. */
export interface CollectionMerge {
  readonly ours: Table;
  readonly theirs: Table;
  readonly changed: Changed[];
  /** Rows of `theirs`. */
  readonly added: number[];
  /** Rows of `ours`. */
  readonly removed: number[];
}

/** `field`: both changed it; `there`: the origin removed the record; `here`: the data does not have it. */
export type ConflictKind = 'field' | 'there' | 'here';

export interface ImportConflict extends Disputed {
  readonly kind: ConflictKind;
  /** The origin's value, shortened; undefined if it has none. */
  readonly origin: string | undefined;
  /** The line of the conflict in {@link CONFLICTS}. */
  readonly line: number;
}

export interface Merged {
  readonly collections: readonly CollectionMerge[];
  readonly conflicts: readonly ImportConflict[];
}

/** The key of a record: `posts 5`. */
export const keyOf = (collection: string, id: number): string => `${collection} ${id}`;

/** Receives the text of a file in `data/.import/`, piece by piece. */
export type Keep = (file: string, text: string) => void;

/** What is the same for all collections. */
interface Sides {
  readonly readers: readonly [ours: Reader, theirs: Reader];
  readonly origin: Theirs;
  /** The keys of records whose changes at the origin cannot be applied: they count as changed by an editor, too. */
  readonly blocked: ReadonlySet<string>;
  readonly open: OpenConflicts;
  readonly keep: Keep;
  readonly conflicts: ImportConflict[];
}

/** Compares all records. `blocked`: the keys of those whose changes at the origin cannot be applied. */
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

/** The table at the top of this file. */
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
  /** Its rows in the data and in the origin's data; {@link NO_ROW} if it is not there. */
  readonly row: number;
  readonly theirRow: number;
  /** The origin's last values; undefined for a record that no import has read. */
  readonly before: FieldHashes | undefined;
  /** Its open conflicts: field → the origin's value at that time; '' is the record itself. */
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
      const key = keyOf(name, id);
      const one: Compared = {
        ...{ id, row: ours.rowOf(id), theirRow: theirs.rowOf(id) },
        ...{ before: base.hashes(id), open: open.fields(name, id) },
        isBlocked: blocked.has(key),
        isKnown: (field) => origin.isFromOrigin?.(name, id, field) ?? true,
      };
      const isTold = one.isKnown('id');
      const isTheirs = isTold || (!one.before && origin.invented?.has(key));
      if (one.theirRow === NO_ROW) this.#notAtOrigin(one);
      else if (one.row === NO_ROW && isTheirs) this.#notInData(one);
      else if (isTold) this.#onBothSides(one);
      else this.#notAtOrigin(one);
    }
    return this.#all;
  }

  /**
   * Decides about a record that the origin did not show. It may have a row in `theirs` nevertheless, taken from the data
   * or invented: an editor's record must not be taken for one that the origin had, not even if the editor has removed it
   * since the data was read for `theirs`.
   */
  #notAtOrigin(one: Compared): void {
    const { id, row, theirRow, before, open, isBlocked } = one;
    const isGone =
      theirRow === NO_ROW && before !== undefined && this.sides.origin.enumerated.has(this.name);
    if (before && !isGone) {
      this.#remember(id, before);
      for (const [field, said] of open) this.#tellAgain(one, field, said);
      return;
    }
    if (row === NO_ROW) return;
    const inData = isGone && !isBlocked && isAsBefore(this.#both(row), before);
    const decided = verdict({ inData, atOrigin: !isGone && !open.has('') });
    if (decided === 'taken') this.#all.removed.push(row);
    else if (decided === 'conflict') this.#dispute('there', { id }, undefined);
  }

  #notInData({ id, theirRow, before, open, isBlocked, isKnown }: Compared): void {
    // A part of the origin may lack the fields without which a record cannot be added. A whole import has them, and
    // otherwise reports the conflict.
    const isPart = this.sides.origin.enumerated.size === 0;
    if (isPart && !before && isBlocked) return;
    const theirs = this.#theirs(theirRow);
    // A new record is remembered with what was invented for it, so that the origin's own values replace that later.
    this.#remember(id, nextBase(theirs, before, before ? isKnown : () => true));
    const atOrigin = before !== undefined && !open.has('') && isAsBefore([theirs], before, isKnown);
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
      const their = theirs.get(field);
      if (!isKnown(field)) {
        if (open.has(field)) this.#tellAgain(one, field, open.get(field));
        continue;
      }
      if (ours.get(field) === their) continue;
      const mine = this.#both(row).map((texts) => texts.get(field));
      if (mine.includes(their)) continue;
      const last = before?.get(field);
      const inData = mine.some((text) => last === hashIf(text)) && !isBlocked;
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

  /** A record of the data in two forms that mean the same: with its defaults as written, and without them. */
  #both(row: number): readonly FieldTexts[] {
    return [this.#ours(row), this.sides.readers[0].thinned(this.#all.ours, row)];
  }

  #theirs(row: number): FieldTexts {
    return this.sides.readers[1].written(this.#all.theirs, row);
  }

  /** Writes the hashes with which the next import compares. */
  #remember(id: number, hashes: FieldHashes): void {
    const file = baseFile(this.name);
    if (!this.#isBegun) this.sides.keep(file, HEAD_LINE);
    this.#isBegun = true;
    this.sides.keep(file, baseLine(id, hashes));
  }

  /**
   * Reports an open conflict again if the origin shows nothing new about it. One about a record that the data does not
   * have ends when somebody adds the record; one about a field when the data has what the origin said, or no record.
   */
  #tellAgain({ id, row }: Compared, field: string, said: Json | undefined): void {
    if (row === NO_ROW) {
      if (field === '') this.#dispute('here', { id }, said);
    } else if (field !== '') {
      const settled = said === undefined ? undefined : canonical(said);
      const isSettled = this.#both(row).some((texts) => texts.get(field) === settled);
      if (!isSettled) this.#dispute('field', { id, field }, said);
    }
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

/** Whether a record, in one of its forms, has the same values as before, for the fields that `isKnown`. */
const isAsBefore = (
  forms: readonly FieldTexts[],
  before: FieldHashes,
  isKnown: (field: string) => boolean = () => true,
): boolean =>
  [...fieldsOf(...forms, before)].every(
    (field) =>
      !isKnown(field) || forms.some((texts) => before.get(field) === hashIf(texts.get(field))),
  );

/** What the next import compares with: the origin's values now or, for fields that it does not show, its last ones. */
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
