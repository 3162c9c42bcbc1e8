// Makes a snapshot of the history live: copies its files from `kept/objects/` to `live/`, in phases, so that no link
// leads to a missing page at any moment. Then removes the live files that the snapshot does not have.
import { atOnce } from '../../files/at-once.js';
import type { FileKind } from '../../site/kinds.js';
import { FOLDERS, kindOf } from '../../site/kinds.js';
import { type Bucket, NotLive } from './bucket.js';
import { type Files, type KeptFile, objectKey } from './history.js';

/** The changes to a bucket that make a snapshot live. */
export interface PublishSteps {
  /** The names of files to copy, in the order of phases. */
  readonly phases: readonly PublishPhase[];
  readonly removed: readonly string[];
}

interface PublishPhase {
  /** The name for progress messages, such as `new: pages`. */
  readonly name: string;
  readonly files: readonly string[];
}

/** Functions that are called while a bucket is changed. `step` and `check` may throw, which stops the work. */
export interface Watch {
  /** Renews the lock, for example before each phase. Throws if that fails, or if the publication was stopped. */
  readonly step: () => Promise<void>;
  /** Called before a file is changed. Throws if nothing may be changed any more. */
  readonly check: () => void;
  readonly onProgress: (phase: string, done: number, total: number) => void;
}

/**
 * The order of the phases. Pages come first, because no live page links to new pages yet. Files that link to pages come
 * later, and last snapshot.json, which describes the other files. Of each kind, new files come before changed ones.
 */
const ORDER: readonly FileKind['phase'][] = [
  'pages',
  'errors',
  'heads',
  'the root index',
  'snapshot.json',
];

/** Plans the changes from the live files (`there`) to the `wanted` files. */
export function stepsTo(wanted: Files, there: Files): PublishSteps {
  const differing = [...wanted].filter(([name, file]) => !isSame(there.get(name), file));
  const phases = ORDER.flatMap((phase) => {
    const names = differing.map(([name]) => name).filter((name) => kindOf(name)?.phase === phase);
    const isNew = (name: string) => !there.has(name);
    return [
      { name: `new: ${phase}`, files: names.filter(isNew) },
      { name: `changed: ${phase}`, files: names.filter((name) => !isNew(name)) },
    ].filter(({ files }) => files.length > 0);
  });
  return { phases, removed: [...there.keys()].filter((name) => !wanted.has(name)) };
}

const isSame = (there: KeptFile | undefined, wanted: KeptFile): boolean =>
  there?.hash === wanted.hash && there.headers === wanted.headers;

/** Copies files to `live/`, phase by phase. */
export async function replace(
  bucket: Bucket,
  wanted: Files,
  { phases }: PublishSteps,
  watch: Watch,
): Promise<void> {
  for (const { name: phase, files } of phases) {
    await watch.step();
    let done = 0;
    await atOnce(files, async (name) => {
      watch.check();
      const { hash, headers } = wanted.get(name)!;
      if (!(await bucket.copy(objectKey(hash), `live/${name}`, headers))) {
        throw new NotLive(
          `${bucket.name} has lost the bytes that were kept of ${name}; publish the snapshot in dist/ with --audit, which sends them again`,
        );
      }
      watch.onProgress(phase, ++done, files.length);
    });
  }
}

/** Removes the live files that a snapshot does not have. At this time, no live page links to them. */
export async function remove(
  bucket: Bucket,
  { removed }: PublishSteps,
  watch: Watch,
): Promise<void> {
  if (removed.length > 0) await watch.step();
  let done = 0;
  await atOnce(removed, async (name) => {
    watch.check();
    await bucket.remove(`live/${name}`);
    watch.onProgress('removals', ++done, removed.length);
  });
}

/** What is in a bucket. */
export interface Contents {
  /** The files of this portal that readers get. The hash of a file is empty if its content is not known. */
  readonly there: Files;
  /** The SHA-256 of all files in `kept/objects/`. */
  readonly objects: ReadonlySet<string>;
  /**
   * The names of files in `live/` that do not belong to this portal. Only `live/api/`, `live/search/` and names that
   * begin with `live/404.json` are searched.
   */
  readonly foreign: readonly string[];
}

/**
 * Lists a bucket. A file with the etag of a kept object counts as its copy. In stores where a copy gets an etag of its
 * own, as with SSE-KMS, the content of no file is known. A list of a bucket has no headers, so they are assumed to be
 * those of the `live` snapshot.
 */
export async function look(
  bucket: Bucket,
  isOurs: (name: string) => boolean,
  live: Files | undefined,
): Promise<Contents> {
  const objects = new Map<string, string>();
  for await (const { name, etag } of bucket.list('kept/objects/')) objects.set(etag, name);
  const there = new Map<string, KeptFile>();
  const foreign: string[] = [];
  for (const top of [...FOLDERS.map((folder) => `${folder}/`), '404.json']) {
    for await (const { name: below, etag } of bucket.list(`live/${top}`)) {
      const name = top + below;
      const hash = objects.get(etag) ?? '';
      if (!isOurs(name)) foreign.push(name);
      else there.set(name, { hash, headers: live?.get(name)?.headers ?? '' });
    }
  }
  return { there, objects: new Set(objects.values()), foreign };
}
