// Hands in changes of the data: lists them for the page, commits them, pushes the commit, and leads back to the main branch.
import { relative, sep } from 'node:path';
import { diffSince } from '../../editing/changes/snapshots.js';
import { editedLines, effectOn } from '../../editing/changes/table.js';
import { editedSinceCommit } from '../../editing/changes/uncommitted.js';
import { words as diffWords } from '../../editing/changes/words.js';
import { oneAtATime } from '../../editing/workspace/put.js';
import type { Portal } from '../../model/endpoint.js';
import type { JsonObject } from '../../model/fields.js';
import { explain, failureWords } from '../../problems/failure.js';
import type { Language } from '../../problems/messages/catalogue.js';
import { UsageError } from '../../problems/problem.js';
import { quoted } from '../../problems/quote.js';
import { visible } from '../../problems/text/visible.js';
import { words as progressWords } from '../../problems/text/words.js';
import { type Desk, deskOf, type Unfinished } from '../../snapshot/git/desk.js';
import { commitFiles, configureAuthor, isAuthor, push } from '../../snapshot/git/hand-in.js';
import { fetchMain, followedBy, forwardMain } from '../../snapshot/git/update.js';
import type { BuildSettings } from '../../snapshot/open.js';
import type { BuildOptions } from '../../snapshot/settings/index.js';
import type { ChangesDto, EffectDto, HandedInDto, UnfinishedDto } from '../browser/dto.js';
import { words } from './words.js';

/** Returns the changes since the last commit. */
export async function changesIn(
  portal: Portal,
  settings: BuildSettings,
  lang: Language,
): Promise<ChangesDto> {
  const none = { files: [], lines: [] };
  try {
    const desk = await deskOf(settings.data);
    if (!desk) return { ...none, refused: words[lang].noCommit };
    const { unfinished, ...others } = desk;
    if (unfinished) return { ...none, unfinished: finishing(unfinished, settings) };
    return { ...others, lines: await linesOf(portal, settings, desk, lang) };
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    return { ...none, refused: await inWords(error, lang) };
  }
}

/** What was changed in records, as lines for people. */
async function linesOf(
  portal: Portal,
  settings: BuildSettings,
  { files }: Desk,
  lang: Language,
): Promise<readonly string[]> {
  const edited = await editedSinceCommit(portal, settings, files);
  return edited.length === 0 ? [] : (editedLines({ edited }, visible, lang) ?? []);
}

/** The way to finish what git has begun; the commands are for the folder that the preview was started in. */
function finishing(
  { kind, conflicts }: Unfinished,
  { cwd }: Pick<BuildSettings, 'cwd'>,
): UnfinishedDto {
  const files = conflicts.map((path) => relative(cwd, path).split(sep).join('/'));
  return {
    kind,
    conflicts: files,
    finish: [
      ...(files.length > 0 ? [`git add ${files.map(quoted).join(' ')}`] : []),
      ...(kind ? [`git ${kind} --continue`] : []),
    ],
    abort: kind && `git ${kind} --abort`,
  };
}

const inWords = async (error: unknown, lang: Language): Promise<string> =>
  explain(error, await failureWords(lang)).join('\n');

/** How long a request waits for what is worked out, before it answers how far that is. */
const PATIENCE_MS = 500;

/** What the changes do to the API: two builds, which are begun when somebody asks. */
export class Effect {
  #run = '';
  #told: (lang: Language) => Promise<EffectDto> = async () => ({});
  #work: Promise<unknown> = Promise.resolve();

  /** `using`: called with the work, which uses the cache until it ends. */
  constructor(
    private readonly portal: Portal,
    private readonly options: BuildOptions,
    private readonly using: (work: Promise<unknown>) => void,
  ) {}

  /** The effect, or how far it is worked out. `run`: begins anew when it is another one than before. */
  async answer(run: string, lang: Language): Promise<EffectDto> {
    if (run !== this.#run) this.#begin(run);
    await Promise.race([this.#work, new Promise((wake) => setTimeout(wake, PATIENCE_MS))]);
    return this.#told(lang);
  }

  #begin(run: string): void {
    this.#run = run;
    const tell = (told: (lang: Language) => Promise<EffectDto>) => {
      if (this.#run === run) this.#told = told;
    };
    const onProgress = (phase: string, done: number, total: number) => {
      const share = total > 0 ? ` ${Math.floor((100 * done) / total)} %` : '';
      tell(async (lang) => ({ progress: `${progressWords[lang].phases[phase]}${share}` }));
    };
    onProgress('reading', 0, 0);
    this.#work = diffSince(this.portal, 'HEAD', { ...this.options, onProgress }).then(
      (done) =>
        tell(async (lang) => ({
          text:
            'errors' in done ? diffWords[lang].hasErrors(done.errors) : effectOn(done.diff, lang),
        })),
      // What the API was cannot be told, perhaps because these changes mend it: they can be handed in all the same.
      (error) => tell(async (lang) => ({ text: await inWords(error, lang) })),
    );
    this.using(this.#work);
  }
}

/** Does what the page asks for, `asked`, which is JSON that is not checked yet. */
export type HandingIn = (
  settings: BuildSettings,
  asked: JsonObject,
  lang: Language,
) => Promise<HandedInDto>;

const refused = (why: string): HandedInDto => ({ ok: false, said: '', refused: why });

/** Commits the files that the page showed; refuses if other files have changed since, or another branch is checked out. */
export const handIn: HandingIn = (settings, asked, lang) =>
  // Not while a save has put only some of its files in place.
  oneAtATime(settings, () => commitSeen(settings, asked, lang));

async function commitSeen(
  { data }: BuildSettings,
  { message, branch, seen, name, address }: JsonObject,
  lang: Language,
): Promise<HandedInDto> {
  const said = words[lang];
  const desk = await deskOf(data);
  if (desk?.unfinished) return refused(said.unfinished);
  const now = desk && { branch: desk.branch, isMain: desk.isMain, files: desk.files };
  if (!desk || JSON.stringify(seen) !== JSON.stringify(now) || desk.files.length === 0) {
    return refused(said.otherNow);
  }
  if (typeof message !== 'string' || message.trim() === '') return refused(said.noMessage);
  const isNew = desk.isMain || (branch !== undefined && branch !== desk.branch);
  const isName = typeof branch === 'string' && /^[\p{L}\p{N}][\p{L}\p{N}._/-]*$/u.test(branch);
  if (isNew && !isName) return refused(said.noBranch);
  if (desk.author) {
    const author = { name: String(name ?? '').trim(), address: String(address ?? '').trim() };
    if (!isAuthor(author)) return refused(said.noAuthor);
    const { failed, error } = await configureAuthor(data, author);
    if (failed) return { ok: false, said: error };
  }
  return commitFiles(data, desk.files, message, isNew ? String(branch) : undefined);
}

/** Pushes the branch that the page showed to the remote; refuses if another one is checked out. A main branch is never pushed. */
export const pushBranch: HandingIn = async ({ data }, { branch }, lang) => {
  const desk = await deskOf(data);
  if (desk?.unfinished) return refused(words[lang].unfinished);
  if (!desk || desk.isMain || desk.branch !== branch) return refused(words[lang].otherNow);
  return push(data, desk.remote ?? '');
};

/** Leads back to the main branch, as the remote has it; refuses in words where something would be lost or mixed. */
export const updateMain: HandingIn = async (settings, _, lang) => {
  const { data } = settings;
  const follow = async () => {
    const desk = await deskOf(data);
    return desk ? followedBy(desk) : 'noRemote';
  };
  const before = await follow();
  if (typeof before === 'string') return refused(words[lang].notUpdated[before]);
  const { failed, error } = await fetchMain(data, before);
  if (failed) return { ok: false, said: error };
  // Nobody saves meanwhile; what was saved during the fetch is in the way of the update.
  return oneAtATime(settings, async () => {
    const now = await follow();
    if (typeof now === 'string') return refused(words[lang].notUpdated[now]);
    const done = await forwardMain(data, now);
    return done === 'diverged' ? refused(words[lang].diverged(now.main, now.remote)) : done;
  });
};
