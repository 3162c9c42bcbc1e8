// Answers requests about changes: save, remove, undo, commit and push, for example. Saving, removing and undoing call
// the same functions as the commands. Saving and removing also have a dry run.
import { takeBack } from '../../editing/changes/take-back.js';
import { change } from '../../editing/edit/change.js';
import { asShown, changedSince } from '../../editing/edit/meanwhile.js';
import { remove } from '../../editing/edit/remove.js';
import { changeText, undo } from '../../editing/edit/undo.js';
import { create } from '../../editing/new/create.js';
import { valueFrom } from '../../editing/new/flags.js';
import { Unfit } from '../../editing/new/unfit.js';
import type { DataSettings, PortalData } from '../../editing/workspace/portal-data.js';
import type { Collection } from '../../model/collection.js';
import type { Portal } from '../../model/endpoint.js';
import { fieldAt, isAny, isObject, type JsonObject } from '../../model/fields.js';
import { breakingLock, type StartedWith } from '../../problems/commands.js';
import { explain } from '../../problems/failure.js';
import { inWords } from '../../problems/in-words.js';
import type { Language, MissingId } from '../../problems/messages/catalogue.js';
import type { PlacedFinding } from '../../problems/placed.js';
import { refusalOf, UsageError } from '../../problems/problem.js';
import type { FindingsReport } from '../../problems/report.js';
import { inLanguage, say, sentence, type Text } from '../../problems/say.js';
import type { BuildOptions } from '../../snapshot/settings/index.js';
import { recordInAddress } from '../data/requests.js';
import { type PreviewRequest, type Requests, WrongRequest } from '../server.js';
import type { NamedDto, OutcomeDto } from '../shapes.js';
import {
  beginNext,
  deskAt,
  type HandingIn,
  handIn,
  inSentence,
  pushBranch,
  uncommittedChanges,
} from './handing-in.js';

export class EditRequests {
  /** The last request to commit or push. The next one waits until it has ended. */
  #handedIn: Promise<unknown> = Promise.resolve();

  /**
   * `options`: how the data is read and checked. `settings`: returns the settings that now result from
   * them. `read`: reads the present data.
   */
  constructor(
    private readonly portal: Portal,
    private readonly options: BuildOptions & { readonly cache: string },
    private readonly settings: () => Promise<DataSettings>,
    private readonly read: () => Promise<PortalData>,
  ) {}

  /** Answers a request with the result of `work` or, if it throws a {@link UsageError}, with the reason. */
  async answer<T>(lang: Language, work: () => T): Promise<Awaited<T> | OutcomeDto> {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof UsageError)) throw error;
      if (error instanceof Unfit) {
        const problems = error.problems.map(({ path: field, lines, ...more }) => {
          const message = lines.map((line) => inLanguage(line, lang)).join('\n');
          return { severity: 'error' as const, field, message, ...more };
        });
        return { ok: false, problems };
      }
      const text = explain(withBreaking(error, this.options), lang).join('\n');
      return { ok: false, problems: [], text };
    }
  }

  readonly all: Requests = {
    'GET edit/changes': async ({ lang }) =>
      uncommittedChanges(this.portal, await this.settings(), await this.read(), lang),
    'POST edit/save/:collection': (request) => this.#create(request),
    'POST edit/save/:collection/:id': (request) => this.#change(request),
    'POST edit/remove/:collection/:id': (request) => this.remove(request),
    'POST edit/undo': (request) => this.#undo(request),
    'POST edit/take-back/:collection/:id': (request) => this.#takeBack(request),
    'POST edit/hand-in': (request) => this.#handIn(handIn, request),
    'POST edit/push': (request) => this.#handIn(pushBranch, request),
    'POST edit/next': (request) => this.#handIn(beginNext, request),
  };

  /**
   * Commits and pushes one at a time, because a failed commit sets back the git index and the branch, which other
   * commits and pushes use.
   */
  #handIn(step: HandingIn, { body, lang }: PreviewRequest): ReturnType<typeof inSentence> {
    const done = this.#handedIn.then(async () =>
      inSentence(step, await this.settings(), body, lang),
    );
    this.#handedIn = done.catch(() => {}); // the request that asked for it answers with the error
    return done;
  }

  #declared(collection: string): Collection {
    return this.portal.collections.find(({ name }) => name === collection)!;
  }

  /** The title of a collection, as it is in menus, in quotation marks. */
  readonly #called = (collection: string): Text =>
    sentence('“{title}”', {
      title: { text: this.portal.views?.of[collection]?.title ?? collection },
    });

  /**
   * The values in a request (editing/new/values.ts). Those of fields that may have any JSON are sent as texts. Throws
   * an {@link Unfit} if such a text is not JSON.
   */
  #valuesIn({ params, body: { values } }: PreviewRequest): JsonObject {
    if (!isObject(values)) throw new WrongRequest(400, 'values is to be an object');
    const { fields } = this.#declared(params['collection']!);
    const isNew = params['id'] === undefined;
    return Object.fromEntries(
      Object.entries(values).flatMap(([name, value]) => {
        const type = fieldAt(fields, name)?.type;
        if (value === null && isNew) return [];
        // In a field that may be null, null is a value. In another field, null means that the field is removed.
        if (value === null && !type?.nullable) return [[name, undefined]];
        const isJsonText = type && isAny(type) && typeof value === 'string';
        return [[name, isJsonText ? valueFrom(name, type, [value]) : value]];
      }),
    );
  }

  /** Makes a record. If the body has `"try": true`, only checks it. */
  async #create(request: PreviewRequest): Promise<OutcomeDto> {
    const { params, body, lang } = request;
    const { report, id } = await create(this.portal, await this.settings(), {
      ...{ collection: params['collection']!, values: this.#valuesIn(request), now: new Date() },
      ...{ dryRun: isTried(body), called: this.#called },
    });
    return { ...outcomeOf(report, () => true, lang, this.options), id };
  }

  /**
   * Changes the fields in `values` of the body. `seen` has the values of these fields that the form showed. If somebody
   * has changed one of them since, nothing is changed. If the body has `"try": true`, only checks the change.
   */
  async #change(request: PreviewRequest): Promise<OutcomeDto> {
    const { body, lang } = request;
    const { collection, id } = recordInAddress(request);
    const { report } = await change(this.portal, await this.settings(), {
      ...{ query: { of: collection, id }, values: this.#valuesIn(request) },
      ...{ seen: isObject(body['seen']) ? body['seen'] : {}, dryRun: isTried(body) },
      called: this.#called,
    });
    const isOwn = ({ record }: PlacedFinding) =>
      record?.collection === collection && record.id === id;
    return { ...outcomeOf(report, isOwn, lang, this.options), id };
  }

  /**
   * Removes a record, and the records that cannot exist without it. `seen` in the body is the record as the page showed
   * it, and `along` lists the others: if one of these has changed, nothing is removed. If the body has `"try": true`,
   * only lists the others.
   */
  async remove(request: PreviewRequest) {
    const { body, lang } = request;
    const { collection, id } = recordInAddress(request);
    const dryRun = isTried(body);
    const { seen } = body;
    const { fields } = this.#declared(collection);
    const isSeen = (record: JsonObject) =>
      !isObject(seen) || changedSince(seen, record, fields).length === 0;
    const areShown = (others: readonly MissingId[]) =>
      JSON.stringify(others.map((one) => [one.collection, one.id])) ===
      JSON.stringify(body['along']);
    const removed = await remove(this.portal, await this.settings(), {
      ...{ query: { of: collection, id }, dryRun },
      cascade: (others, record) => dryRun || (areShown(others) && isSeen(record)),
    });
    const { outcome, record, others, shows, names, toWithhold, report } = removed;
    return {
      ok: outcome === 'removed',
      ...(outcome === 'referred' && {
        isOther: true,
        text: isSeen(record)
          ? say(
              'Meanwhile, other records would be removed, too: look at the list again. Nothing was removed.',
              lang,
            )
          : say('Somebody has changed this record meanwhile. Nothing was removed.', lang),
      }),
      record: asShown(record, fields),
      changed: isObject(seen) ? changedSince(seen, record, fields) : [],
      canBeHidden: toWithhold !== undefined,
      problems: outcomeOf(report, () => false, lang, this.options).problems,
      removedToo: others.map(namedOf),
      shownBy: shows.map(namedOf),
      namedBy: names.map(namedOf),
    };
  }

  /** Gives a record the values of the last commit. */
  async #takeBack(request: PreviewRequest): Promise<OutcomeDto> {
    const [settings, data] = [await this.settings(), await this.read()];
    const { files } = await deskAt(settings);
    const record = recordInAddress(request);
    const { report } = await takeBack(this.portal, settings, record, files, data.find);
    return outcomeOf(report, () => false, request.lang, this.options);
  }

  async #undo({ lang }: PreviewRequest): Promise<OutcomeDto> {
    const change = await undo(await this.settings(), { dryRun: false });
    const [done = '', singular = '', id] = change.command;
    const of = this.portal.collections.find((one) => one.singular === singular)?.name ?? '';
    const one = say(this.portal.views?.of[of]?.singular ?? singular, lang);
    const undone = Object.hasOwn(undoneBy, done) ? undoneBy[done] : undefined;
    const text = undone
      ? say({ ...undone, values: { record: `${one} ${id}` } }, lang)
      : say('undone: {change}', lang, { change: changeText(change, lang) });
    return { ok: true, problems: [], text };
  }
}

/** Adds to an error about a lock the command that breaks the lock. Returns any other error as it is. */
export function withBreaking(error: unknown, startedWith: StartedWith): unknown {
  const lock = refusalOf(error, 'lock');
  if (!lock) return error;
  const breaking = sentence('use {command}', { command: breakingLock(startedWith) });
  return new UsageError({ ...lock, values: { ...lock.values, breaking } });
}

/** What the page says after an undo, by the command that was undone. */
const undoneBy: Readonly<Record<string, Text>> = {
  new: sentence('Undone: adding {record}.'),
  change: sentence('Undone: changing {record}.'),
  remove: sentence('Undone: removing {record}.'),
  'take-back': sentence('Undone: taking back {record}.'),
};

const isTried = (body: JsonObject): boolean => body['try'] === true;

const namedOf = (one: MissingId & { readonly name: string | undefined }): NamedDto => ({
  ...{ collection: one.collection, id: one.id },
  name: one.name ?? '',
});

/** The result of a change. `isOwnProblem`: whether a problem is in the record that the form shows. */
function outcomeOf(
  { ok, problems }: FindingsReport,
  isOwnProblem: (problem: PlacedFinding) => boolean,
  lang: Language,
  startedWith: StartedWith,
): OutcomeDto {
  return {
    ok,
    problems: problems.map((problem) => {
      const isLacking = problem.code === 'missing-field';
      const { message, hint } = isLacking
        ? { message: say('This is needed.', lang), hint: undefined }
        : inWords(problem, lang, startedWith);
      const isOwn = isOwnProblem(problem);
      const field = isOwn && problem.path !== '' ? problem.path : null;
      const place = isOwn ? '' : `${problem.file}:${problem.line}: `;
      return {
        ...{ severity: problem.severity, field, message: `${place}${message}` },
        ...(hint !== undefined && { hint }),
      };
    }),
  };
}
