// Completes required records and fields that no list shows. They are derived from other records if the portal's
// declarations allow it, otherwise invented. As little as possible is invented; it is marked as `[stub]`, and listed.
import type { Plan } from '../../engine/plan.js';
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
import { Groups } from '../groups.js';
import type { Known } from './known.js';
import type { Orphan, Survey } from './survey.js';

/** An invented record, or an invented field of a known record. */
export interface Invention {
  readonly collection: string;
  readonly id: number;
  readonly field?: string;
  readonly reason: string;
}

/** The most ancestors that are invented for one record, and for all: a malicious origin may claim millions for each. */
const MAX_ABOVE = 100;
const MAX_ABOVE_ALL = 10_000;
const NOWHERE = 'nothing that was fetched shows it';

/** Adds the missing values that can be derived to `known`, and invents the others. Returns what was invented. */
export function fillIn(plan: Plan, known: Known, survey: Survey): readonly Invention[] {
  return new Filler(plan, known, survey).fill();
}

class Filler {
  readonly #inventions: Invention[] = [];
  readonly #invented = new Map<string, Set<number>>();
  /** By collection: the one invented record that all invented references use. */
  readonly #shared = new Map<string, number>();
  /** By collection: record → root of its tree, derived from references to its descendants. */
  readonly #roots = new Map<string, Map<number, number>>();
  /** How many ancestors were invented. */
  #above = 0;

  constructor(
    private readonly plan: Plan,
    private readonly known: Known,
    private readonly survey: Survey,
  ) {}

  fill(): readonly Invention[] {
    for (const [collection, orphans] of this.survey.orphans) {
      for (const orphan of orphans) this.#inventAbove(collection, orphan);
    }
    this.#settle();
    for (const [collection, ids] of this.#invented) {
      for (const id of ids) this.#satisfy(collection, id);
    }
    this.#settle();
    return this.#inventions;
  }

  /** Repeats until nothing is missing, because invented records may lack something, too. */
  #settle(): void {
    const { survey } = this;
    while (survey.lacking.size > 0 || survey.wanted.size > 0) {
      const { lacking, wanted } = survey;
      survey.lacking = new Map();
      survey.wanted = new Map();
      for (const [collection, fields] of lacking) {
        for (const [field, ids] of fields) this.#find(collection, field, ids);
      }
      for (const [collection, all] of wanted) {
        for (const [id, by] of all) {
          if (this.#isThere(collection, id)) continue;
          this.#invent(collection, id, {}, `${by} refers to it, and ${NOWHERE}`);
        }
      }
    }
  }

  /** Whether a record is known, or is in the last state, so that it need not be invented. */
  #isThere(collection: string, id: number): boolean {
    return this.known.has(collection, id) || this.known.addLast(collection, id);
  }

  /** Derives or invents a required field of some records. */
  #find(collection: string, field: string, ids: readonly number[]): void {
    const { declared, fields } = this.plan.byName.get(collection)!;
    const newest = this.survey.newest.get(`${collection}.${field}`);
    const agreement = declared.agreements.find((one) => one.field === field);
    const reference = referenceOf(fields[field]!.type);
    if (reference === undefined || !agreement || agreement.reference !== declared.parent) {
      for (const id of ids) {
        const value = newest?.get(id);
        if (value !== undefined) this.known.add(collection, id, { [field]: value });
        else this.#inventField(collection, id, field);
      }
      return;
    }
    // The field must be equal in parent and child, and so in all records of a tree.
    const groups = new Groups();
    for (const [child, parent] of this.survey.parents.get(collection) ?? [])
      groups.join(child, parent);
    const values = new Map<number, number>();
    /** Trees whose value is only known from the last state, or not at all. */
    const doubtful = new Set<number>();
    for (const told of [this.survey.agreed.get(`${collection}.${field}`), newest]) {
      for (const [id, value] of told ?? []) {
        const group = groups.of(id);
        if (!values.has(group)) values.set(group, value);
      }
    }
    for (const id of ids) {
      const group = groups.of(id);
      if (values.has(group) && !doubtful.has(group)) continue;
      doubtful.add(group);
      this.known.noteUnknown(collection, id, field);
      const own = this.known.last(collection, id, field);
      if (isId(own)) values.set(group, own);
    }
    const without = new Map<number, number[]>();
    for (const id of ids) {
      const group = groups.of(id);
      const value = values.get(group);
      if (value !== undefined) {
        this.known.add(collection, id, { [field]: value });
        this.survey.refer(this.known, reference, value, `${declared.singular} ${id}`);
      } else memo(without, group, () => []).push(id);
    }
    for (const members of without.values()) {
      const id = this.survey.freshId(this.known, reference.collection);
      const [first, ...others] = members;
      const more = others.length > 0 ? ` and ${others.length} more` : '';
      const reason = `the ${field} of ${declared.singular} ${first}${more}: ${NOWHERE}`;
      this.#invent(reference.collection, id, {}, reason);
      for (const member of members) this.known.add(collection, member, { [field]: id });
    }
  }

  /** Invents the ancestors of a record whose parent is missing, as many as its depth requires. */
  #inventAbove(collection: string, { id, parent, depth, tree }: Orphan): void {
    const { declared } = this.plan.byName.get(collection)!;
    if (this.#isThere(collection, parent)) return;
    if (depth === undefined || depth < 1 || depth > MAX_ABOVE) return;
    if (this.#above + depth > MAX_ABOVE_ALL) return;
    const top =
      this.survey.trees.get(collection)?.get(tree?.number ?? 0) ?? this.#rootAbove(collection, id);
    let at = parent;
    for (let level = depth - 1; !this.#isThere(collection, at); level--) {
      const next = level === 1 ? top : undefined;
      const up = level === 0 ? null : (next ?? this.survey.freshId(this.known, collection));
      const reason = `it is above ${declared.singular} ${id}, and ${NOWHERE}`;
      const numbered =
        up === null && tree && tree.number !== at ? { [tree.field]: tree.number } : {};
      this.#invent(collection, at, { [declared.parent!]: up, ...numbered }, reason);
      this.#above++;
      if (up === null) return;
      at = up;
    }
  }

  /** The root of a record's tree, according to records that refer to it or to its descendants. */
  #rootAbove(collection: string, orphan: number): number | undefined {
    return memo(this.#roots, collection, () => {
      const parents = this.survey.parents.get(collection);
      const roots = new Map<number, number>();
      for (const [below, root] of this.survey.roots.get(collection) ?? []) {
        let at = below;
        for (let steps = 0; steps <= MAX_ABOVE; steps++) {
          const up = parents?.get(at);
          if (up === undefined) break;
          roots.set(at, root);
          at = up;
        }
      }
      return roots;
    }).get(orphan);
  }

  #invent(collection: string, id: number, fields: JsonObject, reason: string): void {
    const record = { id, ...fields };
    memo(this.#invented, collection, () => new Set<number>()).add(id);
    this.#inventions.push({ collection, id, reason });
    this.known.add(collection, id, record);
    this.survey.see(this.known, collection, id, record);
  }

  #inventField(collection: string, id: number, field: string): void {
    this.known.noteUnknown(collection, id, field);
    const { declared, fields } = this.plan.byName.get(collection)!;
    const value = this.#inventedValue(fields[field]!, `${declared.singular} ${id}`);
    this.known.add(collection, id, { [field]: value });
    if (this.#invented.get(collection)?.has(id)) return;
    this.#inventions.push({ collection, id, field, reason: NOWHERE });
  }

  /** Invents further fields that rules and defaults require of an invented record. */
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

  /** A value that nobody takes for a real one. */
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
      const id = this.survey.freshId(this.known, collection);
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
