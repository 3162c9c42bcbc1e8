// What was fetched → a data folder of what the origin says, as editors would have written it: each record in its
// collection, without what the model publishes by itself. What it cannot be made of is told, each with its reason.
import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { type DataSettings, PortalData } from '../../editing/desk/portal-data.js';
import { makePlan, type Plan } from '../../engine/plan.js';
import type { ExtraEndpoint, Portal } from '../../model/endpoint.js';
import type { Fetched } from '../fetched.js';
import { follow, Given } from './follows.js';
import { fillGaps, type Gap } from './gaps.js';
import { type Counts, Known, type Ours } from './known.js';
import { type Laid, layCollection } from './lay.js';
import { Observed, type Versions } from './observed.js';
import { Splitter } from './split.js';
import { Survey } from './survey.js';
import { type TextOf, thin } from './thin.js';

export type { Gap } from './gaps.js';
export type { Counts, Ours } from './known.js';
export type { Versions } from './observed.js';
export { FIRST_INVENTED } from './survey.js';

export interface ApartOptions {
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

/** Something about a field of a record. */
export type OfField = (collection: string, id: number, field: string) => boolean;

/** What became of what was fetched. */
export interface Apart {
  /** Whether the data folder was written: nothing had to be invented, or it was asked for. */
  readonly isWritten: boolean;
  /** How many records it has, by collection. */
  readonly records: Counts;
  /** Collections of which a list showed all records: what is not among them is gone. */
  readonly enumerated: ReadonlySet<string>;
  /** Whether the origin told a field of a record, or that the record does without it. */
  readonly isFromOrigin: OfField;
  /** Whether the origin told several values of a field of a record; the last one is taken. */
  readonly varies: OfField;
  /** What was invented, or would have to be. */
  readonly gaps: readonly Gap[];
  /** Records of which the origin gave more than one version. */
  readonly versions: { readonly records: number; readonly first: readonly Versions[] };
  /** Values that are written because they would follow otherwise. */
  readonly kept: Counts;
  /** Fields that nothing showed, of how many records. */
  readonly unknown: Counts;
}

/** Values that are given change what follows, which may then have to be given; that ends soon. */
const MAX_ROUNDS = 5;

/** Takes apart what was fetched. */
export async function takeApart(
  portal: Portal,
  fetched: Fetched,
  options: ApartOptions,
): Promise<Apart> {
  const plan = makePlan(portal);
  const survey = new Survey(plan);
  const { known, ...learnt } = await learn(portal, fetched, options, survey.see);
  const gaps = fillGaps(plan, known, survey);
  const isWritten = options.stubs || gaps.length === 0;
  const given = new Given();
  if (isWritten) await write(plan, known, textOf(known), given, options);
  const records = portal.collections.map(({ name }) => [name, [...known.ids(name)].length]);
  return {
    ...learnt,
    isWritten,
    records: Object.fromEntries(records) as Counts,
    isFromOrigin: known.isFromOrigin.bind(known),
    gaps,
    kept: given.counts,
    unknown: known.unknown,
  };
}

/** Reads what was fetched, and joins what is told of each record. */
async function learn(
  portal: Portal,
  { lists }: Fetched,
  { settings, ours, partial }: ApartOptions,
  see: ConstructorParameters<typeof Known>[2],
): Promise<Pick<Apart, 'enumerated' | 'varies' | 'versions'> & { readonly known: Known }> {
  const withholdPersonal = settings.personal === 'withhold';
  const observed = new Observed();
  const enumerated = new Set<string>();
  const split = new Splitter(portal, withholdPersonal, observed.add.bind(observed));
  for (const list of lists) {
    const { records, lookup }: Partial<ExtraEndpoint> = list.endpoint;
    if (!records) continue;
    const { collection, shape } = records;
    const more = lookup && list.id !== undefined ? { [lookup.by]: list.id } : undefined;
    if (list.isWhole && !lookup && !partial) enumerated.add(collection);
    await list.visit((record) => void split.split(collection, shape, record, more));
  }
  const isGone = (collection: string) => enumerated.has(collection);
  const known = new Known(portal, { observed, ours, isGone, withholdPersonal }, see);
  const varies = observed.varies.bind(observed);
  return { known, enumerated, varies, versions: observed.versions };
}

/** Writes the data folder: all that follows is left out, and then what would follow otherwise is given. */
async function write(
  plan: Plan,
  known: Known,
  textOf: TextOf,
  given: Given,
  { folder, settings }: ApartOptions,
): Promise<void> {
  mkdirSync(folder, { recursive: true });
  const own = { ...settings, cwd: dirname(folder), data: folder };
  let changed = new Set(plan.collections.map(({ declared }) => declared.name));
  for (let round = 0; changed.size > 0 && round < MAX_ROUNDS; round++) {
    for (const name of changed) {
      layCollection(folder, plan.byName.get(name)!, thinned(plan, known, textOf, given, name));
    }
    const { derivation } = await PortalData.read(plan, own);
    changed = follow(plan, known, derivation, given, textOf);
  }
  for (const name of changed) {
    layCollection(folder, plan.byName.get(name)!, thinned(plan, known, textOf, given, name));
  }
}

function* thinned(
  plan: Plan,
  known: Known,
  textOf: TextOf,
  given: Given,
  collection: string,
): Generator<Laid> {
  const { fields } = plan.byName.get(collection)!;
  for (const id of [...known.ids(collection)].sort((a, b) => a - b)) {
    const isGiven = (field: string) => given.has(collection, id, field);
    const whole = known.record(collection, id);
    yield { record: thin(whole, fields, isGiven, textOf), whole };
  }
}

const textOf =
  (known: Known): TextOf =>
  (collection, id, field) => {
    const text = known.has(collection, id) ? known.record(collection, id)[field] : undefined;
    return typeof text === 'string' ? text : undefined;
  };

/** The data as it is now, for {@link ApartOptions.ours}. */
export const oursOf = (data: PortalData): Ours => ({
  record: (collection, id) => data.record(collection, id),
  ids: (collection) => data.table(collection).ids,
});
