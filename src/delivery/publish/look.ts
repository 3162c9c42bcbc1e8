// What is in a target. Mostly its record says so, without a look; where the record cannot be relied on (a
// publication broke off, it is damaged, someone else was there), the target is listed.

import { BESIDE, fileBeside } from '../../site/kinds.js';
import { atOnce } from '../http/at-once.js';
import { isPublished } from './kinds.js';
import { idsIn } from './local.js';
import { type Entry, type Files, isSum, type State, UNKNOWN } from './state.js';
import type { LocalFile, Target } from './targets/target.js';

/** What is live or retired; and what is kept for history. */
export interface Found {
  readonly there: Files;
  readonly kept: State['kept'];
  /** Files that are not as the record says. */
  readonly strange: readonly string[];
  /** Files that no record has, at addresses that this portal never has: they are left alone. */
  readonly foreign: readonly string[];
  /** Those of them in whose place a file of the snapshot is to be. */
  readonly inTheWay: readonly string[];
}

/** What is there by the record. */
export function asRecorded({ live, retired, kept }: State): Found {
  const there = new Map(live?.files);
  for (const [name, { entry }] of retired) there.set(name, entry);
  return { there, kept, strange: [], foreign: [], inTheWay: [] };
}

/**
 * What is there by looking. A name that no record has is ours at an address of this portal (`isOurs`);
 * everything else is someone else's and left alone. `sources`: local files, whose tags can be worked out.
 */
export async function look(
  target: Target,
  state: State,
  wanted: Files,
  sources: ReadonlyMap<string, LocalFile>,
  isOurs: (file: string) => boolean,
): Promise<Found> {
  const { there: recorded } = asRecorded(state);
  const there = new Map<string, Entry>();
  const strange: string[] = [];
  const foreign: string[] = [];
  const inTheWay: string[] = [];
  const unread: string[] = [];
  const see = (name: string, size: number, tag: string): void => {
    const known = recorded.get(name);
    const coming = state.pending?.get(name);
    if (known?.tag === tag) there.set(name, known);
    else if (coming && isWhole(target, coming, sources.get(name), tag)) {
      there.set(name, { ...coming, tag });
    } else if (coming) {
      const ids = [known?.ids, coming.ids].filter((text) => text).join(',');
      there.set(name, { hash: UNKNOWN, size, headers: '', ids, tag });
    } else if (known || wanted.has(name)) {
      const isThere = isWhole(target, wanted.get(name), sources.get(name), tag);
      if (known) strange.push(name);
      else if (!isOurs(name) && !isThere) inTheWay.push(name);
      there.set(name, { hash: '', size, headers: '', ids: known?.ids ?? '', tag });
    } else (isOurs(name) ? unread : foreign).push(name);
  };
  for await (const { name, size, tag } of target.list('live/api/')) {
    if (isPublished(`api/${name}`)) see(`api/${name}`, size, tag);
  }
  for (const name of BESIDE) {
    const stored = await target.read(`live/${name}`);
    if (stored) see(name, stored.bytes.length, stored.tag);
  }
  for (const name of recorded.keys()) {
    // A publication that broke off removed it: its time was over, or it is a sibling of a file that was coming.
    const isOurs = state.retired.has(name) || state.pending?.has(fileBeside(name) ?? name);
    if (!there.has(name) && !(state.pending && isOurs)) strange.push(name);
  }
  await atOnce(unread, async (name) => {
    const stored = await target.read(`live/${name}`);
    if (!stored) return;
    const { bytes, tag } = stored;
    // What it shows decides whether it may wait until it goes.
    const ids = await idsIn(name, () => [bytes], bytes.length);
    const hash = ids === undefined ? '' : UNKNOWN;
    there.set(name, { hash, size: bytes.length, headers: '', ids: ids ?? '', tag });
  });

  const kept = new Map<string, string>();
  for await (const { name, tag } of target.list('kept/objects/')) {
    // One that no record has was kept by a publication that broke off.
    if (isSum(name) && (state.kept.get(name) ?? tag) === tag) kept.set(name, tag);
  }
  return { there, kept, strange, foreign, inTheWay };
}

/** Whether a local file is there as it is wanted. */
function isWhole(
  target: Target,
  wanted: Entry | undefined,
  source: LocalFile | undefined,
  tag: string,
): boolean {
  const isWanted = source?.hash === wanted?.hash && source?.size === wanted?.size;
  return source !== undefined && isWanted && target.tagOf(source) === tag;
}
