// Finds out what is in a target. Usually the record states it; if the record cannot be relied on (a publication
// broke off, the record is damaged, someone else changed files), the target is listed.

import { atOnce } from '../../files/at-once.js';
import { BESIDE, FOLDERS, fileBeside } from '../../site/kinds.js';
import { isPublished } from './kinds.js';
import { idsIn } from './local.js';
import { isSum, type Manifest, type ManifestEntry, type TargetState, UNKNOWN } from './state.js';
import type { LocalFile, PublishTarget } from './targets/target.js';

/** The files in a target, live or expiring, and the bytes that are kept for earlier snapshots. */
export interface TargetContents {
  readonly there: Manifest;
  readonly kept: TargetState['kept'];
  /** Files that are not as the record says. */
  readonly drifted: readonly string[];
  /** Files that are not in the record, under names that this portal never uses: they are left alone. */
  readonly foreign: readonly string[];
  /** Files that are not in the record either, but whose names the snapshot needs. */
  readonly inTheWay: readonly string[];
}

/** Returns what is in the target according to the record. */
export function asRecorded({ live, expiring, kept }: TargetState): TargetContents {
  const there = new Map(live?.files);
  for (const [name, { entry }] of expiring) there.set(name, entry);
  return { there, kept, drifted: [], foreign: [], inTheWay: [] };
}

/**
 * Lists the target to find out what is in it. A file that is not in the record is ours if this portal uses its name
 * (`isOurs`); all others are someone else's. `sources`: local files, whose etags can be computed.
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
      else foreign.push(name);
    }
  }
  for (const name of BESIDE) {
    const stored = await target.read(`live/${name}`);
    if (stored) see(name, stored.bytes.length, stored.etag);
  }
  for (const name of recorded.keys()) {
    // A publication that broke off may have deleted it: its time was over, or it is a sibling of a file to be sent.
    const isOurs = state.expiring.has(name) || state.pending?.has(fileBeside(name) ?? name);
    if (!there.has(name) && !(state.pending && isOurs)) drifted.push(name);
  }
  await atOnce(unread, async (name) => {
    const stored = await target.read(`live/${name}`);
    if (!stored) return;
    const { bytes, etag } = stored;
    // The ids that it shows decide whether it is deleted at once, or stays for a while.
    const ids = await idsIn(name, bytes, bytes.length);
    const hash = ids === undefined ? '' : UNKNOWN;
    there.set(name, { hash, size: bytes.length, headers: '', ids: ids ?? '', etag });
  });
  return { there, kept: await keptIn(target, state), drifted, foreign, inTheWay };
}

/** Lists the bytes that are kept for earlier snapshots. */
async function keptIn(target: PublishTarget, state: TargetState): Promise<TargetState['kept']> {
  const kept = new Map<string, string>();
  for await (const { name, etag } of target.list('kept/objects/')) {
    // What is not in the record was kept by a publication that broke off.
    if (isSum(name) && (state.kept.get(name) ?? etag) === etag) kept.set(name, etag);
  }
  return kept;
}

/** Whether an etag in the target is that of the local file, and this is the wanted one. */
function isWhole(
  target: PublishTarget,
  wanted: ManifestEntry | undefined,
  source: LocalFile | undefined,
  etag: string,
): boolean {
  const isWanted = source?.hash === wanted?.hash && source?.size === wanted?.size;
  return source !== undefined && isWanted && target.etagOf(source) === etag;
}
