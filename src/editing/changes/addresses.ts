// Finds the addresses that differ between two snapshots. Reads no page: compares the SHA-256 that snapshots list.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { memo } from '../../model/memo.js';
import { refused } from '../../problems/problem.js';
import { listOfDigests, SEARCH, SNAPSHOT, variableOf, withoutId } from '../../site/address.js';
import { pagesByList, snapshotIn } from '../../site/snapshot-reader.js';
import type { Edited } from './edited.js';

/** The pages that differ between two snapshots at one address, such as that of a list. */
export interface AddressChanges {
  /** The address below the base URL, such as `/api/region/`. In `/api/vacancy/{id}/`, `{id}` stands for all ids. */
  readonly address: string;
  /** How many records the list has in each snapshot; null in a snapshot without this list. */
  readonly records?: { readonly before: number | null; readonly after: number | null };
  /** The addresses of new pages, escaped as in a URL. `removed`, `rewritten`: those of removed and of changed pages. */
  readonly added: readonly string[];
  readonly removed: readonly string[];
  readonly rewritten: readonly string[];
}

/** The difference of two snapshots. `--reporter json` prints this object. */
export interface SnapshotDiff {
  /** Whether every byte of the API is the same. */
  readonly same: boolean;
  /** How many addresses of the new snapshot were compared. */
  readonly total: number;
  /** The lists and other addresses that differ, sorted by address. */
  readonly addresses: readonly AddressChanges[];
  /** The edited records; undefined if the older snapshot was given as a folder, because its data is then unknown. */
  readonly edited?: readonly Edited[];
}

/** The pages of one {@link AddressChanges.address}. `pages`: the SHA-256 of each, by its own address. */
interface PagesAt {
  readonly pages: Map<string, string>;
  /** The number of records; only for a list. */
  readonly count?: number;
}

/** Compares two folders with snapshots. Throws a {@link UsageError} if one of them has no snapshot. */
export async function compareSnapshots(before: string, after: string): Promise<SnapshotDiff> {
  const [old, now] = [await pagesIn(before), await pagesIn(after)];
  const addresses: AddressChanges[] = [];
  for (const address of [...new Set([...old.keys(), ...now.keys()])].sort()) {
    const [was, is] = [old.get(address), now.get(address)];
    const [olds, news] = [was?.pages ?? new Map(), is?.pages ?? new Map()];
    const added = [...news.keys()].filter((page) => !olds.has(page));
    const removed = [...olds.keys()].filter((page) => !news.has(page));
    const rewritten = [...news].flatMap(([page, digest]) =>
      olds.has(page) && olds.get(page) !== digest ? [page] : [],
    );
    if (added.length + removed.length + rewritten.length === 0) continue;
    const [some, others] = [was?.count, is?.count];
    const isList = some !== undefined || others !== undefined;
    const records = isList && { records: { before: some ?? null, after: others ?? null } };
    addresses.push({ address, ...records, added, removed, rewritten });
  }
  const total = [...now.values()].reduce((sum, { pages }) => sum + pages.size, 0);
  return { same: addresses.length === 0, total, addresses };
}

/** Returns the pages of a snapshot, by {@link AddressChanges.address}. */
async function pagesIn(folder: string): Promise<Map<string, PagesAt>> {
  const snapshot = snapshotIn(read(folder, SNAPSHOT)) ?? noSnapshot(folder, SNAPSHOT);
  const lists = await pagesByList(snapshot, async (file) => read(folder, file)).catch(() =>
    noSnapshot(folder, 'digests.json'),
  );
  const all = new Map<string, PagesAt>();
  for (const [name, listed] of lists) {
    const list = escaped(`/api/${withoutId(name)}/`);
    const pages = new Map(listed.map(({ path, hash }) => [list + escaped(path), hash]));
    const variable = variableOf({ name });
    const isList = variable === undefined;
    const { count } = snapshot.lists[name]!;
    all.set(isList ? list : `${list}{${variable}}/`, { pages, ...(isList && { count }) });
  }
  for (const [file, digest] of Object.entries(snapshot.files)) {
    if (listOfDigests(file) !== undefined) continue;
    const path = escaped(`/${file.replace(/(^|\/)index\.json$/, '$1')}`);
    const address = path.startsWith(SEARCH) ? SEARCH : path;
    memo(all, address, () => ({ pages: new Map() })).pages.set(path, digest);
  }
  return all;
}

const escaped = (path: string) => path.split('/').map(encodeURIComponent).join('/');

function read(folder: string, file: string): Buffer {
  try {
    return readFileSync(join(folder, file));
  } catch {
    return noSnapshot(folder, file);
  }
}

/** Throws the error for a folder without a file that lists the files of a snapshot. */
function noSnapshot(folder: string, file: string): never {
  throw refused(
    '{folder} is no snapshot: it has no {file} that can be read (a ref of this name is meant by refs/heads/…)',
    { folder, file },
  );
}
