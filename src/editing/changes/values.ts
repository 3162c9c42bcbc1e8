// What an edit did to the values of fields, for people to read: `0 → 120000`, `1 Москва → 35 Липецк`; of long texts the
// words that changed, as git marks them: `…для [-котлов-]{+сосудов+} под…`.
import { diffArrays } from 'diff';
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

/** Values up to this many characters are shown whole. */
const SHORT = 60;
/** Of longer ones together, this many words are compared, */
const COMPARED = 200_000;
/** up to this many words that came or went, so that no text takes long, */
const MOST_EDITS = 500;
/** with so many words and blanks around them, */
const AROUND = 6;
/** and this many characters of it are shown. */
const SHOWN = 500;

/** A field of a record before and after an edit; one of an object inside is `profile.city`. */
export interface FieldChange {
  readonly field: string;
  readonly text: string;
}

/** A record in one state of the data, in which records have names. */
export interface NamedState {
  readonly record: JsonObject;
  readonly nameOf: (collection: string, id: number) => string | undefined;
}

/** What fields of a record had, and have. Fields with something personal in them are left out, unless `withPersonal`. */
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

/** A field by its name, such as `profile.city`. */
export function fieldNamed({ fields }: Collection, name: string): Field | undefined {
  const [own = '', inner] = name.split('.');
  return inner === undefined ? fields[own] : partOf(fields[own]?.type)?.[inner];
}

/** Whether a field, or one inside it, is blanked for readers. */
const isPersonal = ({ type, withheldAs }: Field): boolean =>
  withheldAs !== undefined || Object.values(partOf(elementOf(type) ?? type) ?? {}).some(isPersonal);

/** A value as people read it, and the words by which a long one is compared. */
interface ComparedValue {
  readonly text: string;
  readonly words: () => readonly string[];
}

/** How a value is shown, a reference with the name of its record. `—` stands for a field that is not given. */
function shownOf(value: Json | undefined, type: Type, nameOf: NamedState['nameOf']): ComparedValue {
  const reference = referenceOf(type);
  const element = elementOf(type);
  if (element && Array.isArray(value)) {
    const all = value.map((one) => shownOf(one, element, nameOf).text);
    const words = () => all.flatMap((one, i) => (i > 0 ? [', ', one] : [one]));
    return { text: `[${all.join(', ')}]`, words };
  }
  if (typeof value === 'string') {
    // The words, tags, blanks and marks of it.
    const words = () => value.match(/<[^<>]{0,500}>|[\p{L}\p{M}\p{N}]+|\s+|[\s\S]/gu) ?? [];
    return { text: JSON.stringify(value), words };
  }
  // A record that is not embedded may be one that readers do not see.
  const name =
    reference?.shape !== undefined && typeof value === 'number'
      ? nameOf(reference.collection, value)
      : undefined;
  const json = value === undefined ? '—' : JSON.stringify(value);
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
