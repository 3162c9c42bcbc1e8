// Makes a new record from values: completes it, checks it together with all other records, and only then writes it,
// with the companions that belong to it.
import { makeValidator } from '../../engine/compile/validate.js';
import { makePlan, type Plan } from '../../engine/plan.js';
import type { Portal } from '../../model/endpoint.js';
import { type Fill, type JsonObject, referenceOf } from '../../model/fields.js';
import { word } from '../../problems/in-words.js';
import type { Language } from '../../problems/messages/catalogue.js';
import { isOnlyWarning } from '../../problems/placed.js';
import { type Finding, pointerSteps, UsageError } from '../../problems/problem.js';
import type { FindingsReport } from '../../problems/report.js';
import { say } from '../../problems/say.js';
import { recordText } from '../format/record-text.js';
import { RecordNameIndex, withIds } from '../query/names.js';
import { describe } from '../schema/describe.js';
import { changeData } from '../workspace/attempts.js';
import { type AddedRecord, editsOf } from '../workspace/edits.js';
import type { DataSettings, PortalData } from '../workspace/portal-data.js';
import type { Edit } from '../workspace/put.js';
import { tryOut } from '../workspace/try-out.js';
import { type Draft, Drafts } from './drafts.js';
import { type FieldFlag, fieldsFrom, flagsOf, type Given } from './flags.js';
import { Places, withoutTexts } from './place.js';

export interface NewRecord {
  readonly collection: string;
  readonly given: Given;
  /** Whether to check only, and write nothing. */
  readonly dryRun: boolean;
  readonly now: Date;
  /** The language of messages about wrong flags. */
  readonly lang: Language;
  /** Returns the name of a collection for messages; by default, the name in the declaration. */
  readonly called?: (collection: string) => string;
}

/** The result of {@link create}. */
export interface Created {
  /** The id of the new record. */
  readonly id: number;
  /** The problems that the new records cause. If one of them is an error, nothing was written. */
  readonly report: FindingsReport;
  readonly records: readonly NewRecordText[];
  readonly edits: readonly Edit[];
}

/** The text of a new record in its file, or of one of its text files. */
interface NewRecordText {
  readonly file: string;
  readonly text: string;
}

/** Writes a new record and its companions. Throws a {@link UsageError} for wrong or missing flags. */
export function create(
  portal: Portal,
  settings: DataSettings,
  wanted: NewRecord,
): Promise<Created> {
  const plan = makePlan(portal);
  const { dryRun } = wanted;
  return changeData(plan, { ...settings, dryRun }, async (data) => {
    const places = new Places(settings, data);
    const { main, all } = draft(plan, settings, data, places, wanted);
    const { records, files, added } = lay(all, places);
    const edits = [...files, ...editsOf(data, [], added)];
    const report = await tryOut(plan, settings, data.problems, edits);
    const command = `new ${main.plan.declared.singular} ${main.id}`;
    return {
      result: { id: main.id, report, records, edits },
      change: report.ok ? edits : [],
      command,
    };
  });
}

/** The error for a new record with wrong or missing values. `problems` has the JSON Pointer of each. */
export class Unfit extends UsageError {
  constructor(
    lines: readonly string[],
    readonly problems: readonly { readonly path: string; readonly message: string }[],
  ) {
    super(lines[0]!, lines.slice(1));
  }
}

function draft(
  plan: Plan,
  settings: DataSettings,
  data: PortalData,
  places: Places,
  { collection, given, now, lang, called }: NewRecord,
): { readonly main: Draft; readonly all: readonly Draft[] } {
  const own = plan.byName.get(collection)!;
  const drafts = new Drafts(plan, data, places, now, lang);
  const names = new RecordNameIndex(plan, data);
  const flags = flagsOf(plan.portal, own.fields, collection, lang);
  const named = withIds(own.fields, fieldsFrom(own.fields, given), names, lang, called);
  refuseWhereNone(plan, data, flags, named.record, lang);
  const main = drafts.add(collection, named.record);
  const findings = makeValidator(own, settings.frames)(main.record, { kind: 'record', start: 0 });
  const errors = findings.filter((finding) => !isOnlyWarning(finding));
  refuse(main, errors, named.unclear, flags, lang);
  return { main, all: drafts.all };
}

/**
 * Throws an {@link Unfit} for a required reference to a collection without records. The message has the commands that
 * make such a record.
 */
function refuseWhereNone(
  { portal, byName }: Plan,
  data: PortalData,
  flags: readonly FieldFlag[],
  record: JsonObject,
  lang: Language,
): void {
  const problems = flags.flatMap(({ name, field }) => {
    const to = field.required ? referenceOf(field.type) : undefined;
    if (!to || record[sourceOf(field.filled) ?? ''] !== undefined) return [];
    // If the reference is published as a number, its record need not exist.
    if (to.shape === undefined && typeof record[name] === 'number') return [];
    if (data.greatestId(to.collection) > 0 || !data.isWhole(to.collection)) return [];
    const { singular, fields } = byName.get(to.collection)!.declared;
    const needed = flagsOf(portal, fields, to.collection, lang).filter(({ needed }) => needed);
    const isOfTexts = needed.every(({ field }) => field.type.kind === 'text');
    const example = say('Example', lang);
    const values = isOfTexts ? needed.map(({ name }) => ` --${name} '${example}'`).join('') : '';
    const message = say(
      'there is no {singular} yet; make one first: npx portal-snapshot new {singular}{flags}',
      lang,
      { singular, flags: values },
    );
    return [{ path: `/${name}`, message }];
  });
  const lines = [...new Set(problems.map(({ message }) => message))];
  if (lines.length > 0) throw new Unfit(lines, problems);
}

/** Throws a {@link UsageError} that lists all missing flags and wrong values, if there are any. */
function refuse(
  { plan, record }: Draft,
  findings: readonly Finding[],
  unclear: ReadonlyMap<string, readonly string[]>,
  flags: readonly FieldFlag[],
  lang: Language,
): void {
  if (findings.length === 0) return;
  const missing = new Set<string>();
  const wrong: string[] = [];
  for (const { name, args, path } of findings) {
    const [field = '', ...inner] = pointerSteps(path);
    if (record[field] === undefined) {
      missing.add(field);
      continue;
    }
    const { message, hint } = word(name, args, lang);
    const [first = message, ...others] = unclear.get(path) ?? [];
    const where = [field, ...inner].join('/');
    const advice = hint === undefined || unclear.has(path) ? '' : `; ${hint}`;
    wrong.push(`  --${where}: ${first}${advice}`, ...others);
  }
  const { singular, name } = plan.declared;
  // A field that would get its value from another missing field is not listed.
  const lacking = flags.filter(
    ({ name, field }) => missing.has(name) && !missing.has(sourceOf(field.filled) ?? ''),
  );
  const needs = lacking.map((flag) => {
    const about = describe(flag.name, flag.field, name, lang, '');
    return `  --${flag.name} ${flag.value}  ${about}`;
  });
  const lines = [
    ...(wrong.length > 0
      ? [say('this cannot be in a new {singular}:', lang, { singular }), ...wrong]
      : []),
    ...(lacking.length > 0
      ? [
          say(
            'a new {singular} needs also (or fill in its form: npx portal-snapshot preview):',
            lang,
            { singular },
          ),
          ...needs,
        ]
      : []),
  ];
  const problems = findings.map(({ name, args, path }) => {
    const message = unclear.get(path)?.join('\n') ?? word(name, args, lang).message;
    return {
      path,
      message: missing.has(pointerSteps(path)[0]!) ? say('This is needed.', lang) : message,
    };
  });
  throw new Unfit(lines, problems);
}

/** The field from which another field gets its value. */
function sourceOf(fill: Fill | undefined): string | undefined {
  switch (fill?.kind) {
    case 'slug':
      return fill.of;
    case 'same':
      return fill.reference;
    case 'root':
      return fill.by;
    default:
      return undefined;
  }
}

/** Decides where drafts are written: into new files, or added to existing ones. */
export function lay(drafts: readonly Draft[], places: Places) {
  const records: NewRecordText[] = [];
  const files: Edit[] = [];
  const added: AddedRecord[] = [];
  for (const { plan, id, file, record } of drafts) {
    const isShared = places.sharedFile(plan) !== undefined;
    const texts = places.textsOf(plan, file, record);
    const own = withoutTexts(record, texts);
    const text = recordText(own, plan.fields, isShared ? 'line' : 'expanded');
    records.push({ file, text: `${text}\n` }, ...texts);
    if (isShared) added.push({ plan, file, id, text });
    else {
      for (const one of [...texts, { file, text: `${text}\n` }]) {
        files.push({ file: one.file, before: undefined, after: Buffer.from(one.text) });
      }
    }
  }
  return { records, files, added };
}
