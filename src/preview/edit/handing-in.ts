// Hands in changes of the data: lists them for the page, commits them, pushes the commit, and leads back to the main branch.

import { relative, sep } from 'node:path';
import { diffSince } from '../../editing/changes/snapshots.js';
import { editedLines, effectOn, noSnapshot } from '../../editing/changes/table.js';
import { editedSinceCommit } from '../../editing/changes/uncommitted.js';
import type { DataSettings } from '../../editing/workspace/portal-data.js';
import { oneAtATime } from '../../editing/workspace/put.js';
import type { Portal } from '../../model/endpoint.js';
import type { JsonObject } from '../../model/fields.js';
import { explain } from '../../problems/failure.js';
import type { Language } from '../../problems/messages/catalogue.js';
import { UsageError } from '../../problems/problem.js';
import { quoted } from '../../problems/quote.js';
import type { OnProgress } from '../../problems/report.js';
import { say, sentence, type Text } from '../../problems/say.js';
import { phaseName } from '../../problems/text/progress.js';
import { visible } from '../../problems/text/visible.js';
import { type Desk, deskOf } from '../../snapshot/git/desk.js';
import { commitFiles, configureAuthor, isAuthor, push } from '../../snapshot/git/hand-in.js';
import { fetchMain, followedBy, forwardMain, type NotUpdated } from '../../snapshot/git/update.js';
import type { BuildOptions } from '../../snapshot/settings/index.js';
import type { ChangesDto, HandedInDto } from '../browser/dto.js';

/** Returns the changes since the last commit. */
export async function changesIn(
  portal: Portal,
  settings: DataSettings,
  lang: Language,
): Promise<ChangesDto> {
  try {
    const desk = await deskAt(settings, lang);
    const edited = await editedSinceCommit(portal, settings, desk.files);
    const lines = edited.length === 0 ? [] : editedLines({ edited }, visible, lang);
    return { ...desk, lines: lines ?? [] };
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    return { files: [], lines: [], refused: await inWords(error, lang) };
  }
}

/** The state of the repository. Throws a {@link UsageError} where nothing can be handed in, with what to do. */
async function deskAt({ cwd, data }: DataSettings, lang: Language): Promise<Desk> {
  const desk = await deskOf(data);
  if (!desk)
    throw new UsageError(
      say('There is no commit yet: make the first one with git, then hand in here.', lang),
    );
  if (!desk.unfinished) return desk;
  const { kind, conflicts } = desk.unfinished;
  // As they are typed in the folder that the preview was started in.
  const files = conflicts.map((path) => relative(cwd, path).split(sep).join('/'));
  const resolve =
    files.length > 0
      ? [
          say(
            'In these files, keep what is right, and take out the lines <<<<<<<, ======= and >>>>>>>:',
            lang,
          ),
          ...files.map((file) => `  ${file}`),
        ]
      : [];
  const add = files.length > 0 ? [`  git add ${files.map(quoted).join(' ')}`] : [];
  const finish = kind
    ? [
        `  git ${kind} --continue`,
        say('Or take it back, to the state before:', lang),
        `  git ${kind} --abort`,
      ]
    : [];
  throw new UsageError(unfinishedOf(kind, lang), [
    ...resolve,
    say('To finish, in a terminal:', lang),
    ...add,
    ...finish,
  ]);
}

const inWords = async (error: UsageError, lang: Language): Promise<string> =>
  explain(error, lang).join('\n');

/** Returns what the changes do to the API, or why that cannot be told; it takes two builds. */
export async function effectOfChanges(
  portal: Portal,
  options: BuildOptions,
  lang: Language,
): Promise<string> {
  try {
    const done = await diffSince(portal, 'HEAD', options);
    return 'errors' in done ? say(noSnapshot(done.errors), lang) : effectOn(done.diff, lang);
  } catch (error) {
    // Perhaps these changes mend what the API was: they can be handed in all the same.
    if (!(error instanceof UsageError)) throw error;
    return inWords(error, lang);
  }
}

/** How far work is, in words. */
export function progressOf([phase, done, total]: Parameters<OnProgress>, lang: Language): string {
  const share = total > 0 ? ` ${Math.floor((100 * done) / total)} %` : '';
  return `${phaseName(phase, lang)}${share}`;
}

/** Does what the page asks for, `asked`, which is JSON that is not checked yet. */
export type HandingIn = (
  settings: DataSettings,
  asked: JsonObject,
  lang: Language,
) => Promise<HandedInDto>;

const unfinishedOf = (kind: string | undefined, lang: Language): string =>
  kind === undefined
    ? say('There are conflicts from a command of git. Nothing can be handed in before.', lang)
    : say('git {kind} is not finished. Nothing can be handed in before.', lang, { kind });

const otherNow = (lang: Language): string =>
  say(
    'Other files have changed since this was shown, or another branch is checked out: look at it again.',
    lang,
  );

/** Why nothing was updated. */
const notUpdated: Readonly<Record<NotUpdated, Text>> = {
  noRemote: sentence(
    'This repository has no remote that anything could come from (git remote add).',
  ),
  noMain: sentence(
    'Which branch all others are merged into is not known (git remote set-head origin -a).',
  ),
  notHandedIn: sentence(
    'There are changes that are not handed in. Hand them in first, or undo them.',
  ),
  notPushed: sentence('This branch has commits that are on this computer alone. Push them first.'),
};

const refused = (why: string): HandedInDto => ({ ok: false, output: '', refused: why });

/** Commits the files that the page showed; refuses if other files have changed since, or another branch is checked out. */
export const handIn: HandingIn = (settings, asked, lang) =>
  // Not while a save has put only some of its files in place.
  oneAtATime(settings, () => commitSeen(settings, asked, lang));

async function commitSeen(
  settings: DataSettings,
  { message, branch, seen, name, address }: JsonObject,
  lang: Language,
): Promise<HandedInDto> {
  const desk = await deskAt(settings, lang);
  const now = { branch: desk.branch, isMain: desk.isMain, files: desk.files };
  if (JSON.stringify(seen) !== JSON.stringify(now) || desk.files.length === 0) {
    return refused(otherNow(lang));
  }
  if (typeof message !== 'string' || message.trim() === '')
    return refused(say('Say in a line what you have changed.', lang));
  const isNew = desk.isMain || (branch !== undefined && branch !== desk.branch);
  const isName = typeof branch === 'string' && /^[\p{L}\p{N}][\p{L}\p{N}._/-]*$/u.test(branch);
  if (isNew && !isName)
    return refused(say('The name of a branch has letters, digits and hyphens alone.', lang));
  if (desk.author) {
    const author = { name: String(name ?? '').trim(), address: String(address ?? '').trim() };
    if (!isAuthor(author))
      return refused(
        say(
          'Give your name, and your e-mail address as anna@example.org: both stand beside your changes.',
          lang,
        ),
      );
    const { failed, error } = await configureAuthor(settings.data, author);
    if (failed) return { ok: false, output: error };
  }
  return commitFiles(settings.data, desk.files, message, isNew ? String(branch) : undefined);
}

/** Pushes the branch that the page showed to the remote; refuses if another one is checked out. A main branch is never pushed. */
export const pushBranch: HandingIn = async (settings, { branch }, lang) => {
  const desk = await deskAt(settings, lang);
  if (desk.isMain || desk.branch !== branch) return refused(otherNow(lang));
  return push(settings.data, desk.remote ?? '');
};

/** Leads back to the main branch, as the remote has it; refuses in words where something would be lost or mixed. */
export const updateMain: HandingIn = async (settings, _, lang) => {
  const { data } = settings;
  const before = followedBy(await deskAt(settings, lang));
  if (typeof before === 'string') return refused(say(notUpdated[before], lang));
  const { failed, error } = await fetchMain(data, before);
  if (failed) return { ok: false, output: error };
  // Nobody saves meanwhile; what was saved during the fetch is in the way of the update.
  return oneAtATime(settings, async () => {
    const now = followedBy(await deskAt(settings, lang));
    if (typeof now === 'string') return refused(say(notUpdated[now], lang));
    const done = await forwardMain(data, now);
    return done === 'diverged'
      ? refused(
          say(
            'Here {main} has commits that {remote} does not have, so that it cannot follow. In a terminal, git switch -c NAME keeps them on a branch of their own; after git branch -f {main} {remote}/{main}, update again.',
            lang,
            { main: now.main, remote: now.remote },
          ),
        )
      : done;
  });
};
