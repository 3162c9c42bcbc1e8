// Finds out what is in a bucket, and compares it with the history.
import { hash as digestOf } from 'node:crypto';
import { atOnce } from '../../files/at-once.js';
import { FOLDERS } from '../../site/kinds.js';
import { copiedFiles, stepsTo } from './bring.js';
import type { Bucket } from './bucket.js';
import { type Files, type KeptFile, objectKey, objectsIn } from './history.js';
import type { Watch } from './watch.js';

/** What is in a bucket. */
export interface Contents {
  /**
   * The files in `live/` that publish wrote, and those that the wanted snapshot replaces. `publish` wrote a file if a
   * list of the history has its name with these bytes.
   */
  readonly there: Files;
  /** The names of the other files in `live/`, which stay. Those that are neither in `api/` nor in `search/` are not known. */
  readonly foreign: readonly string[];
  /** The names of files in `there` that `publish` did not write. */
  readonly replaced: readonly string[];
  /** The SHA-256 of the files in `kept/objects/`; after an audit, only of those that have it. */
  readonly objects: ReadonlySet<string>;
  /** Names in `kept/objects/` that are not of `publish`. */
  readonly foreignObjects: readonly string[];
}

/** With what a bucket is compared. */
export interface Comparison {
  readonly wanted: Files;
  /** The lists of all snapshots of the history. If several have a file with these bytes, the first one has its headers. */
  readonly lists: readonly Files[];
  /** Whether to read the bytes and headers of all files. */
  readonly isAudit: boolean;
}

/**
 * Lists a bucket, and compares it. A live file with the etag of a kept file counts as its copy, with the headers in the
 * list of its snapshot. Any other file is read, for example in stores where a copy gets an etag of its own (SSE-KMS). An
 * audit reads all files, except kept files whose etag is the MD5 of right bytes.
 */
export async function compareBucket(
  bucket: Bucket,
  { wanted, lists, isAudit }: Comparison,
  watch: Watch,
): Promise<Contents> {
  const { etags, foreign: foreignObjects } = await objectsIn(bucket);
  const hashes = new Map([...etags].map(([hash, etag]) => [etag, hash]));
  const proven = new Map<string, string>();
  const there = new Map<string, KeptFile>();
  const [foreign, replaced]: [string[], string[]] = [[], []];
  const named: { readonly name: string; readonly etag: string }[] = [];
  for await (const { name, etag } of liveFilesIn(bucket)) {
    const isNamed = wanted.has(name) || lists.some((files) => files.has(name));
    if (isNamed) named.push({ name, etag });
    else foreign.push(name);
  }
  let done = 0;
  await atOnce(named, async ({ name, etag }) => {
    const copied = isAudit ? undefined : writtenAs(lists, name, hashes.get(etag));
    const file = copied ?? (await contentOf(bucket, name, lists, proven));
    watch.onProgress('comparing', ++done, named.length);
    if (!file) return; // somebody has removed it since
    const isWritten = writtenAs(lists, name, file.hash) !== undefined;
    if (isWritten || wanted.has(name)) there.set(name, file);
    else foreign.push(name);
    if (!isWritten && wanted.has(name)) replaced.push(name);
  });
  const needed = new Set(
    [wanted, ...lists].flatMap((files) => [...files.values()].map(({ hash }) => hash)),
  );
  const kept = [...etags.keys()].filter((hash) => needed.has(hash));
  const unproven = isAudit ? kept.filter((hash) => proven.get(etags.get(hash)!) !== hash) : [];
  const wrong = await wrongOf(bucket, unproven, watch);
  const objects = new Set(kept.filter((hash) => !wrong.has(hash)));
  return { there, foreign: foreign.sort(), replaced, objects, foreignObjects };
}

async function* liveFilesIn(bucket: Bucket) {
  for (const top of [...FOLDERS.map((folder) => `${folder}/`), '404.json']) {
    for await (const { name, etag } of bucket.list(`live/${top}`)) yield { name: top + name, etag };
  }
}

/** The file with this name and these bytes in the first list that has it. */
function writtenAs(
  lists: readonly Files[],
  name: string,
  hash: string | undefined,
): KeptFile | undefined {
  return lists.map((files) => files.get(name)).find((file) => file?.hash === hash);
}

/** Reads a live file; undefined if it is not there. If its etag is its MD5, adds its SHA-256 to `proven`. */
async function contentOf(
  bucket: Bucket,
  name: string,
  lists: readonly Files[],
  proven: Map<string, string>,
): Promise<KeptFile | undefined> {
  const stored = await bucket.read(`live/${name}`);
  if (!stored) return undefined;
  const hash = digestOf('sha256', stored.bytes, 'hex');
  if (digestOf('md5', stored.bytes, 'hex') === stored.etag) proven.set(stored.etag, hash);
  const headers = stored.headers ?? writtenAs(lists, name, hash)?.headers ?? '';
  return { hash, headers };
}

/** Reads kept files, and returns the hashes of those that are missing or do not have this SHA-256. */
export async function wrongOf(
  bucket: Bucket,
  hashes: readonly string[],
  { onProgress }: Watch,
): Promise<Set<string>> {
  const wrong = new Set<string>();
  let done = 0;
  await atOnce(hashes, async (hash) => {
    const stored = await bucket.read(objectKey(hash));
    if (!stored || digestOf('sha256', stored.bytes, 'hex') !== hash) wrong.add(hash);
    onProgress('comparing what is kept', ++done, hashes.length);
  });
  return wrong;
}

/** The most names in a sentence. */
const MOST_NAMES = 20;

/** Writes names for a sentence. */
export function listNames(names: readonly string[]): string {
  const shown = names.slice(0, MOST_NAMES).join(', ');
  return names.length > MOST_NAMES ? `${shown}, and ${names.length - MOST_NAMES} more` : shown;
}

/**
 * Tells what is not as `publish` left it. `expected`: the files that should be live; undefined if that is not known,
 * because a run was interrupted.
 */
export function differences(
  target: string,
  { there, foreign, replaced, objects, foreignObjects }: Contents,
  { lists, isAudit, expected }: Omit<Comparison, 'wanted'> & { expected: Files | undefined },
): string[] {
  const told: string[] = [];
  const tell = (names: readonly string[], what: string) => {
    if (names.length > 0)
      told.push(`${what.replace('{}', `${names.length}`)}: ${listNames(names)}`);
  };
  tell(foreign, `${target} also has {} files that publish did not write; they stay`);
  tell(
    foreignObjects,
    `what is kept at ${target} has {} objects of somebody else, such as another target; they stay`,
  );
  if (expected) {
    tell(copiedFiles(stepsTo(expected, there)), '{} files are not as they were published');
  } else {
    tell(replaced, 'the snapshot has the addresses of {} files that publish did not write');
  }
  const damaged = lists.flatMap((files) =>
    [...files].flatMap(([name, { hash }]) => (isAudit && !objects.has(hash) ? [name] : [])),
  );
  tell(
    [...new Set(damaged)],
    'the kept bytes of {} files are missing or not as they were published; those of files in dist/ are sent again, and a snapshot that needs others cannot be brought back',
  );
  return told;
}
