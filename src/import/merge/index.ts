// What an origin says, as a data folder, into the data: three-way against what it said last. All of it comes, or
// nothing; what both sides changed stays as the editor has it, and is told as a conflict.
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
import { baseFile, CONFLICTS, lastSignedIn, SIGNED_IN, signedInText } from './base.js';
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
  /** Remove also as many records as are only missed when something is wrong with the origin. */
  readonly allowRemovals?: boolean;
  /** Ends the work before anything is written, but not while it is. */
  readonly signal?: AbortSignal;
  /** Records of which the origin gave more than one version, to be told at their places. */
  readonly versions?: readonly Versions[];
}

/** What an import brought, or would. */
export interface Brought {
  /**
   * `errors`: nothing was written, since the data would have the errors that `problems` lists; `removals`: nothing
   * was written, since so much would be removed.
   */
  readonly outcome: 'brought' | 'errors' | 'removals';
  /** With the outcome `removals`: the collections that would lose so much. */
  readonly removals: readonly MassRemoval[];
  /** How many records came, changed and went, of the collections where any did. */
  readonly records: Readonly<Record<string, RecordCounts>>;
  /** The data files that are new, changed or gone, by their names in the data folder. */
  readonly files: readonly string[];
  /** Conflicts or, with the outcome `errors`, those errors; in order of their places. */
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
 * An origin that removed more records of a collection than both of these since the last import is rather out of
 * order, or does not show everything to whoever asks.
 */
const MOST_REMOVED = 20;
const MOST_SHARE = 0.1;
/** What cannot be taken over may keep others from being taken over; so often in a row it does not. */
const ROUNDS = 20;

/**
 * Brings what an origin says into the data folder, which need not be there. Throws a {@link UsageError} for data
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
    // Data that is not there yet is as good as none.
    const none = join(folder, 'none');
    mkdirSync(none);
    return bringInto(existsSync(settings.data) ? settings.data : none, folder);
  });
}

/** Makes all files in a folder, round by round: what a round finds that cannot be taken over, the next one leaves out. */
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
      const { signedIn = lastSignedIn(settings) } = theirs;
      if (signedIn !== undefined) kept.keep(SIGNED_IN, signedInText(signedIn));
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

/** The files of `data/.import/` as they are made. */
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

  /** Those that are other than in the data, and those that go. */
  async changed(plan: Plan, { data }: Pick<DataSettings, 'data'>): Promise<Overlay> {
    this.#files.flush();
    const changed = new Map<string, string | undefined>();
    const bases = plan.collections.map(({ declared }) => baseFile(declared.name));
    // The bases come last: a conflict that is in no list and of which a base knows already would be told no more.
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

/** The change that puts files into the data, in their order. `isThere`: whether a file of the data has that name. */
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

/** Throws a {@link UsageError} for data of which records cannot be told apart, read or edited. */
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

/** The collections that would lose too much at once. What was invented is no loss. */
function massRemovals({ collections }: Merged): MassRemoval[] {
  return collections.flatMap(({ ours, removed: rows }) => {
    const removed = rows.filter((row) => ours.ids[row]! < FIRST_INVENTED).length;
    const isMass = removed > MOST_REMOVED && removed > ours.rows * MOST_SHARE;
    return isMass ? [{ collection: ours.name, removed, of: ours.rows }] : [];
  });
}
