// Hands in changes of the data: lists the changes, commits them, and pushes the commit.
import { editedLines } from '../../editing/changes/table.js';
import { editedSinceCommit } from '../../editing/changes/uncommitted.js';
import type { DataSettings } from '../../editing/workspace/portal-data.js';
import { oneAtATime } from '../../editing/workspace/put.js';
import type { Portal } from '../../model/endpoint.js';
import type { JsonObject } from '../../model/fields.js';
import { commandFor } from '../../problems/commands.js';
import type { Language } from '../../problems/messages/catalogue.js';
import { refused } from '../../problems/problem.js';
import { type Desk, deskOf } from '../../snapshot/git/desk.js';
import { commitFiles, type HandedIn, push } from '../../snapshot/git/hand-in.js';

/**
 * Returns the changes since the last commit. `comparing`: the command that shows what they change in the API. Throws
 * like {@link deskAt}.
 */
export async function uncommittedChanges(portal: Portal, settings: DataSettings, lang: Language) {
  const desk = await deskAt(settings);
  const edited = await editedSinceCommit(portal, settings, desk.files);
  return {
    ...desk,
    lines: (edited.length > 0 && editedLines({ edited }, lang)) || [],
    comparing: commandFor(settings.startedWith, 'diff', 'HEAD'),
  };
}

/** The state of the repository. If no commit is possible now, throws a {@link UsageError} that says what to do. */
async function deskAt({ data }: DataSettings): Promise<Desk> {
  const desk = await deskOf(data);
  if (!desk)
    throw refused('There is no commit yet: make the first one with git, then hand in here.');
  if (!desk.isUnfinished) return desk;
  throw refused(
    'A command of git is not finished, such as a merge. Finish it in a terminal before you hand in: git status says how.',
  );
}

/** Commits or pushes. `asked`: the JSON that the page sent, which is not checked yet. */
export type HandingIn = (settings: DataSettings, asked: JsonObject) => Promise<HandedIn>;

const otherNow = () =>
  refused(
    'Other files have changed since this was shown, or another branch is checked out: look at it again.',
  );

/** Commits the files that the page showed as changed. Refuses if the changed files or the branch are others now. */
export const handIn: HandingIn = (settings, asked) =>
  // While a save runs, nothing is committed. Otherwise the commit could contain only a part of what the save writes.
  oneAtATime(settings, () => commitSeen(settings, asked));

async function commitSeen(
  settings: DataSettings,
  { message, branch, seen }: JsonObject,
): Promise<HandedIn> {
  const desk = await deskAt(settings);
  const now = { branch: desk.branch, isMain: desk.isMain, files: desk.files };
  if (JSON.stringify(seen) !== JSON.stringify(now) || desk.files.length === 0) {
    throw otherNow();
  }
  if (typeof message !== 'string' || message.trim() === '')
    throw refused('Say in a line what you have changed.');
  const isNew = desk.isMain || (branch !== undefined && branch !== desk.branch);
  const isName = typeof branch === 'string' && /^[\p{L}\p{N}][\p{L}\p{N}._/-]*$/u.test(branch);
  if (isNew && !isName) throw refused('A branch name may only have letters, digits and hyphens.');
  return commitFiles(settings.data, desk.files, message, isNew ? String(branch) : undefined);
}

/** Pushes the branch that the page showed. Refuses if it is the main one, or if another one is checked out now. */
export const pushBranch: HandingIn = async (settings, { branch }) => {
  const desk = await deskAt(settings);
  if (desk.isMain || desk.branch !== branch) throw otherNow();
  return push(settings.data, desk.remote ?? '');
};
