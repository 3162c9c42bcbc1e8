// Reads the names and SHA-256 of files from a snapshot.json. The server is not trusted: file names are refused if this
// API does not have them, or if they lead out of the folder. A snapshot.json that contradicts itself is refused, too.
import { hash, type KeyObject } from 'node:crypto';
import * as z from 'zod';
import { atOnce } from '../../files/at-once.js';
import type { Portal } from '../../model/endpoint.js';
import { quote } from '../../problems/quote.js';
import { listOfDigests, pageFile, SNAPSHOT, withoutId } from '../../site/address.js';
import { byName } from '../../site/by-name.js';
import { fileBeside, snapshotFilesOf } from '../../site/kinds.js';
import { isSigned } from '../../site/signature.js';
import { digestOf, idOf, pagesAmong } from '../../site/snapshot-file.js';
import { readValue } from '../http/json.js';
import { isPublished, isSum } from '../publish/kinds.js';

/** Thrown if a snapshot cannot be fetched, or is not as its snapshot.json says. */
export class NotInStep extends Error {
  override name = 'NotInStep';

  /** `mayPass`: whether another attempt may succeed, because the server may be publishing at the moment. */
  constructor(
    message: string,
    readonly mayPass = false,
  ) {
    super(message);
  }
}

/** The id and the files of a snapshot. */
export interface SnapshotFiles {
  readonly id: string;
  /** The signature of the id; undefined if the snapshot is not signed. */
  readonly signature: string | undefined;
  /** SHA-256 by file name, with snapshot.json itself and the files of digests ({@link ReadApart}); not for 404.json. */
  readonly files: ReadonlyMap<string, string>;
}

/** Reads a file of digests: the SHA-256 of many pages, which would make snapshot.json too long. `hash`: its SHA-256. */
export type ReadApart = (file: string, hash: string) => Promise<Buffer>;

/** The most bytes of snapshot.json, or of a file of digests. They have about 80 bytes for each page. */
export const MAX_DESCRIPTION = 64 * 1024 * 1024;
const OF_DESCRIPTIONS = { bytes: MAX_DESCRIPTION, parts: 1_000_000 };
/** The most files of a snapshot. The name and the SHA-256 of each are kept in memory. */
const MOST_FILES = 3_000_000;

const sum = z.string().refine(isSum);
const count = z.int().min(0);
const digests = byName(sum);
const list = z.object({ pages: count, digest: sum, files: digests.optional() });
const written = z.object({
  format: z.literal(1),
  id: sum,
  signature: z.string().optional(),
  lists: byName(list),
  files: digests,
});

/**
 * Reads snapshot.json, whose content is `bytes`, and the files of digests that it names, `concurrency` at a time. If
 * there are `keys`, one of them must have signed the snapshot. Throws {@link NotInStep}.
 */
export async function filesOf(
  portal: Portal,
  bytes: Buffer,
  readApart: ReadApart,
  {
    concurrency = 1,
    keys = [],
  }: { readonly concurrency?: number; readonly keys?: readonly KeyObject[] } = {},
): Promise<SnapshotFiles> {
  const { id, signature, lists, files } = described(bytes);
  if (keys.length > 0 && !isSigned(keys, id, signature)) {
    throw new NotInStep(
      signature === undefined
        ? 'snapshot.json is not signed'
        : 'none of the keys made the signature in snapshot.json',
    );
  }
  const all = new NamedFiles(snapshotFilesOf(portal));
  all.add(SNAPSHOT, hash('sha256', bytes, 'hex'));
  for (const [name, digest] of Object.entries(files)) all.add(name, digest);
  const apart = new Map<string, ByPath>();
  await atOnce(
    Object.entries(files),
    async ([name, digest]) => {
      const list = listOfDigests(name);
      if (list === undefined) return;
      const { data: own } = parsed(await readApart(name, digest), digests, name);
      apart.set(list, own);
      all.addPages(list, own);
    },
    concurrency,
  );
  for (const [name, { pages, digest, files: own }] of Object.entries(lists)) {
    const of = pagesAmong(name, own ?? apart.get(withoutId(name)) ?? {});
    if (digestOf(of) !== digest || of.length !== pages) throw disagrees(name);
    if (own) all.addPages(name, own);
  }
  return { id, signature, files: all.files };
}

type ByPath = Readonly<Record<string, string>>;

function described(bytes: Buffer): z.infer<typeof written> {
  const { value, data } = parsed(bytes, written, SNAPSHOT);
  // The id is computed from all keys that were read, because `data` has only the keys that zod knows.
  if (idOf(value as typeof data) !== data.id) throw disagrees(SNAPSHOT);
  return data;
}

function parsed<T>(bytes: Buffer, shape: z.ZodType<T>, name: string): { value: unknown; data: T } {
  const read = readValue(bytes, OF_DESCRIPTIONS);
  if (!('value' in read)) throw unreadable(name, read.fault);
  const { success, data, error } = shape.safeParse(read.value);
  if (success) return { value: read.value, data };
  const { path, message } = error.issues[0]!;
  throw unreadable(name, `${quote(path.join('/'))}: ${message}`);
}

class NamedFiles {
  readonly files = new Map<string, string>();
  /** The names so far, in lower case, because some disks do not distinguish upper and lower case. */
  readonly #taken = new Set<string>();

  constructor(private readonly isOurs: (name: string) => boolean) {}

  add(name: string, digest: string): void {
    const low = name.toLowerCase();
    const isRight = isPublished(name) && this.isOurs(name) && fileBeside(name) === undefined;
    if (!isRight || this.#taken.has(low)) {
      throw new NotInStep(
        `snapshot.json names ${quote(name)}, which is no file of this API, or is named twice; a newer version of portal-snapshot may know it`,
      );
    }
    this.#taken.add(low);
    if (this.files.size >= MOST_FILES) {
      throw new NotInStep(`snapshot.json names more than ${MOST_FILES} files`);
    }
    this.files.set(name, digest);
  }

  addPages(list: string, pages: ByPath): void {
    for (const [path, digest] of Object.entries(pages)) this.add(fileAt(list, path), digest);
  }
}

/** The file of a page, from its path below the list: `region` and `page/2/` → `api/region/page/2/index.json`. */
const fileAt = (list: string, path: string): string =>
  pageFile(`${list}/${path}`.replace(/\/$/, ''));

const disagrees = (name: string) =>
  new NotInStep(`what snapshot.json says of ${quote(name)} does not go together`);

const unreadable = (name: string, why: string) => new NotInStep(`${name} cannot be read: ${why}`);
