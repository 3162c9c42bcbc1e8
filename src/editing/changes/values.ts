// Shows people how an edit changed the values of fields: `0 → 120000`, `1 Москва → 35 Липецк`. For long values it only
// shows the words that changed, as git marks them: `…для [-котлов-]{+сосудов+} под…`.
import { diffArrays } from 'diff';
import { jsonAsWritten } from '../../engine/compile/written.js';
import type { Collection } from '../../model/collection.js';
import {
  elementOf,
  type Field,
  isObject,
  type Json,
  type JsonObject,
  partOf,
  referenceOf,
  type Type,
} from '../../model/fields.js';

/** Values of at most this many characters are shown in full; longer ones are compared word by word. */
const SHORT = 60;
/** Two values that have more words than this together are not compared. */
const COMPARED = 200_000;
/** Two values that differ in more words than this are not compared either, since that would take long. */
const MOST_EDITS = 500;
/** How many words and blanks are shown before and after a changed word. */
const AROUND = 6;
/** How many characters of a comparison are shown. */
const SHOWN = 500;

/** A field that an edit changed, such as `profile.city`, and what changed in its value. */
export interface FieldChange {
  readonly field: string;
  readonly text: string;
}

/** A record in one state of the data; `nameOf` looks up the names of records in that state. */
export interface NamedState {
  readonly record: JsonObject;
  readonly nameOf: (collection: string, id: number) => string | undefined;
}

/** The changes of fields between two states of a record. With `withPersonal`, personal data is included. */
export function changesIn(
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
 * Returns the field with a name such as `profile.city`. Inside a field that accepts any JSON, it returns that field.
 */
export function fieldNamed({ fields }: Collection, name: string): Field | undefined {
  const [own = '', inner] = name.split('.');
  const part = inner === undefined ? undefined : partOf(fields[own]?.type)?.[inner];
  return part ?? fields[own];
}

/** Whether a field, or one inside it, is personal: it can be blanked for readers. */
const isPersonal = ({ type, withheldAs }: Field): boolean =>
  withheldAs !== undefined || Object.values(partOf(elementOf(type) ?? type) ?? {}).some(isPersonal);

/** A value as people read it, and its words for comparing long values. */
interface ComparedValue {
  readonly text: string;
  readonly words: () => readonly string[];
}

/** Shows a value. For a reference, it adds the name of the record. `—` means that the field is not given. */
function shownOf(value: Json | undefined, type: Type, nameOf: NamedState['nameOf']): ComparedValue {
  const reference = referenceOf(type);
  const element = elementOf(type);
  if (element && Array.isArray(value)) {
    const all = value.map((one) => shownOf(one, element, nameOf).text);
    const words = () => all.flatMap((one, i) => (i > 0 ? [', ', one] : [one]));
    return { text: `[${all.join(', ')}]`, words };
  }
  if (typeof value === 'string') {
    // Cuts the text into tags, words, white space and single other characters.
    const words = () => value.match(/<[^<>]{0,500}>|[\p{L}\p{M}\p{N}]+|\s+|[\s\S]/gu) ?? [];
    return { text: JSON.stringify(value), words };
  }
  // A reference that embeds nothing gets no name, because its record may be hidden from readers.
  const name =
    reference?.shape !== undefined && typeof value === 'number'
      ? nameOf(reference.collection, value)
      : undefined;
  const json = value === undefined ? '—' : jsonAsWritten(value);
  const text = name === undefined ? json : `${json} ${name}`;
  return { text, words: () => [text] };
}

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
  const shown = text.join('');
  return shown.length > SHOWN ? `${shown.slice(0, SHOWN)}…` : shown;
}
