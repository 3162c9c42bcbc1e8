// Merges the imported records into the data (`mine`): compares them with what the portal shows now (`theirs`), and with
// what it showed at the last import (`base`). Either everything is written or nothing. If an editor and the portal have
// changed the same field, then by default the editor's value stays, and a conflict is reported.
import { existsSync, lstatSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import glob from 'fast-glob';
import { writeMerged } from '../../editing/merge/files.js';
import {
  type Conflict,
  countsOf,
  type Merged,
  merge,
  type RecordCounts,
  SIDES,
} from '../../editing/merge/merge.js';
import { nameTaken } from '../../editing/new/place.js';
import { changeData } from '../../editing/workspace/attempts.js';
import { hashAt } from '../../editing/workspace/file-hash.js';
import {
  type DataSettings,
  inFolder,
  type Overlay,
  PortalData,
} from '../../editing/workspace/portal-data.js';
import type { Edit } from '../../editing/workspace/put.js';
import { withoutThese } from '../../editing/workspace/try-out.js';
import type { Plan } from '../../engine/plan.js';
import { makeFolder, realPath } from '../../files/disk/boundary.js';
import { hearSignals, inFolderWithin, inTemporaryFolder } from '../../files/disk/temporary.js';
import type { JsonObject } from '../../model/fields.js';
import type { PlacedFinding } from '../../problems/placed.js';
import type { ImportOptions } from '../options.js';
import { FIRST_INVENTED, type Versions } from '../split/index.js';
import { type Laid, layCollection } from '../split/lay.js';
import { findingOf, findingsOf, type RecordFinding } from './findings.js';
import { mustBeComparable, readState, type SignedIn, STATE, writeLastImport } from './state.js';

/** The imported records, as a data folder. */
export interface Theirs {
  readonly folder: string;
  /** The name of the header with which the portal was read. */
  readonly signedIn: SignedIn;
}

export interface BringOptions
  extends Pick<ImportOptions, 'allowRemovals' | 'conflicts' | 'draft' | 'signal'> {
  readonly dryRun: boolean;
  /** Records that the portal showed in several versions. They are reported. */
  readonly versions?: readonly Versions[];
}

/** What a merge has changed or, in a dry run, would change. */
export interface Brought {
  /**
   * `brought`: written. `draft`: written although it has errors. `errors`: not written, because the data would have the
   * errors in `problems`. `removals`: not written, because too many records would be removed.
   */
  readonly outcome: 'brought' | 'draft' | 'errors' | 'removals';
  /** For the outcome `removals`: the collections that would lose too many records. */
  readonly removals: readonly MassRemoval[];
  /** For each collection with changes, how many records were added, changed and removed. */
  readonly records: Readonly<Record<string, RecordCounts>>;
  /** The data files that are new, changed or removed. */
  readonly files: readonly string[];
  /**
   * Conflicts, and records that the portal showed in several versions. For the outcome `errors`, the errors; for
   * `removals`, nothing. Sorted by place.
   */
  readonly problems: readonly PlacedFinding[];
}

/** How many records a collection would lose, and how many it has. */
export interface MassRemoval {
  readonly collection: string;
  readonly removed: number;
  readonly of: number;
}

/**
 * If a collection would lose more than 20 records, and more than a tenth of its records, the portal is probably out of
 * order, or does not show everything.
 */
const MOST_REMOVED = 20;
const MOST_SHARE = 0.1;

/**
 * Merges the imported records into the data folder, which may be missing. Throws a {@link UsageError} if records of the
 * data cannot be read or identified.
 */
export async function bring(
  plan: Plan,
  settings: DataSettings,
  theirs: Theirs,
  options: BringOptions,
): Promise<Brought> {
  const { dryRun, signal } = options;
  const there = await PortalData.read(plan, { ...settings, data: theirs.folder });
  mustBeComparable(there, 'what the origin says', 'correct it there first');
  let attempts = 0;
  const bringInto = (data: string, folder: string) => {
    const own = { ...settings, data, dryRun };
    const workOut = async (ours: PortalData, before: ReadonlyMap<string, string>) => {
      mustBeComparable(ours, data, `mend what ${ours.checking} finds first`);
      const made = await make(plan, own, [ours, there], theirs, options, `${folder}/${attempts++}`);
      const edits = editsOf(own, made.files, (file) => before.has(file));
      await hearSignals();
      signal?.throwIfAborted();
      return { result: made.brought, edits, command: ['import'] };
    };
    return changeData(plan, own, workOut, () => stateFiles(data));
  };
  if (!dryRun) {
    makeFolder(realPath(settings.data));
    return inFolderWithin(settings.data, (folder) => bringInto(settings.data, folder));
  }
  return inTemporaryFolder((folder) => {
    // If the data folder does not exist, an empty one takes its place, because a dry run must not make the data folder.
    const none = join(folder, 'none');
    mkdirSync(none);
    return bringInto(existsSync(settings.data) ? settings.data : none, folder);
  });
}

/** Merges, and writes the new versions of changed files into `folder`. They are later moved into the data. */
async function make(
  plan: Plan,
  settings: DataSettings,
  [ours, there]: readonly [ours: PortalData, theirs: PortalData],
  theirs: Theirs,
  { versions = [], allowRemovals = false, draft = false, conflicts: settle }: BringOptions,
  folder: string,
): Promise<{ readonly brought: Brought; readonly files: Overlay }> {
  const states = { base: await readState(plan, settings), mine: ours, theirs: there };
  const merged = merge(plan, states, () => settle && SIDES[settle]);
  await hearSignals();
  const files = writeMerged(settings, states, merged, join(folder, 'data'));
  const result = files.size === 0 ? ours : await PortalData.read(plan, settings, files);
  const brought = { records: countsOf(merged), files: [...files.keys()].sort() };
  const removals = allowRemovals ? [] : massRemovals(merged, ours);
  if (removals.length > 0) return without({ ...brought, removals, outcome: 'removals' });
  const isError = ({ severity }: PlacedFinding) => severity === 'error';
  const caused = withoutThese(result.problems.filter(isError), ours.problems);
  if (caused.length > 0 && !draft) {
    return without({ ...brought, removals, outcome: 'errors', problems: caused });
  }
  const into = join(folder, 'state');
  const state = newState(plan, settings, there, merged.conflicts, theirs.signedIn, into);
  const kept = await PortalData.read(plan, { ...settings, data: join(into, STATE) });
  const findings = [...merged.conflicts.map(findingOf), ...versions.map(versionsFinding)];
  const problems = findingsOf(settings, [result, kept], findings);
  const outcome = caused.length > 0 ? 'draft' : 'brought';
  return {
    brought: { ...brought, removals, outcome, problems },
    files: new Map([...files, ...state]),
  };
}

/** The result of a merge that wrote nothing. */
const without = (brought: Omit<Brought, 'problems'> & Partial<Pick<Brought, 'problems'>>) => ({
  brought: { problems: [], ...brought },
  files: new Map<string, string | undefined>(),
});

const versionsFinding = ({ collection, id, fields }: Versions): RecordFinding => {
  const args = { fields: fields.join(', ') };
  return { collection, id, name: 'import-conflict/versions', args };
};

/**
 * Makes the state that is kept for the next import: what the portal shows now. Records and fields in conflict stay as
 * they were, so that the next import finds the same conflict. Returns the files to write and to delete.
 */
function newState(
  plan: Plan,
  { data, personal }: DataSettings,
  theirs: PortalData,
  conflicts: readonly Conflict[],
  signedIn: SignedIn,
  into: string,
): Overlay {
  for (const one of plan.collections) {
    const { name } = one.declared;
    const table = theirs.table(name);
    const unsettled = new Map<number, JsonObject | undefined>();
    for (const { collection, id, field, base } of conflicts) {
      if (collection !== name) continue;
      const record = unsettled.get(id) ?? theirs.record(name, id);
      unsettled.set(id, field === undefined ? base : { ...record, [field]: base });
    }
    const ids = new Set([...table.ids, ...unsettled.keys()]);
    const laid = function* (): Generator<Laid> {
      for (const id of [...ids].sort((a, b) => a - b)) {
        const record = unsettled.has(id) ? unsettled.get(id) : theirs.record(name, id);
        if (record) yield { record, whole: record };
      }
    };
    layCollection(join(into, STATE), one, laid());
  }
  writeLastImport(into, { header: signedIn, personal });
  const before = new Set(stateFiles(data));
  const changed = new Map<string, string | undefined>();
  for (const file of stateFiles(into)) {
    const made = join(into, file);
    const isThere = before.delete(file);
    if (!isThere || hashAt(join(data, file)) !== hashAt(made)) changed.set(file, made);
  }
  for (const file of before) changed.set(file, undefined);
  return changed;
}

/** The files of the kept state, by their names in the data folder. */
function stateFiles(data: string): string[] {
  return glob.sync(`${STATE}/**`, { cwd: data, dot: true, followSymbolicLinks: false }).sort();
}

/** Returns the changes of files that an import makes. `isThere`: returns whether the data has a file. */
const editsOf = (
  settings: Pick<DataSettings, 'data'>,
  files: Overlay,
  isThere: (file: string) => boolean,
): Edit[] =>
  [...files].flatMap(([file, after]): Edit[] => {
    const path = inFolder(settings, file);
    if (isThere(file)) return [{ file, before: hashAt(path), after }];
    if (after === undefined) return [];
    if (lstatSync(path, { throwIfNoEntry: false })) throw nameTaken(path);
    return [{ file, before: undefined, after }];
  });

/** The collections that would lose too many records at once. Records with invented ids do not count as removed. */
function massRemovals({ collections }: Merged, ours: PortalData): MassRemoval[] {
  return collections.flatMap(({ plan, removed: ids }) => {
    const collection = plan.declared.name;
    const removed = [...ids].filter((id) => id < FIRST_INVENTED).length;
    const of = ours.table(collection).rows;
    const isMass = removed > MOST_REMOVED && removed > of * MOST_SHARE;
    return isMass ? [{ collection, removed, of }] : [];
  });
}
