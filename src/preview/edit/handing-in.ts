// Hands in changes of the data: lists them in words, takes back one of them, commits them, pushes the commit, and goes
// back to the main branch for the next change.
import type { Edited } from '../../editing/changes/edited.js';
import { KINDS } from '../../editing/changes/table.js';
import { type Uncommitted, withUncommitted } from '../../editing/changes/uncommitted.js';
import type { DataSettings, PortalData } from '../../editing/workspace/portal-data.js';
import { oneAtATime } from '../../editing/workspace/put.js';
import type { Portal } from '../../model/endpoint.js';
import { isObject, type JsonObject } from '../../model/fields.js';
import { commandFor } from '../../problems/commands.js';
import type { Language } from '../../problems/messages/catalogue.js';
import { refused } from '../../problems/problem.js';
import { inLanguage, say, sentence } from '../../problems/say.js';
import { type Desk, deskOf } from '../../snapshot/git/desk.js';
import * as git from '../../snapshot/git/hand-in.js';
import { pullRequestAddress } from '../../snapshot/git/pull-request.js';
import { refusalIn } from '../../snapshot/git/refusals.js';

/** The most fields that the proposed sentence names. */
const MOST_FIELDS = 3;

/**
 * Returns the changes since the last commit, and a sentence about them. `comparing`: the command that shows what they
 * change in the API. Throws like {@link deskAt}.
 */
export async function uncommittedChanges(
  portal: Portal,
  settings: DataSettings,
  data: PortalData,
  lang: Language,
) {
  const desk = await deskAt(settings);
  const { branch, main, isMain, address } = desk;
  const shown = await withUncommitted(portal, settings, desk.files, data.find, (uncommitted) => ({
    records: inWords(portal, uncommitted.edited, lang),
    others: otherFiles(desk.files, uncommitted),
  }));
  return {
    ...{ ...desk, ...shown, isNamed: await git.isNamed(settings.data) },
    sentence: proposed(shown.records, lang),
    comparing: commandFor(settings.startedWith, 'diff', 'HEAD'),
    /** Where a pull request for the branch is opened; null if the remote's host is not known. */
    link: (!isMain && main !== undefined && pullRequestAddress(address, branch, main)) || null,
  };
}

/** The edited records in a language, without companions. */
function inWords({ views, collections }: Portal, edited: readonly Edited[], lang: Language) {
  const own = edited.filter(({ companionOf }) => companionOf === undefined);
  return own.map(({ collection, id, kind, name, on, changes = [] }) => {
    const { singular } = collections.find((one) => one.name === collection)!;
    return {
      ...{ collection, id, kind, on, name: name ?? '' },
      singular: say(views?.of[collection]?.singular ?? singular, lang),
      changes: changes.map(({ label, before, after, isList, parts }) => ({
        ...{ label: inLanguage(label, lang), isList, parts },
        before: before.map(({ text }) => inLanguage(text, lang)).join(', '),
        after: after.map(({ text }) => inLanguage(text, lang)).join(', '),
      })),
    };
  });
}

type EditedWords = ReturnType<typeof inWords>[number];

/** The changed files in which no record was edited, such as pages for people. */
function otherFiles(files: readonly string[], { versions }: Uncommitted): string[] {
  const all = [...versions.values()].flatMap(({ was, is }) => [was, is]);
  const withRecords = all.flatMap((one) => (one ? [one.file, ...(one.file.texts ?? [])] : []));
  const names = new Set(withRecords.map(({ name }) => name));
  return files.filter((file) => !names.has(file));
}

/** A sentence for the commit: `Vacancy: crane expert, changed: salary`. */
function proposed(records: readonly EditedWords[], lang: Language): string {
  const [first] = records;
  if (!first) return '';
  const { singular, name, id, kind, changes } = first;
  const labels = changes.slice(0, MOST_FIELDS).map(({ label }) => label.toLowerCase());
  const what = say(KINDS[kind], lang);
  const fields = labels.length > 0 ? `: ${labels.join(', ')}` : '';
  const one = `${singular}: ${name || `№ ${id}`}, ${what}${fields}`;
  const count = records.length - 1;
  return count === 0 ? one : say('{one}, and {count} more', lang, { one, count });
}

/** The state of the repository. If no commit is possible now, throws a {@link UsageError} that says what to do. */
export async function deskAt({ data }: DataSettings): Promise<Desk> {
  const desk = await deskOf(data);
  if (!desk)
    throw refused('There is no commit yet: make the first one with git, then hand in here.');
  if (!desk.isUnfinished) return desk;
  throw refused(
    'A command of git is not finished, such as a merge. Finish it in a terminal before you hand in: git status says how.',
  );
}

/** A step of handing in. `asked`: the JSON that the page sent, which is not checked yet. */
export type HandingIn = (settings: DataSettings, asked: JsonObject) => Promise<git.HandedIn>;

/** Runs a step, and adds a sentence to what git says if it refuses. */
export async function inSentence(
  step: HandingIn,
  ...[settings, asked, lang]: [DataSettings, JsonObject, Language]
) {
  const done = await step(settings, asked);
  const { ok, output } = done;
  if (ok) return { ...done, problems: [], isKnown: true };
  const why = refusalIn(output);
  const unknown = sentence('Git, or a check of this repository, refuses. What it says is below.');
  return { ...done, problems: [], isKnown: why !== undefined, text: say(why ?? unknown, lang) };
}

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
  { message, branch, seen, who }: JsonObject,
): Promise<git.HandedIn> {
  const desk = await deskAt(settings);
  const now = { branch: desk.branch, isMain: desk.isMain, files: desk.files };
  if (JSON.stringify(seen) !== JSON.stringify(now) || desk.files.length === 0) {
    throw otherNow();
  }
  if (typeof message !== 'string' || message.trim() === '')
    throw refused('Say in a line what you have changed.');
  const isNew = desk.isMain || (branch !== undefined && branch !== desk.branch);
  if (isNew && !isName(branch)) throw notName();
  if (isObject(who)) {
    const [name, email] = [who['name'], who['email']].map((one) => String(one ?? '').trim());
    if (!name || !/^[^\s@<>]+@[^\s@<>]+$/.test(email!) || /[\p{Cc}<>]/u.test(name))
      throw refused('Give your name, and an e-mail address such as anna@example.org.');
    await git.setName(settings.data, name, email!);
  }
  return git.commitFiles(settings.data, desk.files, message, isNew ? String(branch) : undefined);
}

const isName = (branch: unknown): branch is string =>
  typeof branch === 'string' && /^[\p{L}\p{N}][\p{L}\p{N}._/-]*$/u.test(branch);

const notName = () => refused('A branch name may only have letters, digits and hyphens.');

/**
 * Pushes the branch that the page showed. Refuses if it is the main one, or if another one is checked out now. `fresh`:
 * the name of a new branch, if somebody else has pushed to this one.
 */
export const pushBranch: HandingIn = async (settings, { branch, fresh }) => {
  const desk = await deskAt(settings);
  if (desk.isMain || desk.branch !== branch) throw otherNow();
  if (fresh !== undefined && !isName(fresh)) throw notName();
  return git.push(settings.data, desk.remote ?? '', fresh);
};

/** Goes back to the main branch, as it is in the shared repository now. */
export const beginNext: HandingIn = (settings) =>
  oneAtATime(settings, async () => {
    const { main, files, remote } = await deskAt(settings);
    if (files.length > 0) throw refused('Hand in first what you have changed, or take it back.');
    if (main === undefined) throw refused('It is not known here which branch is the main one.');
    const done = await git.switchToMain(settings.data, main, remote);
    if (!/\[rejected\]/.test(done.output)) return done;
    throw refused(
      'The main branch on this computer has changes that the shared repository does not have. Ask a colleague who knows git.',
    );
  });
