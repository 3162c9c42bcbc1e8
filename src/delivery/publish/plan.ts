// The plan of a publication: which files are sent, copied and removed, and in which order, so that no page that a
// reader can reach ever links to one that is missing. Pure: no clock, no target.
import { dirname } from 'node:path/posix';
import { memo } from '../../model/memo.js';
import { fileBeside, kindOf } from '../../site/kinds.js';
import { Ids } from './ids.js';
import { listOf, type PublishPhase, phaseOf, phases } from './kinds.js';
import {
  changesFrom,
  type Earlier,
  type Expiring,
  filesOf,
  isSame,
  type Manifest,
  type ManifestEntry,
  type SnapshotName,
  type TargetState,
  type Unproved,
} from './state.js';

/** The snapshot that is to become live. `number` and `at` are given for an earlier one that is brought back. */
export interface WantedSnapshot
  extends Unproved,
    Pick<SnapshotName, 'id' | 'replaced'>,
    Partial<Pick<SnapshotName, 'number' | 'at'>> {
  readonly files: Manifest;
}

export interface Circumstances {
  /** Milliseconds, by the target's clock. */
  readonly now: number;
  /** Milliseconds for which files stay that are no longer wanted. */
  readonly grace: number;
  /** How many earlier snapshots can be brought back. */
  readonly keep: number;
}

/** A file to send. Its outdated compressed siblings are deleted first: none outlives the file that it was made from. */
export interface FilePut {
  readonly name: string;
  readonly entry: ManifestEntry;
  /** Names of compressed siblings that are deleted before the file is sent. */
  readonly before: readonly string[];
}

export interface PublishPlan {
  /** Files that earlier snapshots need and the new one replaces or lacks: they are copied before all else. */
  readonly keep: readonly { readonly name: string; readonly entry: ManifestEntry }[];
  readonly puts: ReadonlyMap<PublishPhase, readonly FilePut[]>;
  /** How many of the files to send are new in the target. */
  readonly added: number;
  /**
   * Files to delete once everything is sent: those that may not be seen any more, and those whose time is over.
   * `since` is 0, so that if this publication breaks off, the next one deletes them.
   */
  readonly deletions: ReadonlyMap<string, Expiring>;
  /** The files to send: if this publication breaks off, the next one may find them. */
  readonly pending: Manifest;
  /** Files that are added, changed or removed, in the order in which caches are purged. */
  readonly purge: readonly string[];
  /** Those of them that showed a record which their list no longer has. */
  readonly withdrawn: readonly string[];
  /** Earlier snapshots that cannot be brought back any more, since some of their bytes are gone. */
  readonly lost: readonly SnapshotName[];
  /** The state after the publication, without the etags of files that it sends. */
  readonly next: Omit<TargetState, 'pending' | 'visible' | 'pendingPurges'>;
}

/**
 * Plans a publication. `there`: the files in the target, live or expiring; the hash of one that someone else wrote is
 * empty.
 */
export function makePlan(
  state: TargetState,
  there: Manifest,
  wanted: WantedSnapshot,
  { now, grace, keep }: Circumstances,
): PublishPlan {
  const isWithdrawn = withdrawalsFrom(there, wanted.files);
  const puts = putsOf(state, there, wanted.files);
  const { atOnce, expired, expiring } = leavings(state, there, wanted.files, isWithdrawn, {
    now,
    grace,
  });
  const named =
    state.live?.id === wanted.id ? again(state.live, wanted) : numbered(state, wanted, now);
  const { history, copies, kept, trash, lost } = historyOf(state, there, wanted, keep);
  const sent = [...puts.values()].flat();
  const replaced = sent.map(({ name }) => name);
  const withdrawn = [...atOnce, ...replaced].filter(isWithdrawn);
  const first = new Set([...withdrawn, ...atOnce]);
  return {
    keep: copies,
    puts,
    added: replaced.filter((name) => !there.has(name)).length,
    deletions: new Map(
      [...atOnce, ...expired].map((name) => [name, { entry: there.get(name)!, since: 0 }]),
    ),
    pending: new Map(sent.map(({ name, entry }) => [name, entry])),
    purge: [...first, ...[...replaced, ...expired].filter((name) => !first.has(name))],
    withdrawn,
    lost,
    next: {
      live: { ...named, files: asThere(wanted.files, there) },
      expiring,
      history,
      kept,
      trash,
    },
  };
}

/** Returns a function that reports whether a file in the target shows a record that its list no longer has. */
export function withdrawalsFrom(there: Manifest, coming: Manifest): (name: string) => boolean {
  const shown = shownBy(coming);
  return (name) => {
    const list = listOf(name);
    const entry = there.get(name);
    if (!entry || list === undefined) return false;
    const ids = there.get(fileBeside(name) ?? name)?.ids ?? entry.ids;
    // A feed is compared with its whole list, which still has what newer records push out of the feed.
    const whole = kindOf(name)?.showsRecords === 'feed' ? shown(dirname(list)) : undefined;
    return !((whole ?? shown(list))?.hasAll(ids) ?? ids === '');
  };
}

/** Returns the files to send in each phase: all that differ from those in the target. */
function putsOf(
  { live, visible }: TargetState,
  there: Manifest,
  wanted: Manifest,
): Map<PublishPhase, FilePut[]> {
  const seen = new Set(visible);
  const puts = new Map<PublishPhase, FilePut[]>(phases.map((phase) => [phase, []]));
  const sent = new Set<string>();
  for (const [name, entry] of wanted) {
    const old = there.get(name);
    if (isSame(old, entry)) continue;
    const file = fileBeside(name) ?? name;
    // In the target but not live: given up, or sent by a publication that broke off before anything linked to it.
    const isExpiring = !live?.files.has(file) && !seen.has(file);
    const phase = phaseOf(name, !there.has(file) ? 'absent' : isExpiring ? 'expiring' : 'live');
    const isReplaced = old !== undefined && old.hash !== entry.hash;
    const before = isReplaced ? siblingsOf(name).filter((sibling) => there.has(sibling)) : [];
    puts.get(phase)!.push({ name, entry, before });
    sent.add(name);
  }
  for (const some of puts.values()) {
    // A compressed sibling that is deleted before its file is replaced must be sent again, even if it has not changed.
    for (const name of some.flatMap(({ before }) => before)) {
      const entry = wanted.get(name);
      if (entry && !sent.has(name)) some.push({ name, entry, before: [] });
    }
    // `transaction.ts` needs each file before its siblings, whose names begin with its own.
    some.sort((a, b) => (a.name < b.name ? -1 : 1));
  }
  return puts;
}

/** Returns the unwanted files in the target: those to delete at once, those whose time is over, and those that stay. */
function leavings(
  state: TargetState,
  there: Manifest,
  wanted: Manifest,
  isWithdrawn: (name: string) => boolean,
  { now, grace }: Pick<Circumstances, 'now' | 'grace'>,
) {
  const expiring = new Map<string, Expiring>();
  const atOnce: string[] = [];
  const expired: string[] = [];
  for (const [name, entry] of there) {
    if (wanted.has(name)) continue;
    // If the target's clock was turned back, the time begins again, so that it does not last longer than `grace`.
    const since = Math.min(state.expiring.get(name)?.since ?? now, now);
    const isExtra = wanted.has(fileBeside(name) ?? name);
    const isGone = isExtra || kindOf(name)?.leavesAtOnce;
    if (entry.hash === '' || isGone || isWithdrawn(name)) atOnce.push(name);
    else if (since + grace <= now) expired.push(name);
    else expiring.set(name, { entry, since });
  }
  return { atOnce, expired, expiring };
}

/** Returns the files of a snapshot, with the etags of those that are in the target already. */
function asThere(files: Manifest, there: Manifest): Manifest {
  const known = new Map<string, ManifestEntry>();
  for (const [name, entry] of files) {
    const old = there.get(name);
    known.set(name, { ...entry, etag: old && isSame(old, entry) ? old.etag : '' });
  }
  return known;
}

const ENDINGS = ['.br', '.gz', '.zst'] as const;
const siblingsOf = (name: string): string[] => ENDINGS.map((ending) => name + ending);

/** Returns the live snapshot as published once more: without a proof to come, it is accepted. */
function again<Live extends Unproved>(live: Live, { unproved }: Unproved): Live {
  return { ...live, unproved: live.unproved && unproved !== false };
}

function numbered({ live, history }: TargetState, wanted: WantedSnapshot, now: number) {
  const newest = Math.max(live?.number ?? 0, ...history.map((earlier) => earlier.number));
  const { id, number = newest + 1, at = new Date(now).toISOString(), replaced, unproved } = wanted;
  return { id, number, at, replaced, unproved };
}

/**
 * Returns a function from a list to the ids of the records on all its pages. A list that the snapshot lacks has those
 * of the nearest list above it: `post-comment/post/42` those of `post-comment`.
 */
function shownBy(files: Manifest): (list: string) => Ids | undefined {
  const lists = new Map<string, Ids>();
  for (const [name, { ids }] of files) {
    const list = listOf(name);
    if (list !== undefined) memo(lists, list, () => new Ids()).add(ids);
  }
  return (list) => {
    for (let at = list; at !== ''; at = at.slice(0, Math.max(0, at.lastIndexOf('/')))) {
      const ids = lists.get(at);
      if (ids) return ids;
    }
    return undefined;
  };
}

interface History extends Pick<TargetState, 'history' | 'kept' | 'trash'> {
  readonly copies: PublishPlan['keep'];
  readonly lost: readonly SnapshotName[];
}

/** Returns the earlier snapshots, each as its differences from the new one, and what must be kept for them. */
function historyOf(
  state: TargetState,
  there: Manifest,
  wanted: WantedSnapshot,
  keep: number,
): History {
  const { live } = state;
  const before: (SnapshotName & { readonly files: Manifest })[] = live
    ? [live, ...state.history.map((one) => ({ ...one, files: filesOf(live.files, one) }))]
    : [];
  /** Hash → the name of a file in the target with these bytes. */
  const places = new Map<string, string>();
  for (const [name, { hash, etag }] of there) if (etag !== '') places.set(hash, name);
  const history: Earlier[] = [];
  const lost: SnapshotName[] = [];
  const needed = new Set<string>();
  // First what a failed proof is to bring back, then the live one, which stays even if a rollback left newer ones.
  const isFirst = ({ id }: SnapshotName) => wanted.unproved === true && id === wanted.replaced;
  const stay = before
    .filter(({ id }) => id !== wanted.id)
    .sort((a, b) => Number(isFirst(b)) - Number(isFirst(a)))
    .slice(0, keep)
    .sort((a, b) => b.number - a.number);
  for (const { id, number, at, replaced, files } of stay) {
    const changes = changesFrom(wanted.files, files);
    const hashes = [...changes.values()].flatMap((entry) => entry?.hash ?? []);
    if (hashes.every((hash) => state.kept.has(hash) || places.has(hash))) {
      history.push({ id, number, at, replaced, changes });
      for (const hash of hashes) needed.add(hash);
    } else lost.push({ id, number, at });
  }
  const copies = [...needed]
    .filter((hash) => !state.kept.has(hash))
    .map((hash) => ({ name: places.get(hash)!, entry: there.get(places.get(hash)!)! }));
  const kept = new Map([...state.kept].filter(([hash]) => needed.has(hash)));
  const unneeded = [...state.kept.keys()].filter((hash) => !needed.has(hash));
  const trash = [...new Set([...state.trash.filter((hash) => !needed.has(hash)), ...unneeded])];
  return { history, copies, kept, trash, lost };
}
