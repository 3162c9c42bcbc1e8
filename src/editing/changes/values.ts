// Tells people how the values of fields changed, as a form shows them: names for ids, yes and no, days, what was added
// to a list and taken out of it. Of long texts, it has the words that changed and a few around them.
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
  type Reference,
  referenceOf,
  type Type,
} from '../../model/fields.js';
import { textOfMarkup } from '../../model/html/plain-text.js';
import type { View } from '../../model/view.js';
import type { Language } from '../../problems/messages/catalogue.js';
import { cut, inLanguage, type Line, say, sentence } from '../../problems/say.js';
import { inputsOf, labelOf } from '../schema/inputs.js';

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

/** A value, or an element of a list, in the words of a form. */
export interface ValueWords {
  readonly text: Line;
  /** How a terminal shows it, if not by these words: texts in quotation marks, and names after their ids. */
  readonly exact?: string;
}

/** A part of a long text. `is`: set if the part was added or removed; the other parts are around these. */
export interface TextPart {
  readonly text: string;
  readonly is?: 'added' | 'removed';
}

/** A field that was changed, such as `profile.city`. */
export interface FieldChange {
  readonly field: string;
  readonly label: Line;
  /** The value; empty if there was none. Of a list, only the elements that were taken out. */
  readonly before: readonly ValueWords[];
  /** The value; empty if there is none. Of a list, only the elements that were added. */
  readonly after: readonly ValueWords[];
  readonly isList: boolean;
  /** If the value is a long text, its differences; empty if there are too many. */
  readonly parts?: readonly TextPart[];
}

/** A record in one state of the data. `nameOf` looks up the names of records in that state. */
export interface NamedState {
  readonly record: JsonObject;
  readonly nameOf: (reference: Reference, id: number) => string | undefined;
}

/** A collection, and the words of its form. */
export interface WordedCollection {
  readonly declared: Collection;
  readonly view: View | undefined;
}

/** Returns the changes of the fields `names` of a record. `withPersonal`: whether personal data is included. */
export function fieldChanges(
  { declared, view }: WordedCollection,
  names: readonly string[],
  before: NamedState,
  after: NamedState,
  withPersonal: boolean,
): FieldChange[] {
  return names.flatMap((name): FieldChange[] => {
    const [own = '', inner] = name.split('.');
    const field = fieldNamed(declared, name);
    if (!field || (!withPersonal && isPersonal(field))) return [];
    const { type } = field;
    const valueIn = ({ record }: NamedState) => {
      const whole = record[own];
      return inner === undefined ? whole : isObject(whole) ? whole[inner] : undefined;
    };
    const [old, now] = [valueIn(before), valueIn(after)];
    const told = { field: name, label: labelAt(declared, name), isList: false };
    const [was, is] = [before, after].map((state) => {
      const called = view?.values?.[name];
      return wordsOf(valueIn(state), type, state.nameOf, called);
    }) as [ValueWords[], ValueWords[]];
    const isLong = [old, now].some((one) => typeof one === 'string' && one.length > SHORT);
    if (isLong && old !== undefined && now !== undefined) {
      return [{ ...told, before: was, after: is, parts: partsOf(String(old), String(now)) }];
    }
    // If only tags or seconds differ, which the words do not show, it is shown exactly.
    if (wordsIn(was) === wordsIn(is)) {
      return [{ ...told, before: was.map(exactly), after: is.map(exactly) }];
    }
    if (!elementOf(type)) return [{ ...told, before: was, after: is }];
    const [out, added] = [without(was, is), without(is, was)];
    const isOrder = out.length + added.length === 0;
    return [
      isOrder
        ? { ...told, before: [joined(was)], after: [joined(is)] }
        : { ...told, before: out, after: added, isList: true },
    ];
  });
}

/** A change on one line of a terminal: `3 Новосибирск → 35 Липецк`, `added: 47 Липецкая область`, `и {+старые +}паспорта`. */
export function changeLine({ before, after, isList, parts }: FieldChange, lang: Language): string {
  if (parts) {
    const marks = { added: ['{+', '+}'], removed: ['[-', '-]'] } as const;
    const marked = parts.map(({ text, is }) => (is ? marks[is].join(text) : text));
    return cut(marked.map(onOneLine).join('') || '…', SHOWN);
  }
  const worded = (all: readonly ValueWords[]) =>
    cut(all.map(({ text, exact }) => exact ?? inLanguage(text, lang)).join(', ') || '—', SHOWN);
  if (!isList) return `${worded(before)} → ${worded(after)}`;
  const [out, added] = [before, after].map((all) => all.length > 0 && { names: worded(all) });
  return [added && say('added: {names}', lang, added), out && say('taken out: {names}', lang, out)]
    .filter(Boolean)
    .join('; ');
}

/** The label of a field in its form; of a field in an object, after the label of the object: `Profile: City`. */
export function labelAt({ fields }: Collection, name: string): Line {
  const [own = '', inner] = name.split('.');
  const outer = inputsOf(fields).find((one) => one.name === own);
  const nested = outer?.fields?.find((one) => one.name === inner);
  const words = [outer, nested].filter((one) => one !== undefined);
  if (words.length === 0) return name;
  return (lang) => words.map((one) => labelOf(one, (text) => say(text, lang))).join(': ');
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

/** The words for a value: one for each element of a list, none for an absent value. */
function wordsOf(
  value: Json | undefined,
  type: Type,
  nameOf: NamedState['nameOf'],
  called: Readonly<Record<string, string>> = {},
): ValueWords[] {
  if (value === undefined || value === null) return [];
  const element = elementOf(type);
  if (element && Array.isArray(value)) {
    return value.map((one) => joined(wordsOf(one, element, nameOf, called)));
  }
  const part = partOf(type);
  if (part && isObject(value)) {
    const inner = Object.entries(value).flatMap(([name, one]) => {
      const own = part[name];
      return own ? wordsOf(one, own.type, nameOf) : [];
    });
    return [{ ...joined(inner), exact: jsonAsWritten(value) }];
  }
  const reference = referenceOf(type);
  if (reference && typeof value === 'number') {
    const name = nameOf(reference, value);
    return [
      { text: name ?? `${value}`, exact: name === undefined ? `${value}` : `${value} ${name}` },
    ];
  }
  if (typeof value === 'boolean') return [{ text: sentence(value ? 'yes' : 'no') }];
  if (typeof value === 'string')
    return [{ text: textIn(value, type, called), exact: JSON.stringify(value) }];
  return [{ text: jsonAsWritten(value) }];
}

/** A text without its tags, or the word of the form for the value of an enumeration. */
function textIn(value: string, type: Type, called: Readonly<Record<string, string>>): Line {
  if (type.kind === 'timestamp' || type.kind === 'date') return dayOf(value);
  const word = called[value];
  if (word !== undefined) return (lang) => say(word, lang);
  return type.kind === 'text' && type.html ? textOfMarkup(value) : value;
}

/** A day, or a day and a time, in words. */
const dayOf =
  (text: string): Line =>
  (lang) => {
    const isDay = text.length === 10;
    const date = new Date(isDay ? `${text}T12:00:00` : text);
    const form: Intl.DateTimeFormatOptions = { dateStyle: 'long' };
    if (!isDay) form.timeStyle = 'medium';
    return Number.isNaN(date.valueOf())
      ? text
      : date.toLocaleString(lang === 'en' ? 'en-GB' : lang, form);
  };

const joined = (all: readonly ValueWords[]): ValueWords =>
  all.length === 1
    ? all[0]!
    : {
        text: (lang) => all.map(({ text }) => inLanguage(text, lang)).join(', '),
        exact: all.map(({ text, exact }) => exact ?? inLanguage(text, 'en')).join(', '),
      };

const wordsIn = (all: readonly ValueWords[]): string =>
  all.map(({ text }) => inLanguage(text, 'en')).join(', ');

const exactly = (one: ValueWords): ValueWords => ({ ...one, text: one.exact ?? one.text });

const keyOf = ({ text, exact }: ValueWords): string => exact ?? inLanguage(text, 'en');

/** The elements of a list that are not in another one. */
function without(all: readonly ValueWords[], others: readonly ValueWords[]): ValueWords[] {
  const left = others.map(keyOf);
  return all.filter((one) => {
    const place = left.indexOf(keyOf(one));
    if (place >= 0) left.splice(place, 1);
    return place < 0;
  });
}

/** Text with line breaks and tabs as JSON writes them: `\n`. */
const onOneLine = (text: string): string =>
  text.replace(/[\n\r\t]/g, (character) => JSON.stringify(character).slice(1, -1));

const TAG = /<[^<>]{0,500}>/g;

/** Divides a text into tags, words, white space and single other characters. */
const dividedIn = (text: string): string[] =>
  text.match(/<[^<>]{0,500}>|[\p{L}\p{M}\p{N}]+|\s+|[\s\S]/gu) ?? [];

/** A text whose tags stay the same is compared without them. */
function partsOf(old: string, now: string): TextPart[] {
  const tagsIn = (text: string) => text.match(TAG)?.join('');
  const [was, is] = [textOfMarkup(old), textOfMarkup(now)];
  const isPlain = was !== is && tagsIn(old) !== undefined && tagsIn(old) === tagsIn(now);
  const [before, after] = [dividedIn(isPlain ? was : old), dividedIn(isPlain ? is : now)];
  const isComparable = before.length + after.length <= COMPARED;
  const parts = isComparable && diffArrays(before, after, { maxEditLength: MOST_EDITS });
  return (parts || []).map(({ value, added, removed }, i, all): TextPart => {
    if (added) return { text: value.join(''), is: 'added' };
    if (removed) return { text: value.join(''), is: 'removed' };
    const start = value.slice(0, i === 0 ? 0 : AROUND);
    const end = i === all.length - 1 ? [] : value.slice(start.length).slice(-AROUND);
    const gap = start.length + end.length < value.length ? '…' : '';
    return { text: [...start, gap, ...end].join('') };
  });
}
