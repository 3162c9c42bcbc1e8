// A run of `mirror`, while its folder is locked. If the server publishes during the run, the fetched files may belong
// to two snapshots. Then the run begins again with the new snapshot.json, and keeps the files that belong to it.
import { hash, type KeyObject } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Output, OutputResult } from '../../engine/write/output.js';
import { atOnce } from '../../files/at-once.js';
import { hearSignals } from '../../files/disk/temporary.js';
import type { Portal } from '../../model/endpoint.js';
import { isSigned } from '../../site/signature.js';
import {
  filesOf,
  type ReadSnapshot,
  readSnapshot,
  WrongSnapshot,
} from '../../site/snapshot-reader.js';
import type { MirrorFolder, SnapshotFiles } from './folder.js';
import { type MirrorOrigin, NotInStep } from './origin.js';

/** A snapshot whose files are all in the copy or in the stage. */
export interface FetchedSnapshot extends SnapshotFiles {
  /** The names of those files that are in the stage. */
  readonly coming: ReadonlySet<string>;
}

export interface RunMeans {
  readonly portal: Portal;
  readonly output: Output;
  readonly folder: MirrorFolder;
  readonly server: MirrorOrigin;
  readonly keys: readonly KeyObject[];
  readonly signal: AbortSignal;
  readonly concurrency: number;
  /** Milliseconds to wait before the second attempt; each further wait is twice as long. */
  readonly backoff: number;
  readonly onProgress: (phase: 'fetching', done: number, total: number) => void;
}

/** The most attempts of a run. An attempt fails if the server publishes a new snapshot meanwhile, for example. */
const ATTEMPTS = 5;
const RESTLESS = `the snapshot was replaced each of ${ATTEMPTS} times while it was read; the next run goes on with what was fetched`;
/** After every 500 files, the lock is renewed, and signals such as Ctrl+C are handled. */
const SOME = 500;

/** Fetches the files that differ, until all files belong to one snapshot. Throws {@link WrongSnapshot}. */
export async function fetchSnapshot(means: RunMeans): Promise<FetchedSnapshot> {
  const { server, signal, backoff } = means;
  await server.takeOver();
  const seen = new Set<string>();
  for (let attempt = 1; ; attempt++) {
    const described = await server.snapshot();
    seen.add(hash('sha256', described, 'hex'));
    try {
      return await fetchAll(described, means);
    } catch (error) {
      if (!(error instanceof NotInStep) || !error.mayPass) throw error;
      if (attempt === ATTEMPTS) {
        throw seen.size < ATTEMPTS ? error : new NotInStep(RESTLESS);
      }
    }
    await sleep(backoff * 2 ** (attempt - 1), null, { signal }).catch(() => {});
  }
}

/**
 * Moves fetched files into place, and removes files that are no longer published. If nothing differs and the folder is
 * trusted, does nothing and returns undefined.
 */
export async function place(
  { files, coming }: FetchedSnapshot,
  { portal, output, folder, server }: RunMeans,
): Promise<OutputResult | undefined> {
  const notFound = JSON.stringify(portal.notFound);
  const isSame = folder.bytesOf('404.json')?.toString() === notFound && coming.size === 0;
  if (isSame && folder.isTrusted) return undefined;
  for (const [name, sum] of files) {
    const there = await folder.fileAt(name);
    const isNew = coming.has(name);
    const size = isNew ? server.sizeOf(name) : there!.size;
    const made = { name, key: sum, hash: sum, bytes: size, isNew };
    output.add([{ ...made, signature: there?.signature }]);
  }
  await output.file('404.json', notFound, { withSiblings: false });
  return output.publish();
}

async function fetchAll(described: Buffer, means: RunMeans): Promise<FetchedSnapshot> {
  const { portal, output, folder, server, keys, concurrency, onProgress } = means;
  const snapshot = readSnapshot(described);
  mustBeSigned(snapshot, keys);
  const own = server.apart((name) => folder.bytesOf(name));
  const files = await filesOf(portal, snapshot, own, concurrency);
  // Removes fetched files of other snapshots. Otherwise a hostile server could fill the disk in many failed runs.
  server.keepOf(files);
  const coming = new Set<string>();
  let done = 0;
  for (const [name, sum] of files) {
    if ((await folder.fileAt(name))?.hash !== sum) coming.add(name);
    if (++done % SOME > 0) continue;
    output.touch();
    await hearSignals();
  }
  const missing = [...coming].filter((name) => !server.has(name, files.get(name)!));
  done = 0;
  const fetch = async (name: string) => {
    await server.fetch(name, files.get(name)!);
    onProgress('fetching', ++done, missing.length);
    output.touch();
  };
  await atOnce(missing, fetch, concurrency);
  return { id: snapshot.id, files, coming };
}

function mustBeSigned({ id, signature }: ReadSnapshot, keys: readonly KeyObject[]): void {
  if (keys.length === 0 || isSigned(keys, id, signature)) return;
  throw new WrongSnapshot(
    signature === undefined
      ? 'snapshot.json is not signed'
      : 'none of the keys made the signature in snapshot.json',
  );
}
