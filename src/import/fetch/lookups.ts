// Finds references that lists do not show but lookups do: a comment's post, by `/api/post-comment/post/{id}/`. Only as
// many lookups are requested as necessary, the most promising ones first.
import type { Collection } from '../../model/collection.js';
import type { ExtraEndpoint, Portal } from '../../model/endpoint.js';
import { isId, type JsonObject, referenceOf, targetOf } from '../../model/fields.js';
import type { FetchedList } from '../fetched.js';
import { Groups } from '../groups.js';
import { Splitter } from '../split/record.js';

/** The lookups by a top-level reference that their list does not show. */
export const lookupsOf = (portal: Portal, extras: readonly ExtraEndpoint[]): ExtraEndpoint[] =>
  extras.filter(({ lookup, records }) => {
    if (!lookup || !records) return false;
    const { fields, shapes } = collectionOf(portal, records.collection);
    const { reference } = lookup;
    const { keys } = shapes[records.shape]!;
    return referenceOf(fields[reference]?.type) !== undefined && !keys.includes(reference);
  });

/** What is known about the reference of a lookup, such as the post of each comment. */
export class Lookups {
  /** Records to which the reference may lead, and those to which it is known to lead for some record. */
  readonly #seen = new Set<number>();
  readonly #known = new Set<number>();
  /** Records with the same reference, such as the comments of a tree. */
  readonly #groups = new Groups();
  /** Groups whose reference is not known. */
  readonly #open: Set<number>;

  /** Collects what lists show of the reference. `listed`: the records of the list whose reference is wanted. */
  constructor(
    portal: Portal,
    { lookup, records }: ExtraEndpoint,
    lists: readonly FetchedList[],
    listed: readonly number[],
  ) {
    const { reference: by } = lookup!;
    const own = collectionOf(portal, records!.collection);
    const target = targetOf(own.fields[by]!);
    const told = new Set<number>();
    const see = (collection: string, _: string, id: number, fields: JsonObject) => {
      if (collection === target) this.#seen.add(id);
      for (const field of leading(collectionOf(portal, collection), target)) {
        const to = fields[field];
        if (isId(to)) this.#seen.add(to);
      }
      if (collection !== own.name) return;
      const to = fields[by];
      if (isId(to)) {
        told.add(id);
        this.#known.add(to);
      }
      for (const { field, reference } of own.agreements) {
        const other = field === by ? fields[reference] : undefined;
        if (isId(other)) this.#groups.join(id, other);
      }
    };
    const splitter = new Splitter(portal, false, see);
    for (const list of lists) {
      const { collection, shape } = list.endpoint.records!;
      list.visit((record) => void splitter.split(collection, shape, record));
    }
    this.#open = new Set(listed.map((id) => this.#groups.of(id)));
    this.tell(told);
  }

  /** Whether the reference of at least one record is still unknown. */
  get isAny(): boolean {
    return this.#open.size > 0;
  }

  /** The ids to look up, the most promising first. Often not all of them are needed. */
  get ids(): readonly number[] {
    const rank = (id: number) => Number(this.#known.has(id));
    return [...this.#seen].sort((a, b) => rank(a) - rank(b) || a - b);
  }

  /** Notes that the reference of these records is known, and so of all records in their groups. */
  tell(records: Iterable<number>): void {
    for (const id of records) this.#open.delete(this.#groups.of(id));
  }
}

/** The fields of a collection that refer to another one. */
const leading = ({ fields }: Collection, target: string): string[] =>
  Object.keys(fields).filter((name) => referenceOf(fields[name]!.type)?.collection === target);

const collectionOf = ({ collections }: Portal, name: string): Collection =>
  collections.find((each) => each.name === name)!;
