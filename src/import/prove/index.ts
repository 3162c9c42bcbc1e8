// The proof of an import: the data that was made of what was fetched is built, and every record of every list held
// against what was fetched.
import { hash } from 'node:crypto';
import { dirname, join } from 'node:path';
import type { DataSettings } from '../../editing/desk/portal-data.js';
import { inTemporaryFolder } from '../../files/disk/temporary.js';
import { type Endpoint, endpointOf, type Portal } from '../../model/endpoint.js';
import type { JsonObject } from '../../model/fields.js';
import type { PlacedFinding } from '../../problems/placed.js';
import { build } from '../../snapshot/build.js';
import { type Fetched, type FetchedList, nameOf } from '../fetched.js';
import type { OfField } from '../split/index.js';
import { visitList } from './pages.js';
import { Texts } from './texts.js';

/** A record of a list that is not as it was fetched. */
export interface Difference {
  /** The address of the list, below `/api/`. */
  readonly list: string;
  readonly id: number;
  /** The fields that differ; or that it is not published, was not fetched, or is in another place. */
  readonly what: readonly string[] | 'missing' | 'extra' | 'order';
}

export interface Proof {
  /** What the build found; with an error nothing was built, and nothing compared. */
  readonly problems: readonly PlacedFinding[];
  readonly isBuilt: boolean;
  /** How many lists and records were compared. */
  readonly compared: { readonly lists: number; readonly records: number };
  /** The first of them, and how many there are. */
  readonly differences: readonly Difference[];
  readonly differing: number;
}

type ProofSettings = Pick<DataSettings, 'personal' | 'frames' | 'cache' | 'workers' | 'onProgress'>;

const MAX_TOLD = 1000;
/** A page is read as one text. */
const PAGE_SIZE = 100;

/**
 * Builds a data folder, which lies in a folder without settings, and compares it with what was fetched, but for
 * what `varies` in that itself.
 */
export function prove(
  portal: Portal,
  fetched: Fetched,
  folder: string,
  { personal, frames, cache, workers, onProgress }: ProofSettings,
  varies: OfField,
): Promise<Proof> {
  return inTemporaryFolder(async (scratch) => {
    const lists = fetched.lists.filter(({ endpoint }) => endpoint.records);
    const names = new Set(lists.map(({ endpoint }) => endpoint.name));
    const extras = portal.extras.map(endpointOf).filter(({ name }) => names.has(name));
    const dist = join(scratch, 'dist');
    const { ok, problems } = await build(portal, {
      ...{
        cwd: dirname(folder),
        data: folder,
        out: dist,
        cache: cache ?? false,
        ...(workers && { workers }),
      },
      ...{ audience: 'all', personal, frames: [...frames], onProgress },
      ...{ extras: extras.map(({ template }) => template), pageSize: PAGE_SIZE, strict: false },
    });
    const differences: Difference[] = [];
    let differing = 0;
    let records = 0;
    const texts = new Texts(portal, personal === 'withhold', varies);
    for (const list of ok ? lists : []) {
      records += list.records;
      await compare(dist, list, texts, (difference) => {
        if (differing++ < MAX_TOLD) differences.push(difference);
      });
    }
    const compared = { lists: ok ? lists.length : 0, records };
    return { problems, isBuilt: ok, compared, differences, differing };
  });
}

/** What is kept of a published record. */
interface Kept {
  readonly digest: string;
  /** Its place in the list; equal for records between which the list's order does not choose. */
  readonly rank: number;
}

async function compare(
  dist: string,
  fetched: FetchedList,
  texts: Texts,
  differ: (difference: Difference) => void,
): Promise<void> {
  const { endpoint, isWhole } = fetched;
  const list = nameOf(fetched);
  const { collection, shape } = endpoint.records!;
  const digestOf = (record: JsonObject) =>
    hash('sha256', JSON.stringify(texts.fields(collection, shape, record)), 'base64').slice(0, 22);
  const built = new Map<number, Kept>();
  const tieOf = tiesOf(endpoint);
  let [rank, tie] = [0, ''];
  await visitList(dist, list, (record) => {
    const own = tieOf(record);
    if (own !== tie) rank++;
    tie = own;
    built.set(idOf(record), { digest: digestOf(record), rank });
  });
  const met = new Set<number>();
  let last = 0;
  /** Of records that differ: the digest of each field. */
  const others = new Map<number, ReadonlyMap<string, string>>();
  const fieldsOf = (record: JsonObject) =>
    new Map(
      texts
        .fields(collection, shape, record)
        .map(([name, text]) => [name, hash('sha256', text, 'base64').slice(0, 22)]),
    );
  await fetched.visit((record) => {
    const id = idOf(record);
    const kept = built.get(id);
    if (!kept) return differ({ list, id, what: 'missing' });
    met.add(id);
    if (kept.rank < last) differ({ list, id, what: 'order' });
    last = kept.rank;
    if (kept.digest === digestOf(record)) return;
    others.set(id, others.size < MAX_TOLD ? fieldsOf(record) : new Map());
  });
  if (others.size > 0) {
    await visitList(dist, list, (record) => {
      const id = idOf(record);
      const other = others.get(id);
      if (!other) return;
      const own = fieldsOf(record);
      const names = new Set([...own.keys(), ...other.keys()]);
      const what = [...names].filter((name) => own.get(name) !== other.get(name)).sort();
      differ({ list, id, what: other.size > 0 ? what : [] });
    });
  }
  if (!isWhole) return;
  for (const id of built.keys()) if (!met.has(id)) differ({ list, id, what: 'extra' });
}

const idOf = (record: JsonObject): number => record['id'] as number; // both sides passed their schemas

/** By what the order of a list chooses between two records: the same for those between which it does not. */
function tiesOf({ records }: Endpoint): (record: JsonObject) => string {
  const fields = records!.order.map(({ field }) => field);
  const choosing = fields.length > 1 ? fields.filter((field) => field !== 'id') : fields;
  return (record) => JSON.stringify(choosing.map((field) => record[field]));
}
