// Checks an import: builds the data files, and compares each record of each list with the fetched one. If a build
// computes another value for a field than the portal shows, the portal's value is written into the data files if
// possible, and the check is repeated.

import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { type Written, writtenResults } from '../../delivery/http/list.js';
import type { DataSettings } from '../../editing/workspace/portal-data.js';
import { inWriting } from '../../engine/compile/written.js';
import { inTemporaryFolder } from '../../files/disk/temporary.js';
import { readRecords } from '../../files/source/records.js';
import { canonical } from '../../model/canonical.js';
import { addressOf, type Endpoint, endpointOf, type Portal } from '../../model/endpoint.js';
import type { Field, JsonObject } from '../../model/fields.js';
import type { PlacedFinding } from '../../problems/placed.js';
import { build } from '../../snapshot/build.js';
import type { Fetched, FetchedList } from '../fetched.js';
import { notingOf } from '../free-values.js';
import type { Split } from '../split/index.js';
import { PublishedRecords } from '../split/record.js';

/** A record of a list that a build publishes in another way than the portal. */
export interface Difference {
  /** The address of the list, below `/api/`. */
  readonly list: string;
  readonly id: number;
  /**
   * The names of the fields that differ. `missing`: the record is not built. `order`: it is in another place. `extra`:
   * it is built, but is not in the fetched list.
   */
  readonly what: readonly string[] | 'missing' | 'extra' | 'order';
}

export interface ImportProof {
  /** The problems of the build. If there is an error, nothing was compared. */
  readonly problems: readonly PlacedFinding[];
  readonly isBuilt: boolean;
  /** How many records of lists were compared. A record counts for each list that shows it. */
  readonly records: number;
  /** The first 100 differences. `differing` is the number of all differences. */
  readonly differences: readonly Difference[];
  readonly differing: number;
}

type ProofSettings = Pick<DataSettings, 'personal' | 'frames' | 'cache' | 'workers' | 'onProgress'>;

const MAX_TOLD = 100;
const PAGE_SIZE = 100;
/**
 * The most rounds. Values that are written may change computed values of other records, but a few rounds are enough.
 */
const MAX_ROUNDS = 5;

/**
 * Builds a data folder and compares the result with the fetched lists. Invented records are not compared, nor are
 * fields of which the lists show several values. A list that is an extra may lack records, because extras only show
 * what everyone may see. There must be no settings file beside the data folder.
 */
export function prove(
  portal: Portal,
  fetched: Fetched,
  folder: string,
  settings: ProofSettings,
  split: Pick<Split, 'known' | 'overrides' | 'rewrite'>,
): Promise<ImportProof> {
  return inTemporaryFolder(async (scratch) => {
    const dist = join(scratch, 'dist');
    for (let round = 1; ; round++) {
      const proof = await proveOnce(portal, fetched, folder, settings, split, dist);
      if (proof.differing === 0 || round === MAX_ROUNDS || !split.rewrite()) return proof;
    }
  });
}

async function proveOnce(
  portal: Portal,
  fetched: Fetched,
  folder: string,
  { personal, frames, cache, workers, onProgress }: ProofSettings,
  { known, overrides }: Parameters<typeof prove>[4],
  dist: string,
): Promise<ImportProof> {
  const lists = fetched.lists.filter(({ endpoint }) => endpoint.records);
  const names = new Set(lists.map(({ endpoint }) => endpoint.name));
  const extras = portal.extras.map(endpointOf).filter(({ name }) => names.has(name));
  const { ok, problems } = await build(withoutMarkup(portal), {
    ...{ cwd: dirname(folder), data: folder, out: dist, cache: cache ?? false },
    ...(workers && { workers }),
    ...{ audience: 'all', personal, frames: [...frames], onProgress },
    ...{ extras: extras.map(({ name }) => addressOf(name)), pageSize: PAGE_SIZE, strict: false },
  });
  const differences: Difference[] = [];
  let differing = 0;
  let records = 0;
  const withholdPersonal = personal === 'withhold';
  const comparable = new PublishedRecords(portal, withholdPersonal, (collection, _, id, fields) =>
    Object.fromEntries(
      Object.entries(fields).filter(([name]) => overrides.isComparable(collection, id, name)),
    ),
  );
  const splitter = new PublishedRecords(portal, withholdPersonal, (collection, _, id, fields) => {
    overrides.compare(collection, id, fields);
    return id;
  });
  const collections = new Map(portal.collections.map((one) => [one.name, one]));
  for (const list of ok ? lists : []) {
    records += list.records;
    const { name, records: of } = list.endpoint;
    const isOptional = extras.some((extra) => extra.name === name);
    const note = notingOf(collections, of!.collection);
    compare(dist, list, note, comparable, splitter, (difference) => {
      const { id, what } = difference;
      if (what === 'extra' && (isOptional || !known.isFromOrigin(of!.collection, id, 'id'))) return;
      if (differing++ < MAX_TOLD) differences.push(difference);
    });
  }
  return { problems, isBuilt: ok, records, differences, differing };
}

/** Returns the portal without the checks of HTML, which happen when the import is merged into the data. */
const withoutMarkup = (portal: Portal): Portal => ({
  ...portal,
  collections: portal.collections.map((one) => ({
    ...one,
    fields: Object.fromEntries(
      Object.entries(one.fields).map(([name, field]): [string, Field] => {
        if (field.type.kind !== 'text') return [name, field];
        const { html: _, ...type } = field.type;
        return [name, { ...field, type }];
      }),
    ),
  })),
});

interface ProvedRecord {
  /** The JSON, as a buffer, because buffers do not count towards the limit of the heap. */
  readonly json: Buffer;
  /** The place in the list. Records that are equal in the fields of the list's order have the same rank. */
  readonly rank: number;
}

function compare(
  dist: string,
  fetched: FetchedList,
  note: ReturnType<typeof notingOf>,
  comparable: PublishedRecords,
  splitter: PublishedRecords,
  differ: (difference: Difference) => void,
): void {
  const { endpoint, isWhole } = fetched;
  const list = endpoint.name;
  const { collection, shape } = endpoint.records!;
  const built = new Map<number, ProvedRecord>();
  const tieOf = tiesOf(endpoint);
  let [rank, tie] = [0, ''];
  visitList(dist, list, (raw, written) => {
    note(raw, written);
    const record = inWriting(raw) as JsonObject; // only lists and objects inside of a record become texts
    const own = tieOf(record);
    if (own !== tie) rank++;
    tie = own;
    built.set(idOf(record), { json: Buffer.from(JSON.stringify(record)), rank });
  });
  const met = new Set<number>();
  let last = 0;
  fetched.visit((record) => {
    const id = idOf(record);
    const kept = built.get(id);
    if (!kept) return differ({ list, id, what: 'missing' });
    met.add(id);
    if (kept.rank < last) differ({ list, id, what: 'order' });
    last = kept.rank;
    const own: JsonObject = JSON.parse(kept.json.toString());
    const [is, wanted] = [own, record].map((one) =>
      comparable.visit(collection, shape, one),
    ) as JsonObject[];
    const what = fieldsThatDiffer(is!, wanted!);
    if (what.length === 0) return;
    splitter.visit(collection, shape, own);
    differ({ list, id, what });
  });
  if (!isWhole) return;
  for (const id of built.keys()) if (!met.has(id)) differ({ list, id, what: 'extra' });
}

const fieldsThatDiffer = (a: JsonObject, b: JsonObject): string[] =>
  Object.keys({ ...a, ...b })
    .filter((name) => canonical(a[name]) !== canonical(b[name]))
    .sort();

const idOf = (record: JsonObject): number => record['id'] as number; // built and fetched records were checked, so each has an id

/**
 * Returns a function that makes a text of the fields by which a list is sorted. Two records with the same text may be
 * in any order. `id` is left out if there are other fields, because this tool adds it to the portal's order.
 */
function tiesOf({ records }: Endpoint): (record: JsonObject) => string {
  const fields = records!.order.map(({ field }) => field);
  const choosing = fields.length > 1 ? fields.filter((field) => field !== 'id') : fields;
  return (record) => JSON.stringify(choosing.map((field) => record[field]));
}

/** Visits the records of a built list, page by page. A list without files has no records. */
export function visitList(
  dist: string,
  name: string,
  visit: (record: JsonObject, written: () => Written) => void,
): void {
  for (let page: string | null = `/api/${name}/`; page !== null; ) {
    const file = join(dist, new URL(page, 'http://localhost').pathname, 'index.json');
    if (!existsSync(file)) return;
    page = null;
    readRecords(file, ({ value, text, single }) => {
      // `single`: the file is one envelope with all records of the page. Otherwise it is an array, read record by
      // record.
      const { results, next } = (single ? value : { results: [value], next: null }) as BuiltPage;
      const written = single ? writtenResults(text) : () => ({ text, from: 0 });
      for (const [i, record] of results.entries()) visit(record, () => written(i));
      page = next;
    });
  }
}

interface BuiltPage {
  readonly results: readonly JsonObject[];
  readonly next: string | null;
}
