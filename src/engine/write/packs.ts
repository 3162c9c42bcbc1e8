// Pages that other machines make. `build --link` leaves in the store a plan: all that pages are made of, and the pages
// in bundles. `build --pages` makes some of the bundles, and leaves a pack for each: the bytes of its files, one after
// another. A build uses the files in packs that have the key that it needs (page-keys.ts), so old packs do no harm.
import { hash, randomUUID } from 'node:crypto';
import { rmSync } from 'node:fs';
import { basename, join } from 'node:path';
import { withFile } from '../../files/source/data-file.js';
import type { OnProgress } from '../../problems/report.js';
import type { Compression } from '../../site/address.js';
import type { RecordData } from '../link/records.js';
import { Pool } from '../pool/pool.js';
import { dealt, type Share } from '../pool/share.js';
import { BLOCK } from '../shard/bytes.js';
import { fragmentsName } from '../shard/format.js';
import { readData, writeData } from '../shard/plain-data.js';
import { fetchEntries, type StoredEntry, shareEntries } from '../shard/remote.js';
import { DamagedCache, type Store } from '../shard/store.js';
import { endsOf, isMuchWork, KEPT, pageQueue, writePart } from './deal.js';
import type { Made, MadeFile, Packed, PackedFile } from './make.js';
import { readFully } from './new-file.js';
import type { PagePlan } from './pages.js';
import type { Template } from './templates.js';

/**
 * About how many bundles a plan has, so that each of many machines gets some, unless they would be smaller than LEAST
 * or larger than MOST.
 */
const BUNDLES = 256;
const LEAST = { rows: 500, pages: 16 };
const MOST = { rows: 20_000, pages: 1000 };
/** The fixed cost of a page, as the number of bytes of records that would cost the same. */
const PAGE = 16_384;

/** All that pages are made of. */
export interface PagesPlan {
  /** A hash of all that pages are made of. */
  readonly id: string;
  /** All tables, in the order of the plan. */
  readonly tables: readonly RecordData[];
  /** The pages that are made together. */
  readonly bundles: readonly (readonly PagePlan[])[];
}

/** What the store has under the name of a plan: the plan's id, and how many bundles it has. */
interface PlanHead {
  readonly id: string;
  readonly bundles: number;
}

/** Files whose bytes are one after another. */
interface Pack {
  readonly files: readonly Omit<PackedFile, 'pack'>[];
  /** The CRC-32 of each block of these bytes. */
  readonly sums: Uint32Array;
}

/** Where and how packs are made. */
interface PackSettings {
  readonly compress: readonly Compression[];
  readonly workers: number | undefined;
  readonly onProgress: OnProgress;
}

/** The entry of a pack in a store: it has one file of bytes. */
const entryOf = ({ name }: { readonly name: string }): StoredEntry => ({ name, files: 1 });
const packName = (id: string, bundle: number) => hash('sha256', `${id} ${bundle}`, 'hex');

/** Cuts pages into bundles, the longest pages first. */
export function bundlesOf(pages: readonly PagePlan[]): PagePlan[][] {
  const rows = pages.reduce((sum, { rows }) => sum + rows.length, 0);
  const sorted = [...pages].sort((a, b) => b.rows.length - a.rows.length);
  const ends = endsOf(sorted, {
    rows: Math.min(MOST.rows, Math.max(LEAST.rows, rows / BUNDLES)),
    pages: Math.min(MOST.pages, Math.max(LEAST.pages, pages.length / BUNDLES)),
  });
  return ends.map((end, i) => sorted.slice(ends[i - 1] ?? 0, end));
}

/** Leaves a plan in a store, under a name by which other machines find it. */
export async function leavePlan(
  store: Store,
  name: string,
  { id, tables, bundles }: PagesPlan,
): Promise<void> {
  writeData(store, id, { tables, bundles });
  const head: PlanHead = { id, bundles: bundles.length };
  store.write(name, head);
  await shareEntries(store, [
    { name: id, files: 1 },
    { name, files: 0 },
  ]);
}

/** The plan that was left under a name, if there is one. */
export async function planIn(store: Store, name: string): Promise<PagesPlan | undefined> {
  const head = await headIn(store, name);
  if (head) await fetchEntries(store, [{ name: head.id, files: 1 }]);
  const data = head && (readData(store, head.id) as Omit<PagesPlan, 'id'> | undefined);
  if (!data) return undefined;
  const tables = data.tables.map(({ shards, ...table }) => ({
    ...table,
    shards: shards.map(({ fragments, ...shard }) => ({
      ...shard,
      // The machine that left it may have the store at another place.
      fragments: fragments.map(({ file, offsets }) => ({
        file: { ...file, path: store.path(basename(file.path)) },
        offsets,
      })),
    })),
  }));
  const shards = tables.flatMap(({ shards }) => shards.map(({ fragments }) => fragments));
  const entries = shards.map((files) => ({
    name: basename(files[0]!.file.path).replace(/\.\d+$/, ''),
    files: files.length,
  }));
  await fetchEntries(store, entries);
  return { id: head.id, tables, bundles: data.bundles };
}

async function headIn(store: Store, name: string): Promise<PlanHead | undefined> {
  await fetchEntries(store, [{ name, files: 0 }], true);
  return store.read(name) as PlanHead | undefined; // only leavePlan writes there
}

/**
 * Makes the packs of one share of the bundles, except those that the store has, and leaves them there. Returns the
 * number of bundles in the share, of those made, and of those not made as the store is damaged: the build makes their
 * pages.
 */
export async function makePacks(
  { id, tables, bundles }: PagesPlan,
  share: Share,
  store: Store,
  settings: PackSettings,
): Promise<Readonly<Record<'bundles' | 'made' | 'damaged', number>>> {
  const bytes = recordBytes(tables);
  const sizeOf = ({ rows, template }: PagePlan) => rows.length * bytes(template) + PAGE;
  const numbered = bundles.map((pages, number) => ({
    pages,
    name: packName(id, number),
    size: pages.reduce((sum, page) => sum + sizeOf(page), 0),
  }));
  const own = dealt(numbered, ({ size }) => size, share);
  await fetchEntries(store, own.map(entryOf));
  const missing = own.filter(({ name }) => store.read(name) === undefined);
  const isMuch = isMuchWork(
    missing.flatMap(({ pages }) => pages).reduce((sum, { rows }) => sum + rows.length, 0),
    settings.compress,
  );
  let damaged = 0;
  let pool = new Pool(settings.workers, settings.compress);
  try {
    for (const [done, { name, pages }] of missing.entries()) {
      settings.onProgress('writing', done, missing.length);
      try {
        await makePack(name, tables, pages, store, { ...settings, pool, isMuch });
        await shareEntries(store, [entryOf({ name })]);
      } catch (error) {
        if (!(error instanceof DamagedCache)) throw error;
        damaged++;
        await pool.close();
        pool = new Pool(settings.workers, settings.compress);
      }
    }
  } finally {
    await pool.close();
  }
  return { bundles: own.length, made: missing.length - damaged, damaged };
}

/** Returns a function that estimates how many bytes a record has in a shape, with one of each record that it embeds. */
function recordBytes(tables: PagesPlan['tables']): (template: Template | undefined) => number {
  const known = new Map<Template, number>();
  const bytes = (template: Template | undefined): number => {
    if (!template) return 0;
    const found = known.get(template);
    if (found !== undefined) return found;
    known.set(template, 0); // ends the recursion: shapes embed one another
    const { shards, rows } = tables[template.table]!;
    const own = shards.reduce((sum, { fragments }) => {
      const { offsets } = fragments[template.fragment]!;
      return sum + offsets.at(-1)! - offsets[0]!;
    }, 0);
    let all = own / Math.max(1, rows);
    for (const source of template.sources) {
      if (source.kind === 'number') continue;
      all += bytes(source.kind === 'row' ? source.templates[0] : source.template);
    }
    known.set(template, all);
    return all;
  };
  return bytes;
}

/** Makes the pages of a bundle as files, and puts these into a pack. */
async function makePack(
  name: string,
  tables: PagesPlan['tables'],
  pages: readonly PagePlan[],
  store: Store,
  { compress, pool, isMuch }: PackSettings & { readonly pool: Pool; readonly isMuch: boolean },
): Promise<void> {
  const folder = join(store.handle.unfinished, randomUUID());
  const stage = join(folder, 'stage');
  const workplace = { root: join(folder, 'nothing'), stage, compress, known: new Map() };
  const made: Made[] = [];
  try {
    await pool.together(async (begin) => {
      const queue = pageQueue(tables, pages, workplace, KEPT / pool.size(isMuch));
      const heard = ({ files }: { readonly files: readonly Made[] }) => void made.push(...files);
      const ends: Promise<void>[] = [];
      await begin('write', queue, isMuch, heard);
      await writePart(queue, heard, (end) => void ends.push(end));
      await Promise.all(ends);
    });
    // In an order that does not depend on threads: two machines make the same bytes.
    const files = (made as MadeFile[]).sort((a, b) => (a.name < b.name ? -1 : 1)); // no names: nothing is in place
    const bytes = store.begin(fragmentsName(name, 0));
    let at = 0;
    const packed = files.map(({ name, key, hash, bytes: length, segments }) => {
      copyInto(join(stage, name), bytes);
      at += length;
      return { name, key, hash, bytes: length, at: at - length, ...(segments && { segments }) };
    });
    const pack: Pack = { files: packed, sums: bytes.finish() };
    store.write(name, pack);
  } finally {
    store.abandon();
    rmSync(folder, { recursive: true, force: true });
  }
}

function copyInto(path: string, writer: { readonly write: (bytes: Buffer) => void }): void {
  withFile(path, (fd) => {
    const block = Buffer.allocUnsafe(BLOCK);
    for (let at = 0, read = BLOCK; read === BLOCK; at += read) {
      read = readFully(fd, block, BLOCK, at);
      writer.write(block.subarray(0, read));
    }
  });
}

/** The files of all packs of the plan that was left under a name. */
export async function packedIn(store: Store, name: string): Promise<Packed> {
  const { id, bundles } = (await headIn(store, name)) ?? { id: '', bundles: 0 };
  const names = Array.from({ length: bundles }, (_, bundle) => packName(id, bundle));
  await fetchEntries(
    store,
    names.map((name) => entryOf({ name })),
  );
  const files = new Map<string, PackedFile>();
  const packs: Packed['packs'][number][] = [];
  for (const name of names) {
    const pack = store.read(name) as Pack | undefined; // only makePack writes there
    if (!pack) continue;
    const number = packs.length;
    for (const file of pack.files) files.set(file.name, { ...file, pack: number });
    packs.push({ number, path: store.path(fragmentsName(name, 0)), sums: pack.sums });
  }
  return { files, packs };
}
