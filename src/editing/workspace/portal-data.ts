// Reads, links and checks the data folder as a build does. Can read other files in place of some files of the folder:
// so a change is checked together with all data before it is written.
import { join, relative, sep } from 'node:path';
import { noteRecord } from '../../engine/compile/written.js';
import type { Derivation } from '../../engine/link/derive.js';
import type { RowOf } from '../../engine/link/row-findings.js';
import { NO_ROW, type Table } from '../../engine/link/table.js';
import { load } from '../../engine/load.js';
import { makePlan, type Plan } from '../../engine/plan.js';
import { isObjectFile, readValueAt, withFile } from '../../files/source/data-file.js';
import {
  type DataFile,
  type Endings,
  fieldIn,
  nameBelow,
  withTexts,
} from '../../files/source/files.js';
import { type TextFile, withBeside } from '../../files/source/texts.js';
import type { Portal } from '../../model/endpoint.js';
import { isObject, type JsonObject, longFieldsOf } from '../../model/fields.js';
import { memo } from '../../model/memo.js';
import { commandFor, type StartedWith } from '../../problems/commands.js';
import type { PlacedFinding } from '../../problems/placed.js';
import { type RecordPlace, refused, type UsageError } from '../../problems/problem.js';
import { type BuildSettings, settingsOf, withData } from '../../snapshot/open.js';
import type { BuildOptions, ResolvedSettings } from '../../snapshot/settings/index.js';
import { stateOf } from '../../snapshot/states.js';
import { hashAt } from './file-hash.js';

/** The paths of files to read in place of data files, by the names of data files; undefined leaves a file out. */
export type Overlay = ReadonlyMap<string, string | undefined>;

/** The settings for reading the data. */
export interface DataSettings extends Omit<ResolvedSettings, 'hosts' | 'links' | 'compress'> {
  readonly known?: KnownStates | undefined;
}

/** How many states are kept: the present data, the data with a change that a form tries, and the data before. */
const KEPT_STATES = 3;

/** The states of the data that were checked last. (A form tries a change, then saves it: this needs only one check.) */
export class KnownStates {
  readonly #states = new Map<string, CheckedState>();

  async get(state: string, check: () => Promise<CheckedState>): Promise<CheckedState> {
    const checked = this.#states.get(state) ?? (await check());
    this.#states.delete(state);
    this.#states.set(state, checked);
    const [oldest = ''] = this.#states.keys();
    if (this.#states.size > KEPT_STATES) this.#states.delete(oldest);
    return checked;
  }
}

type CheckedState = Pick<PortalData, 'derivation' | 'problems'>;

export class PortalData {
  readonly #alone = new Map<string, boolean>();
  readonly #keys = new Map<string, string>();
  readonly #newIds = new Map<string, number>();

  private constructor(
    readonly derivation: Derivation,
    readonly problems: readonly PlacedFinding[],
    private readonly files: ReadonlyMap<string, DataFile>,
    private readonly startedWith: StartedWith,
  ) {}

  /** Reads the data folder that the settings name. Problems of the data are in the result. */
  static async read(
    plan: Plan,
    settings: DataSettings,
    overlay: Overlay = new Map(),
  ): Promise<PortalData> {
    return withData(
      plan.portal,
      settings,
      async (data, store) => {
        const read = async () => {
          const more = { withholdPersonal: settings.personal === 'withhold' };
          const loadSettings = { ...settings, ...more };
          const { derivation, check } = await load(plan, data, loadSettings, store);
          return { derivation, problems: check() };
        };
        const checked = await (settings.known?.get(stateOf(settings, data), read) ?? read());
        const files = new Map(data.found.files.map((file) => [file.name, file]));
        return new PortalData(checked.derivation, checked.problems, files, settings.startedWith);
      },
      (files) => laidOver(files, overlay, longFieldsOf(plan.portal.collections)),
    );
  }

  table(collection: string): Table {
    return this.derivation.tables.get(collection)!;
  }

  /**
   * A new id, another one at each call: one more than the greatest id or, if that is too large, the smallest free id.
   */
  newId(collection: string): number {
    const table = this.table(collection);
    let id = this.#newIds.get(collection) ?? this.greatestId(collection);
    do id = id < Number.MAX_SAFE_INTEGER ? id + 1 : 1;
    while (table.rowOf(id) !== NO_ROW || table.mayHold(id));
    this.#newIds.set(collection, id);
    return id;
  }

  /** The greatest id of a collection, or 0. Unreadable text is searched for ids, too. */
  greatestId(collection: string): number {
    const { ids, possibleIds } = this.table(collection);
    let greatest = 0;
    for (const some of [ids, possibleIds]) {
      for (const id of some) if (id > greatest && Number.isSafeInteger(id)) greatest = id;
    }
    return greatest;
  }

  /** Whether a file of a collection, or a part of one, cannot be read. Any record may be in it. */
  isUnreadIn(collection: string): boolean {
    const names = this.filesOf(collection);
    return this.problems.some(
      ({ code, file }) =>
        ['syntax', 'encoding'].includes(code) && names.some((name) => file.endsWith(name)),
    );
  }

  /** Throws a {@link UsageError} if records of a collection cannot be read. */
  mustBeWhole(collection: string): void {
    if (!this.table(collection).isWhole) throw this.unreadable(collection);
  }

  /** The error for a file, or a collection, of which a part cannot be read. */
  unreadable(file: string): UsageError {
    return refused('{file} cannot be read in full: mend what `{command}` finds there first', {
      file,
      command: this.checking,
    });
  }

  /** The command that checks this data, for messages. */
  get checking(): string {
    return commandFor(this.startedWith, 'check');
  }

  /** The path from which a file of the data folder is read. */
  pathOf(file: string): string {
    return this.files.get(file)!.path;
  }

  /** The text files of the record in a file. A file with a list of records has none. */
  textsOf(file: string): readonly TextFile[] {
    const { texts } = this.files.get(file)!;
    return texts && this.isAlone(file) ? texts : [];
  }

  hasFile(file: string): boolean {
    return this.files.has(file);
  }

  /** Equal for two files if their bytes and those of their text files are the same; undefined without such a file. */
  keyOf(file: string): string | undefined {
    const key = () => hashAt(this.pathOf(file)) + this.textsKey(file);
    return this.hasFile(file) ? memo(this.#keys, file, key) : undefined;
  }

  /** The same for the text files of a file alone. */
  textsKey(file: string): string {
    return JSON.stringify(this.textsOf(file).map(({ field, path }) => [field, hashAt(path)]));
  }

  /** Whether there is such a file, and it contains one record, without a list around it. */
  isAlone(file: string): boolean {
    const path = this.files.get(file)?.path;
    const isSingle = (path: string) => file.endsWith('.json') && isObjectFile(path);
    return path !== undefined && memo(this.#alone, file, () => isSingle(path));
  }

  /** The names of the files of a collection. */
  filesOf(collection: string): string[] {
    const own = [...this.files.values()].filter((file) => file.collection === collection);
    return own.map(({ name }) => name);
  }

  /** The record with an id, including texts from text files; undefined if there is none. */
  record(collection: string, id: number): JsonObject | undefined {
    const table = this.table(collection);
    const row = table.rowOf(id);
    return row === NO_ROW ? undefined : this.recordOf({ table, row });
  }

  /** As {@link record}, as a function. */
  readonly find = (collection: string, id: number) => this.record(collection, id);

  /** The record of a row, including texts from text files. */
  recordOf(one: RowOf): JsonObject {
    let found: JsonObject = {};
    visitRecords(this, [one], (_, record) => {
      found = record;
    });
    return found;
  }
}

/**
 * Visits records in the order of files and places, with the texts of their text files. Notes how values of any form are
 * written (written.ts).
 */
export function visitRecords<T extends RowOf>(
  data: PortalData,
  rows: readonly T[],
  visit: (row: T, record: JsonObject, place: RecordPlace) => void,
): void {
  const byFile = new Map<string, { one: T; place: RecordPlace }[]>();
  for (const one of rows) {
    const place = one.table.placeOf(one.row);
    memo(byFile, place.file, () => []).push({ one, place });
  }
  for (const file of [...byFile.keys()].sort()) {
    withFile(data.pathOf(file), (fd) => {
      for (const { one, place } of byFile
        .get(file)!
        .sort((a, b) => a.place.start - b.place.start)) {
        const text = readValueAt(fd, place.start);
        const value: unknown = JSON.parse(text);
        if (!isObject(value)) continue;
        noteRecord(one.table.plan.declared, value, text);
        visit(one, withBeside(value, data.textsOf(file)), place);
      }
    });
  }
}

function laidOver(files: readonly DataFile[], overlay: Overlay, endings: Endings): DataFile[] {
  const all = files.flatMap((file) => [file, ...(file.texts ?? [])]);
  const paths = new Map([...all.map(({ name, path }) => [name, path] as const), ...overlay]);
  const found: DataFile[] = [];
  const texts = new Map<string, TextFile[]>();
  for (const [name, path] of [...paths].sort(([a], [b]) => (a < b ? -1 : 1))) {
    if (path === undefined || name.startsWith('.')) continue; // removed, or a hidden file that an import keeps
    const text = fieldIn(name, endings);
    if (text) memo(texts, text.beside, () => []).push({ field: text.field, name, path });
    else found.push({ collection: collectionOf(name), name, path });
  }
  return found.map((file) => withTexts(file, texts.get(file.name)));
}

const collectionOf = (name: string) => name.split('/', 1)[0]!.replace(/\.(?:json|ndjson)$/, '');

type Folders = Pick<DataSettings, 'cwd' | 'data'>;

/** The path of a data file, which is given by its name in the data folder. */
export const inFolder = ({ data }: Pick<Folders, 'data'>, name: string): string =>
  join(data, ...name.split('/'));

/** The name of a data file as reports show it: relative to the working folder. */
export function shownName({ cwd, data }: Folders, name: string): string {
  return nameBelow(relative(cwd, data).split(sep).join('/'), name);
}

/** Reads the data, even if it has errors. Returns the data with its plan and settings. */
export async function openData(
  portal: Portal,
  options: BuildOptions,
): Promise<{
  readonly plan: Plan;
  readonly settings: BuildSettings;
  readonly data: PortalData;
}> {
  const settings = await settingsOf(portal, options);
  const plan = makePlan(portal);
  return { plan, settings, data: await PortalData.read(plan, settings) };
}
