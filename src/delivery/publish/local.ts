// Reads the snapshot's folder into a manifest. Only files of a snapshot count: no links, no hidden files but
// `.htaccess`, and nothing else that is in the folder.
import { createHash, hash, type KeyObject } from 'node:crypto';
import {
  closeSync,
  createReadStream,
  existsSync,
  lstatSync,
  openSync,
  readdirSync,
  readFileSync,
  readSync,
} from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { Stage } from '../../engine/write/stage.js';
import { realPath } from '../../files/disk/boundary.js';
import { hashFile } from '../../files/source/data-file.js';
import type { Portal } from '../../model/endpoint.js';
import { isObject } from '../../model/fields.js';
import { UsageError } from '../../problems/problem.js';
import { SIGNATURE, SNAPSHOT } from '../../site/address.js';
import { BESIDE, FOLDERS, fileBeside, keptPagesOf, kindOf, ownFilesOf } from '../../site/kinds.js';
import { asPublished } from '../../site/signature.js';
import { readLines, readList } from '../http/list-body.js';
import { OF_OURS } from '../http/value-stream.js';
import { idsText } from './ids.js';
import { headersOf, isPublished, listOf } from './kinds.js';
import { ownSignature } from './signed.js';
import type { Manifest, ManifestEntry } from './state.js';
import type { LocalFile } from './targets/target.js';

export interface LocalSnapshot {
  /** The id that `build` reports, if every file of the snapshot is published. */
  readonly id: string;
  /** Without the signature, which is published together with that of the previous snapshot (signed.ts). */
  readonly files: Manifest;
  readonly sources: ReadonlyMap<string, LocalFile>;
  readonly signature: string | undefined;
}

/** A file with more bytes is parsed record by record, not as a whole. */
const LARGE = 16 * 1024 * 1024;
const BLOCK = 1024 * 1024;
/** After so many files, the event loop runs, for signals. */
const TURN = 256;

/**
 * Reads the folder of a snapshot of this portal. The ids that a file shows are copied from `known` if its bytes are the same. `key`: signs
 * the snapshot, even if its folder has a signature. Throws a {@link UsageError} if the folder has no whole snapshot.
 */
export async function readSnapshot(
  portal: Portal,
  folder: string,
  known: Manifest,
  key?: KeyObject,
): Promise<LocalSnapshot> {
  const root = realPath(folder);
  if (Stage.isAt(folder)) {
    throw new UsageError(
      `a build or a mirror is writing to ${folder}, or was killed there: run it again first`,
    );
  }
  const names = namesIn(root, folder, ownFilesOf(portal));
  for (const name of ['api/index.json', '404.json', ...(key ? [SNAPSHOT] : [])]) {
    if (!names.includes(name)) throw new UsageError(`no snapshot in ${folder}: ${name} is missing`);
  }
  const isKept = keptPagesOf(portal);
  const files = new Map<string, ManifestEntry>();
  const sources = new Map<string, LocalFile>();
  const hashes = new Map<string, string>();
  const signature = ownSignature(root, names, key);
  for (const name of names) {
    if (name === SIGNATURE) continue;
    const path = join(root, name);
    const { size } = lstatSync(path);
    const hash = await hashFile(path);
    if (files.size % TURN === 0) await nextTurn();
    const same = known.get(name)?.hash === hash ? known.get(name) : undefined;
    const ids = same?.ids ?? (await idsIn(name, path, size)) ?? '';
    files.set(name, { hash, size, headers: headersOf(name, isKept(name)), ids, etag: '' });
    sources.set(name, { path, size, hash });
    hashes.set(name, hash);
  }
  if (signature !== undefined) {
    hashes.set(SIGNATURE, hash('sha256', asPublished([signature]), 'hex'));
  }
  const all = createHash('sha256');
  for (const [name, hash] of [...hashes].sort(([a], [b]) => byName(a, b))) {
    all.update(`${name}\0${hash}\n`);
  }
  return { id: all.digest('hex'), files, sources, signature };
}

const byName = (a: string, b: string) => (a < b ? -1 : 1);

/** Returns the names of a snapshot's files, sorted; other files in its folder are not published. */
function namesIn(root: string, folder: string, isOurs: (name: string) => boolean): string[] {
  const names: string[] = [];
  const isSent = (name: string) =>
    isPublished(name) && (isOurs(name) || BESIDE.includes(fileBeside(name) ?? name));
  const visit = (below: string): void => {
    for (const entry of readdirSync(join(root, below), { withFileTypes: true })) {
      const name = below + entry.name;
      if (entry.isDirectory() && (FOLDERS.includes(name) || below !== '')) visit(`${name}/`);
      else if (entry.isFile() && isSent(name)) names.push(name);
    }
  };
  try {
    visit('');
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code !== 'ENOENT' && code !== 'ENOTDIR') throw error;
    throw new UsageError(`no snapshot in ${folder}: build first`);
  }
  return names.sort(byName);
}

/** Yields a file in blocks of at most `most` bytes. All use one buffer: a block is overwritten by the next. */
export function* blocksOf(path: string, most = BLOCK): Generator<Buffer> {
  const fd = openSync(path, 'r');
  try {
    const block = Buffer.allocUnsafe(Math.min(most, Math.max(1, lstatSync(path).size)));
    for (;;) {
      const length = readSync(fd, block, 0, block.length, null);
      if (length === 0) return;
      yield block.subarray(0, length);
    }
  } finally {
    closeSync(fd);
  }
}

/**
 * Returns the ids of the records that a file shows, as a text (ids.ts); empty for a file that shows none, and for a
 * compressed sibling. Undefined if the file cannot be parsed. `source`: its path, or its bytes.
 */
export async function idsIn(
  name: string,
  source: string | Buffer,
  size: number,
): Promise<string | undefined> {
  if (fileBeside(name) !== undefined || !listOf(name)) return '';
  const ids: number[] = [];
  const take = (record: unknown): void => {
    const id = isObject(record) ? record['id'] : undefined;
    if (Number.isSafeInteger(id) && Number(id) >= 0) ids.push(Number(id));
  };
  const shows = kindOf(name)?.showsRecords;
  const isLines = shows === 'lines';
  try {
    if (shows === 'feed') {
      const { idsInFeed } = await import('../../site/feed.js');
      const text = String(typeof source === 'string' ? readFileSync(source) : source);
      const found = idsInFeed(text);
      return found && idsText(found);
    }
    if (size <= LARGE) {
      const text = String(typeof source === 'string' ? readFileSync(source) : source);
      const body: unknown = JSON.parse(
        isLines ? `[${text.trimEnd().replaceAll('\n', ',')}]` : text,
      );
      const records = isObject(body) && Array.isArray(body['results']) ? body['results'] : body;
      if (Array.isArray(records)) records.forEach(take);
      else take(records);
    } else {
      const blocks =
        typeof source === 'string' ? createReadStream(source) : Readable.from([source]);
      const list = blocks[Symbol.asyncIterator]();
      const visit = (record: Buffer) => take(JSON.parse(String(record)));
      if (isLines) await readLines(list, visit, OF_OURS);
      else if ((await readList(list, visit, OF_OURS)).kind === 'none') return undefined;
    }
  } catch {
    return undefined;
  }
  return idsText(ids);
}

/** Whether a build has changed this file of a snapshot's folder since it was read, or is at work there. */
export const isBuiltAgain = (folder: string, { path, hash: wanted }: LocalFile): boolean =>
  Stage.isAt(folder) || !existsSync(path) || hash('sha256', readFileSync(path), 'hex') !== wanted;

/** Reads a whole file that is to be sent. Throws a {@link UsageError} if it has changed since it was hashed. */
export function bytesOf({ path, hash: wanted }: LocalFile): Buffer {
  const bytes = readFileSync(path);
  if (hash('sha256', bytes, 'hex') === wanted) return bytes;
  throw changedMeanwhile({ path });
}

export const changedMeanwhile = ({ path }: Pick<LocalFile, 'path'>): UsageError =>
  new UsageError(`${path} was changed while it was being published: publish again`);
