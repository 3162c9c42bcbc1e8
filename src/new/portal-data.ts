// The data folder, linked and checked as in a build, but with an overlay of files that are not written
// yet: so a new record is checked among all others before anything is written.
import { join } from 'node:path';
import type { Derivation } from '../engine/link/derive.js';
import { NO_ROW, type Table } from '../engine/link/table.js';
import { load } from '../engine/load.js';
import type { Plan } from '../engine/plan.js';
import { isObject, type JsonObject } from '../model/fields.js';
import { withData } from '../open.js';
import type { PlacedFinding } from '../problems/placed.js';
import { UsageError } from '../problems/problem.js';
import type { ResolvedSettings } from '../settings/index.js';
import { readRecordAt } from '../source/data-file.js';
import type { DataFile } from '../source/files.js';

/** Files to read from elsewhere: their names in the data folder → the paths to read instead. */
export type Overlay = ReadonlyMap<string, string>;

export class PortalData {
  private constructor(
    readonly derivation: Derivation,
    readonly problems: readonly PlacedFinding[],
    private readonly files: ReadonlyMap<string, DataFile>,
  ) {}

  /** Reads the data folder of the settings. */
  static async read(
    plan: Plan,
    settings: ResolvedSettings,
    overlay: Overlay = new Map(),
  ): Promise<PortalData> {
    return withData(
      plan.portal,
      settings,
      async ({ found, units }, store) => {
        const more = { withholdPersonal: settings.personal === 'withhold' };
        const loadSettings = { ...settings, ...more };
        const { derivation, problems } = await load(plan, found, units, loadSettings, store);
        const files = new Map(found.files.map((file) => [file.name, file]));
        return new PortalData(derivation, problems, files);
      },
      (files) => laidOver(files, overlay),
    );
  }

  table(collection: string): Table {
    return this.derivation.tables.get(collection)!;
  }

  /** The greatest id of a collection, even of a record that cannot be read; 0 if there is none. */
  greatestId(collection: string): number {
    const { ids, possibleIds } = this.table(collection);
    let greatest = 0;
    for (const some of [ids, possibleIds]) {
      for (const id of some) if (id > greatest && Number.isSafeInteger(id)) greatest = id;
    }
    return greatest;
  }

  /** Throws a {@link UsageError} when some records of a collection cannot be read. */
  mustBeWhole(collection: string): void {
    const table = this.table(collection);
    for (const id of table.possibleIds) {
      if (table.rowOf(id) !== NO_ROW) continue;
      throw new UsageError(`some of the ${collection} cannot be read; mend what check finds first`);
    }
  }

  /** The path from which a file of the data folder is read. */
  pathOf(file: string): string {
    return this.files.get(file)!.path;
  }

  /** The fields whose texts are in files of their own, beside a file of one record. */
  textsOf(file: string): string[] {
    return (this.files.get(file)?.texts ?? []).map(({ field }) => field);
  }

  /** The files of a collection. */
  filesOf(collection: string): string[] {
    const own = [...this.files.values()].filter((file) => file.collection === collection);
    return own.map(({ name }) => name);
  }

  /** The record that has an id, as it is written; undefined when there is none. */
  record(collection: string, id: number): JsonObject | undefined {
    const table = this.table(collection);
    const row = table.rowOf(id);
    if (row === NO_ROW) return undefined;
    const { file, start } = table.placeOf(row);
    const value = readRecordAt(this.pathOf(file), start);
    return isObject(value) ? value : undefined;
  }
}

function laidOver(files: readonly DataFile[], overlay: Overlay): DataFile[] {
  const all = new Map(files.map((file) => [file.name, file]));
  for (const [name, path] of overlay) {
    const collection = name.split('/', 1)[0]!;
    const [, base, field] = /^(.*)\.([^./]+)\.(?:html|txt)$/.exec(name) ?? [];
    if (base === undefined || field === undefined) {
      all.set(name, { ...(all.get(name) ?? { collection, name }), path });
      continue;
    }
    const owner = `${base}.json`;
    const { texts = [], ...file } = all.get(owner) ?? { collection, name: owner, path: '' };
    all.set(owner, { ...file, texts: [...texts, { field, name, path }] });
  }
  return [...all.values()].sort((a, b) => (a.name < b.name ? -1 : 1));
}

/** The path of a file of the data folder. */
export const inFolder = (settings: ResolvedSettings, name: string): string =>
  join(settings.data, ...name.split('/'));
