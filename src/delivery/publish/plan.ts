// From what is there to what is wanted: which files are sent, copied and removed, and in which order, so that
// at no instant anything that a reader can reach leads to what is not there. Pure: no clock, no target.
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
} from './state.js';

/** The snapshot that is to be live. `number` and `at` are given where it is an earlier one. */
export interface WantedSnapshot {
  readonly id: string;
  readonly number?: number;
  readonly at?: string;
  readonly files: Manifest;
}

export interface Circumstances {
  /** Milliseconds, by the target's clock. */
  readonly now: number;
  /** Milliseconds. */
  readonly grace: number;
  /** How many earlier snapshots can be brought back. */
  readonly keep: number;
}

/** A file that is put in its place, and its compressed siblings: no sibling outlives what it was made of. */
export interface FilePut {
  readonly name: string;
  readonly entry: ManifestEntry;
  /** Siblings that go before it comes. */
  readonly before: readonly string[];
}

export interface PublishPlan {
  /** What history needs of files that will be others: they are copied first of all. */
  readonly keep: readonly { readonly name: string; readonly entry: ManifestEntry }[];
  readonly puts: ReadonlyMap<PublishPhase, readonly FilePut[]>;
  /** How many of them nothing was in the place of. */
  readonly added: number;
  /**
   * What goes when the new heads are there: pages that may not be seen any more, and what waited long
   * enough. Should it not get that far, it is as if they had waited for ever.
   */
  readonly deletions: ReadonlyMap<string, Expiring>;
  /** Files that differ, for a publication that breaks off. */
  readonly pending: Manifest;
  /** What was added, changed and removed, in the order in which caches are to forget it. */
  readonly purge: readonly string[];
  /** Files among them that showed a record which nothing shows any more. */
  readonly withdrawn: readonly string[];
  /** Snapshots whose pages are not all to be had any more. */
  readonly lost: readonly SnapshotName[];
  /** The state when all of it is done; etags of what was sent are filled in by then. */
  readonly next: Omit<TargetState, 'pending' | 'visible' | 'pendingPurges'>;
}

/**
 * `there`: what is live or expiring in the target; an entry whose hash is empty has other bytes than any
 * that are known.
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
  const { number, at } = state.live?.id === wanted.id ? state.live : numbered(state, wanted, now);
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
      live: { id: wanted.id, number, at, files: asThere(wanted.files, there) },
      expiring,
      history,
      kept,
      trash,
    },
  };
}

/** Tells whether a file that is there shows a record that nothing of the coming snapshot shows any more. */
function withdrawalsFrom(there: Manifest, coming: Manifest): (name: string) => boolean {
  const shown = shownBy(coming);
  return (name) => {
    const list = listOf(name);
    const entry = there.get(name);
    if (!entry || list === undefined) return false;
    const ids = there.get(fileBeside(name) ?? name)?.ids ?? entry.ids;
    // What newer records push out of a feed is in its list still.
    const whole = kindOf(name)?.showsRecords === 'feed' ? shown(dirname(list)) : undefined;
    return !((whole ?? shown(list))?.hasAll(ids) ?? ids === '');
  };
}

/** What is sent in each phase: all that differs from what is there. */
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
    // Given up, or brought by a publication that broke off before anything led to it.
    const isExpiring = !live?.files.has(file) && !seen.has(file);
    const phase = phaseOf(name, !there.has(file) ? 'absent' : isExpiring ? 'expiring' : 'live');
    const isReplaced = old !== undefined && old.hash !== entry.hash;
    const before = isReplaced ? siblingsOf(name).filter((sibling) => there.has(sibling)) : [];
    puts.get(phase)!.push({ name, entry, before });
    sent.add(name);
  }
  for (const some of puts.values()) {
    // A sibling that went before its file has to come again, even if it is the same.
    for (const name of some.flatMap(({ before }) => before)) {
      const entry = wanted.get(name);
      if (entry && !sent.has(name)) some.push({ name, entry, before: [] });
    }
    // Files before their siblings, whose names begin with theirs; see `transaction.ts`.
    some.sort((a, b) => (a.name < b.name ? -1 : 1));
  }
  return puts;
}

/** What is there and not wanted: files that go at once, that have waited long enough, and that wait. */
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
    // A clock that was turned back must not make the wait shorter, nor endless.
    const since = Math.min(state.expiring.get(name)?.since ?? now, now);
    const isExtra = wanted.has(fileBeside(name) ?? name);
    const isGone = isExtra || kindOf(name)?.leavesAtOnce;
    if (entry.hash === '' || isGone || isWithdrawn(name)) atOnce.push(name);
    else if (since + grace <= now) expired.push(name);
    else expiring.set(name, { entry, since });
  }
  return { atOnce, expired, expiring };
}

/** The files of a snapshot, with the etags of those that are there already. */
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

function numbered({ live, history }: TargetState, { number, at }: WantedSnapshot, now: number) {
  const newest = Math.max(live?.number ?? 0, ...history.map((earlier) => earlier.number));
  return { number: number ?? newest + 1, at: at ?? new Date(now).toISOString() };
}

/**
 * What a snapshot shows: for a list, the ids of all its pages. An address that is gone is held against the
 * nearest list above it: `post-comment/post/42` against `post-comment`.
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

/** Earlier snapshots, now as they differ from the new one, and what has to be kept for them. */
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
  /** Where bytes are to be had that are not kept yet. */
  const places = new Map<string, string>();
  for (const [name, { hash, etag }] of there) if (etag !== '') places.set(hash, name);
  const history: Earlier[] = [];
  const lost: SnapshotName[] = [];
  const needed = new Set<string>();
  const newest = before
    .filter(({ id }) => id !== wanted.id)
    .sort((a, b) => b.number - a.number)
    .slice(0, keep);
  for (const { id, number, at, files } of newest) {
    const changes = changesFrom(wanted.files, files);
    const hashes = [...changes.values()].flatMap((entry) => entry?.hash ?? []);
    if (hashes.every((hash) => state.kept.has(hash) || places.has(hash))) {
      history.push({ id, number, at, changes });
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
