// Several records have one id: what belongs to which of them. A companion does by its values; anything else by git,
// which knows who had seen which of the records when it was written.
import type { RowOf } from '../../engine/link/row-findings.js';
import type { Table } from '../../engine/link/table.js';
import { withLines } from '../../files/source/places.js';
import type { Companion } from '../../model/collection.js';
import { type JsonObject, targetOf } from '../../model/fields.js';
import { memo } from '../../model/memo.js';
import { knows, originsOf } from '../../snapshot/git/origins.js';
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
  readonly #origins = new Map<string, Promise<string | undefined>>();
  readonly #known = new Map<string, Promise<boolean>>();

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

  /**
   * Whether a record belongs to this one, of all that have its id: of those that whoever wrote it can have seen, it is the
   * last. Where git knows of none, or of several at once, they are told apart by their places, if at all.
   */
  async isOf(from: RowOf, one: RowOf, settings: DataSettings): Promise<boolean> {
    const all = [one, ...sharing(one)];
    const origins = new Map<RowOf, string | undefined>();
    for (const row of [from, ...all]) origins.set(row, await this.#origin(row, settings));
    const isAfter = (later: RowOf, earlier: RowOf) =>
      this.#knows(settings, origins.get(later), origins.get(earlier));
    const seen = await filtered(all, (row) => isAfter(from, row));
    const last = await filtered(seen, async (row) => {
      const later = await filtered(seen, async (other) => {
        return (await isAfter(other, row)) && !(await isAfter(row, other));
      });
      return later.length === 0;
    });
    const found = last.length === 1 ? last[0] : above(from, last.length > 0 ? last : all);
    return found === one;
  }

  /** The commit that a record came with; undefined for one that is in no commit yet. */
  #origin(one: RowOf, { data }: DataSettings): Promise<string | undefined> {
    return memo(this.#origins, rowKey(one), async () => {
      const { file, start } = one.table.placeOf(one.row);
      const [{ line }] = withLines(this.data.pathOf(file), [{ start }]) as [{ line: number }];
      return (await originsOf(data, [{ file, line }]))[0]?.commit;
    });
  }

  /** Whether what came with a commit was written by somebody who had another one; in no commit is what is newest. */
  #knows(
    { data }: DataSettings,
    commit: string | undefined,
    other: string | undefined,
  ): Promise<boolean> {
    if (commit === undefined || other === undefined || commit === other) {
      return Promise.resolve(commit === undefined || commit === other);
    }
    return memo(this.#known, `${commit} ${other}`, () => knows(data, commit, other));
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

async function filtered<T>(all: readonly T[], test: (one: T) => Promise<boolean>): Promise<T[]> {
  const fits = await Promise.all(all.map(test));
  return all.filter((_, i) => fits[i]);
}

/**
 * The nearest of several records above another one in its file. Of records one right after the other, as in a file that
 * is ordered by ids, the place tells nothing.
 */
function above({ table, row }: RowOf, some: readonly RowOf[]): RowOf | undefined {
  const { file, start } = table.placeOf(row);
  const inFile = (one: RowOf) => {
    const place = one.table.placeOf(one.row);
    return place.file === file && place.start < start ? [{ one, start: place.start }] : [];
  };
  const [last, before] = some.flatMap(inFile).sort((a, b) => b.start - a.start);
  if (!last || !before) return last?.one;
  const rows = Array.from({ length: table.rows }, (_, row) => ({ table, row }));
  const isBetween = rows.flatMap(inFile).some((other) => {
    return other.start > before.start && other.start < last.start;
  });
  return isBetween ? last.one : undefined;
}

/** Whether a record has values; what it does not give is null. */
function has(record: JsonObject, values: JsonObject): boolean {
  return Object.entries(values).every(([name, value]) => {
    return JSON.stringify(record[name] ?? null) === JSON.stringify(value ?? null);
  });
}
