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
      return {
        whole: valueText(value, field.type, nameOf),
        words: wordsOf(value, field.type, nameOf),
      };
    });
    const isShort = old!.whole.length <= SHORT && now!.whole.length <= SHORT;
    const text = isShort ? `${old!.whole} → ${now!.whole}` : wordsChanged(old!.words, now!.words);
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

/** A value, and of a reference the name of its record. `—` stands for a field that is not given. */
function valueText(value: Json | undefined, type: Type, nameOf: NamedState['nameOf']): string {
  if (value === undefined) return '—';
  const reference = referenceOf(type);
  // A record that is not embedded may be one that readers do not see.
  if (reference?.shape !== undefined && typeof value === 'number') {
    return [value, nameOf(reference.collection, value) ?? ''].join(' ').trim();
  }
  const element = elementOf(type);
  if (element && Array.isArray(value)) {
    return `[${value.map((one) => valueText(one, element, nameOf)).join(', ')}]`;
  }
  return JSON.stringify(value);
}

/** The words, tags, blanks and marks of a text, or the elements of a list; of other values the whole. */
function wordsOf(value: Json | undefined, type: Type, nameOf: NamedState['nameOf']): string[] {
  const element = elementOf(type);
  if (element && Array.isArray(value)) {
    return value.flatMap((one, i) => [...(i > 0 ? [', '] : []), valueText(one, element, nameOf)]);
  }
  if (typeof value !== 'string') return [valueText(value, type, nameOf)];
  return value.match(/<[^<>]{0,500}>|[\p{L}\p{M}\p{N}]+|\s+|[\s\S]/gu) ?? [];
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
