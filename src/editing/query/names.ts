// Finds the ids of records by their names, and replaces names in a record by ids. The portal declares which fields have
// the name (`named`). Names are compared by their words (model/words.ts).

import type { Plan } from '../../engine/plan.js';
import { type RawRecord, readRecords } from '../../files/source/records.js';
import type { Collection } from '../../model/collection.js';
import {
  elementOf,
  type Fields,
  fieldAt,
  isId,
  isObject,
  type Json,
  type JsonObject,
  partOf,
  referenceOf,
  type Type,
} from '../../model/fields.js';
import { memo } from '../../model/memo.js';
import { wordsOf } from '../../model/words.js';
import type { Language } from '../../problems/messages/catalogue.js';
import { nearest } from '../../problems/nearest.js';
import { pointerStep } from '../../problems/problem.js';
import { quote } from '../../problems/quote.js';
import { type Line, say, sentence, type Text } from '../../problems/say.js';
import type { PortalData } from '../workspace/portal-data.js';
import { asWords, matching } from './matching.js';

/** A record with its name. */
export interface NamedRecord {
  readonly id: number;
  readonly name: string;
  /** The names of records to which this record belongs, such as a city's region: they tell apart equal names. */
  readonly within: string;
}

/**
 * `written`: forms of the name, such as `анна орлова`, `орлова анна`. `inWords`: the same forms without signs. `owners`:
 * records to which this record belongs.
 */
interface NamedEntry {
  readonly id: number;
  readonly name: string;
  readonly written: readonly string[];
  readonly inWords: readonly string[];
  readonly owners: readonly { readonly collection: string; readonly id: number }[];
}

/** The most records that an error message names, and the most that the form offers. */
const NAMED = 10;
const OFFERED = 50;

export class RecordNameIndex {
  readonly #entries = new Map<string, readonly NamedEntry[]>();
  readonly #names = new Map<string, ReadonlyMap<number, string>>();

  constructor(
    private readonly plan: Plan,
    private readonly data: PortalData,
  ) {}

  /** Whether the records of a collection have names. */
  has(collection: string): boolean {
    return this.#declared(collection).named.length > 0;
  }

  /** The name of a record; undefined if it has none, or does not exist. */
  nameOf(collection: string, id: number): string | undefined {
    const names = memo(this.#names, collection, () => {
      return new Map(this.#entriesOf(collection).map((entry) => [entry.id, entry.name]));
    });
    return names.get(id);
  }

  /**
   * The id that a text means. Digits are an id. Otherwise, the text is the name of only one record or, if there is
   * none, the beginning of only one name. Signs decide only among names with the same words. If it is unclear which
   * record is meant: lines that say why, and may list records. `called`: the title of the collection.
   */
  meant(
    collection: string,
    text: string,
    called: Text | string = collection,
  ): number | readonly Line[] {
    if (/^\d+$/.test(text) && Number.isSafeInteger(Number(text))) return Number(text);
    const sought = inWords(text);
    const values = { text: quote(text), collection: called };
    const entries = sought === '' ? [] : this.#entriesOf(collection);
    for (const fits of waysToFit(text)) {
      const found = entries.filter(fits);
      if (found.length === 1) return found[0]!.id;
      const several = sentence(
        '{text} fits several records of {collection}; write the id of one, or more of its name:',
        values,
      );
      if (found.length > 1) return this.#listed(several, found);
    }
    const parts = entries.filter(holds(sought));
    const near = parts.length > 0 ? parts : this.#similar(collection, sought);
    const none = sentence(
      'there is no {text} in {collection}; write a name, the beginning of one, or an id',
      values,
    );
    if (near.length === 0) return [none];
    const similar = sentence(
      'no record of {collection} is called {text}; did you mean one of these?',
      values,
    );
    return this.#listed(similar, near);
  }

  /** The records that the user may mean by a typed id or part of a name, at most 50, the most likely ones first. */
  offered(collection: string, typed: string): readonly NamedRecord[] {
    const entries = this.#entriesOf(collection);
    const sought = inWords(typed);
    const matches = matching(typed);
    const ways: readonly Fits[] = [
      ({ id }) => String(id) === sought,
      ...waysToFit(typed),
      ({ inWords }) => matches?.(asWords(inWords)) ?? false,
      holds(sought),
    ];
    const found = new Set(ways.flatMap((fits) => entries.filter(fits)));
    return [...found].slice(0, OFFERED).map((entry) => this.#shown(entry));
  }

  /** The records whose names, or the beginnings of their names, are most similar to the text. There may be none. */
  #similar(collection: string, sought: string): readonly NamedEntry[] {
    const entries = this.#entriesOf(collection);
    const beginnings = ({ inWords }: NamedEntry) =>
      inWords.flatMap((call) => [call, call.slice(0, sought.length)]);
    const near = sought === '' ? undefined : nearest(sought, entries.flatMap(beginnings));
    return entries.filter((entry) => near !== undefined && beginnings(entry).includes(near));
  }

  #listed(heading: Text, entries: readonly NamedEntry[]): Line[] {
    const records = entries.slice(0, NAMED).map((entry) => {
      const { id, name, within } = this.#shown(entry);
      return `      ${id}  ${name}${within === '' ? '' : ` (${within})`}`;
    });
    const count = entries.length - records.length;
    const rest = (lang: Language) => `      ${say('and {count} more', lang, { count })}`;
    return [heading, ...records, ...(count > 0 ? [rest] : [])];
  }

  #shown({ id, name, owners }: NamedEntry): NamedRecord {
    const within = owners.flatMap(({ collection, id }) => this.nameOf(collection, id) ?? []);
    return { id, name, within: within.join(', ') };
  }

  #declared(collection: string): Collection {
    return this.plan.byName.get(collection)!.declared;
  }

  /** The records of a collection that have names, sorted by name. */
  #entriesOf(collection: string): readonly NamedEntry[] {
    return memo(this.#entries, collection, () => {
      const { named, fields } = this.#declared(collection);
      const references = Object.entries(fields).flatMap(([field, { type, required }]) => {
        const reference = required ? referenceOf(type) : undefined;
        return reference ? [{ field, collection: reference.collection }] : [];
      });
      const entries: NamedEntry[] = [];
      if (named.length === 0) return entries;
      const add = ({ value: record }: RawRecord) => {
        if (!isObject(record)) return;
        const texts = named.flatMap((field) => {
          const text = record[field];
          return typeof text === 'string' && text.trim() !== '' ? [text.trim()] : [];
        });
        const { id } = record;
        if (texts.length === 0 || !isId(id)) return;
        const name = texts.join(' ');
        const calls = new Set([name, [...texts].reverse().join(' '), ...texts]);
        const owners = references.flatMap(({ field, collection }) => {
          const owner = record[field];
          return isId(owner) ? [{ collection, id: owner }] : [];
        });
        const forms = { written: [...calls].map(asWritten), inWords: [...calls].map(inWords) };
        entries.push({ id, name, ...forms, owners });
      };
      for (const file of this.data.filesOf(collection)) readRecords(this.data.pathOf(file), add);
      return entries.sort((a, b) => compare(a.written[0]!, b.written[0]!) || a.id - b.id);
    });
  }
}

/** A name for comparisons with its signs: in lower case, with single spaces, and with е for ё. */
const asWritten = (name: string): string =>
  name.normalize().toLowerCase().replaceAll('ё', 'е').replace(/\s+/g, ' ').trim();

/** A name for comparisons without its signs. */
const inWords = (name: string): string => wordsOf(name).join(' ');

type Fits = (entry: NamedEntry) => boolean;

/**
 * The ways in which the whole name, or its beginning, may be a text. The strictest is the first. A text that ends with a
 * sign, such as `Орёл-`, is rather the beginning of `Орёл-Изумруд` than the name `Орёл`.
 */
function waysToFit(text: string): readonly Fits[] {
  const [exact, sought] = [asWritten(text), inWords(text)];
  const endsWithSign = /[^\p{L}\p{N}\p{M}]$/u.test(exact);
  return [
    ({ written }) => written.includes(exact),
    ({ written }) => endsWithSign && written.some((form) => form.startsWith(exact)),
    ({ inWords }) => inWords.includes(sought),
    ({ inWords }) => inWords.some((form) => form.startsWith(sought)),
  ];
}

const holds =
  (sought: string): Fits =>
  ({ inWords }) =>
    inWords.some((form) => form.includes(sought));

const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);

/** Returns the name of a collection for messages. */
export type Called = (collection: string) => Text | string;

interface WithIds {
  readonly values: JsonObject;
  /** For each name that was not replaced: lines that explain why, by the JSON Pointer of the name. */
  readonly unclear: ReadonlyMap<string, readonly Line[]>;
}

/**
 * Replaces names by ids in the values that a user gives to fields (new/values.ts), also in objects and lists. A text of
 * digits is an id. `called`: gives a collection's title.
 */
export function withIds(
  fields: Fields,
  given: JsonObject,
  names: RecordNameIndex,
  called: Called = (collection) => collection,
): WithIds {
  const unclear = new Map<string, readonly Line[]>();
  const inObject = (among: Fields, object: JsonObject, path: string): JsonObject =>
    Object.fromEntries(
      Object.entries(object).map(([name, value]) => {
        const type = fieldAt(among, name)?.type;
        if (!type || value === undefined) return [name, value];
        return [name, inValue(type, value, path + name.split('.').map(pointerStep).join(''))];
      }),
    );
  const inValue = (type: Type, value: Json, path: string): Json => {
    const [element, part] = [elementOf(type), partOf(type)];
    if (element && Array.isArray(value)) {
      return value.map((one: Json, i) => inValue(element, one, path + pointerStep(i)));
    }
    if (part && isObject(value)) return inObject(part, value, path);
    const reference = referenceOf(type);
    return reference && typeof value === 'string' ? idOf(reference.collection, value, path) : value;
  };
  const idOf = (collection: string, text: string, path: string): Json => {
    const meant = names.meant(collection, text, called(collection));
    if (typeof meant === 'number') return meant;
    // If the records have no names, the check of the record reports that the text is no id.
    if (names.has(collection)) unclear.set(path, meant);
    return text;
  };
  return { values: inObject(fields, given, ''), unclear };
}
