// Groups data files into shards. A large file is a shard of its own. Small files of a collection are grouped by a hash
// of their names, so that a change of one file usually affects only one shard. The key of a shard is a hash of its
// scope and contents; the store keeps the compiled shard under this key.
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
  /** A hash of the scope, and of the names and contents of the files. */
  readonly key: string;
  /** A hash of the code and of the settings that compiling depends on. If it changes, the shard is compiled again. */
  readonly scope: string;
}

export interface ShardFile extends DataFile, HashedFile {
  readonly texts?: readonly (TextFile & Pick<HashedFile, 'hash' | 'bytes'>)[];
}

/**
 * A file that has, with its text files, at least this many bytes is a shard of its own. Smaller files share shards with
 * about this many bytes or fewer.
 */
const SHARD_BYTES = 2 << 20;

/** Files of a collection that form a shard. */
export interface FileGroup {
  readonly name: string;
  readonly files: readonly DataFile[];
  readonly bytes: number;
}

/**
 * Groups data files by their names and sizes. The contents do not matter, so machines that have read different files
 * make the same groups.
 */
export function groupFiles(files: readonly DataFile[]): FileGroup[] {
  const sized = files.map((file) => {
    const texts = (file.texts ?? []).map(({ path }) => lstatSync(path).size);
    const read = texts.filter((size) => !isTooLarge(size));
    return { file, bytes: read.reduce((sum, size) => sum + size, lstatSync(file.path).size) };
  });
  const small = new Map<string, number>();
  for (const { file, bytes } of sized) {
    const { collection } = file;
    if (bytes < SHARD_BYTES) small.set(collection, (small.get(collection) ?? 0) + bytes);
  }
  const groups = new Map<string, { name: string; files: DataFile[]; bytes: number }>();
  for (const { file, bytes } of sized) {
    const { collection, name } = file;
    // The number of groups of small files is a power of two. So it rarely changes while a collection grows. When the
    // number doubles, each group is divided into two.
    const buckets =
      2 ** Math.ceil(Math.log2(Math.max(1, (small.get(collection) ?? 0) / SHARD_BYTES)));
    const bucket = Number.parseInt(hash('sha256', name, 'hex').slice(0, 8), 16) % buckets;
    const group = bytes < SHARD_BYTES ? `${collection}/${bucket}` : name;
    const own = memo(groups, group, () => ({ name: group, files: [], bytes: 0 }));
    own.files.push(file);
    own.bytes += bytes;
  }
  return [...groups.values()];
}

/** Makes a shard of each group of data files. */
export async function makeShards(
  groups: readonly FileGroup[],
  scope: string,
  hashes: Pick<Hashes, 'of' | 'put'>,
  pool: Pool,
): Promise<Shard[]> {
  const all = groups.flatMap(({ name: group, files }) =>
    files.flatMap(({ path, texts = [] }) => {
      // Text files that are too large are not read. They all get the hash TOO_LARGE.
      const readable = texts.filter(({ path }) => !isTooLarge(lstatSync(path).size));
      return [path, ...readable.map(({ path }) => path)].map((path) => ({ path, group }));
    }),
  );
  const held = await hashes.of(all, pool);
  const byPath = new Map(all.map(({ path }, i) => [path, held[i]!]));
  return groups.map(({ name: group, files: found, bytes }) => {
    const files = found.map((file): ShardFile => {
      const { texts, ...own } = { ...file, ...byPath.get(file.path)! };
      if (!texts) return own;
      const all = texts.map((text) => ({
        ...text,
        ...(byPath.get(text.path) ?? { bytes: 0, hash: TOO_LARGE }),
      }));
      return { ...own, texts: all };
    });
    const key = hash('sha256', JSON.stringify([scope, files.map(contentOf)]), 'hex');
    for (const { path } of files) hashes.put({ path, group }, key);
    return { collection: files[0]!.collection, files, bytes, key, scope };
  });
}

/** What decides the compiled form of a file, in addition to the scope of its shard. */
const contentOf = ({ name, hash, texts = [] }: Pick<ShardFile, 'name' | 'hash' | 'texts'>) => [
  ...[name, hash],
  ...texts.flatMap((text) => [text.field, text.hash]),
];
