// Makes a new record from given values: fills in other fields, checks the record together with all data, and only then
// writes it, with its companions.
import { makePlan, type Plan } from '../../engine/plan.js';
import type { Portal } from '../../model/endpoint.js';
import { type Field, type Fill, type JsonObject, referenceOf } from '../../model/fields.js';
import { commandFor } from '../../problems/commands.js';
import { inLanguage, type Line, say } from '../../problems/say.js';
import { recordText } from '../format/record-text.js';
import { type Called, RecordNameIndex, withIds } from '../query/names.js';
import { describe } from '../schema/describe.js';
import { type AddedRecord, editsOf } from '../workspace/edits.js';
import type { DataSettings, PortalData } from '../workspace/portal-data.js';
import type { Edit } from '../workspace/put.js';
import { editData, type Tried } from '../workspace/try-out.js';
import { type Draft, Drafts } from './drafts.js';
import { flagsOf } from './flags.js';
import { Places, withoutTexts } from './place.js';
import { mustFit } from './unfit.js';
import { fieldsWith, mustBeFields } from './values.js';

export interface NewRecord {
  readonly collection: string;
  /** The values that the user gives (values.ts). */
  readonly values: JsonObject;
  /** Whether to check only, and write nothing. */
  readonly dryRun: boolean;
  readonly now: Date;
  /** Returns the name of a collection for messages. By default, it is the name in the declaration. */
  readonly called?: Called;
}

/** The result of {@link create}. `records`: the new texts, also those of companions. */
export interface Created extends Tried {
  readonly id: number;
  readonly records: readonly NewRecordText[];
}

/** The text of a new record in its file, or the content of one of its text files. */
interface NewRecordText {
  readonly file: string;
  readonly text: string;
}

/** Writes a new record and its companions. Throws a {@link UsageError} if values are wrong or missing. */
export function create(
  portal: Portal,
  settings: DataSettings,
  wanted: NewRecord,
): Promise<Created> {
  const plan = makePlan(portal);
  return editData(plan, { ...settings, dryRun: wanted.dryRun }, (data) => {
    const places = new Places(settings, data);
    const { main, all } = draft(plan, settings, data, places, wanted);
    const { records, files, added } = lay(all);
    return {
      result: { id: main.id, records },
      edits: [...files, ...editsOf(data, [], added)],
      command: ['new', main.plan.declared.singular, `${main.id}`],
    };
  });
}

function draft(
  plan: Plan,
  settings: DataSettings,
  data: PortalData,
  places: Places,
  { collection, values, now, called }: NewRecord,
): { readonly main: Draft; readonly all: readonly Draft[] } {
  const own = plan.byName.get(collection)!;
  mustBeFields(own.fields, values);
  const drafts = new Drafts(plan, data, places, now);
  const names = new RecordNameIndex(plan, data);
  const named = withIds(own.fields, values, names, called);
  const main = drafts.add(collection, fieldsWith({}, named.values));
  const flags = flagsOf(plan.portal, own.fields, collection);
  const lacking = (name: string, missing: ReadonlySet<string>): Line | undefined => {
    const flag = flags.find((one) => one.name === name);
    // A field that is filled in from another missing field is not listed: only the other field is needed.
    if (!flag || missing.has(sourceOf(flag.field.filled) ?? '')) return undefined;
    const about =
      noneYet(plan, settings, data, flag.field) ??
      ((lang) => describe(name, flag.field, collection, lang, ''));
    return (lang) => `  --${name} ${inLanguage(flag.value, lang)}  ${inLanguage(about, lang)}`;
  };
  mustFit(own, main.record, { settings, unclear: named.unclear, lacking });
  return { main, all: drafts.all };
}

/** For a required reference to a collection that has no records yet: a hint with the command that makes one. */
function noneYet(
  { portal, byName }: Plan,
  { startedWith }: DataSettings,
  data: PortalData,
  { type, required }: Field,
): Line | undefined {
  const to = required ? referenceOf(type) : undefined;
  if (!to || data.greatestId(to.collection) > 0 || !data.table(to.collection).isWhole)
    return undefined;
  const { singular, fields } = byName.get(to.collection)!.declared;
  const needed = flagsOf(portal, fields, to.collection).filter((flag) => flag.needed);
  const isOfTexts = needed.every(({ field }) => field.type.kind === 'text');
  const command = commandFor(startedWith, 'new', singular);
  return (lang) => {
    const example = say('Example', lang);
    // Quoted, because the user puts another text, of several words, in place of it.
    const flags = isOfTexts ? needed.map(({ name }) => ` --${name} '${example}'`).join('') : '';
    const values = { singular, command, flags };
    return say('There is no {singular} yet; make one first: {command}{flags}', lang, values);
  };
}

/** The field from which `new` takes the value of another field; undefined if there is none. */
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

/** Returns what to write for drafts: their text files, and the records to add to other files. */
export function lay(drafts: readonly Draft[]) {
  const records: NewRecordText[] = [];
  const files: Edit[] = [];
  const added: AddedRecord[] = [];
  for (const { plan, id, record, place } of drafts) {
    const { file, isAlone, texts } = place;
    const own = withoutTexts(record, texts);
    const text = recordText(own, plan.fields, isAlone ? 'expanded' : 'line');
    records.push({ file, text: `${text}\n` }, ...texts);
    added.push({ plan, file, isAlone, id, text });
    for (const one of texts) {
      files.push({ file: one.file, before: undefined, after: Buffer.from(one.text) });
    }
  }
  return { records, files, added };
}
