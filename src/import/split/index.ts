// Fetched lists → a data folder of what the origin says, as editors would have written it: each record in the files of
// its collection, without the values that a build works out by itself. What has to be there and no list shows is
// invented, or listed with its reason.
import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { type DataSettings, PortalData } from '../../editing/workspace/portal-data.js';
import { makePlan, type Plan } from '../../engine/plan.js';
import type { ExtraEndpoint, Portal } from '../../model/endpoint.js';
import type { Fetched } from '../fetched.js';
import { fillIn, type Invention } from './inventions.js';
import { type FieldCounts, Known, type Ours } from './known.js';
import { type Laid, layCollection } from './lay.js';
import { findOverrides, Overrides } from './overrides.js';
import { Splitter } from './record.js';
import { Sightings, type Versions } from './sightings.js';
import { Survey } from './survey.js';
import { type TextOf, thin } from './thin.js';

export type { Invention } from './inventions.js';
export type { FieldCounts, Ours } from './known.js';
export type { Versions } from './sightings.js';
export { FIRST_INVENTED } from './survey.js';

export interface SplitOptions {
  /** What the data has now; what nothing that was fetched shows is taken from it. */
  readonly ours?: Ours;
  /** Whether to invent what has to be there and nothing shows. */
  readonly stubs: boolean;
  /** Only a part was read: no record of the data is gone. */
  readonly partial?: boolean;
  /** Where to write the data folder; there is nothing there yet. */
  readonly folder: string;
  /** By which data is read; `personal` says whether personal fields are taken. */
  readonly settings: DataSettings;
}

/** A question about a field of a record. */
export type OfField = (collection: string, id: number, field: string) => boolean;

/** What the fetched lists were split into. */
export interface Split {
  /** Whether the data folder was written: nothing had to be invented, or it was asked for. */
  readonly isWritten: boolean;
  /** How many records it has, by collection. */
  readonly records: FieldCounts;
  /** Collections of which a list showed all records: what is not among them is gone. */
  readonly enumerated: ReadonlySet<string>;
  /** Whether a field of a record, or that the record does without it, is from the origin. */
  readonly isFromOrigin: OfField;
  /** Whether the origin gave several values of a field of a record; the last one is taken. */
  readonly varies: OfField;
  /** What was invented, or would have to be. */
  readonly inventions: readonly Invention[];
  /** Records of which the origin gave more than one version. */
  readonly versions: { readonly records: number; readonly first: readonly Versions[] };
  /** By `collection.field`: values that are written because a build would compute others. */
  readonly kept: FieldCounts;
  /** By `collection.field`: of how many records no list shows it. */
  readonly unknown: FieldCounts;
}

/** Each round of overrides may make others necessary; a few rounds are enough. */
const MAX_ROUNDS = 5;

/** Splits fetched lists into records of the data. */
export async function splitFetched(
  portal: Portal,
  fetched: Fetched,
  options: SplitOptions,
): Promise<Split> {
  const plan = makePlan(portal);
  const survey = new Survey(plan);
  const { known, ...learnt } = await learn(portal, fetched, options, survey.see);
  const inventions = fillIn(plan, known, survey);
  const isWritten = options.stubs || inventions.length === 0;
  const overrides = new Overrides();
  if (isWritten) await write(plan, known, textOf(known), overrides, options);
  const records = portal.collections.map(({ name }) => [name, [...known.ids(name)].length]);
  return {
    ...learnt,
    isWritten,
    records: Object.fromEntries(records) as FieldCounts,
    isFromOrigin: known.isFromOrigin.bind(known),
    inventions,
    kept: overrides.counts,
    unknown: known.unknown,
  };
}

/** Reads the lists, and joins what they tell of each record. */
async function learn(
  portal: Portal,
  { lists }: Fetched,
  { settings, ours, partial }: SplitOptions,
  see: ConstructorParameters<typeof Known>[2],
): Promise<Pick<Split, 'enumerated' | 'varies' | 'versions'> & { readonly known: Known }> {
  const withholdPersonal = settings.personal === 'withhold';
  const sightings = new Sightings();
  const enumerated = new Set<string>();
  const split = new Splitter(portal, withholdPersonal, sightings.add.bind(sightings));
  for (const list of lists) {
    const { records, lookup }: Partial<ExtraEndpoint> = list.endpoint;
    if (!records) continue;
    const { collection, shape } = records;
    const more = lookup && list.id !== undefined ? { [lookup.by]: list.id } : undefined;
    if (list.isWhole && !lookup && !partial) enumerated.add(collection);
    await list.visit((record) => void split.split(collection, shape, record, more));
  }
  const isGone = (collection: string) => enumerated.has(collection);
  const known = new Known(portal, { sightings, ours, isGone, withholdPersonal }, see);
  const varies = sightings.varies.bind(sightings);
  return { known, enumerated, varies, versions: sightings.versions };
}

/** Writes the data folder: first without any computed value, then with the overrides that turn out to be needed. */
async function write(
  plan: Plan,
  known: Known,
  textOf: TextOf,
  overrides: Overrides,
  { folder, settings }: SplitOptions,
): Promise<void> {
  mkdirSync(folder, { recursive: true });
  const own = { ...settings, cwd: dirname(folder), data: folder };
  let changed = new Set(plan.collections.map(({ declared }) => declared.name));
  for (let round = 0; changed.size > 0 && round < MAX_ROUNDS; round++) {
    for (const name of changed) {
      layCollection(folder, plan.byName.get(name)!, thinned(plan, known, textOf, overrides, name));
    }
    const { derivation } = await PortalData.read(plan, own);
    changed = findOverrides(plan, known, derivation, overrides, textOf);
  }
  for (const name of changed) {
    layCollection(folder, plan.byName.get(name)!, thinned(plan, known, textOf, overrides, name));
  }
}

function* thinned(
  plan: Plan,
  known: Known,
  textOf: TextOf,
  overrides: Overrides,
  collection: string,
): Generator<Laid> {
  const { fields } = plan.byName.get(collection)!;
  for (const id of [...known.ids(collection)].sort((a, b) => a - b)) {
    const isOverride = (field: string) => overrides.has(collection, id, field);
    const whole = known.record(collection, id);
    yield { record: thin(whole, fields, isOverride, textOf), whole };
  }
}

const textOf =
  (known: Known): TextOf =>
  (collection, id, field) => {
    const text = known.has(collection, id) ? known.record(collection, id)[field] : undefined;
    return typeof text === 'string' ? text : undefined;
  };

/** The data as it is now, for {@link SplitOptions.ours}. */
export const oursOf = (data: PortalData): Ours => ({
  record: (collection, id) => data.record(collection, id),
  ids: (collection) => data.table(collection).ids,
});
