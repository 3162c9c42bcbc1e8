// Collects what `show` prints about a record: its fields, the names of the records to which it refers, and why it is
// withheld, if it is.
import { jsonAsWritten } from '../../engine/compile/written.js';
import { keyOf, type RowOf } from '../../engine/link/row-findings.js';
import { withhold } from '../../engine/link/withhold.js';
import { SCHEMA_KEY } from '../../files/source/records.js';
import {
  type Fields,
  isAny,
  isObject,
  type Json,
  type JsonObject,
  type Type,
} from '../../model/fields.js';
import { textOfMarkup } from '../../model/html/plain-text.js';
import { LIMITS } from '../../model/limits.js';
import { quote } from '../../problems/quote.js';
import { countsOf } from '../../problems/report.js';
import type { Text } from '../../problems/say.js';
import { type DataSettings, type PortalData, shownName } from '../workspace/portal-data.js';
import { referencesIn } from './references.js';
import { type RecordSubject, rowOf, subjectsOf } from './subject.js';

/** A value of a record, as `show` prints it. */
export interface ShownValue {
  /** The keys and indices that lead to the value, such as `profile/city`. */
  readonly path: string;
  /** The value as text: texts as they are, HTML as plain text, any other value as JSON. */
  readonly text: string;
  /** The record to which this value refers; undefined if the value is no reference, or the record is missing. */
  readonly names: RecordSubject | undefined;
  /** If the text is in a file of its own: that file, relative to the working folder. */
  readonly file: string | undefined;
  /** Whether `text` has only the beginning of a very long value. */
  readonly isCut: boolean;
}

/** The most characters of a value that are shown or searched. More of them would need gigabytes of memory. */
export const MOST_READ = LIMITS.textBytes;

/** Why a record is withheld: for a reason of its own, or because it refers to a withheld record. */
export interface WithheldReason {
  readonly reason: Text;
  /**
   * The records that lead to the reason: the withheld record refers to the first, each to the next, and the last has
   * the reason. Empty if the withheld record has it.
   */
  readonly through: readonly RecordSubject[];
}

export interface Shown {
  readonly subject: RecordSubject;
  readonly values: readonly ShownValue[];
  /** Why the record is not published; undefined if it is not withheld. `errors`: data with errors is not published. */
  readonly whyNot: 'errors' | WithheldReason | undefined;
  /** The field and the value that would hide the record from readers; undefined if there are none. */
  readonly toWithhold: { readonly field: string; readonly value: boolean } | undefined;
}

/** Collects what `show` prints about a record. */
export function show(settings: DataSettings, data: PortalData, one: RowOf): Shown {
  const { table, row } = one;
  const { plan } = table;
  const record = data.record(table.name, table.ids[row]!) ?? {};
  const texts = data.textsOf(table.placeOf(row).file);
  const files = new Map(texts.map(({ field, name }) => [field, shownName(settings, name)]));
  const named = referencesIn(plan, record);
  const targets = named.flatMap(({ reference: { collection }, id }) => {
    const found = rowOf(data, { collection, id });
    return found ? [found] : [];
  });
  const subjects = new Map(
    subjectsOf(data, settings, targets).map((target) => [keyOf(target), target]),
  );
  const keys = new Map(
    named.map(({ reference: { collection }, id, path }) => [path, keyOf({ collection, id })]),
  );
  // If the file of a text cannot be read, an empty text is shown.
  const unread = Object.fromEntries(texts.map(({ field }) => [field, '']));
  const values = shownValues({ ...unread, ...record }, plan.fields).map(
    ({ isText: _, ...value }) => ({
      ...value,
      names: subjects.get(keys.get(`/${value.path}`) ?? ''),
      file: files.get(value.path),
    }),
  );
  return {
    subject: subjectsOf(data, settings, [one])[0]!,
    values,
    whyNot: whyNotSeen(settings, data, one),
    toWithhold: withholding(one, record),
  };
}

function whyNotSeen(settings: DataSettings, data: PortalData, one: RowOf): Shown['whyNot'] {
  if (countsOf(data.problems).errors > 0) return 'errors';
  const gone = settings.audience === 'public' ? withhold(data.derivation.tables).rows : undefined;
  const isGone = gone?.get(one.table.name)?.[one.row] === 1;
  return isGone ? whyWithheld(settings, data, one, gone) : undefined;
}

/** Finds the shortest chain of references from a withheld record to one with a reason. `gone`: the withheld rows. */
export function whyWithheld(
  settings: DataSettings,
  data: PortalData,
  from: RowOf,
  gone: ReadonlyMap<string, Uint8Array>,
): WithheldReason {
  const seen = new Set<string>();
  const ways: RowOf[][] = [[from]];
  for (const way of ways) {
    const { table, row } = way.at(-1)!;
    const reason = table.reasons[row]!;
    if (reason > 0) {
      const through = way.slice(1).flatMap((one) => subjectsOf(data, settings, [one]));
      return { reason: { text: table.plan.declared.withheld[reason - 1]!.reason }, through };
    }
    const record = data.record(table.name, table.ids[row]!) ?? {};
    for (const { reference, id } of referencesIn(table.plan, record)) {
      const named = { collection: reference.collection, id };
      const next = rowOf(data, named);
      if (!next || !gone.get(named.collection)![next.row] || seen.has(keyOf(named))) continue;
      seen.add(keyOf(named));
      ways.push([...way, next]); // the loop visits it later
    }
  }
  throw new Error(`${from.table.name} has a withheld row without a reason`);
}

/** The field and the value that would hide a record from readers, such as `is_public` and false for a vacancy. */
export const withholding = (one: RowOf, record: JsonObject): Shown['toWithhold'] =>
  // Undefined for a record with errors, because the conditions need a valid record.
  one.table.bad[one.row] ? undefined : valueThat(one, record, true);

/** The field and the value that would show a hidden record to readers again. */
export const showing = (one: RowOf, record: JsonObject): Shown['toWithhold'] =>
  valueThat(one, record, false);

function valueThat({ table }: RowOf, record: JsonObject, into: boolean): Shown['toWithhold'] {
  const { withheld, fields } = table.plan.declared;
  const isWithheld = (one: JsonObject) => withheld.some(({ when }) => when(one));
  if (isWithheld(record) === into) return undefined;
  for (const [field, { type }] of Object.entries(fields)) {
    if (type.kind !== 'boolean') continue;
    for (const value of [true, false]) {
      if (isWithheld({ ...record, [field]: value }) === into) return { field, value };
    }
  }
  return undefined;
}

/** A value as text. */
interface ReadValue extends Pick<ShownValue, 'path' | 'text' | 'isCut'> {
  /** Whether the value counts as words: it is a text, a value of any form, or the value of an unknown field. */
  readonly isText: boolean;
}

/** The values of a record, in the order in which the fields are declared. */
export function shownValues(record: JsonObject, fields: Fields): ReadValue[] {
  const values: ReadValue[] = [];
  const add = (value: Json, type: Type | undefined, path: string): void => {
    if (type?.kind === 'part' && isObject(value)) addAll(value, type.fields, `${path}/`);
    else if (type?.kind === 'list' && Array.isArray(value) && value.length > 0) {
      value.forEach((element: Json, i) => void add(element, type.of, `${path}/${i}`));
    } else {
      const isMarkup = type?.kind === 'text' && type.html;
      const isText = type === undefined || isAny(type) || type.kind === 'text';
      const whole = textOf(value);
      const isCut = whole.length > MOST_READ;
      const text = isCut ? whole.slice(0, MOST_READ) : whole;
      values.push({ path, text: isMarkup ? textOfMarkup(text) : text, isText, isCut });
    }
  };
  const addAll = (object: JsonObject, among: Fields, before: string) => {
    const names = new Set([...Object.keys(among), ...Object.keys(object)]);
    for (const name of names) {
      const value = Object.hasOwn(object, name) ? object[name] : undefined;
      if (value === undefined || (before === '' && name === SCHEMA_KEY)) continue;
      add(value, Object.hasOwn(among, name) ? among[name]!.type : undefined, before + name);
    }
  };
  addAll(record, fields, '');
  return values;
}

/** A value as text, with the digits that it has in the data. It is shortened if it is nested too deep. */
function textOf(value: Json): string {
  if (typeof value === 'string') return value;
  try {
    return jsonAsWritten(value);
  } catch {
    return quote(value);
  }
}
