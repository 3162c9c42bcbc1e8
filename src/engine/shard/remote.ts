// Machines without a folder in common share a store by a bucket; each machine has a folder of its own as a cache of
// it. A value is written after its files of bytes: if a run is killed in between, no value lacks its files.
import { atOnce } from '../../files/at-once.js';
import { fragmentsName } from './format.js';
import { isFile, type Store } from './store.js';

/** The name of a value in a store, and the number of binary files that belong to it. */
export interface StoredEntry {
  readonly name: string;
  readonly files: number;
}

/** Files with more bytes are not shared. */
const MOST = 1 << 30;
/** Entries in use that were written longer ago are written again: a bucket's rule for old files counts from there. */
const AGED_MS = 7 * 24 * 3600 * 1000;
/** How many entries are transferred at once. */
const AT_ONCE = 8;

/**
 * Fetches entries that a store lacks and its bucket has, and shares those that the bucket lacks, and again those that
 * the store has for long. `isChanging`: fetches also entries that the store has, since those of the bucket may have changed.
 */
export async function fetchEntries(
  store: Store,
  entries: readonly StoredEntry[],
  isChanging = false,
): Promise<void> {
  const { remote, damaged } = store;
  if (!remote) return;
  const fetch = async (entry: StoredEntry) => {
    const value = await remote.read(entry.name, MOST);
    if (!value) return;
    for (const name of bytesOf(entry)) {
      const bytes = await remote.read(name, MOST);
      if (!bytes) return;
      store.adopt(name, bytes);
    }
    store.adopt(entry.name, value);
    store.fetched.add(entry.name);
  };
  const update = async (entry: StoredEntry) => {
    const own = isChanging ? undefined : store.find(entry.name);
    if (!own) return fetch(entry);
    if (remote.isReadOnly) return;
    const isAged = Date.now() - own.writtenAt >= AGED_MS;
    if (!isAged && (await remote.has(entry.name)) !== false) return;
    // A missing file of bytes is made again when it is read, and shared then.
    if (!bytesOf(entry).every((name) => isFile(store.path(name)))) return;
    if (isAged) store.write(entry.name, own.value);
    await shareEntries(store, [entry]);
  };
  await atOnce(
    entries.filter(({ name }) => !damaged.has(name)),
    update,
    AT_ONCE,
  );
}

/** Copies entries of a store to its bucket, for other machines. */
export async function shareEntries(store: Store, entries: readonly StoredEntry[]): Promise<void> {
  const { remote } = store;
  if (!remote) return;
  const share = async (entry: StoredEntry) => {
    for (const name of [...bytesOf(entry), entry.name]) {
      await remote.write(name, store.path(name), MOST);
    }
  };
  await atOnce(entries, share, AT_ONCE);
}

const bytesOf = ({ name, files }: StoredEntry): string[] =>
  Array.from({ length: files }, (_, kind) => fragmentsName(name, kind));
