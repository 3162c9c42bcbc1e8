// Reads the snapshot in a folder. Before a file is sent, its SHA-256 is compared with that in the list of files. So a
// file that is damaged, or from another build, is not published.
import { hash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Stage } from '../../engine/write/stage.js';
import type { Portal } from '../../model/endpoint.js';
import { UsageError } from '../../problems/problem.js';
import { SNAPSHOT } from '../../site/address.js';
import { keptPagesOf } from '../../site/kinds.js';
import {
  filesOf,
  type ReadSnapshot,
  readSnapshot,
  WrongSnapshot,
} from '../../site/snapshot-reader.js';
import { headersOf } from './headers.js';
import type { Snapshot } from './history.js';

/** The snapshot in a folder. */
export interface LocalSnapshot extends Snapshot {
  readonly lists: ReadSnapshot['lists'];
}

/** Reads the list of files of the snapshot in a folder. Throws a {@link UsageError} if this is not possible. */
export async function localSnapshot(portal: Portal, folder: string): Promise<LocalSnapshot> {
  if (Stage.isAt(folder)) {
    throw new UsageError(
      `a build or a mirror is writing to ${folder}, or was killed there: run it again first`,
    );
  }
  const path = join(folder, SNAPSHOT);
  if (!existsSync(path)) throw new UsageError(`no snapshot in ${folder}: build first`);
  const apart = async (name: string, sum: string) => readBuilt(join(folder, name), sum);
  const isKept = keptPagesOf(portal);
  try {
    const snapshot = readSnapshot(readBuilt(path));
    const hashes = new Map(await filesOf(portal, snapshot, apart));
    hashes.set('404.json', hash('sha256', JSON.stringify(portal.notFound), 'hex'));
    const entries = [...hashes].map(([name, hash]) => {
      return [name, { hash, headers: headersOf(name, isKept(name)) }] as const;
    });
    return { id: snapshot.id, lists: snapshot.lists, files: new Map(entries) };
  } catch (error) {
    throw error instanceof WrongSnapshot ? notAsBuilt(path) : error;
  }
}

/** Reads a file of a snapshot. Throws a {@link UsageError} if it cannot be read, or if its SHA-256 is not `sum`. */
export function readBuilt(path: string, sum?: string): Buffer {
  let bytes: Buffer | undefined;
  try {
    bytes = readFileSync(path);
  } catch {
    // It is missing, or a folder, or this user may not read it.
  }
  if (!bytes || (sum !== undefined && hash('sha256', bytes, 'hex') !== sum)) throw notAsBuilt(path);
  return bytes;
}

/** The error for a file that is not as the build wrote it. */
const notAsBuilt = (path: string): UsageError =>
  new UsageError(
    `${path} is not as it was built (damaged, missing, not readable, or of another build): build again`,
  );
