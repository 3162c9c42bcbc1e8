// Finds the ids of records by their names, and replaces names in a record by ids. The portal declares which fields have
// the name (`named`). Case and the dots of ё do not matter.

import type { Plan } from '../../engine/plan.js';
import { type RawRecord, readRecords } from '../../files/source/records.js';
import type { Collection } from '../../model/collection.js';
import {
  elementOf,
  type Fields,
  isId,
  isObject,
  type Json,
  type JsonObject,
  partOf,
  referenceOf,
  type Type,
} from '../../model/fields.js';
import { fold } from '../../model/fold.js';
import { memo } from '../../model/memo.js';
import type { Language } from '../../problems/messages/catalogue.js';
import { nearest } from '../../problems/nearest.js';
import { pointerStep } from '../../problems/problem.js';
import { quote } from '../../problems/quote.js';
import { say, sentence, type Text } from '../../problems/say.js';
import type { PortalData } from '../workspace/portal-data.js';

/** A record with its name. */
export interface NamedRecord {
  readonly id: number;
  readonly name: string;
  /** The names of records to which this record belongs, such as a city's region: they tell apart equal names. */
  readonly within: string;
}

/** `calls`: forms of the name, such as `анна орлова`, `орлова анна`. `owners`: records to which this record belongs. */
interface NamedEntry {
  readonly id: number;
  readonly name: string;
  readonly calls: readonly string[];
  readonly owners: readonly { readonly collection: string; readonly id: number }[];
}

/** The most records that an error message names, and the most that the form offers. */
const NAMED = 10;
const OFFERED = 50;

export class RecordNameIndex {
  readonly #entries = new Map<string, readonly NamedEntry[]>();

  constructor(
    private readonly plan: Plan,
    private readonly data: PortalData,
  ) {}

  /** Whether the records of a collection have names. */
  has(collection: string): boolean {
    return this.#declared(collection).named.length > 0;
  }

  /**
   * The id of the only record with this name; if there is none, of the only one whose name begins with it. If it is
   * unclear which record is meant: lines that say why, and may list records. `called`: the title of the collection.
   */
  meant(
    collection: string,
    text: string,
    lang: Language,
    called = collection,
  ): number | readonly string[] {
    const sought = folded(text);
    const values = { text: quote(text), collection: called };
    const fitting = (fits: Fits) => (sought === '' ? [] : this.#fitting(collection, sought, fits));
    for (const found of [fitting(isWhole), fitting(begins)]) {
      if (found.length === 1) return found[0]!.id;
      const several = sentence(
        '{text} fits several records of {collection}; write the id of one, or more of its name:',
        values,
      );
      if (found.length > 1) return this.#listed(several, found, lang);
    }
    const holding = fitting(holds);
    const near = holding.length > 0 ? holding : this.#similar(collection, sought);
    const none = sentence(
      'there is no {text} in {collection}; write a name, the beginning of one, or an id',
      values,
    );
    if (near.length === 0) return [say(none, lang)];
    const similar = sentence(
      'no record of {collection} is called {text}; did you mean one of these?',
      values,
    );
    return this.#listed(similar, near, lang);
  }

  /** The records that the user may mean by a typed id or part of a name, at most 50, the most likely ones first. */
  offered(collection: string, typed: string): readonly NamedRecord[] {
    const sought = folded(typed);
    const found = [
      ...this.#entriesOf(collection).filter(({ id }) => String(id) === sought),
      ...[isWhole, begins, holdsWord, holds].flatMap((fits) =>
        this.#fitting(collection, sought, fits),
      ),
    ];
    return [...new Set(found)].slice(0, OFFERED).map((entry) => this.#shown(entry));
  }

  #fitting(collection: string, sought: string, fits: Fits): readonly NamedEntry[] {
    return this.#entriesOf(collection).filter(({ calls }) =>
      calls.some((call) => fits(call, sought)),
    );
  }

  /** The records whose names, or the beginnings of their names, are most similar to the text. There may be none. */
  #similar(collection: string, sought: string): readonly NamedEntry[] {
    const entries = this.#entriesOf(collection);
    const beginnings = ({ calls }: NamedEntry) =>
      calls.flatMap((call) => [call, call.slice(0, sought.length)]);
    const near = sought === '' ? undefined : nearest(sought, entries.flatMap(beginnings));
    return entries.filter((entry) => near !== undefined && beginnings(entry).includes(near));
  }

  #listed(heading: Text, entries: readonly NamedEntry[], lang: Language): string[] {
    const records = entries.slice(0, NAMED).map((entry) => {
      const { id, name, within } = this.#shown(entry);
      return `      ${id}  ${name}${within === '' ? '' : ` (${within})`}`;
    });
    const count = entries.length - records.length;
    const rest = count > 0 ? [`      ${say('and {count} more', lang, { count })}`] : [];
    return [say(heading, lang), ...records, ...rest];
  }

  #shown({ id, name, owners }: NamedEntry): NamedRecord {
    const within = owners.flatMap(
      ({ collection, id }) =>
        this.#entriesOf(collection).find((entry) => entry.id === id)?.name ?? [],
    );
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
        const calls = [name, [...texts].reverse().join(' '), ...texts];
        const owners = references.flatMap(({ field, collection }) => {
          const owner = record[field];
          return isId(owner) ? [{ collection, id: owner }] : [];
        });
        entries.push({ id, name, calls: [...new Set(calls.map(folded))], owners });
      };
      for (const file of this.data.filesOf(collection)) readRecords(this.data.pathOf(file), add);
      return entries.sort((a, b) => compare(a.calls[0]!, b.calls[0]!) || a.id - b.id);
    });
  }
}

/** A name as it is compared: in lower case, with single spaces, and with е for ё. */
const folded = (name: string): string => fold(name).replace(/\s+/g, ' ').trim();

type Fits = (call: string, sought: string) => boolean;

const isWhole: Fits = (call, sought) => call === sought;
const begins: Fits = (call, sought) => call.startsWith(sought);
const holdsWord: Fits = (call, sought) => call.includes(` ${sought}`);
const holds: Fits = (call, sought) => call.includes(sought);
const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);

interface WithIds {
  readonly record: JsonObject;
  /** For each name that was not replaced: lines that explain why, by the JSON Pointer of the name. */
  readonly unclear: ReadonlyMap<string, readonly string[]>;
}

/**
 * Replaces names by ids, also in objects and lists. A text of digits is an id. `called`: gives a collection's title.
 */
export function withIds(
  fields: Fields,
  given: JsonObject,
  names: RecordNameIndex,
  lang: Language,
  called = (collection: string) => collection,
): WithIds {
  const unclear = new Map<string, readonly string[]>();
  const inObject = (among: Fields, object: JsonObject, path: string): JsonObject =>
    Object.fromEntries(
      Object.entries(object).map(([name, value]) => {
        const type = among[name]?.type;
        const isOpen = type !== undefined && value !== undefined;
        return [name, isOpen ? inValue(type, value, path + pointerStep(name)) : value];
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
    if (/^\d+$/.test(text)) return Number(text);
    if (!names.has(collection)) return text; // the check of the record reports that it is no id
    const meant = names.meant(collection, text, lang, called(collection));
    if (typeof meant === 'number') return meant;
    unclear.set(path, meant);
    return text;
  };
  return { record: inObject(fields, given, ''), unclear };
}
