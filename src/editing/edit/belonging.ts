// Several records have one id: what belongs to which of them. A companion does by its values; anything else by git,
// which knows who had seen which of the records when it was written.
import type { RowOf } from '../../engine/link/row-findings.js';
import type { Table } from '../../engine/link/table.js';
import { withLines } from '../../files/source/places.js';
import type { Companion } from '../../model/collection.js';
import { type JsonObject, targetOf } from '../../model/fields.js';
import { memo } from '../../model/memo.js';
import { type CommitOfLine, knows, originsOf } from '../../snapshot/git/origins.js';
import { referencesIn } from '../query/references.js';
import { type DataSettings, type PortalData, visitRecords } from '../workspace/portal-data.js';

/** A key of rows, since several may have one id. */
export const rowKey = ({ table, row }: RowOf) => `${table.name} row ${row}`;

/** The rows that have an id, in the order of their files. */
export function rowsOf(table: Table, id: number): RowOf[] {
  const rows: number[] = [];
  table.ids.forEach((own, row) => {
    if (own === id) rows.push(row);
  });
  return table.inPlace(rows).map((row) => ({ table, row }));
}

/** The other records that have the id of one. */
export const sharing = ({ table, row }: RowOf): RowOf[] =>
  rowsOf(table, table.ids[row]!).filter((other) => other.row !== row);

export class Belonging {
  readonly #records = new Map<string, JsonObject>();
  readonly #origins = new Map<string, Promise<CommitOfLine | undefined>>();

  constructor(private readonly data: PortalData) {}

  /**
   * The records that came with a record, as `new` makes them. `shared`: companions that several records came with, and
   * that are there once, since git makes one line of two that are alike.
   */
  companionsOf(one: RowOf): { readonly own: RowOf[]; readonly shared: Companion[] } {
    const own: RowOf[] = [];
    const shared: Companion[] = [];
    for (const companion of one.table.plan.declared.companions) {
      const { fitting, others } = this.#fitting(one, companion);
      const sure = fitting.filter((row) => !others.has(rowKey(row)));
      // What fits several records alike is there once for each of them; the last is that of this one.
      const last = fitting.length > sharing(one).length ? fitting.at(-1) : undefined;
      const found = sure[0] ?? last;
      if (found) own.push(found);
      else if (fitting.length > 0) shared.push(companion);
    }
    return { own, shared };
  }

  /** The records that a companion of a record may be; and the keys of those that may be another record's. */
  #fitting(one: RowOf, companion: Companion) {
    const table = this.data.table(companion.collection);
    const id = one.table.ids[one.row]!;
    const rows: number[] = [];
    table.numbers(companion.by).forEach((by, row) => {
      if (by === id) rows.push(row);
    });
    const all = table.inPlace(rows).map((row): RowOf => ({ table, row }));
    const fit = (owner: RowOf) => {
      const { fields } = owner.table.plan;
      const wanted = companion.fields(this.record(owner), (reference) => {
        const named = this.record(owner)[reference];
        if (typeof named !== 'number') return undefined;
        return this.data.record(targetOf(fields[reference]!), named);
      });
      return all.filter((row) => wanted && has(this.record(row), wanted));
    };
    return { fitting: fit(one), others: new Set(sharing(one).flatMap(fit).map(rowKey)) };
  }

  /** Whether a record refers to another one, or to its namesake. */
  refers(from: RowOf, to: RowOf): boolean {
    const id = to.table.ids[to.row]!;
    return referencesIn(from.table.plan, this.record(from)).some(
      ({ reference, id: named }) => named === id && reference.collection === to.table.name,
    );
  }

  /** Whether git knows that whoever wrote a record had seen this one, and none of those that have its id, too. */
  async isOf(from: RowOf, one: RowOf, settings: DataSettings): Promise<boolean> {
    const [own, that] = await Promise.all([
      this.origin(from, settings),
      this.origin(one, settings),
    ]);
    if (!own || !that || !(await knows(settings.data, own.commit, that.commit))) return false;
    for (const other of sharing(one)) {
      const origin = await this.origin(other, settings);
      if (!origin || (await knows(settings.data, own.commit, origin.commit))) return false;
    }
    return true;
  }

  /** The commit that a record came with. */
  origin(one: RowOf, { data }: DataSettings): Promise<CommitOfLine | undefined> {
    return memo(this.#origins, rowKey(one), async () => {
      const { file, start } = one.table.placeOf(one.row);
      const [{ line }] = withLines(this.data.pathOf(file), [{ start }]) as [{ line: number }];
      return (await originsOf(data, [{ file, line }]))[0];
    });
  }

  /** A record as it is written. */
  record(one: RowOf): JsonObject {
    return memo(this.#records, rowKey(one), () => {
      let found: JsonObject = {};
      visitRecords(this.data, [one], (_, record) => {
        found = record;
      });
      return found;
    });
  }
}

/** Whether a record has values; what it does not give is null. */
function has(record: JsonObject, values: JsonObject): boolean {
  return Object.entries(values).every(([name, value]) => {
    return JSON.stringify(record[name] ?? null) === JSON.stringify(value ?? null);
  });
}
