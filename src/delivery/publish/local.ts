// The snapshot's folder → its files as a manifest knows them. Only files of a snapshot count: no hidden
// file, no link, and nothing that lies there besides.
import { createHash, hash, type KeyObject } from 'node:crypto';
import {
  closeSync,
  createReadStream,
  lstatSync,
  openSync,
  readdirSync,
  readFileSync,
  readSync,
} from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { Stage } from '../../engine/write/stage.js';
import { realPath } from '../../files/disk/boundary.js';
import { isObject } from '../../model/fields.js';
import { UsageError } from '../../problems/problem.js';
import { SIGNATURE, SNAPSHOT } from '../../site/address.js';
import { FOLDERS, fileBeside, kindOf } from '../../site/kinds.js';
import { asPublished } from '../../site/signature.js';
import { readLines, readList } from '../http/list-body.js';
import { OF_OURS } from '../http/value-stream.js';
import { idsText } from './ids.js';
import { headersOf, isPublished, listOf } from './kinds.js';
import { ownSignature } from './signed.js';
import type { Manifest, ManifestEntry } from './state.js';
import type { LocalFile } from './targets/target.js';

export interface LocalSnapshot {
  /** As `build` says it, as long as every file of the snapshot is published. */
  readonly id: string;
  /** Without the signature, which is published together with that of the snapshot before. */
  readonly files: Manifest;
  readonly sources: ReadonlyMap<string, LocalFile>;
  readonly signature: string | undefined;
}

/** More bytes than a page has that is parsed as a whole. */
const LARGE = 16 * 1024 * 1024;
const BLOCK = 1024 * 1024;

/**
 * Reads a snapshot's folder. What a file shows is taken from `known` where its bytes are the same. `key`: signs
 * it, whether it is signed in its folder or not. Throws a {@link UsageError} where no whole snapshot is.
 */
export async function readSnapshot(
  folder: string,
  known: Manifest,
  key?: KeyObject,
): Promise<LocalSnapshot> {
  const root = realPath(folder);
  if (Stage.isAt(folder)) {
    throw new UsageError(`a build is writing to ${folder}, or was killed there: build again first`);
  }
  const names = namesIn(root, folder);
  for (const name of ['api/index.json', '404.json', ...(key ? [SNAPSHOT] : [])]) {
    if (!names.includes(name)) throw new UsageError(`no snapshot in ${folder}: ${name} is missing`);
  }
  const files = new Map<string, ManifestEntry>();
  const sources = new Map<string, LocalFile>();
  const hashes = new Map<string, string>();
  const signature = ownSignature(root, names, key);
  for (const name of names) {
    if (name === SIGNATURE) continue;
    const path = join(root, name);
    const { hash, size } = hashOf(path);
    const same = known.get(name)?.hash === hash ? known.get(name) : undefined;
    const ids = same?.ids ?? (await idsIn(name, path, size)) ?? '';
    files.set(name, { hash, size, headers: headersOf(name), ids, etag: '' });
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

/** The names of a snapshot's files, sorted; what else is in its folder is not published. */
function namesIn(root: string, folder: string): string[] {
  const names: string[] = [];
  const visit = (below: string): void => {
    for (const entry of readdirSync(join(root, below), { withFileTypes: true })) {
      const name = below + entry.name;
      if (entry.isDirectory() && (FOLDERS.includes(name) || below !== '')) visit(`${name}/`);
      else if (entry.isFile() && isPublished(name)) names.push(name);
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

/** SHA-256 and size of a file. */
export function hashOf(path: string): { readonly hash: string; readonly size: number } {
  const sum = createHash('sha256');
  let size = 0;
  for (const block of blocksOf(path)) {
    sum.update(block);
    size += block.length;
  }
  return { hash: sum.digest('hex'), size };
}

/** The bytes of a file in blocks of so many at most, in a buffer that is reused. */
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
 * The ids of the records that a file shows, as a text; none for a file that shows no records, or the sibling of
 * one. Undefined where that cannot be told. `source`: its path, or its bytes.
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

/** The whole of a file that is sent. Throws a {@link UsageError} if its bytes are others by now. */
export function bytesOf({ path, hash: wanted }: LocalFile): Buffer {
  const bytes = readFileSync(path);
  if (hash('sha256', bytes, 'hex') === wanted) return bytes;
  throw new UsageError(`${path} was changed while it was being published: publish again`);
}
