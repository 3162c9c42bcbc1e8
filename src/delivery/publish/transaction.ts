// Carries out a plan: copies what earlier snapshots need, sends the files phase by phase, removes files, and writes the
// record. It stops at the first failure; the record has what was to be sent, so that the next publication goes on from
// whatever is in the target.

import { atOnce } from '../../files/at-once.js';
import { fileBeside } from '../../site/kinds.js';
import { type PublishPhase, phases } from './kinds.js';
import type { FilePut, PublishPlan } from './plan.js';
import type { ManifestEntry, TargetState } from './state.js';
import type { Key, LocalFile, PublishTarget } from './targets/target.js';

/** Someone else changed a file in the target: it is not as the record has it. */
export class ChangedByOthers extends Error {
  override name = 'ChangedByOthers';
}

/** Where the bytes of a file come from: this machine, or the target itself. */
export type BytesFrom =
  | LocalFile
  | Buffer
  | { readonly from: Key; readonly etag: string; readonly size: number };

export interface Means {
  readonly target: PublishTarget;
  readonly origin: (name: string) => BytesFrom;
  /** Replaces the record. */
  readonly record: (state: TargetState) => Promise<void>;
  /** Called before every change but those of `record`; throws if nothing may be changed any more. */
  readonly checkpoint: () => Promise<void>;
  readonly onProgress: (
    phase: PublishPhase | 'history' | 'removals',
    done: number,
    total: number,
  ) => void;
}

/** The key under which bytes of earlier snapshots are kept. */
export const keptKey = (hash: string): Key => `kept/objects/${hash}`;

/** Phases whose files nothing links to yet. */
const UNSEEN: ReadonlySet<PublishPhase> = new Set(['new pages', 'pages that come back']);

/** Whether a plan changes anything. */
export function changesNothing(state: TargetState, plan: PublishPlan): boolean {
  return (
    plan.pending.size === 0 &&
    plan.deletions.size === 0 &&
    plan.next.trash.length === 0 &&
    state.pending === undefined &&
    plan.next.live?.id === state.live?.id &&
    plan.next.live?.unproved === state.live?.unproved &&
    plan.next.history.length === state.history.length &&
    plan.next.expiring.size === state.expiring.size
  );
}

/** Carries out a plan. Returns the state of the target after it. */
export async function carryOut(
  state: TargetState,
  plan: PublishPlan,
  means: Means,
): Promise<TargetState> {
  const { target, origin, record, checkpoint, onProgress } = means;
  const arrived = new Map<string, string>();
  const kept = new Map(plan.next.kept);
  // Files of a publication that broke off may be in the target, too: they stay pending until this one is done.
  const pending = new Map([...(state.pending ?? []), ...plan.pending]);
  if (plan.pending.size > 0 || plan.keep.length > 0) await record({ ...state, pending });
  let isVisible = false;
  let done = 0;
  await atOnce(plan.keep, async ({ name, entry }) => {
    await checkpoint();
    const etag = await target.copy(`live/${name}`, keptKey(entry.hash), entry, entry.headers);
    if (etag === undefined) throw new ChangedByOthers(name);
    kept.set(entry.hash, etag);
    onProgress('history', ++done, plan.keep.length);
  });
  for (const phase of phases) {
    const puts = plan.puts.get(phase) ?? [];
    if (!isVisible && puts.length > 0 && !UNSEEN.has(phase)) {
      // From here on, readers may reach new files: if this publication breaks off, the next one must know.
      const own = [...pending.keys()].filter((name) => plan.next.live?.files.has(name));
      await record({ ...state, pending, visible: [...new Set([...state.visible, ...own])] });
      isVisible = true;
    }
    done = 0;
    await atOnce(inGroups(puts), async (group) => {
      for (const { name, entry, before } of group) {
        for (const sibling of before) {
          await checkpoint();
          await target.remove(`live/${sibling}`);
        }
        await checkpoint();
        arrived.set(name, await bring(target, name, entry, origin(name)));
        onProgress(phase, ++done, puts.length);
      }
    });
  }
  const ended = { pending: undefined, visible: [] };
  const next: TargetState = {
    ...withEtags(plan, kept, arrived),
    ...ended,
    pendingPurges: state.pendingPurges,
  };
  await removeExpired(next, plan, means);
  const after = { ...next, trash: [] };
  await record(after);
  return after;
}

/** Removes the files that nothing links to any more, and the bytes that no snapshot needs. */
async function removeExpired(
  next: TargetState,
  plan: PublishPlan,
  { target, record, checkpoint, onProgress }: Means,
): Promise<void> {
  const goes = [...plan.deletions.keys()].map((name): Key => `live/${name}`);
  for (const hash of next.trash) goes.push(keptKey(hash));
  if (goes.length === 0) return;
  // Recorded as expiring, since nothing links to them: one that comes back is sent before the pages that link to it.
  const expiring = new Map([...next.expiring, ...plan.deletions]);
  await record({ ...next, expiring, pending: new Map() });
  let done = 0;
  await atOnce(goes, async (key) => {
    await checkpoint();
    await target.remove(key);
    onProgress('removals', ++done, goes.length);
  });
}

/** Writes a file to the target. Returns its etag there. */
async function bring(
  target: PublishTarget,
  name: string,
  entry: ManifestEntry,
  origin: BytesFrom,
): Promise<string> {
  const etag =
    'from' in origin
      ? await target.copy(origin.from, `live/${name}`, origin, entry.headers)
      : await target.write(`live/${name}`, origin, entry.headers);
  if (etag === undefined) throw new ChangedByOthers(name);
  return etag;
}

/** Groups each file with its compressed siblings; the file comes first. */
function inGroups(puts: readonly FilePut[]): FilePut[][] {
  const groups = new Map<string, FilePut[]>();
  for (const put of puts) {
    const file = fileBeside(put.name) ?? put.name;
    const group = groups.get(file);
    if (group) group.push(put);
    else groups.set(file, [put]);
  }
  return [...groups.values()];
}

function withEtags(
  { next }: PublishPlan,
  kept: TargetState['kept'],
  arrived: ReadonlyMap<string, string>,
): PublishPlan['next'] {
  const files = new Map<string, ManifestEntry>();
  for (const [name, entry] of next.live?.files ?? []) {
    files.set(name, { ...entry, etag: arrived.get(name) ?? entry.etag });
  }
  return { ...next, kept, live: next.live && { ...next.live, files } };
}
