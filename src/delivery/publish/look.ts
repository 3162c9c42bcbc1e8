// What is in a target. Mostly its record says so, without a look; where the record cannot be relied on (a
// publication broke off, it is damaged, someone else was there), the target is listed.

import { BESIDE, FOLDERS, fileBeside } from '../../site/kinds.js';
import { atOnce } from '../http/at-once.js';
import { isPublished } from './kinds.js';
import { idsIn } from './local.js';
import { isSum, type Manifest, type ManifestEntry, type TargetState, UNKNOWN } from './state.js';
import type { LocalFile, PublishTarget } from './targets/target.js';

/** What is live or expiring; and what is kept for history. */
export interface TargetContents {
  readonly there: Manifest;
  readonly kept: TargetState['kept'];
  /** Files that are not as the record says. */
  readonly drifted: readonly string[];
  /** Files that no record has, at addresses that this portal never has: they are left alone. */
  readonly foreign: readonly string[];
  /** Those of them in whose place a file of the snapshot is to be. */
  readonly inTheWay: readonly string[];
}

/** What is there by the record. */
export function asRecorded({ live, expiring, kept }: TargetState): TargetContents {
  const there = new Map(live?.files);
  for (const [name, { entry }] of expiring) there.set(name, entry);
  return { there, kept, drifted: [], foreign: [], inTheWay: [] };
}

/**
 * What is there by looking. A name that no record has is ours at an address of this portal (`isOurs`);
 * everything else is someone else's and left alone. `sources`: local files, whose etags can be worked out.
 */
export async function look(
  target: PublishTarget,
  state: TargetState,
  wanted: Manifest,
  sources: ReadonlyMap<string, LocalFile>,
  isOurs: (file: string) => boolean,
): Promise<TargetContents> {
  const { there: recorded } = asRecorded(state);
  const there = new Map<string, ManifestEntry>();
  const drifted: string[] = [];
  const foreign: string[] = [];
  const inTheWay: string[] = [];
  const unread: string[] = [];
  const see = (name: string, size: number, etag: string): void => {
    const known = recorded.get(name);
    const coming = state.pending?.get(name);
    if (known?.etag === etag) there.set(name, known);
    else if (coming && isWhole(target, coming, sources.get(name), etag)) {
      there.set(name, { ...coming, etag });
    } else if (coming) {
      const ids = [known?.ids, coming.ids].filter((text) => text).join(',');
      there.set(name, { hash: UNKNOWN, size, headers: '', ids, etag });
    } else if (known || wanted.has(name)) {
      const isThere = isWhole(target, wanted.get(name), sources.get(name), etag);
      if (known) drifted.push(name);
      else if (!isOurs(name) && !isThere) inTheWay.push(name);
      there.set(name, { hash: '', size, headers: '', ids: known?.ids ?? '', etag });
    } else (isOurs(name) ? unread : foreign).push(name);
  };
  for (const folder of FOLDERS) {
    for await (const { name: below, size, etag } of target.list(`live/${folder}/`)) {
      const name = `${folder}/${below}`;
      if (isPublished(name)) see(name, size, etag);
    }
  }
  for (const name of BESIDE) {
    const stored = await target.read(`live/${name}`);
    if (stored) see(name, stored.bytes.length, stored.etag);
  }
  for (const name of recorded.keys()) {
    // A publication that broke off removed it: its time was over, or it is a sibling of a file that was coming.
    const isOurs = state.expiring.has(name) || state.pending?.has(fileBeside(name) ?? name);
    if (!there.has(name) && !(state.pending && isOurs)) drifted.push(name);
  }
  await atOnce(unread, async (name) => {
    const stored = await target.read(`live/${name}`);
    if (!stored) return;
    const { bytes, etag } = stored;
    // What it shows decides whether it may wait until it goes.
    const ids = await idsIn(name, bytes, bytes.length);
    const hash = ids === undefined ? '' : UNKNOWN;
    there.set(name, { hash, size: bytes.length, headers: '', ids: ids ?? '', etag });
  });
  return { there, kept: await keptIn(target, state), drifted, foreign, inTheWay };
}

/** What is kept for history. */
async function keptIn(target: PublishTarget, state: TargetState): Promise<TargetState['kept']> {
  const kept = new Map<string, string>();
  for await (const { name, etag } of target.list('kept/objects/')) {
    // One that no record has was kept by a publication that broke off.
    if (isSum(name) && (state.kept.get(name) ?? etag) === etag) kept.set(name, etag);
  }
  return kept;
}

/** Whether a local file is there as it is wanted. */
function isWhole(
  target: PublishTarget,
  wanted: ManifestEntry | undefined,
  source: LocalFile | undefined,
  etag: string,
): boolean {
  const isWanted = source?.hash === wanted?.hash && source?.size === wanted?.size;
  return source !== undefined && isWanted && target.etagOf(source) === etag;
}
