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
import { filesOf, NotInStep } from '../mirror/manifest.js';
import type { Snapshot } from './history.js';
import { headersOf } from './kinds.js';

/** Reads the list of files of the snapshot in a folder. Throws a {@link UsageError} if this is not possible. */
export async function localSnapshot(portal: Portal, folder: string): Promise<Snapshot> {
  if (Stage.isAt(folder)) {
    throw new UsageError(
      `a build or a mirror is writing to ${folder}, or was killed there: run it again first`,
    );
  }
  const path = join(folder, SNAPSHOT);
  if (!existsSync(path)) throw new UsageError(`no snapshot in ${folder}: build first`);
  const apart = async (name: string, sum: string) => readBuilt(join(folder, name), sum);
  const { id, files } = await filesOf(portal, readBuilt(path), apart).catch((error) => {
    throw error instanceof NotInStep ? notAsBuilt(path) : error;
  });
  const hashes = new Map(files).set(
    '404.json',
    hash('sha256', JSON.stringify(portal.notFound), 'hex'),
  );
  const isKept = keptPagesOf(portal);
  const entries = [...hashes].map(([name, hash]) => {
    return [name, { hash, headers: headersOf(name, isKept(name)) }] as const;
  });
  return { id, files: new Map(entries) };
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
