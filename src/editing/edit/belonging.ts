// Where several records have the same id: finds which of them another record belongs to. A companion is recognised by
// its values; for other records, git tells which of the records with the id their author can have had.
import { type RowOf, rowKey } from '../../engine/link/row-findings.js';
import type { Table } from '../../engine/link/table.js';
import { withLines } from '../../files/source/places.js';
import type { Companion } from '../../model/collection.js';
import { type JsonObject, targetOf } from '../../model/fields.js';
import { memo } from '../../model/memo.js';
import { knows, originsOf } from '../../snapshot/git/origins.js';
import { type DataSettings, type PortalData, visitRecords } from '../workspace/portal-data.js';

/** The rows that have an id, in the order of their files. */
export function rowsOf(table: Table, id: number): RowOf[] {
  const rows: number[] = [];
  table.ids.forEach((own, row) => {
    if (own === id) rows.push(row);
  });
  return table.inPlace(rows).map((row) => ({ table, row }));
}

/** The other records that have the same id as this one. */
export const sharing = ({ table, row }: RowOf): RowOf[] =>
  rowsOf(table, table.ids[row]!).filter((other) => other.row !== row);

export class Belonging {
  readonly #records = new Map<string, JsonObject>();
  readonly #origins = new Map<string, Promise<string | undefined>>();
  readonly #known = new Map<string, Promise<boolean>>();

  constructor(private readonly data: PortalData) {}

  /**
   * The companions that `new` made with a record. `shared`: those that exist only once although several records with
   * this id were made with one, since git merges two equal lines into one; `inCommon`: their rows.
   */
  companionsOf(one: RowOf) {
    const own: RowOf[] = [];
    const shared: Companion[] = [];
    const inCommon: RowOf[] = [];
    for (const companion of one.table.plan.declared.companions) {
      const { fitting, others } = this.#fitting(one, companion);
      const sure = fitting.filter((row) => !others.has(rowKey(row)));
      // With at least one fitting companion for each record of this id, the last is taken for that of this record.
      const last = fitting.length > sharing(one).length ? fitting.at(-1) : undefined;
      const found = sure[0] ?? last;
      if (found) own.push(found);
      else if (fitting.length > 0) shared.push(companion);
      if (!found) inCommon.push(...fitting);
    }
    return { own, shared, inCommon };
  }

  /** The rows that may be a record's companion, and the keys of those that may belong to another record of its id. */
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
   * Whether `from`, which refers to an id of several records, belongs to `one`: the last of these that the author of
   * `from` can have had, by the history in git. If that is none or several, the nearest one above `from` in its file.
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

  /** The commit of a record's first line, by `git blame`; undefined for a line that is not committed. */
  #origin(one: RowOf, { data }: DataSettings): Promise<string | undefined> {
    return memo(this.#origins, rowKey(one), async () => {
      const { file, start } = one.table.placeOf(one.row);
      const [{ line }] = withLines(this.data.pathOf(file), [{ start }]) as [{ line: number }];
      return (await originsOf(data, [{ file, line }]))[0]?.commit;
    });
  }

  /** Whether the author of `commit` had `other`; what is not committed (undefined) is newer than any commit. */
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

  /** A record as its file has it. */
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
 * The nearest of several records above a record in the same file. Undefined if there is none, or if the nearest two
 * stand one right after the other, as in a file that is ordered by ids: then the place proves nothing.
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

/** Whether a record has all of these values; a missing field counts as null. */
function has(record: JsonObject, values: JsonObject): boolean {
  return Object.entries(values).every(([name, value]) => {
    return JSON.stringify(record[name] ?? null) === JSON.stringify(value ?? null);
  });
}
