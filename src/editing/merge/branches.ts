// Merges a branch into the one that is checked out, or finishes what git has stopped: data by record, all else by git.
import { join } from 'node:path';
import { makePlan, type Plan } from '../../engine/plan.js';
import { inTemporaryFolder } from '../../files/disk/temporary.js';
import { dataFilesOf } from '../../files/source/files.js';
import type { Portal } from '../../model/endpoint.js';
import { commandFor } from '../../problems/commands.js';
import { refused } from '../../problems/problem.js';
import { extract, findCommit } from '../../snapshot/git/git.js';
import {
  commitOf,
  finishBegun,
  finishStopped,
  lastEditOf,
  mustBeCommitted,
  putInPlace,
  type Sides,
  sidesOf,
  stoppedIn,
} from '../../snapshot/git/merge.js';
import { type DataSettings, inFolder } from '../workspace/portal-data.js';
import { oneAtATime } from '../workspace/put.js';
import { type MergedFolders, type MergeOptions, mergeFolders } from './folders.js';
import { SIDES } from './merge.js';

export interface BranchOptions {
  /** The branch or commit to merge; undefined to finish what git has stopped. */
  readonly ref: string | undefined;
  /** Settles all questions: `keep` by what the branch has already, `take` by what is merged into it. */
  readonly conflicts: 'keep' | 'take' | undefined;
  readonly dryRun: boolean;
}

/** The result of a merge. */
export interface MergedBranches extends MergedFolders {
  /**
   * `merged`: there is a commit. `finished`: a killed run had begun it. `none`: there was nothing to merge. `refused`:
   * because of questions or errors, and nothing is changed.
   */
  readonly outcome: 'merged' | 'finished' | 'none' | 'refused';
  /** The commit of the merge. */
  readonly commit?: string;
}

const NOTHING = { questions: [], ids: [], records: {}, files: new Set<string>(), problems: [] };

/** Merges. Throws a {@link UsageError} if that is not possible; then, too, nothing is changed. */
export function mergeBranches(
  portal: Portal,
  settings: DataSettings,
  options: BranchOptions,
): Promise<MergedBranches> {
  const plan = makePlan(portal);
  const { data } = settings;
  const work = async (): Promise<MergedBranches> => {
    const begun = options.dryRun ? undefined : await finishBegun(data);
    if (options.ref === undefined) return finish(plan, settings, options, begun);
    if (await stoppedIn(data)) {
      throw refused('a command of git is not finished, such as a merge: {command} finishes it', {
        command: commandFor(settings.startedWith, 'merge'),
      });
    }
    const sides = await sidesOf(data, options.ref);
    if (sides.state === 'upToDate') {
      return { ...NOTHING, outcome: begun ? 'finished' : 'none', ...(begun && { commit: begun }) };
    }
    return inTemporaryFolder(async (temporary) => {
      const { merged, files } =
        sides.state === 'ahead'
          ? { merged: NOTHING, files: undefined }
          : await mergeSides(
              plan,
              settings,
              sides,
              { settle: sideOf(options), moves: 'mine' },
              temporary,
            );
      if (isRefused(merged)) return { ...merged, outcome: 'refused' };
      const message = `Merge ${options.ref}\n`;
      const commit = files ? await commitOf(data, sides, files, message, temporary) : sides.theirs;
      await mustBeCommitted(data, commit);
      if (!options.dryRun) await putInPlace(data, commit);
      return { ...merged, outcome: 'merged', commit };
    });
  };
  return options.dryRun ? work() : oneAtATime(settings, work);
}

const sideOf = ({ conflicts }: BranchOptions) => conflicts && SIDES[conflicts];

const isRefused = ({ questions, problems }: MergedFolders): boolean =>
  questions.length + problems.length > 0;

/** Finishes what git has stopped. A rebase may stop again at each of its commits. */
async function finish(
  plan: Plan,
  settings: DataSettings,
  options: BranchOptions,
  begun: string | undefined,
): Promise<MergedBranches> {
  const { data } = settings;
  for (;;) {
    const stopped = await stoppedIn(data);
    if (!stopped) {
      if (begun !== undefined) return { ...NOTHING, outcome: 'finished', commit: begun };
      throw refused('git has stopped no merge here: name the branch or the commit to merge');
    }
    // Commits that are applied again come after those of the branch, so their records get the new ids.
    const moves = stopped.kind === 'merge' ? 'mine' : 'theirs';
    const result = await inTemporaryFolder(
      async (temporary): Promise<MergedBranches | undefined> => {
        const how: MergeOptions = { settle: sideOf(options), moves };
        const { merged, files } = await mergeSides(plan, settings, stopped, how, temporary);
        if (isRefused(merged)) return { ...merged, outcome: 'refused' };
        const { dryRun } = options;
        const commit = await finishStopped(data, stopped, files, { temporary, dryRun });
        return commit === undefined ? undefined : { ...merged, outcome: 'merged', commit };
      },
    );
    if (result) return result;
  }
}

/** Merges the data of three commits, in a temporary folder. */
async function mergeSides(
  plan: Plan,
  settings: DataSettings,
  sides: Sides,
  options: MergeOptions,
  temporary: string,
) {
  const at = await findCommit(settings.data, 'HEAD');
  const folderOf = async (side: 'base' | 'mine' | 'theirs') => {
    const folder = join(temporary, side);
    await extract({ ...at, commit: sides[side] }, folder);
    return folder;
  };
  const [base, mine, theirs] = await Promise.all([
    folderOf('base'),
    folderOf('mine'),
    folderOf('theirs'),
  ]);
  const folders = { base, mine, theirs };
  const filesIn = (folder: string) =>
    dataFilesOf(folder, plan.portal.collections).files.flatMap(({ name, texts = [] }) => [
      name,
      ...texts.map((text) => text.name),
    ]);
  const names = new Set(Object.values(folders).flatMap(filesIn));
  const result = await mergeFolders(plan, settings, folders, options, temporary);
  const by = (side: 'mine' | 'theirs', file: string) =>
    lastEditOf(settings.cwd, `${sides.base}..${sides[side]}`, file);
  const questions = result.questions.map(async (one) => {
    const [mine = '', theirs = ''] = await Promise.all([
      by('mine', one.file),
      by('theirs', one.file),
    ]);
    return { ...one, by: { mine, theirs } };
  });
  const merged = { ...result, questions: await Promise.all(questions) };
  const now = new Set(filesIn(folders.mine));
  const changed = new Map(
    [...merged.files].map((name) => [
      name,
      now.has(name) ? inFolder({ data: folders.mine }, name) : undefined,
    ]),
  );
  return { merged, files: { names: new Set([...names, ...now]), changed } };
}
