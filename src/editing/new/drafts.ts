// Completes a new record: fills in the fields for which the declaration says how, and makes the record's companions.
// Writes nothing, and does not check the records.

import type { CollectionPlan, Plan } from '../../engine/plan.js';
import { companionFields } from '../../model/collection.js';
import { type Fill, type Json, type JsonObject, targetOf } from '../../model/fields.js';
import { missing } from '../query/subject.js';
import type { PortalData } from '../workspace/portal-data.js';
import { inLocalTime } from './local-time.js';
import { withPartIds } from './part-ids.js';
import type { Place, Places } from './place.js';
import { slugFrom } from './slug.js';
import { Unfit } from './unfit.js';

/** A new record that is not written yet. */
export interface Draft {
  readonly plan: CollectionPlan;
  readonly id: number;
  readonly record: JsonObject;
  readonly place: Place;
}

export class Drafts {
  /** All new records, each before its companions. */
  readonly all: Draft[] = [];

  /** `now`: the time for fields such as `created`. */
  constructor(
    private readonly plan: Plan,
    private readonly data: PortalData,
    private readonly places: Places,
    private readonly now: Date,
  ) {}

  /**
   * Drafts a record and its companions. `given`: the values of the user, which are written even if they are the
   * defaults.
   */
  add(collection: string, fields: JsonObject, given = fields): Draft {
    const plan = this.plan.byName.get(collection)!;
    const filled = sparse(this.#fill(plan, fields), plan, given);
    const { id, place } = this.#nextId(plan, filled);
    const record = { id, ...withPartIds(filled, plan) };
    const draft: Draft = { plan, id, record, place };
    this.all.push(draft);
    for (const companion of plan.declared.companions) {
      const fields = companionFields(companion, plan, record, (...one) => this.#recordOf(...one));
      if (fields) this.add(companion.collection, fields, {});
    }
    return draft;
  }

  /** Fills in each field that can be filled in, until nothing changes: one value may be made from another. */
  #fill(plan: CollectionPlan, given: JsonObject): JsonObject {
    let record = given;
    for (let before = -1; before !== Object.keys(record).length; ) {
      before = Object.keys(record).length;
      for (const [name, { filled }] of Object.entries(plan.fields)) {
        if (!filled || record[name] !== undefined) continue;
        const value = this.#valueOf(plan, name, filled, record);
        if (value !== undefined) record = { ...record, [name]: value };
      }
    }
    return record;
  }

  #valueOf(plan: CollectionPlan, name: string, fill: Fill, record: JsonObject): Json | undefined {
    switch (fill.kind) {
      case 'now':
        return inLocalTime(this.now);
      case 'slug': {
        const title = record[fill.of];
        return typeof title === 'string' ? slugFrom(title) || undefined : undefined;
      }
      case 'same':
        return this.#named(plan, fill.reference, record)?.[name];
      case 'root': {
        const by = this.#named(plan, fill.by, record);
        if (!by) return undefined;
        return (
          this.#rootOf(plan, name, fill.by, record[fill.by] as number) ??
          this.add(plan.declared.name, fill.make(by), {}).id
        );
      }
    }
  }

  /** The record to which a field of `record` refers; undefined without the field. Throws if that record is missing. */
  #named(plan: CollectionPlan, reference: string, record: JsonObject): JsonObject | undefined {
    const id = record[reference];
    if (typeof id !== 'number') return undefined;
    const collection = targetOf(plan.fields[reference]!);
    const named = this.#recordOf(collection, id);
    if (named) return named;
    const message = missing(this.data, { collection, id });
    const line = { text: '--{reference}: {message}', values: { reference, message } };
    throw new Unfit(line, [{ path: `/${reference}`, lines: [message] }]);
  }

  /**
   * The id of a discussion's root, which has no parent, and has `id` in its field `by` (such as `post`). If there are
   * several, the smallest id.
   */
  #rootOf(plan: CollectionPlan, parent: string, by: string, id: number): number | undefined {
    const table = this.data.table(plan.declared.name);
    const parents = table.numbers(parent);
    const owners = table.numbers(by);
    let least: number | undefined;
    table.ids.forEach((own, row) => {
      if (owners[row] === id && !(parents[row]! > 0) && !(own >= (least ?? Infinity))) least = own;
    });
    // Throws if some records cannot be read: one of them may be the root, and the new record would be a second root.
    if (least === undefined) this.data.mustBeWhole(plan.declared.name);
    return least;
  }

  /** A record of the data, or one that is being made. */
  #recordOf(collection: string, id: number): JsonObject | undefined {
    const draft = this.all.find(
      (other) => other.id === id && other.plan.declared.name === collection,
    );
    return draft?.record ?? this.data.record(collection, id);
  }

  /** The next free id, and where its record is written. */
  #nextId(plan: CollectionPlan, record: JsonObject): { id: number; place: Place } {
    for (;;) {
      const id = this.data.newId(plan.declared.name);
      // If the name of the new file is taken, its id is skipped.
      const place = this.places.of(plan, { id, ...record });
      if (place) return { id, place };
    }
  }
}

/** Leaves out fields that have their default as value, except those that the user gave. */
function sparse(record: JsonObject, { fields }: CollectionPlan, given: JsonObject): JsonObject {
  return Object.fromEntries(
    Object.entries(record).filter(([name, value]) => {
      const absent = fields[name]?.absent;
      if (value === undefined) return false;
      if (given[name] !== undefined || absent?.kind !== 'constant') return true;
      return JSON.stringify(absent.value) !== JSON.stringify(value);
    }),
  );
}
