// Shows people how the values of fields changed: `0 → 120000`, `1 Москва → 35 Липецк`. Of long values, it shows the
// words that changed and a few around them, as git does: `…для [-котлов-]{+сосудов+} под…`.
import { diffArrays } from 'diff';
import { jsonAsWritten } from '../../engine/compile/written.js';
import type { Collection } from '../../model/collection.js';
import {
  elementOf,
  type Field,
  fieldAt,
  isObject,
  type Json,
  type JsonObject,
  partOf,
  referenceOf,
  type Type,
} from '../../model/fields.js';
import { cut } from '../../problems/say.js';

/** If both values have at most this many characters, they are shown in full. Otherwise they are compared by words. */
const SHORT = 60;
/** If two values together have more words than this, only `…` is shown, because comparing them would take long. */
const COMPARED = 200_000;
/** If more words than this differ, only `…` is shown, because finding the differences would take long. */
const MOST_EDITS = 500;
/** How many equal words and blanks are shown before and after a change. */
const AROUND = 6;
/** The most characters of a comparison that are shown. */
const SHOWN = 500;

/** A field that was changed, such as `profile.city`, and its values before and after: `0 → 120000`. */
export interface FieldChange {
  readonly field: string;
  readonly text: string;
}

/** A record in one state of the data. `nameOf` looks up the names of records in that state. */
export interface NamedState {
  readonly record: JsonObject;
  readonly nameOf: (collection: string, id: number) => string | undefined;
}

/** Returns the changes of the fields `names` of a record. `withPersonal`: whether personal data is included. */
export function fieldChanges(
  collection: Collection,
  names: readonly string[],
  before: NamedState,
  after: NamedState,
  withPersonal: boolean,
): FieldChange[] {
  return names.flatMap((name) => {
    const [own = '', inner] = name.split('.');
    const field = fieldNamed(collection, name);
    if (!field || (!withPersonal && isPersonal(field))) return [];
    const [old, now] = [before, after].map(({ record, nameOf }) => {
      const whole = record[own];
      const value = inner === undefined ? whole : isObject(whole) ? whole[inner] : undefined;
      return shownOf(value, field.type, nameOf);
    });
    const isShort = old!.text.length <= SHORT && now!.text.length <= SHORT;
    const text = isShort ? `${old!.text} → ${now!.text}` : wordsChanged(old!.words(), now!.words());
    return [{ field: name, text }];
  });
}

/**
 * The field with a name such as `profile.city`. For a name in a value of any form, such as `emoji.a`, the field
 * `emoji`.
 */
export function fieldNamed({ fields }: Collection, name: string): Field | undefined {
  return fieldAt(fields, name) ?? fieldAt(fields, name.split('.', 1)[0]!);
}

/** Whether a field, or a field of the objects in it, is personal. */
const isPersonal = ({ type, withheldAs }: Field): boolean =>
  withheldAs !== undefined || Object.values(partOf(elementOf(type) ?? type) ?? {}).some(isPersonal);

/** A value as people read it, and a function that divides it into words. */
interface ComparedValue {
  readonly text: string;
  readonly words: () => readonly string[];
}

/** Shows a value: `[1, 2]`, `"text"`, `35 Липецк` for a reference to record 35, `—` for an absent field. */
function shownOf(value: Json | undefined, type: Type, nameOf: NamedState['nameOf']): ComparedValue {
  const reference = referenceOf(type);
  const element = elementOf(type);
  if (element && Array.isArray(value)) {
    const all = value.map((one) => shownOf(one, element, nameOf).text);
    const words = () => all.flatMap((one, i) => (i > 0 ? [', ', one] : [one]));
    return { text: `[${all.join(', ')}]`, words };
  }
  if (typeof value === 'string') {
    // Divides the text into tags, words, white space and single other characters.
    const words = () =>
      (value.match(/<[^<>]{0,500}>|[\p{L}\p{M}\p{N}]+|\s+|[\s\S]/gu) ?? []).map(onOneLine);
    return { text: JSON.stringify(value), words };
  }
  // The name is shown only if the API embeds the record. Other referenced records may be hidden from readers.
  const name =
    reference?.shape !== undefined && typeof value === 'number'
      ? nameOf(reference.collection, value)
      : undefined;
  const json = value === undefined ? '—' : jsonAsWritten(value);
  const text = name === undefined ? json : `${json} ${name}`;
  return { text, words: () => [text] };
}

/** A word, or white space, with line breaks and tabs as JSON writes them: `\n`. */
const onOneLine = (word: string): string =>
  word.replace(/[\n\r\t]/g, (character) => JSON.stringify(character).slice(1, -1));

function wordsChanged(before: readonly string[], after: readonly string[]): string {
  const isComparable = before.length + after.length <= COMPARED;
  const parts = isComparable && diffArrays([...before], [...after], { maxEditLength: MOST_EDITS });
  if (!parts) return '…';
  const text = parts.map(({ value, added, removed }, i) => {
    if (added) return `{+${value.join('')}+}`;
    if (removed) return `[-${value.join('')}-]`;
    const start = value.slice(0, i === 0 ? 0 : AROUND);
    const end = i === parts.length - 1 ? [] : value.slice(start.length).slice(-AROUND);
    const gap = start.length + end.length < value.length ? '…' : '';
    return [...start, gap, ...end].join('');
  });
  return cut(text.join(''), SHOWN);
}
