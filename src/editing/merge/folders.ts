// Merges three folders with data, record by record. The result is written into the folder of `mine`, so the caller
// gives copies.
import { copyFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import fsExtra from 'fs-extra';
import type { Plan } from '../../engine/plan.js';
import { dataFilesOf } from '../../files/source/files.js';
import type { PlacedFinding } from '../../problems/placed.js';
import { UsageError } from '../../problems/problem.js';
import { sentence } from '../../problems/say.js';
import { type DataSettings, inFolder, type Overlay, PortalData } from '../workspace/portal-data.js';
import { laidIn, withoutThese } from '../workspace/try-out.js';
import { withReferences } from './dangling.js';
import { writeMerged } from './files.js';
import { countsOf, merge, type RecordCounts, type States, type Three } from './merge.js';
import { type Moved, newIdsFor } from './new-ids.js';
import { type Question, questionsOf } from './questions.js';
import { unclearIn } from './unclear.js';
import { wholeFiles } from './whole-files.js';

export interface MergeOptions {
  /** The side whose values settle all questions; undefined leaves them. */
  readonly settle: 'mine' | 'theirs' | undefined;
  /** The side whose new records get new ids if the other side has new records with the same ids. */
  readonly moves: 'mine' | 'theirs' | undefined;
}

export interface MergedFolders {
  /** Of the unsettled questions. If there are some, the folder is not the result of a merge. */
  readonly questions: readonly Question[];
  readonly ids: readonly Moved[];
  readonly records: Readonly<Record<string, RecordCounts>>;
  /** The names of the data files that are not as in `mine`. */
  readonly files: ReadonlySet<string>;
  /** The errors that the result has, and neither side. */
  readonly problems: readonly PlacedFinding[];
}

/**
 * Merges the folders. Throws a {@link UsageError} if the records of one of them cannot be identified. Places are shown
 * as those of the data folder that the settings name.
 */
export async function mergeFolders(
  plan: Plan,
  settings: DataSettings,
  folders: Three<string>,
  { settle, moves }: MergeOptions,
  temporary: string,
): Promise<MergedFolders> {
  const read = (folder: string) =>
    PortalData.read(plan, settings, overlayOf(plan, settings, folder));
  const changed = new Set<string>();
  const put = (side: 'mine' | 'theirs', files: Overlay) => {
    for (const [name, path] of files) {
      const target = inFolder({ data: folders[side] }, name);
      if (path === undefined) rmSync(target, { force: true });
      else {
        fsExtra.ensureDirSync(join(target, '..'));
        copyFileSync(path, target);
      }
      if (side === 'mine') changed.add(name);
    }
    return files.size > 0 ? read(folders[side]) : undefined;
  };
  const base = await readClear(read, folders.base);
  let mine = await readClear(read, folders.mine);
  let theirs = await readClear(read, folders.theirs);
  const before = [...mine.problems, ...theirs.problems];
  let ids: readonly Moved[] = [];
  if (moves) {
    const moved = newIdsFor(plan, { base, mine, theirs }, moves, folders[moves]);
    ids = moved.ids;
    const now = await put(moves, laidIn(join(temporary, 'ids'), moved.edits));
    if (moves === 'mine') mine = now ?? mine;
    else theirs = now ?? theirs;
  }
  const states: States = { base, mine, theirs };
  const merged = withReferences(
    states,
    merge(plan, states, () => settle),
    settle,
  );
  const questions = questionsOf(plan, settings, states, merged);
  const records = countsOf(merged);
  if (questions.length > 0) return { questions, ids, records, files: changed, problems: [] };
  const { files, rest } = wholeFiles(states, merged);
  mine = (await put('mine', files)) ?? mine;
  const own = { ...states, mine };
  const written = writeMerged(
    { data: folders.mine },
    own,
    { collections: rest, conflicts: [] },
    join(temporary, 'merged'),
  );
  mine = (await put('mine', written)) ?? mine;
  const isError = ({ severity }: PlacedFinding) => severity === 'error';
  const problems = withoutThese(mine.problems.filter(isError), before);
  return { questions, ids, records, files: changed, problems };
}

async function readClear(
  read: (folder: string) => Promise<PortalData>,
  folder: string,
): Promise<PortalData> {
  const data = await read(folder);
  const places = unclearIn(data.problems);
  if (places.length === 0) return data;
  throw new UsageError(
    sentence('nothing can be merged while one of the sides cannot be read in full:'),
    places,
  );
}

/** Reads the files of another folder in place of those of the data folder. */
function overlayOf({ portal }: Plan, { data }: DataSettings, folder: string): Overlay {
  const filesIn = (path: string) =>
    dataFilesOf(path, portal.collections).files.flatMap((file) => [file, ...(file.texts ?? [])]);
  return new Map([
    ...filesIn(data).map(({ name }) => [name, undefined] as const),
    ...filesIn(folder).map(({ name, path }) => [name, path] as const),
  ]);
}
