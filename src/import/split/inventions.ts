// Adds the records and fields that data files need, but no list shows. Their values are derived from other records if
// that is possible. Otherwise they are invented, and listed in the report; invented texts contain the word `stub`.
import { linkOf, type Plan } from '../../engine/plan.js';
import {
  type Field,
  isId,
  type Json,
  type JsonObject,
  referenceOf,
  type Type,
} from '../../model/fields.js';
import { memo } from '../../model/memo.js';
import { pointerSteps } from '../../problems/problem.js';
import type { Known } from './known.js';
import { byNewest, ROOT, Survey } from './survey.js';

/** An invented record, or an invented field of a record. */
export interface Invention {
  readonly collection: string;
  readonly id: number;
  readonly field?: string;
  readonly reason: string;
}

/** The most ancestors that are invented, for one record and for all records. A hostile portal may claim millions. */
const MAX_ABOVE = 100;
const MAX_ABOVE_ALL = 10_000;
const NOWHERE = 'nothing that was fetched shows it';

/** Adds missing values to `known`: derived values if possible, otherwise invented ones. Returns what was invented. */
export function fillIn(plan: Plan, known: Known): readonly Invention[] {
  return new Filler(plan, known, new Survey(plan, known)).fill();
}

class Filler {
  readonly #inventions: Invention[] = [];
  readonly #invented = new Map<string, Set<number>>();
  /** By collection: the id of the invented record that {@link #sharedStub} returns. */
  readonly #shared = new Map<string, number>();
  /** How many ancestors were invented so far, for all records. */
  #above = 0;

  constructor(
    private readonly plan: Plan,
    private readonly known: Known,
    private readonly survey: Survey,
  ) {}

  fill(): readonly Invention[] {
    for (const [collection, orphans] of this.survey.orphans) {
      for (const id of orphans) this.#inventAbove(collection, id);
    }
    this.#settle();
    for (const [collection, ids] of this.#invented) {
      for (const id of ids) this.#satisfy(collection, id);
    }
    this.#settle();
    return this.#inventions;
  }

  /** Derives or invents what is missing. Repeats this, because invented records may need more fields and records. */
  #settle(): void {
    for (let missing = this.survey.take(); missing; missing = this.survey.take()) {
      for (const [collection, fields] of missing.fields) {
        for (const [field, ids] of fields) this.#find(collection, field, ids);
      }
      for (const [collection, all] of missing.records) {
        for (const [id, by] of all) {
          if (this.#isThere(collection, id)) continue;
          this.#invent(collection, id, {}, `${by} refers to it, and ${NOWHERE}`);
        }
      }
    }
  }

  /** Whether a record need not be invented: it is known, or is now added from the last import. */
  #isThere(collection: string, id: number): boolean {
    if (this.known.has(collection, id)) return true;
    const isAdded = this.known.addLast(collection, id);
    if (isAdded) this.survey.see(collection, id);
    return isAdded;
  }

  /** Derives or invents a required field of the records with these ids. */
  #find(collection: string, field: string, ids: readonly number[]): void {
    const { known, survey } = this;
    const { declared, fields } = this.plan.byName.get(collection)!;
    const trees = survey.trees(collection);
    const reference = referenceOf(fields[field]!.type);
    const agreement = declared.agreements.find((one) => one.field === field);
    // Whether the field must be the same in all records of a tree.
    const isOfTree = agreement !== undefined && agreement.reference === declared.parent;
    const inTree = (id: number) => trees.valueOf(field, id) ?? trees.valueOf(byNewest(field), id);
    for (const id of ids.filter((id) => isOfTree && inTree(id) === undefined)) {
      known.noteUnshown(collection, id, field);
      const last = known.last(collection, id, field);
      if (isId(last)) trees.note(field, id, last);
    }
    const without = new Map<number, number[]>();
    for (const id of ids) {
      const value = inTree(id);
      if (value !== undefined) {
        known.add(collection, id, { [field]: value });
        if (reference) survey.refer(reference, value, `${declared.singular} ${id}`);
      } else if (reference && isOfTree) memo(without, trees.of(id), () => []).push(id);
      else this.#inventField(collection, id, field);
    }
    for (const members of without.values()) {
      const id = survey.freshId(reference!.collection);
      const [first, ...others] = members;
      const more = others.length > 0 ? ` and ${others.length} more` : '';
      const reason = `the ${field} of ${declared.singular} ${first}${more}: ${NOWHERE}`;
      this.#invent(reference!.collection, id, {}, reason);
      for (const member of members) known.add(collection, member, { [field]: id });
    }
  }

  /** Invents the missing ancestors of a record. Its depth says how many it has: 2 for a reply to a reply. */
  #inventAbove(collection: string, id: number): void {
    const { known, survey } = this;
    const { declared, fields } = this.plan.byName.get(collection)!;
    const record = known.record(collection, id);
    const numberBy = (kind: 'depth' | 'treeId') => {
      const field = Object.keys(fields).find((name) => linkOf(fields[name])?.kind === kind) ?? '';
      const number = record[field];
      return { field, number: typeof number === 'number' ? number : 0 };
    };
    const [{ number: depth }, tree] = [numberBy('depth'), numberBy('treeId')];
    if (depth < 1 || depth > MAX_ABOVE || this.#above + depth > MAX_ABOVE_ALL) return;
    const root =
      survey.numbered.get(collection)?.get(tree.number) ??
      survey.trees(collection).valueOf(ROOT, id);
    let at = Number(record[declared.parent!]);
    for (let level = depth - 1; !this.#isThere(collection, at); level--) {
      const next = level === 1 ? root : undefined;
      const up = level === 0 ? null : (next ?? survey.freshId(collection));
      const isNumbered = up === null && tree.number !== 0 && tree.number !== at;
      const numbered = isNumbered ? { [tree.field]: tree.number } : {};
      const reason = `it is above ${declared.singular} ${id}, and ${NOWHERE}`;
      this.#invent(collection, at, { [declared.parent!]: up, ...numbered }, reason);
      this.#above++;
      if (up === null) return;
      at = up;
    }
  }

  #invent(collection: string, id: number, fields: JsonObject, reason: string): void {
    memo(this.#invented, collection, () => new Set<number>()).add(id);
    this.#inventions.push({ collection, id, reason });
    this.known.add(collection, id, { id, ...fields });
    this.survey.see(collection, id);
  }

  #inventField(collection: string, id: number, field: string): void {
    this.known.noteUnshown(collection, id, field);
    const { declared, fields } = this.plan.byName.get(collection)!;
    const value = this.#inventedValue(fields[field]!, `${declared.singular} ${id}`);
    this.known.add(collection, id, { [field]: value });
    if (this.#invented.get(collection)?.has(id)) return;
    this.#inventions.push({ collection, id, field, reason: NOWHERE });
  }

  /** Invents missing fields of an invented record: those that a rule needs, and those without a default. */
  #satisfy(collection: string, id: number): void {
    const { declared, fields } = this.plan.byName.get(collection)!;
    const record = this.known.record(collection, id);
    const wrong = declared.rules.flatMap(({ check }) => check(record));
    const underivable = Object.keys(fields).filter((name) => {
      const { absent } = fields[name]!;
      return (
        record[name] === undefined && absent.kind === 'own' && absent.from(record) === undefined
      );
    });
    for (const field of [...wrong.map((path) => pointerSteps(path)[0]!), ...underivable]) {
      if (record[field] === undefined) this.#inventField(collection, id, field);
    }
  }

  /** Returns an invented value for a field. A text contains the word `stub`, and names the record `of`. */
  #inventedValue({ type, filled }: Field, of: string): Json {
    if (filled?.kind === 'slug') return `stub-${of.replace(' ', '-')}`;
    return this.#placeholder(type, of);
  }

  #placeholder(type: Type, of: string): Json {
    if (type.kind === 'text') return type.html ? `<p>[stub] ${of}</p>` : `[stub] ${of}`;
    if (type.kind === 'choice') return type.values[0]!;
    if (type.kind === 'reference') return this.#sharedStub(type.collection, of);
    if (type.kind !== 'part') return PLACEHOLDERS[type.kind];
    const required = Object.entries(type.fields).filter(([, field]) => field.required);
    return Object.fromEntries(
      required.map(([name, field]) => [name, this.#inventedValue(field, of)]),
    );
  }

  #sharedStub(collection: string, of: string): number {
    return memo(this.#shared, collection, () => {
      const id = this.survey.freshId(collection);
      this.#invent(collection, id, {}, `${of} refers to one, and ${NOWHERE}`);
      return id;
    });
  }
}

const PLACEHOLDERS = {
  timestamp: '1970-01-01T00:00:00+00:00',
  date: '1970-01-01',
  integer: 0,
  id: 0,
  boolean: false,
  list: [],
  'any-list': [],
  'any-object': {},
  nothing: null,
};
