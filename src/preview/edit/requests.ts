// What the page's forms ask for, below `/preview/edit/`: records as they are written, drafts, names; changes, tried out or
// made; and what is handed in. All goes through the same functions as the commands of the command line.
import { diffSince } from '../../editing/changes/snapshots.js';
import { diffReporters } from '../../editing/changes/table.js';
import { change } from '../../editing/edit/change.js';
import { remove } from '../../editing/edit/remove.js';
import { removedText } from '../../editing/edit/remove-text.js';
import { undo } from '../../editing/edit/undo.js';
import { words as editWords } from '../../editing/edit/words.js';
import { create, Unfit } from '../../editing/new/create.js';
import { RecordNameIndex, withIds } from '../../editing/query/names.js';
import { referencesIn } from '../../editing/query/references.js';
import { showing, whyWithheld, withholding } from '../../editing/query/show.js';
import { label, rowOf, subjectsOf } from '../../editing/query/subject.js';
import { PortalData, visitRecords } from '../../editing/workspace/portal-data.js';
import { withhold } from '../../engine/link/withhold.js';
import { makePlan, type Plan } from '../../engine/plan.js';
import type { Portal } from '../../model/endpoint.js';
import { isObject, type JsonObject } from '../../model/fields.js';
import { inWords, reasonInWords } from '../../problems/in-words.js';
import { LANGUAGES, type Language } from '../../problems/messages/catalogue.js';
import { UsageError } from '../../problems/problem.js';
import type { FindingsReport } from '../../problems/report.js';
import { commitFiles, deskOf, push } from '../../snapshot/git/hand-in.js';
import { type BuildSettings, settingsOf } from '../../snapshot/open.js';
import { type BuildOptions, resolveSettings } from '../../snapshot/settings/index.js';
import type {
  ChangesDto,
  DraftDto,
  HandedInDto,
  OfferDto,
  OutcomeDto,
  WrittenDto,
} from '../browser/dto.js';
import { formsOf } from './forms.js';
import { words } from './words.js';

/** Where requests of the page lead. */
export const EDIT = '/preview/edit/';

/** An answer to the page. */
export interface EditReply {
  readonly status: 200 | 400 | 404;
  readonly body: unknown;
}

/** What a request gives: JSON of a stranger, until it is looked at. */
interface EditRequest {
  readonly collection: string;
  readonly id: number | undefined;
  readonly body: JsonObject;
  readonly lang: Language;
}

const MISSING: EditReply = { status: 404, body: { detail: 'Not found.' } };
const ok = (body: unknown): EditReply => ({ status: 200, body });

export class EditRequests {
  readonly #plan: Plan;
  #data: Promise<PortalData> | undefined;

  /** `options`: how data is read. */
  constructor(
    private readonly portal: Portal,
    private readonly options: BuildOptions & { readonly cache: string },
  ) {
    this.#plan = makePlan(portal);
  }

  /** What was read of the data may be old. */
  forget(): void {
    this.#data = undefined;
  }

  /** Answers a request; `target` is what follows {@link EDIT}. `body`: undefined for a GET. */
  async answer(target: string, body: JsonObject | undefined): Promise<EditReply> {
    const { pathname, searchParams } = new URL(`http://localhost/${target}`);
    const [what = '', collection = '', last = ''] = pathname.slice(1).split('/');
    const lang = LANGUAGES.find((one) => one === searchParams.get('lang')) ?? 'en';
    const id = /^[1-9]\d{0,15}$/.test(last) ? Number(last) : undefined;
    if (what === 'forms') return ok(formsOf(this.portal));
    const asked = { collection, id, body: body ?? {}, lang };
    const isKnown = this.#plan.byName.has(collection);
    try {
      if (body === undefined) {
        if (what === 'changes') return ok(await this.#changes(lang));
        if (!isKnown) return MISSING;
        if (what === 'record') return await this.#record(asked);
        if (what === 'drafts') return ok(await this.#drafts(asked));
        if (what === 'names') return ok(await this.#names(collection, searchParams.get('q') ?? ''));
        return MISSING;
      }
      if (what === 'undo') return ok(await this.#undo(lang));
      if (what === 'hand-in') return ok(await this.#handIn(asked));
      if (what === 'push') return ok(await this.#push());
      if (!isKnown) return MISSING;
      if (what === 'save') return await this.#save(asked);
      if (what === 'remove' && id !== undefined) return ok(await this.#remove(asked));
      return MISSING;
    } catch (error) {
      if (error instanceof Unfit) {
        const problems = error.problems.map(({ path, message }) => {
          return { severity: 'error' as const, field: path, message };
        });
        return ok({ ok: false, problems } satisfies OutcomeDto);
      }
      if (!(error instanceof UsageError)) throw error;
      const text = [error.message, ...(error.details ?? [])].join('\n');
      return ok({ ok: false, problems: [], text } satisfies OutcomeDto);
    } finally {
      if (body !== undefined) this.forget();
    }
  }

  #settings(): Promise<BuildSettings> {
    return settingsOf(this.portal, this.options);
  }

  /** The data as it is now. */
  #read(): Promise<PortalData> {
    this.#data ??= this.#settings().then((settings) => PortalData.read(this.#plan, settings));
    return this.#data;
  }

  async #record({ collection, id, lang }: EditRequest): Promise<EditReply> {
    const data = await this.#read();
    const settings = await this.#settings();
    const one = id === undefined ? undefined : rowOf(data, { collection, id });
    const record = id === undefined ? undefined : data.record(collection, id);
    if (!one || !record) return ok(null); // no mistake of the page, which a browser would report
    const { file, line, name } = subjectsOf(data, settings, [one])[0]!;
    const gone = settings.audience === 'public' ? withhold(data.derivation.tables).rows : undefined;
    const isGone = gone?.get(collection)?.[one.row];
    const why = isGone ? whyWithheld(settings, data, one, gone) : undefined;
    const names: Record<string, Record<string, string>> = {};
    for (const { reference, id } of referencesIn(one.table.plan, record)) {
      const named = data.record(reference.collection, id);
      const target = this.#plan.byName.get(reference.collection)!.declared;
      const called = named && label(target, named);
      if (called === undefined) continue;
      names[reference.collection] ??= {};
      names[reference.collection]![String(id)] = called;
    }
    const written: WrittenDto = {
      ...{ record, file, line, name: name ?? null, names },
      withheld: why ? reasonInWords(why.reason, '', lang) : null,
      turn: (why ? showing(one, record) : withholding(one, record)) ?? null,
    };
    return ok(written);
  }

  /** The records that readers do not get to see, each with the reason. */
  async #drafts({ collection, lang }: EditRequest): Promise<DraftDto[]> {
    const data = await this.#read();
    const settings = await this.#settings();
    if (settings.audience !== 'public') return [];
    const { rows: gone } = withhold(data.derivation.tables);
    const table = data.table(collection);
    const rows = [...(gone?.get(collection) ?? [])].flatMap((isGone, row) =>
      isGone ? [{ table, row }] : [],
    );
    const reasons = new Map(
      rows.map((one) => [table.ids[one.row]!, whyWithheld(settings, data, one, gone!).reason]),
    );
    const drafts: DraftDto[] = [];
    visitRecords(data, rows, ({ row }, record) => {
      const id = table.ids[row]!;
      const name = label(table.plan.declared, record) ?? '';
      drafts.push({ id, name, reason: reasonInWords(reasons.get(id)!, '', lang) });
    });
    return drafts.sort((a, b) => b.id - a.id);
  }

  async #names(collection: string, typed: string): Promise<OfferDto[]> {
    return [...new RecordNameIndex(this.#plan, await this.#read()).offered(collection, typed)];
  }

  /** Makes or changes a record; with `try`, only tells what would come of it. */
  async #save({ collection, id, body, lang }: EditRequest): Promise<EditReply> {
    const { values, seen } = body;
    if (!isObject(values)) return { status: 400, body: { detail: 'values is to be an object' } };
    const dryRun = body['try'] === true;
    const settings = await this.#settings();
    if (id === undefined) {
      const given = new Map(
        Object.entries(values).flatMap(([name, value]) => {
          if (value === null || value === undefined) return [];
          return [[name, [typeof value === 'string' ? value : JSON.stringify(value)]] as const];
        }),
      );
      const wanted = { collection, given, dryRun, now: new Date(), lang };
      const resolved = await resolveSettings(this.options, this.portal);
      const made = await create(this.portal, resolved, wanted);
      return ok({ ...outcomeOf(made.report, undefined, lang), id: made.id });
    }
    let isOld = false;
    const changed = await change(this.portal, settings, {
      asked: { of: collection, text: String(id) },
      valuesFor: (record, fields, names) => {
        isOld = JSON.stringify(record) !== JSON.stringify(seen);
        if (isOld) throw new UsageError(words[lang].old);
        const own = Object.entries(values).filter(
          ([name]) => name !== 'id' && Object.hasOwn(fields, name),
        );
        const { record: named, unclear } = withIds(fields, Object.fromEntries(own), names, lang);
        if (unclear.size > 0) {
          const problems = [...unclear].map(([path, lines]) => ({
            path,
            message: lines.join(' '),
          }));
          throw new Unfit([problems[0]!.message], problems);
        }
        return new Map(
          Object.entries(named).map(([name, value]) => {
            // Of a field that may be null, that is a value like any other.
            const isUnset = value === null && fields[name]!.type.nullable !== true;
            return [name, isUnset ? undefined : value];
          }),
        );
      },
      ...{ dryRun, lang },
    }).catch((error: unknown) => {
      if (isOld) return undefined;
      throw error;
    });
    if (!changed) return ok(oldIn(lang));
    return ok({ ...outcomeOf(changed.report, changed.subject, lang), id });
  }

  async #remove({ collection, id, body, lang }: EditRequest): Promise<OutcomeDto> {
    const settings = await this.#settings();
    const cascade = body['cascade'] === true;
    const dryRun = body['try'] === true;
    const { seen } = body;
    this.forget();
    const record = id === undefined ? undefined : (await this.#read()).record(collection, id);
    const isOther = seen !== undefined && JSON.stringify(record) !== JSON.stringify(seen);
    if (record && isOther) return oldIn(lang);
    const options = { asked: { of: collection, text: String(id) }, cascade, dryRun, lang };
    const removed = await remove(this.portal, settings, options);
    const { singular } = this.#plan.byName.get(collection)!.declared;
    const all = removedText(settings, removed, singular, dryRun, lang);
    const { problems } = removed.report
      ? outcomeOf(removed.report, undefined, lang)
      : { problems: [] };
    if (removed.outcome !== 'referred')
      return { ok: removed.outcome === 'removed', problems, text: all };
    // The page has a button where the text names a flag.
    const text = all.split('\n\n').slice(0, -1).join('\n\n');
    return { ok: false, problems, text, along: removed.others.length + 1 };
  }

  async #undo(lang: Language): Promise<OutcomeDto> {
    const settings = await this.#settings();
    const { change, report } = await undo(this.portal, settings, { dryRun: false, lang });
    const { problems } = outcomeOf(report, undefined, lang);
    return { ok: true, problems, text: editWords[lang].undo.undone(change) };
  }

  /** What has changed since the last commit. */
  async #changes(lang: Language): Promise<ChangesDto> {
    const { data } = await this.#settings();
    const desk = await deskOf(data).catch(() => undefined);
    if (!desk) return { files: [], text: '', refused: words[lang].noRepository };
    const { files, branch, isMain, remote } = desk;
    const common = { files, branch, isMain, ...(remote !== undefined && { remote }) };
    if (files.length === 0) return { ...common, text: '' };
    const result = await diffSince(this.portal, 'HEAD', this.options);
    if ('errors' in result) return { ...common, text: '', refused: words[lang].errors };
    return { ...common, text: diffReporters.pretty(result.diff, lang) };
  }

  /** Commits the files that were shown, and no other. */
  async #handIn({ body, lang }: EditRequest): Promise<HandedInDto> {
    const { data } = await this.#settings();
    const { message, branch, files } = body;
    const desk = await deskOf(data);
    const isShown =
      desk && Array.isArray(files) && JSON.stringify(files) === JSON.stringify(desk.files);
    if (!isShown) return { ok: false, said: words[lang].otherFiles };
    if (typeof message !== 'string' || message.trim() === '') {
      return { ok: false, said: words[lang].noMessage };
    }
    const own = desk.isMain ? branch : undefined;
    if (
      own !== undefined &&
      (typeof own !== 'string' || !/^[\p{L}\p{N}][\p{L}\p{N}._/-]*$/u.test(own))
    ) {
      return { ok: false, said: words[lang].noBranch };
    }
    return commitFiles(data, desk.files, message, own);
  }

  async #push(): Promise<HandedInDto> {
    const { data } = await this.#settings();
    const { remote = '' } = (await deskOf(data)) ?? {};
    return push(data, remote);
  }
}

/** Somebody has changed what was to be changed. */
const oldIn = (lang: Language): OutcomeDto => ({
  ...{ ok: false, problems: [], text: words[lang].old },
  isOld: true,
});

/** `subject`: the record whose fields the form shows. */
function outcomeOf(
  { ok, problems }: FindingsReport,
  subject: { readonly file: string } | undefined,
  lang: Language,
): OutcomeDto {
  return {
    ok,
    problems: problems.map((problem) => {
      const { message, hint } = inWords(problem, lang);
      const isOwn =
        subject === undefined || problem.file.split('.')[0] === subject.file.split('.')[0];
      const field = isOwn && problem.path !== '' ? problem.path : null;
      const place = isOwn ? '' : `${problem.file}:${problem.line}: `;
      return {
        ...{ severity: problem.severity, field, message: `${place}${message}` },
        ...(hint !== undefined && { hint }),
      };
    }),
  };
}
