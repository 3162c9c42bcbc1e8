// What machines have in common, where that is no folder that all see: a bucket, with a folder of each machine in front of it. A
// value comes only after the files of bytes that belong to it, so that whatever is killed in between, what is there is whole.
import { fragmentsName } from './format.js';
import type { Store } from './store.js';

/** A value of a store, and how many files of bytes belong to it. */
export interface StoredEntry {
  readonly name: string;
  readonly files: number;
}

/** Larger files stay where they were made. */
const MOST = 1 << 30;
/** How many entries are on their way at once. */
const AT_ONCE = 8;

/** Fetches the entries that a store lacks, and that are there. `isChanging`: also those that it has, since they may be others by now. */
export async function fetchEntries(
  store: Store,
  entries: readonly StoredEntry[],
  isChanging = false,
): Promise<void> {
  const { remote, damaged } = store;
  if (!remote) return;
  const isWanted = ({ name }: StoredEntry) =>
    !damaged.has(name) && (isChanging || store.read(name) === undefined);
  await someAtOnce(entries.filter(isWanted), async (entry) => {
    const value = await remote.read(entry.name, MOST);
    if (!value) return;
    for (const name of bytesOf(entry)) {
      const bytes = await remote.read(name, MOST);
      if (!bytes) return;
      store.adopt(name, bytes);
    }
    store.adopt(entry.name, value);
    store.fetched.add(entry.name);
  });
}

/** Lets other machines have entries of a store. */
export async function shareEntries(store: Store, entries: readonly StoredEntry[]): Promise<void> {
  const { remote } = store;
  if (!remote) return;
  await someAtOnce(entries, async (entry) => {
    for (const name of [...bytesOf(entry), entry.name]) {
      await remote.write(name, store.path(name), MOST);
    }
  });
}

const bytesOf = ({ name, files }: StoredEntry): string[] =>
  Array.from({ length: files }, (_, kind) => fragmentsName(name, kind));

async function someAtOnce<T>(all: readonly T[], work: (one: T) => Promise<void>): Promise<void> {
  const left = all.values();
  const worker = async () => {
    for (const one of left) await work(one);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
}
