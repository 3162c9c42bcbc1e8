// Templates say how the records of a page are made: which fragment to copy, and what fills each of its holes.
// assemble.ts copies by templates, and page-keys.ts computes hashes by them. Templates are plain data with columns in
// shared memory, so that every thread can use them.

import { BARE } from '../../model/collection.js';
import { memo } from '../../model/memo.js';
import type { Derivation } from '../link/derive.js';
import type { IdIndex } from '../link/records.js';
import type { Table } from '../link/table.js';
import type { ShapePlan } from '../plan.js';
import { type Hole, holesOf } from '../shard/holes.js';

/** Which fragment to copy for each row of a table, and what fills the holes of this fragment. */
export interface Template {
  /** The index of the table's collection in `Portal.collections`. */
  readonly table: number;
  /** The index of the kind of fragment to copy. */
  readonly fragment: number;
  /** For each hole in `holesOf`, what fills it. */
  readonly sources: readonly Source[];
}

/** What fills a hole. */
export type Source =
  | {
      /** The hole is filled with the number that the row has in `numbers`. */
      readonly kind: 'number';
      readonly numbers: Float64Array;
    }
  | {
      /** The hole is filled with the fragment of a row, usually of another one. */
      readonly kind: 'row';
      /** For each row, the row whose fragment fills the hole; NO_ROW if there is none. */
      readonly rows: Int32Array;
      readonly templates: readonly Template[];
      /** For each row, the index in `templates` of the template for that fragment. If undefined, there is only one. */
      readonly which: Uint8Array | undefined;
    }
  | {
      /**
       * The hole contains an id. It is filled with the record that has this id, or with a text of that record. `inner`:
       * the index of the reference in `CollectionPlan.inner`.
       */
      readonly kind: 'inner';
      readonly inner: number;
      readonly index: IdIndex;
      readonly template: Template;
    };

export class Templates {
  readonly #shapes = new Map<string, Template>();
  readonly #texts = new Map<string, Template>();

  constructor(private readonly derivation: Derivation) {}

  /** Returns the template for the records of a table in one shape. */
  shape(table: Table, name: string): Template {
    const key = `${table.name} ${name}`;
    const known = this.#shapes.get(key);
    if (known) return known;
    const shape = table.plan.shapes.get(name)!;
    const sources: Source[] = [];
    const template = { table: table.plan.index, fragment: shape.fragment, sources };
    this.#shapes.set(key, template); // set before its sources are made, because shapes may embed one another
    for (const hole of holesOf(table.plan.fragments[shape.fragment]!)) {
      sources.push(this.#source(table, shape, hole));
    }
    return template;
  }

  /** Returns the template for the text of a field. These kinds of fragments are numbered after the kinds of shapes. */
  #text(table: Table, field: string): Template {
    const { fragments, taken } = table.plan;
    return memo(this.#texts, `${table.name} ${field}`, () => ({
      table: table.plan.index,
      fragment: fragments.length + taken.indexOf(field),
      sources: [],
    }));
  }

  #source(table: Table, shape: ShapePlan, hole: Hole): Source {
    const { derivation } = this;
    switch (hole.kind) {
      case 'number':
        return { kind: 'number', numbers: derivation.numbers(table, hole.field) };
      case 'embed': {
        const chosen = shape.references.get(hole.field)!;
        // Shapes with the same keys share a fragment. If one shape embeds a record and this shape does not, the hole is
        // filled with the id of that record.
        if (chosen === BARE) {
          return { kind: 'number', numbers: derivation.numbers(table, hole.field) };
        }
        const rows = derivation.rows(table, hole.field);
        const templates = [this.shape(this.#table(hole.collection), chosen)];
        return { kind: 'row', rows, templates, which: undefined };
      }
      case 'text': {
        const { tables, field, row: rows, which } = derivation.lackingTexts(table, hole.field);
        return {
          kind: 'row',
          rows,
          templates: tables.map((from) => this.#text(from, field)),
          which,
        };
      }
      case 'inner': {
        const target = this.#table(hole.collection);
        const template = this.shape(target, hole.shape);
        return { kind: 'inner', inner: innerAt(table, hole.path), index: target.index, template };
      }
      case 'innerText': {
        const target = this.#table(hole.collection);
        const template = this.#text(target, hole.field);
        return { kind: 'inner', inner: innerAt(table, hole.by), index: target.index, template };
      }
    }
  }

  #table(collection: string): Table {
    return this.derivation.tables.get(collection)!;
  }
}

const innerAt = ({ plan }: Table, way: string): number =>
  plan.inner.findIndex(({ steps }) => steps.join('.') === way);
