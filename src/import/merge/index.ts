// Merges the origin's records, given as a data folder, into the data: three-way, with the origin's last records as the
// base. Either everything is written or nothing. What both sides changed stays as the editor has it, as a conflict.
import { existsSync, lstatSync, mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { changeData } from '../../editing/workspace/attempts.js';
import { hashAt } from '../../editing/workspace/journal.js';
import {
  type DataSettings,
  inFolder,
  type Overlay,
  PortalData,
} from '../../editing/workspace/portal-data.js';
import type { Change } from '../../editing/workspace/put.js';
import type { Plan } from '../../engine/plan.js';
import { makeFolder, realPath } from '../../files/disk/boundary.js';
import { hearSignals, inFolderWithin, inTemporaryFolder } from '../../files/disk/temporary.js';
import { hashFile } from '../../files/source/data-file.js';
import type { MessageName } from '../../problems/messages/names.js';
import type { PlacedFinding } from '../../problems/placed.js';
import { UsageError } from '../../problems/problem.js';
import { FIRST_INVENTED, type Versions } from '../split/index.js';
import { FileWriter } from '../split/lay.js';
import { baseFile, CONFLICTS, lastImportText, SIGNED_IN } from './base.js';
import { cannotBe } from './blocked.js';
import { findingsOf } from './findings.js';
import { inTheWay } from './homes.js';
import { type Keep, type Merged, merge, type Theirs } from './merge.js';
import { Reader } from './reader.js';
import { stage } from './stage.js';

export type { Theirs } from './merge.js';

export interface BringOptions {
  /** Write nothing. */
  readonly dryRun: boolean;
  /** Remove records even if they are so many that something may be wrong with the origin. */
  readonly allowRemovals?: boolean;
  /** Aborts the merge before anything is written, but not during the writing. */
  readonly signal?: AbortSignal;
  /** Records that the origin showed in several versions, to be reported at their places. */
  readonly versions?: readonly Versions[];
}

/** What a merge changed or, in a dry run, would change. */
export interface Brought {
  /**
   * `errors`: nothing was written, since the data would have the errors that `problems` lists; `removals`: nothing
   * was written, since too many records would be removed.
   */
  readonly outcome: 'brought' | 'errors' | 'removals';
  /** With the outcome `removals`: the collections that would lose too many records. */
  readonly removals: readonly MassRemoval[];
  /** How many records were added, changed and removed, for each collection with any of these. */
  readonly records: Readonly<Record<string, RecordCounts>>;
  /** The data files that are new, changed or deleted, by their names in the data folder. */
  readonly files: readonly string[];
  /**
   * With the outcome `brought`: conflicts, and records that the origin showed in several versions; with `errors`: the
   * errors; with `removals`: none. In order of their places.
   */
  readonly problems: readonly PlacedFinding[];
}

export interface RecordCounts {
  readonly added: number;
  readonly changed: number;
  readonly removed: number;
}

/** How many records a collection would lose, and how many it has. */
export interface MassRemoval {
  readonly collection: string;
  readonly removed: number;
  readonly of: number;
}

/**
 * If an origin removed more records of a collection than both of these since the last import, it is probably out of
 * order, or does not show everything to this client.
 */
const MOST_REMOVED = 20;
const MOST_SHARE = 0.1;
/** The most rounds. A change that cannot be applied may block others, but hardly so often in a row. */
const ROUNDS = 20;

/**
 * Merges the records of an origin into the data folder, which need not exist. Throws a {@link UsageError} for data
 * that cannot be compared, and for a damaged `data/.import/`.
 */
export async function bring(
  plan: Plan,
  settings: DataSettings,
  theirs: Theirs,
  options: BringOptions,
): Promise<Brought> {
  const { dryRun, signal } = options;
  const there = await PortalData.read(plan, { ...settings, data: theirs.folder });
  mustBeComparable(there, 'what the origin says');
  const bases = plan.collections.map(({ declared }) => baseFile(declared.name));
  let attempts = 0;
  const bringInto = (data: string, folder: string) => {
    const own = { ...settings, data, dryRun };
    const workOut = async (ours: PortalData, before: ReadonlyMap<string, string>) => {
      mustBeComparable(ours, data);
      const made = await make(plan, own, [ours, there], theirs, options, `${folder}/${attempts++}`);
      const change = changeOf(own, made.files, (file) => before.has(file));
      await hearSignals();
      signal?.throwIfAborted();
      return { result: made.brought, change, command: 'import' };
    };
    return changeData(plan, own, workOut, [...bases, CONFLICTS, SIGNED_IN]);
  };
  if (!dryRun) {
    makeFolder(realPath(settings.data));
    return inFolderWithin(settings.data, (folder) => bringInto(settings.data, folder));
  }
  return inTemporaryFolder((folder) => {
    // A dry run must not make the data folder: if there is none, an empty one takes its place.
    const none = join(folder, 'none');
    mkdirSync(none);
    return bringInto(existsSync(settings.data) ? settings.data : none, folder);
  });
}

/** Makes all files in a folder, in rounds: each omits the changes that the rounds before found to be blocked. */
async function make(
  plan: Plan,
  settings: DataSettings,
  [ours, there]: readonly [ours: PortalData, theirs: PortalData],
  theirs: Theirs,
  { versions = [], allowRemovals = false }: BringOptions,
  folder: string,
): Promise<{ readonly brought: Brought; readonly files: Overlay }> {
  const blocked = new Set<string>();
  const readers = [new Reader(ours), new Reader(there)] as const;
  try {
    for (let round = 0; ; round++) {
      const own = join(folder, String(round));
      const kept = new ImportFiles(join(own, 'kept'));
      const { personal } = settings;
      kept.keep(SIGNED_IN, lastImportText({ header: theirs.signedIn, personal }));
      const merged = merge(plan, settings, readers, theirs, blocked, kept.keep);
      await hearSignals();
      const files = stage(settings, readers, merged, join(own, 'data'));
      const result = files.size === 0 ? ours : await PortalData.read(plan, settings, files);
      const { found, errors } = cannotBe(settings, { ours, theirs: there, result }, merged);
      if (round < ROUNDS && [...found].some((key) => !blocked.has(key))) {
        for (const key of found) blocked.add(key);
        rmSync(own, { recursive: true, force: true });
        continue;
      }
      const removals = allowRemovals ? [] : massRemovals(merged);
      const told = { records: countsOf(merged), files: [...files.keys()].sort(), removals };
      if (removals.length > 0) {
        return { brought: { ...told, outcome: 'removals', problems: [] }, files: new Map() };
      }
      if (errors.length > 0) {
        return { brought: { ...told, outcome: 'errors', problems: errors }, files: new Map() };
      }
      const problems = findingsOf(settings, result, merged.conflicts, versions);
      return {
        brought: { ...told, outcome: 'brought', problems },
        files: new Map([...files, ...(await kept.changed(plan, settings))]),
      };
    }
  } finally {
    for (const reader of readers) reader.close();
  }
}

/** The new files of `data/.import/`. */
class ImportFiles {
  readonly #files: FileWriter;
  readonly #made = new Set<string>();

  constructor(private readonly folder: string) {
    this.#files = new FileWriter(folder);
  }

  readonly keep: Keep = (file, text) => {
    this.#made.add(file);
    this.#files.add(file, text);
  };

  /** Returns the files that differ from those in the data, and those to delete. */
  async changed(plan: Plan, { data }: Pick<DataSettings, 'data'>): Promise<Overlay> {
    this.#files.flush();
    const changed = new Map<string, string | undefined>();
    const bases = plan.collections.map(({ declared }) => baseFile(declared.name));
    // Bases are written last: if only a base were written, and not its conflicts, they would not be reported again.
    for (const file of [CONFLICTS, SIGNED_IN, ...bases]) {
      const [old, made] = [join(data, file), join(this.folder, file)];
      const isThere = lstatSync(old, { throwIfNoEntry: false }) !== undefined;
      if (!this.#made.has(file)) {
        if (isThere) changed.set(file, undefined);
      } else if (!isThere || (await hashFile(old)) !== (await hashFile(made)))
        changed.set(file, made);
    }
    return changed;
  }
}

/** Returns the changes that put files into the data, in order. `isThere`: whether the data has a file of this name. */
const changeOf = (
  settings: Pick<DataSettings, 'data'>,
  files: Overlay,
  isThere: (file: string) => boolean,
): Change[] =>
  [...files].flatMap(([file, after]): Change[] => {
    const path = inFolder(settings, file);
    if (isThere(file)) return [{ file, before: hashAt(path), after }];
    if (after === undefined) return [];
    if (lstatSync(path, { throwIfNoEntry: false })) throw inTheWay(path);
    return [{ file, before: undefined, after }];
  });

/** Throws a {@link UsageError} for data whose records cannot be distinguished, read or edited. */
function mustBeComparable({ problems }: PortalData, what: string): void {
  const unclear = problems.filter(
    ({ severity, code, name, path }) =>
      severity === 'error' &&
      (['', '/id'].includes(path) || code === 'duplicate-key' || UNCLEAR.has(name)),
  );
  if (unclear.length === 0) return;
  const places = unclear.map(
    ({ file, line, column, code }) => `  ${file}:${line}:${column} ${code}`,
  );
  throw new UsageError(
    `nothing can be imported while ${what} cannot be read in full: mend what check finds first`,
    places.slice(0, 20),
  );
}

const UNCLEAR = new Set<MessageName>(['inconsistent/text-twice', 'bad-value/depth']);

function countsOf({ collections }: Merged): Record<string, RecordCounts> {
  return Object.fromEntries(
    collections.flatMap(({ ours, added, changed, removed }) => {
      const counts = { added: added.length, changed: changed.length, removed: removed.length };
      return Object.values(counts).some((count) => count > 0) ? [[ours.name, counts] as const] : [];
    }),
  );
}

/** The collections that would lose too many records at once. Invented records do not count. */
function massRemovals({ collections }: Merged): MassRemoval[] {
  return collections.flatMap(({ ours, removed: rows }) => {
    const removed = rows.filter((row) => ours.ids[row]! < FIRST_INVENTED).length;
    const isMass = removed > MOST_REMOVED && removed > ours.rows * MOST_SHARE;
    return isMass ? [{ collection: ours.name, removed, of: ours.rows }] : [];
  });
}
