// The findings of the checks across records. Also finds out which references lead to missing records.
import type { Reference } from '../../model/fields.js';
import type { Arguments, MessageName, MissingId } from '../../problems/messages/catalogue.js';
import { type Besides, type Finding, finding, type RecordPlace } from '../../problems/problem.js';
import type { Derivation } from './derive.js';
import { NO_ROW, type Table } from './table.js';

/** The result of the checks across records. */
export interface Across {
  readonly findings: readonly Finding<RecordPlace>[];
  /** For each missing record, by its key: how many findings are not reported because this record causes them. */
  readonly followers: ReadonlyMap<string, number>;
  /**
   * The collections to which some references were not checked, because some records of the collections could not be
   * read; with the worst finding that may be missing because of that.
   */
  readonly unchecked: ReadonlyMap<string, MessageName>;
}

/** The key of a missing record, such as `users 7`. */
export const keyOf = ({ collection, id }: MissingId) => `${collection} ${id}`;

export interface RowOf {
  readonly table: Table;
  readonly row: number;
}

/** The key of the record in a row, see {@link keyOf}. */
export const idKey = ({ table, row }: RowOf) =>
  keyOf({ collection: table.name, id: table.ids[row]! });

/** The key of a row. Unlike {@link idKey}, it differs for two rows with the same id. */
export const rowKey = ({ table, row }: RowOf) => `${table.name} row ${row}`;

/** The finding about a reference to a missing record: only a record that is embedded must exist. */
export const nameOfMissing = ({ shape }: Reference) =>
  shape === undefined ? 'unknown-id' : 'dangling-reference';

/** Collects the findings of checks across records. Finds the missing records to which references lead. */
export class AcrossCheck implements Across {
  readonly findings: Finding<RecordPlace>[] = [];
  readonly followers = new Map<string, number>();
  readonly unchecked = new Map<string, MessageName>();

  /** `unread`: the collections in which some records could not be read. */
  constructor(
    readonly derivation: Derivation,
    readonly unread: ReadonlySet<string>,
  ) {}

  /** Adds a finding about a row. `path`: a JSON Pointer, or see {@link RecordPlace.inner}. */
  report<N extends MessageName>(
    table: Table,
    row: number,
    path: string | NonNullable<RecordPlace['inner']>,
    name: N,
    args: Arguments<N>,
    besides?: Besides,
  ): void {
    const place = table.placeOf(row);
    this.findings.push(
      typeof path === 'string'
        ? finding(name, args, place, path, besides)
        : finding(name, args, { ...place, inner: path }, '', besides),
    );
  }

  /**
   * Returns the missing record to which a reference leads. Undefined if the record exists, if it may be one that could
   * not be read, or if `id` is not a valid id. `finding`: what is reported if the record is missing.
   */
  missing(
    reference: Reference,
    id: number,
    finding: MessageName = nameOfMissing(reference),
  ): MissingId | undefined {
    const { collection } = reference;
    const table = this.derivation.tables.get(collection)!;
    if (!Number.isSafeInteger(id) || id <= 0 || table.rowOf(id) !== NO_ROW) return undefined;
    if (!this.unread.has(collection)) return { collection, id };
    const isWorst = (this.unchecked.get(collection) ?? 'unknown-id') === 'unknown-id';
    if (isWorst) this.unchecked.set(collection, finding);
    return undefined;
  }

  /** Counts a finding that is not reported, because a missing record causes it. */
  follows(missing: MissingId): void {
    const key = keyOf(missing);
    this.followers.set(key, (this.followers.get(key) ?? 0) + 1);
  }
}
