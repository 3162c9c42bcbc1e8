// Hands in changes of the data: lists them for the page, commits them, and pushes the commit.
import { diffSince } from '../../editing/changes/snapshots.js';
import { editedLines, effectOn } from '../../editing/changes/table.js';
import { words as diffWords } from '../../editing/changes/words.js';
import type { Portal } from '../../model/endpoint.js';
import type { JsonObject } from '../../model/fields.js';
import { explain, failureWords } from '../../problems/failure.js';
import type { Language } from '../../problems/messages/catalogue.js';
import { UsageError } from '../../problems/problem.js';
import { visible } from '../../problems/text/visible.js';
import { commitFiles, deskOf, push } from '../../snapshot/git/hand-in.js';
import type { BuildSettings } from '../../snapshot/open.js';
import type { BuildOptions } from '../../snapshot/settings/index.js';
import type { ChangesDto, HandedInDto } from '../browser/dto.js';
import { words } from './words.js';

/** Returns the changes since the last commit. */
export async function changesIn(
  portal: Portal,
  options: BuildOptions,
  { data }: BuildSettings,
  lang: Language,
): Promise<ChangesDto> {
  const desk = await deskOf(data).catch(() => undefined);
  if (!desk) return { files: [], parts: [], effect: '', refused: words[lang].noRepository };
  const { remote, address, ...others } = desk;
  const common = {
    ...{ parts: [], effect: '' },
    ...others,
    ...(remote !== undefined && { remote }),
    ...(address !== undefined && { address }),
  };
  if (desk.files.length === 0) return common;
  const result = await diffSince(portal, 'HEAD', options).catch(async (error: unknown) => {
    // What the API was cannot be told, perhaps because these changes mend it: they can be handed in all the same.
    if (!(error instanceof UsageError)) throw error;
    return { untold: explain(error, await failureWords(lang)).join('\n') };
  });
  if ('untold' in result) return { ...common, effect: result.untold };
  if ('errors' in result) return { ...common, refused: words[lang].errors };
  const { diff } = result;
  const lines = editedLines(diff, visible, lang);
  const parts = lines ? [{ heading: diffWords[lang].edit.edited, lines }] : [];
  return { ...common, parts, effect: effectOn(diff, lang) };
}

const refused = (said: string): HandedInDto => ({ ok: false, said });

/** Commits the files that the page showed; refuses if other files have changed since, or another branch is checked out. */
export async function handIn(
  { data }: BuildSettings,
  { message, branch, seen }: JsonObject,
  lang: Language,
): Promise<HandedInDto> {
  const desk = await deskOf(data);
  const now = desk && { branch: desk.branch, isMain: desk.isMain, files: desk.files };
  if (!desk || JSON.stringify(seen) !== JSON.stringify(now) || desk.files.length === 0) {
    return refused(words[lang].otherNow);
  }
  if (typeof message !== 'string' || message.trim() === '') return refused(words[lang].noMessage);
  if (!desk.isMain) return commitFiles(data, desk.files, message, undefined);
  const isName = typeof branch === 'string' && /^[\p{L}\p{N}][\p{L}\p{N}._/-]*$/u.test(branch);
  return isName ? commitFiles(data, desk.files, message, branch) : refused(words[lang].noBranch);
}

/** Pushes the branch that the page showed to the remote; refuses if another one is checked out. A main branch is never pushed. */
export async function pushBranch(
  { data }: BuildSettings,
  { branch }: JsonObject,
  lang: Language,
): Promise<HandedInDto> {
  const desk = await deskOf(data);
  if (!desk || desk.isMain || desk.branch !== branch) return refused(words[lang].otherNow);
  return push(data, desk.remote ?? '');
}
