// Reads snapshot.json: which files a snapshot has, and their SHA-256. Whoever wrote it is not trusted: file names are
// refused if this API does not have them, or if they lead out of the folder. A snapshot.json that contradicts itself is
// refused, too.
import { hash } from 'node:crypto';
import * as z from 'zod';
import { atOnce } from '../files/at-once.js';
import { readValue } from '../files/source/foreign-json.js';
import type { Portal } from '../model/endpoint.js';
import { quote } from '../problems/quote.js';
import { digestsFile, pageFile, SNAPSHOT, withoutId } from './address.js';
import { byName } from './by-name.js';
import { fileBeside, isSafeName, snapshotFilesOf } from './kinds.js';
import {
  digestOf,
  type FileDigests,
  idOf,
  type PublishedPage,
  pagesAmong,
  pagesIn,
} from './snapshot-file.js';

/** Thrown if a snapshot.json, or a file of digests, cannot be used. */
export class WrongSnapshot extends Error {
  override name = 'WrongSnapshot';
}

/** The most bytes of snapshot.json, or of a file of digests. They have about 76 bytes for each page. */
export const MAX_DESCRIPTION = 64 * 1024 * 1024;
const OF_DESCRIPTIONS = { bytes: MAX_DESCRIPTION, parts: 1_000_000 };
/** The most files of a snapshot. The name and the SHA-256 of each are kept in memory. */
const MOST_FILES = 3_000_000;

/** Whether a text is a SHA-256 in hexadecimal. */
export const isSum = (text: string): boolean => /^[0-9a-f]{64}$/.test(text);

const sum = z.string().refine(isSum);
const count = z.int().min(0);
const digests = byName(sum);
const snapshotJson = z.object({
  format: z.literal(1),
  id: sum,
  signature: z.string().optional(),
  lists: byName(z.object({ count, pages: count, digest: sum, files: digests.optional() })),
  files: digests,
});

/** The content of a snapshot.json. */
export interface ReadSnapshot extends z.infer<typeof snapshotJson> {
  /** The SHA-256 of its bytes. */
  readonly hash: string;
}

/** Parses a snapshot.json. Throws {@link WrongSnapshot} if it is none, or has another id than it should. */
export function readSnapshot(bytes: Buffer): ReadSnapshot {
  const { value, data } = parsed(bytes, snapshotJson, SNAPSHOT);
  // The id is computed from all keys that were read, because `data` has only the keys that zod knows.
  if (idOf(value as typeof data) !== data.id) throw disagrees(SNAPSHOT);
  return { ...data, hash: hash('sha256', bytes, 'hex') };
}

/** Like {@link readSnapshot}; undefined if there are no bytes, or if they are no right snapshot.json. */
export function snapshotIn(bytes: Buffer | undefined): ReadSnapshot | undefined {
  try {
    return bytes && readSnapshot(bytes);
  } catch (error) {
    if (error instanceof WrongSnapshot) return undefined;
    throw error;
  }
}

/** Reads a file of digests: the SHA-256 of many pages, which would make snapshot.json too long. `hash`: its SHA-256. */
export type ReadApart = (file: string, hash: string) => Promise<Buffer>;

/**
 * Returns the pages of each list, by its name. Reads `concurrency` files of digests at a time. Throws
 * {@link WrongSnapshot}.
 */
export async function pagesByList(
  { lists, files }: ReadSnapshot,
  readApart: ReadApart,
  concurrency = 1,
): Promise<ReadonlyMap<string, readonly PublishedPage[]>> {
  const apart = new Map<string, FileDigests>();
  const long = Object.keys(lists).filter((name) => lists[name]!.files === undefined);
  await atOnce(
    [...new Set(long.map(digestsFile))],
    async (file) => {
      const sum = files[file];
      if (sum === undefined) throw disagrees(file);
      const bytes = await readApart(file, sum);
      if (hash('sha256', bytes, 'hex') !== sum) throw disagrees(file);
      apart.set(file, parsed(bytes, digests, file).data);
    },
    concurrency,
  );
  return new Map(
    Object.entries(lists).map(([name, { pages, digest, files: own }]) => {
      const of = own ? pagesIn(own) : pagesAmong(name, apart.get(digestsFile(name))!);
      if (digestOf(of) !== digest || of.length !== pages) throw disagrees(name);
      return [name, of];
    }),
  );
}

/**
 * Returns the SHA-256 of all files of a snapshot by their names, with snapshot.json itself; not of 404.json. Reads
 * `concurrency` files of digests at a time. Throws {@link WrongSnapshot}.
 */
export async function filesOf(
  portal: Portal,
  snapshot: ReadSnapshot,
  readApart: ReadApart,
  concurrency?: number,
): Promise<ReadonlyMap<string, string>> {
  const all = new NamedFiles(snapshotFilesOf(portal));
  all.add(SNAPSHOT, snapshot.hash);
  // These names are checked before a file of digests is read.
  for (const [name, digest] of Object.entries(snapshot.files)) all.add(name, digest);
  for (const [list, pages] of await pagesByList(snapshot, readApart, concurrency)) {
    for (const { path, hash } of pages) all.add(fileAt(withoutId(list), path), hash);
  }
  return all.files;
}

class NamedFiles {
  readonly files = new Map<string, string>();
  /** The names so far, in lower case, because some disks do not distinguish upper and lower case. */
  readonly #taken = new Set<string>();

  constructor(private readonly isOurs: (name: string) => boolean) {}

  add(name: string, digest: string): void {
    const low = name.toLowerCase();
    const isRight = isSafeName(name) && this.isOurs(name) && fileBeside(name) === undefined;
    if (!isRight || this.#taken.has(low)) {
      throw new WrongSnapshot(
        `snapshot.json names ${quote(name)}, which is no file of this API, or is named twice; a newer version of portal-snapshot may know it`,
      );
    }
    this.#taken.add(low);
    if (this.files.size >= MOST_FILES) {
      throw new WrongSnapshot(`snapshot.json names more than ${MOST_FILES} files`);
    }
    this.files.set(name, digest);
  }
}

/** The file of a page, from its path below the list: `region` and `page/2/` → `api/region/page/2/index.json`. */
const fileAt = (list: string, path: string): string =>
  pageFile(`${list}/${path}`.replace(/\/$/, ''));

function parsed<T>(bytes: Buffer, shape: z.ZodType<T>, file: string): { value: unknown; data: T } {
  const read = readValue(bytes, OF_DESCRIPTIONS);
  if (!('value' in read)) throw unreadable(file, read.fault);
  const { success, data, error } = shape.safeParse(read.value);
  if (success) return { value: read.value, data };
  const { path, message } = error.issues[0]!;
  throw unreadable(file, `${quote(path.join('/'))}: ${message}`);
}

const disagrees = (name: string) =>
  new WrongSnapshot(`what snapshot.json says of ${quote(name)} does not go together`);

const unreadable = (file: string, why: string) =>
  new WrongSnapshot(`${file} cannot be read: ${why}`);
