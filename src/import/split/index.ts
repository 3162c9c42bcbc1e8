// Makes a data folder of the fetched lists, in the form in which editors would write it: without the values that a
// build computes. Records and fields that data files need, but no list shows, are listed and, on request, invented.
import { mkdirSync } from 'node:fs';
import { thin } from '../../editing/format/thin.js';
import type { PortalData } from '../../editing/workspace/portal-data.js';
import { type CollectionPlan, linkOf, makePlan } from '../../engine/plan.js';
import type { Portal } from '../../model/endpoint.js';
import type { Fetched } from '../fetched.js';
import { withFreeValues } from '../free-values.js';
import { fillIn, type Invention } from './inventions.js';
import { type FieldCounts, Known } from './known.js';
import { type Laid, layCollection } from './lay.js';
import { Overrides } from './overrides.js';
import { PublishedRecords } from './record.js';

export type { Invention } from './inventions.js';
export type { FieldCounts, Versions } from './known.js';
export { FIRST_INVENTED } from './survey.js';

export interface SplitOptions {
  /** The state of the portal at the last import. Fields that lists do not show now are taken from it. */
  readonly last?: PortalData;
  /** Whether to invent records and fields that data files need but no list shows. */
  readonly stubs: boolean;
  /** The path of the data folder to write, which does not exist yet. */
  readonly folder: string;
  /** Whether personal fields are left out. */
  readonly withholdPersonal: boolean;
}

export interface Split {
  /** Whether the data folder was written. It is not written if something is missing and may not be invented. */
  readonly isWritten: boolean;
  /** All records, also invented ones. */
  readonly known: Known;
  /** What was invented, or would have to be. */
  readonly inventions: readonly Invention[];
  /** By `collection.field`: how many values of computed fields were written. */
  readonly kept: FieldCounts;
  readonly overrides: Overrides;
  /** Writes the changed overrides. Returns whether there were any. Then the build has to be repeated. */
  readonly rewrite: () => boolean;
}

/** Splits fetched lists into records of the data. */
export function splitFetched(portal: Portal, { lists }: Fetched, options: SplitOptions): Split {
  const { folder, withholdPersonal, last, stubs } = options;
  const plan = makePlan(portal);
  const known = new Known(portal, last, withholdPersonal);
  /** The collections of which one list shows all records. If such a list lacks a record, the portal has removed it. */
  const enumerated = new Set<string>();
  const published = new PublishedRecords(
    portal,
    withholdPersonal,
    (collection, shape, id, fields) => {
      known.show(collection, shape, id, fields);
      return id;
    },
  );
  for (const { endpoint, isWhole, visit } of lists) {
    if (!endpoint.records) continue;
    const { collection, shape } = endpoint.records;
    if (isWhole) enumerated.add(collection);
    visit((record) => void published.visit(collection, shape, record));
  }
  known.complete(enumerated);
  const inventions = fillIn(plan, known);
  const isWritten = stubs || inventions.length === 0;
  const overrides = new Overrides(plan, known);
  const kept = new Map<string, FieldCounts>();
  const write = (names: Iterable<string>) => {
    for (const name of names) {
      const collection = plan.byName.get(name)!;
      const counts: FieldCounts = {};
      layCollection(folder, collection, thinned(collection, known, overrides, counts));
      kept.set(name, counts);
    }
  };
  if (isWritten) {
    mkdirSync(folder, { recursive: true });
    write(plan.byName.keys());
  }
  return {
    isWritten,
    known,
    inventions,
    get kept() {
      return Object.assign({}, ...kept.values());
    },
    overrides,
    rewrite() {
      const changed = overrides.take();
      write(changed);
      return changed.size > 0;
    },
  };
}

/** Yields the records as they are written. Counts the computed fields that are written, in `kept`. */
function* thinned(
  { declared: { name }, fields }: CollectionPlan,
  known: Known,
  overrides: Overrides,
  kept: FieldCounts,
): Generator<Laid> {
  for (const id of known.ids(name)) {
    const whole = known.record(name, id);
    const isOverride = (field: string) => overrides.has(name, whole, field);
    const record = thin(whole, fields, isOverride, known.text.bind(known));
    for (const field of Object.keys(record)) {
      const key = `${name}.${field}`;
      if (linkOf(fields[field])) kept[key] = (kept[key] ?? 0) + 1;
    }
    yield { record: withFreeValues(record, fields), whole };
  }
}
