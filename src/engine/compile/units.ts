// Data files → units of work: a large file alone, small ones of a collection grouped by a hash of
// their names, so that a change of one file leaves all other units as they are. A unit's key follows
// from its contents: under it, what was compiled before is found again.
import { hash } from 'node:crypto';
import { lstatSync } from 'node:fs';
import type { DataFile } from '../../files/source/files.js';
import { isTooLarge, type TextFile, TOO_LARGE } from '../../files/source/texts.js';
import { memo } from '../../model/memo.js';
import type { Pool } from '../pool/pool.js';
import type { HashedFile, Hashes } from './hashes.js';

/** Some files of a collection that are compiled together. */
export interface Unit {
  readonly collection: string;
  readonly files: readonly UnitFile[];
  readonly bytes: number;
  /** The same exactly when the files and the scope are the same. */
  readonly key: string;
  /** What its compiled form depends on besides the files: settings, and the tool. */
  readonly scope: string;
}

export interface UnitFile extends DataFile, HashedFile {
  readonly texts?: readonly (TextFile & { readonly hash: string })[];
}

/** Files of this size and over are units of their own; smaller ones share units of about this size. */
const UNIT_BYTES = 2 << 20;

/** Makes units of data files. */
export async function makeUnits(
  files: readonly DataFile[],
  scope: string,
  hashes: Pick<Hashes, 'of' | 'put'>,
  pool: Pool,
): Promise<Unit[]> {
  const texts = files.flatMap((file) => file.texts ?? []);
  // One that is too large to be read is known by that.
  const readable = [...files, ...texts.filter(({ path }) => !isTooLarge(lstatSync(path).size))];
  const held = await hashes.of(
    readable.map(({ path }) => path),
    pool,
  );
  const byPath = new Map(readable.map(({ path }, i) => [path, held[i]!]));
  const hashed = files.map((file): UnitFile => {
    const { texts, ...own } = { ...file, ...byPath.get(file.path)! };
    if (!texts) return own;
    const all = texts.map((text) => ({
      ...text,
      ...(byPath.get(text.path) ?? { bytes: 0, hash: TOO_LARGE }),
    }));
    return { ...own, texts: all, bytes: all.reduce((sum, { bytes }) => sum + bytes, own.bytes) };
  });
  const groups = new Map<string, UnitFile[]>();
  const small = new Map<string, number>();
  for (const { collection, bytes } of hashed) {
    if (bytes < UNIT_BYTES) small.set(collection, (small.get(collection) ?? 0) + bytes);
  }
  for (const file of hashed) {
    const { collection, name, bytes } = file;
    // A power of two: as a collection grows, its units seldom change, and then by splitting in halves.
    const buckets =
      2 ** Math.ceil(Math.log2(Math.max(1, (small.get(collection) ?? 0) / UNIT_BYTES)));
    const bucket = Number.parseInt(hash('sha256', name, 'hex').slice(0, 8), 16) % buckets;
    const group = bytes < UNIT_BYTES ? `${collection}/${bucket}` : name;
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
const contentOf = ({ name, hash, texts = [] }: Pick<UnitFile, 'name' | 'hash' | 'texts'>) => [
  ...[name, hash],
  ...texts.flatMap((text) => [text.field, text.hash]),
];
