// Updates a copy of a published snapshot. Reads snapshot.json (manifest.ts) and finds the files that differ in the
// folder (folder.ts). Fetches these files (run.ts, origin.ts), checks their SHA-256, and moves them into place.
import { Output } from '../../engine/write/output.js';
import { cannotWrite } from '../../files/disk/boundary.js';
import type { Portal } from '../../model/endpoint.js';
import { UsageError } from '../../problems/problem.js';
import { snapshotFilesOf } from '../../site/kinds.js';
import { readPublicKeys } from '../../site/signature.js';
import { WrongSnapshot } from '../../site/snapshot-reader.js';
import { mustBeNamed } from '../../snapshot/settings/index.js';
import { HttpClient } from '../http/client.js';
import { deadline } from '../http/deadline.js';
import { addressOf } from '../http/target.js';
import {
  type ChangedAddresses,
  type ChangedRecords,
  changedAddresses,
  changedRecords,
} from './changes.js';
import { MirrorFolder } from './folder.js';
import { MirrorOrigin } from './origin.js';
import { fetchSnapshot, place, type RunMeans } from './run.js';

export interface MirrorOptions {
  /** The base URL of the origin, with or without `/api/`. */
  readonly url: string;
  readonly dir: string;
  /** A file of public keys. One of them must have signed the snapshot. */
  readonly key?: string;
  /** Whether to read every file of the folder, instead of trusting its snapshot.json. */
  readonly audit?: boolean;
  readonly breakLock?: boolean;
  /** The most requests at once; 4 by default, at most 64. */
  readonly concurrency?: number;
  /** The most seconds for one complete answer; 600 by default. */
  readonly timeout?: number;
  /** The most seconds for the whole run; a day by default. */
  readonly deadline?: number;
  /** The most gigabytes that are fetched; 16 by default. */
  readonly maxSize?: number;
  /** Whether to report which records changed. This needs to read the changed pages. */
  readonly records?: boolean;
  readonly signal?: AbortSignal;
  /** About how many milliseconds to wait before the second attempt of a request or a run. Later waits are longer. */
  readonly backoff?: number;
  readonly onProgress?: (phase: 'fetching', done: number, total: number) => void;
}

export interface MirrorReport {
  /** Whether the copy is up to date. */
  readonly ok: boolean;
  /** Why the copy is not up to date; null if it is. */
  readonly problem: string | null;
  readonly origin: string;
  readonly folder: string;
  /** The ids of the snapshots in the folder, after this run and before it. */
  readonly snapshot: string | null;
  readonly before: string | null;
  readonly addresses: ChangedAddresses;
  readonly records: ChangedRecords;
  readonly files: {
    readonly total: number;
    readonly placed: number;
    readonly removed: number;
  };
  /** Files in the folder that do not belong to the API. They stay. */
  readonly foreign: readonly string[];
  readonly requests: number;
  /** The bytes of all bodies, as they were sent. */
  readonly bytes: number;
}

/** A day, in seconds. */
const DEADLINE = 86_400;
const UNCHANGED = { added: [], changed: [], removed: [], mended: [] };

/**
 * Updates the copy. Throws a {@link UsageError} if the server has no snapshot, or if the folder cannot be used. If the
 * files cannot be fetched or are not those of the snapshot, the report says so, and the folder is unchanged.
 */
export async function mirror(portal: Portal, options: MirrorOptions): Promise<MirrorReport> {
  const { concurrency = 4, timeout = 600, breakLock = false, backoff, dir } = options;
  mustBeNamed('dir', dir);
  const given = addressOf(options.url);
  const keys = options.key === undefined ? [] : readPublicKeys(options.key);
  const signal = deadline(options.deadline ?? DEADLINE, options.signal);
  const userAgent = 'portal-snapshot-mirror';
  const limits = { concurrency, timeout: timeout * 1000, signal, backoff };
  const client = new HttpClient({ origin: given.origin, userAgent, ...limits });
  try {
    const settings = { out: dir, compress: [], breakLock, keptStage: 'mirror' };
    const output = new Output(settings, snapshotFilesOf(portal), new Map());
    let isToGoOn = true;
    try {
      const { root, stage } = output.workplace;
      const { audit = false, maxSize = 16, onProgress = () => {} } = options;
      const folder = await MirrorFolder.open(portal, root, !(audit || output.wasLeft));
      const server = new MirrorOrigin(client.ask, given, stage, maxSize);
      const means = { portal, output, folder, server, keys, signal, concurrency, onProgress };
      const done = await bring({ ...means, backoff: backoff ?? 1000 }, options.records === true);
      isToGoOn = !done.ok;
      const { requests, bytes } = client.meter;
      return { origin: server.base, folder: dir, ...done, requests, bytes };
    } finally {
      output.close(isToGoOn);
    }
  } catch (error) {
    throw cannotWrite(dir, error);
  } finally {
    client.close();
  }
}

/** Updates the copy, and returns the part of the report that is about files and records. */
async function bring(
  means: RunMeans,
  withRecords: boolean,
): Promise<Omit<MirrorReport, 'origin' | 'folder' | 'requests' | 'bytes'>> {
  const { portal, output, folder } = means;
  const before = folder.before?.id ?? null;
  const none = { records: null, addresses: UNCHANGED, foreign: [] };
  try {
    const fetched = await fetchSnapshot(means);
    const { id, files: now, coming } = fetched;
    const change = { before: folder.before?.files ?? new Map(), now, coming };
    const { stage } = output.workplace;
    const isTold = withRecords && before !== null;
    const records = isTold ? await changedRecords(portal, change, folder, stage) : null;
    const result = await place(fetched, means);
    const { written = 0, removed = 0 } = result?.files ?? {};
    return {
      ...{ ok: true, problem: null, snapshot: id, before },
      ...{ addresses: changedAddresses(change), records, foreign: result?.foreign ?? [] },
      files: { total: sizeOf(now), placed: written, removed },
    };
  } catch (error) {
    if (!(error instanceof WrongSnapshot)) throw error;
    const files = { total: sizeOf(folder.before?.files), placed: 0, removed: 0 };
    return { ok: false, problem: error.message, snapshot: before, before, files, ...none };
  }
}

/** The number of files. `files` lacks 404.json, because snapshot.json has no digest of it. */
const sizeOf = (files: ReadonlyMap<string, string> | undefined): number =>
  files === undefined ? 0 : files.size + 1;
