// Data files → shards: a large file alone, small ones of a collection grouped by a hash of
// their names, so that a change of one file leaves all other shards as they are. A shard's key follows
// from its contents: under it, what was compiled before is found again.
import { hash } from 'node:crypto';
import { lstatSync } from 'node:fs';
import type { DataFile } from '../../files/source/files.js';
import { isTooLarge, type TextFile, TOO_LARGE } from '../../files/source/texts.js';
import { memo } from '../../model/memo.js';
import type { Pool } from '../pool/pool.js';
import type { HashedFile, Hashes } from './hashes.js';

/** Some files of a collection that are compiled together. */
export interface Shard {
  readonly collection: string;
  readonly files: readonly ShardFile[];
  readonly bytes: number;
  /** The same exactly when the files and the scope are the same. */
  readonly key: string;
  /** What its compiled form depends on besides the files: settings, and the tool. */
  readonly scope: string;
}

export interface ShardFile extends DataFile, HashedFile {
  readonly texts?: readonly (TextFile & Pick<HashedFile, 'hash' | 'bytes'>)[];
}

/** Files of this size and over are shards of their own; smaller ones share shards of about this size. */
const SHARD_BYTES = 2 << 20;

/** Makes shards of data files. */
export async function makeShards(
  files: readonly DataFile[],
  scope: string,
  hashes: Pick<Hashes, 'of' | 'put'>,
  pool: Pool,
): Promise<Shard[]> {
  const texts = files.flatMap((file) => file.texts ?? []);
  // One that is too large to be read is known by that.
  const readable = [...files, ...texts.filter(({ path }) => !isTooLarge(lstatSync(path).size))];
  const held = await hashes.of(
    readable.map(({ path }) => path),
    pool,
  );
  const byPath = new Map(readable.map(({ path }, i) => [path, held[i]!]));
  const hashed = files.map((file): ShardFile => {
    const { texts, ...own } = { ...file, ...byPath.get(file.path)! };
    if (!texts) return own;
    const all = texts.map((text) => ({
      ...text,
      ...(byPath.get(text.path) ?? { bytes: 0, hash: TOO_LARGE }),
    }));
    return { ...own, texts: all, bytes: all.reduce((sum, { bytes }) => sum + bytes, own.bytes) };
  });
  const groups = new Map<string, ShardFile[]>();
  const small = new Map<string, number>();
  for (const { collection, bytes } of hashed) {
    if (bytes < SHARD_BYTES) small.set(collection, (small.get(collection) ?? 0) + bytes);
  }
  for (const file of hashed) {
    const { collection, name, bytes } = file;
    // A power of two: as a collection grows, its shards seldom change, and then by splitting in halves.
    const buckets =
      2 ** Math.ceil(Math.log2(Math.max(1, (small.get(collection) ?? 0) / SHARD_BYTES)));
    const bucket = Number.parseInt(hash('sha256', name, 'hex').slice(0, 8), 16) % buckets;
    const group = bytes < SHARD_BYTES ? `${collection}/${bucket}` : name;
    memo(groups, group, () => []).push(file);
  }
  return [...groups.values()].map((group) => {
    const key = hash('sha256', JSON.stringify([scope, group.map(contentOf)]), 'hex');
    for (const { path } of group) hashes.put(path, key);
    const bytes = group.reduce((sum, { bytes }) => sum + bytes, 0);
    return { collection: group[0]!.collection, files: group, bytes, key, scope };
  });
}

/** What the compiled form of a file depends on. */
const contentOf = ({ name, hash, texts = [] }: Pick<ShardFile, 'name' | 'hash' | 'texts'>) => [
  ...[name, hash],
  ...texts.flatMap((text) => [text.field, text.hash]),
];
