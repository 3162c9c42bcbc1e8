// Makes a snapshot of the history live: copies its files from `kept/objects/` to `live/`, in phases, so that no link
// leads to a missing page at any moment. Then removes the live files that the snapshot does not have.
import { atOnce } from '../../files/at-once.js';
import { kindOf, PHASES } from '../../site/kinds.js';
import { type Bucket, NotLive } from './bucket.js';
import { type Files, type KeptFile, objectKey } from './history.js';
import type { Watch } from './watch.js';

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

/**
 * Plans the changes from the files in the bucket (`there`) to the `wanted` files. `live`: the files of the snapshot to
 * which all links of readers lead; undefined if it is not known.
 *
 * Of each kind, files that are not there come first, so that from then on no link of a wanted file leads to nothing. Then
 * come files that an interrupted run left, because no live file links to them. Then come the other files.
 */
export function stepsTo(wanted: Files, there: Files, live: Files = there): PublishSteps {
  const differing = [...wanted].filter(([name, file]) => !isSame(there.get(name), file));
  const groups = {
    new: (name: string) => !there.has(name),
    left: (name: string) => there.has(name) && !live.has(name),
    changed: (name: string) => there.has(name) && live.has(name),
  };
  const phases = PHASES.flatMap((phase) => {
    const names = differing.map(([name]) => name).filter((name) => kindOf(name)?.phase === phase);
    return Object.entries(groups)
      .map(([group, isIn]) => ({ name: `${group}: ${phase}`, files: names.filter(isIn) }))
      .filter(({ files }) => files.length > 0);
  });
  return { phases, removed: [...there.keys()].filter((name) => !wanted.has(name)) };
}

const isSame = (there: KeptFile | undefined, wanted: KeptFile): boolean =>
  there?.hash === wanted.hash && there.headers === wanted.headers;

/** The names of the files that are copied. */
export const copiedFiles = ({ phases }: PublishSteps): string[] =>
  phases.flatMap(({ files }) => files);

export const changes = ({ phases, removed }: PublishSteps): boolean =>
  phases.length + removed.length > 0;

/** Copies files to `live/`, phase by phase. */
export async function replace(
  bucket: Bucket,
  wanted: Files,
  { phases }: PublishSteps,
  watch: Watch,
): Promise<void> {
  for (const { name: phase, files } of phases) {
    let done = 0;
    await atOnce(files, async (name) => {
      const { hash, headers } = wanted.get(name)!;
      await watch.mayChange();
      if (!(await bucket.copy(objectKey(hash), `live/${name}`, headers))) throw lost(bucket, name);
      watch.onProgress(phase, ++done, files.length);
    });
  }
}

/** The error if the kept bytes of a file are missing or damaged. */
export const lost = (bucket: Bucket, name: string): NotLive =>
  new NotLive(
    `${bucket.name} has lost the bytes that were kept of ${name}, or somebody changed them; build that snapshot and publish it with --audit, which sends them again`,
  );

/** Removes the live files that a snapshot does not have. At this time, no live page links to them. */
export async function remove(
  bucket: Bucket,
  { removed }: PublishSteps,
  watch: Watch,
): Promise<void> {
  let done = 0;
  await atOnce(removed, async (name) => {
    await watch.mayChange();
    await bucket.remove(`live/${name}`);
    watch.onProgress('removals', ++done, removed.length);
  });
}
