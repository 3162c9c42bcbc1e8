// Fetched lists → a data folder with the origin's records, as editors would have written it: each record in the files
// of its collection, without the values that a build computes. Required records and fields that no list shows are
// listed with their reasons and, on request, invented.
import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { type DataSettings, PortalData } from '../../editing/workspace/portal-data.js';
import { type CollectionPlan, makePlan, type Plan } from '../../engine/plan.js';
import type { ExtraEndpoint, Portal } from '../../model/endpoint.js';
import type { Fetched } from '../fetched.js';
import { fillIn, type Invention } from './inventions.js';
import { type FieldCounts, Known, type Versions } from './known.js';
import { type Laid, layCollection } from './lay.js';
import { findOverrides, Overrides } from './overrides.js';
import { Splitter } from './record.js';
import { Survey } from './survey.js';
import { thin } from './thin.js';

export type { Invention } from './inventions.js';
export type { FieldCounts, Versions } from './known.js';
export { FIRST_INVENTED } from './survey.js';

export interface SplitOptions {
  /** The origin's last state, which supplies what no fetched list shows. */
  readonly last?: PortalData;
  /** Whether to invent required records and fields that no list shows. */
  readonly stubs: boolean;
  /** The path of the data folder to write, which does not exist yet. */
  readonly folder: string;
  /** The settings by which data is read; `personal` decides whether personal fields are kept. */
  readonly settings: DataSettings;
}

/** Whether something is true of a field of a record. */
export type OfField = (collection: string, id: number, field: string) => boolean;

/** The result of splitting the fetched lists into records. */
export interface Split {
  /** Whether the data folder was written: not if something would have to be invented without `stubs`. */
  readonly isWritten: boolean;
  /** The number of records by collection. */
  readonly records: FieldCounts;
  /** Collections of which a list showed all records: a record that is not among them was removed. */
  readonly enumerated: ReadonlySet<string>;
  /** Whether a field's value, or its absence, is from the origin's lists: neither from its last state nor invented. */
  readonly isFromOrigin: OfField;
  /** Whether a build may publish another value of a field than a list shows: see {@link Known.varies}. */
  readonly varies: OfField;
  /** What was invented, or would have to be. */
  readonly inventions: readonly Invention[];
  /** How many records the origin showed in several versions, and the first of them. */
  readonly versions: { readonly records: number; readonly first: readonly Versions[] };
  /** By `collection.field`: how many values are written because a build would compute others. */
  readonly kept: FieldCounts;
  /** By `collection.field`: how many records have no known value. */
  readonly unknown: FieldCounts;
}

/** Each round of overrides may make others necessary; a few rounds are enough. */
const MAX_ROUNDS = 5;

/** Splits fetched lists into records of the data. */
export async function splitFetched(
  portal: Portal,
  { lists }: Fetched,
  options: SplitOptions,
): Promise<Split> {
  const { settings, last, stubs } = options;
  const plan = makePlan(portal);
  const withholdPersonal = settings.personal === 'withhold';
  const known = new Known(portal);
  const enumerated = new Set<string>();
  const split = new Splitter(portal, withholdPersonal, known.show.bind(known));
  for (const list of lists) {
    const { records, lookup }: Partial<ExtraEndpoint> = list.endpoint;
    if (!records) continue;
    const { collection, shape } = records;
    const more = lookup && list.id !== undefined ? { [lookup.reference]: list.id } : undefined;
    if (list.isWhole && !lookup) enumerated.add(collection);
    list.visit((record) => void split.split(collection, shape, record, more));
  }
  const survey = new Survey(plan);
  const before = last && {
    record: (collection: string, id: number) => last.record(collection, id),
    ids: (collection: string) => last.table(collection).ids,
  };
  known.join(before, (collection) => enumerated.has(collection), withholdPersonal, survey.see);
  const inventions = fillIn(plan, known, survey);
  const isWritten = stubs || inventions.length === 0;
  const overrides = new Overrides();
  if (isWritten) await write(plan, known, overrides, options);
  return {
    isWritten,
    records: Object.fromEntries(
      portal.collections.map(({ name }) => [name, [...known.ids(name)].length]),
    ),
    enumerated,
    isFromOrigin: known.isFromOrigin.bind(known),
    varies: known.varies.bind(known),
    inventions,
    versions: known.versions,
    kept: overrides.counts,
    unknown: known.unknown,
  };
}

/** Writes the data folder: first without any computed value, then with the overrides that turn out to be needed. */
async function write(
  plan: Plan,
  known: Known,
  overrides: Overrides,
  { folder, settings }: SplitOptions,
): Promise<void> {
  mkdirSync(folder, { recursive: true });
  const own = { ...settings, cwd: dirname(folder), data: folder };
  let changed = new Set(plan.byName.keys());
  for (let round = 0; changed.size > 0; round++) {
    for (const name of changed) {
      const collection = plan.byName.get(name)!;
      layCollection(folder, collection, thinned(collection, known, overrides));
    }
    if (round === MAX_ROUNDS) return;
    const { derivation } = await PortalData.read(plan, own);
    changed = findOverrides(plan, known, derivation, overrides);
  }
}

function* thinned(
  { declared: { name }, fields }: CollectionPlan,
  known: Known,
  overrides: Overrides,
): Generator<Laid> {
  for (const id of [...known.ids(name)].sort((a, b) => a - b)) {
    const isOverride = (field: string) => overrides.has(name, id, field);
    const whole = known.record(name, id);
    yield { record: thin(whole, fields, isOverride, known.text.bind(known)), whole };
  }
}
