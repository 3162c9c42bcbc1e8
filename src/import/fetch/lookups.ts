// What lists do not tell of their records, and lookups do: a comment's post, by the discussion of each post. Only as
// many lookups are asked for as it takes, those first that most likely tell something new.
import type { Collection } from '../../model/collection.js';
import type { ExtraEndpoint, Portal } from '../../model/endpoint.js';
import { isId, type JsonObject, referenceOf, targetOf } from '../../model/fields.js';
import type { FetchedList } from '../fetched.js';
import { Groups } from '../groups.js';
import { Splitter } from '../split/record.js';

/** The lookups by a reference of the record itself that the shape of their list does not show. */
export const lookupsOf = (portal: Portal, extras: readonly ExtraEndpoint[]): ExtraEndpoint[] =>
  extras.filter(({ lookup, records }) => {
    if (!lookup || !records) return false;
    const { fields, shapes } = collectionOf(portal, records.collection);
    const { reference } = lookup;
    const { keys } = shapes[records.shape]!;
    return referenceOf(fields[reference]?.type) !== undefined && !keys.includes(reference);
  });

/** What is known of the reference by which records are looked up. */
export class Lookups {
  /** Records of the collection that the reference leads to; and those to which it is known to lead. */
  readonly #seen = new Set<number>();
  readonly #known = new Set<number>();
  /** Records of which the reference is known. */
  readonly #told = new Set<number>();
  /** Records with the same reference, such as the comments of a tree. */
  readonly #groups = new Groups();
  /** Groups of which the reference is not known. */
  readonly #open = new Set<number>();

  /** Finds in lists what they tell of the reference. `listed`: the records of the list that is looked up in. */
  static async find(
    portal: Portal,
    { lookup, records }: ExtraEndpoint,
    lists: readonly FetchedList[],
    listed: readonly number[],
  ): Promise<Lookups> {
    const { reference: by } = lookup!;
    const own = collectionOf(portal, records!.collection);
    const target = targetOf(own.fields[by]!);
    const agreeing = own.agreements.filter(({ field }) => field === by);
    const found = new Lookups();
    const see = (collection: string, id: number, fields: JsonObject) => {
      if (collection === target) found.#seen.add(id);
      for (const field of leading(collectionOf(portal, collection), target)) {
        const to = fields[field];
        if (isId(to)) found.#seen.add(to);
      }
      if (collection !== own.name) return;
      const to = fields[by];
      if (isId(to)) {
        found.#told.add(id);
        found.#known.add(to);
      }
      for (const { reference } of agreeing) {
        const other = fields[reference];
        if (isId(other)) found.#groups.join(id, other);
      }
    };
    const split = new Splitter(portal, false, (name, _, id, fields) => see(name, id, fields));
    for (const list of lists) {
      const { collection, shape } = list.endpoint.records!;
      await list.visit((record) => void split.split(collection, shape, record));
    }
    for (const id of listed) found.#open.add(found.#groups.of(id));
    found.tell(found.#told);
    return found;
  }

  /** Whether the reference of any record of the list is still not known. */
  get isAny(): boolean {
    return this.#open.size > 0;
  }

  /** The ids to ask for, best first; all of them may be more than it takes. */
  get ids(): readonly number[] {
    const ascending = [...this.#seen].sort((a, b) => a - b);
    const isKnown = (id: number) => this.#known.has(id);
    return [...ascending.filter((id) => !isKnown(id)), ...ascending.filter(isKnown)];
  }

  /** Takes what a lookup told: these records have the reference, and so have all of their groups. */
  tell(records: Iterable<number>): void {
    for (const id of records) this.#open.delete(this.#groups.of(id));
  }
}

/** The fields of a collection that lead to records of another one. */
const leading = ({ fields }: Collection, target: string): string[] =>
  Object.keys(fields).filter((name) => referenceOf(fields[name]!.type)?.collection === target);

const collectionOf = ({ collections }: Portal, name: string): Collection =>
  collections.find((each) => each.name === name)!;
