// A plan is carried out: what history needs is copied, each phase's files are sent before the next phase
// begins, then removals, then the record. Whatever fails stops it there; the record tells what was coming,
// so that the next publication goes on from whatever there is.

import { fileBeside } from '../../site/kinds.js';
import { atOnce } from '../http/at-once.js';
import { type PublishPhase, phases } from './kinds.js';
import type { FilePut, PublishPlan } from './plan.js';
import type { ManifestEntry, TargetState } from './state.js';
import type { Key, LocalFile, PublishTarget } from './targets/target.js';

/** Someone else changed a file: what the record says does not hold. */
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
  /** Called before each other request that changes something; throws when nothing may be changed any more. */
  readonly checkpoint: () => Promise<void>;
  readonly onProgress: (
    phase: PublishPhase | 'history' | 'removals',
    done: number,
    total: number,
  ) => void;
}

/** Where the bytes of history are. */
export const keptKey = (hash: string): Key => `kept/objects/${hash}`;

/** Steps whose files nothing leads to yet. */
const UNSEEN: ReadonlySet<PublishPhase> = new Set(['new pages', 'pages that come back']);

/** Whether a plan changes anything. */
export function changesNothing(state: TargetState, plan: PublishPlan): boolean {
  return (
    plan.pending.size === 0 &&
    plan.deletions.size === 0 &&
    plan.next.trash.length === 0 &&
    state.pending === undefined &&
    plan.next.live?.id === state.live?.id &&
    plan.next.history.length === state.history.length &&
    plan.next.expiring.size === state.expiring.size
  );
}

/** Carries a plan out; the state in which the target is then. */
export async function carryOut(
  state: TargetState,
  plan: PublishPlan,
  means: Means,
): Promise<TargetState> {
  const { target, origin, record, checkpoint, onProgress } = means;
  const arrived = new Map<string, string>();
  const kept = new Map(plan.next.kept);
  // What an earlier publication brought may be there as well, until a record says what has become of it.
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
      // From here on readers may come by what is new: a publication after this one must know.
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

/** Removes what nothing leads to any more. */
async function removeExpired(
  next: TargetState,
  plan: PublishPlan,
  { target, record, checkpoint, onProgress }: Means,
): Promise<void> {
  const goes = [...plan.deletions.keys()].map((name): Key => `live/${name}`);
  for (const hash of next.trash) goes.push(keptKey(hash));
  if (goes.length === 0) return;
  // From here on nothing leads to what goes: if it comes back, it is not what readers come by.
  const expiring = new Map([...next.expiring, ...plan.deletions]);
  await record({ ...next, expiring, pending: new Map() });
  let done = 0;
  await atOnce(goes, async (key) => {
    await checkpoint();
    await target.remove(key);
    onProgress('removals', ++done, goes.length);
  });
}

/** Puts a file in its place; its etag there. */
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

/** Each file with its siblings behind it. */
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
