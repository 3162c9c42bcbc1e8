// A snapshot that is to become live: its files, where their bytes come from, and which one is brought back.
import { UsageError } from '../../problems/problem.js';
import { quote } from '../../problems/quote.js';
import { SIGNATURE } from '../../site/address.js';
import type { PublishPlan, WantedSnapshot } from './plan.js';
import { type Earlier, filesOf, isSame, type TargetState } from './state.js';
import type { LocalFile } from './targets/target.js';
import { type BytesFrom, keptKey } from './transaction.js';

/** A snapshot that is to become live, and where its bytes are. */
export interface Coming extends WantedSnapshot {
  readonly sources: ReadonlyMap<string, LocalFile>;
  /** The signature of this snapshot; undefined if it is not signed, or if the published ones stay. */
  readonly signature?: string | undefined;
  /** The bytes of files that `publish` makes itself, in place of those in the snapshot's folder. */
  readonly made?: ReadonlyMap<string, Buffer>;
}

/** Returns the live snapshot as the one to publish. Throws a {@link UsageError} where it is not known. */
export function asLive({ live, pending }: TargetState, target: string): Coming {
  if (!live || (pending && pending.size > 0)) {
    throw new UsageError(
      `--forget keeps what is live at ${target}, and ${live ? 'a publication broke off there' : 'no publication is known there'}: publish first`,
    );
  }
  return { id: live.id, files: live.files, sources: new Map() };
}

/**
 * Returns where the bytes of each file to send come from. Throws a {@link UsageError} for an earlier snapshot some of
 * whose bytes are gone: a publication that broke off had begun to remove them.
 */
export function originsOf(
  { pending }: PublishPlan,
  { id, sources, made }: Coming,
  { kept }: TargetState,
  target: string,
): Map<string, BytesFrom> {
  const origins = new Map<string, BytesFrom>();
  for (const [name, { hash, size }] of pending) {
    const etag = kept.get(hash);
    const origin =
      made?.get(name) ??
      sources.get(name) ??
      (etag !== undefined && { from: keptKey(hash), etag, size });
    if (!origin) {
      throw new UsageError(
        `only a part of ${id} is kept at ${target}: ${name} went in a publication that broke off; publish a snapshot instead`,
      );
    }
    origins.set(name, origin);
  }
  return origins;
}

/**
 * Returns the snapshot to go back to: the one that was published before the live one. If a publication broke off, that
 * is the one that it was to replace; if a rollback broke off, the one that it was to bring back.
 */
function before({ live, history, pending }: TargetState): Earlier | undefined {
  const older = history.filter(({ number }) => number < (live?.number ?? 0));
  // After a rollback, the newest of them is not the one that was live.
  const earlier = older.find(({ id }) => id === live?.replaced) ?? older[0];
  if (!live || !pending) return earlier;
  if (pending.size === 0) {
    // The publication that broke off only had files left to delete. If a newer snapshot than the live one is kept, it
    // was a rollback to the live one.
    return history.some(({ number }) => number > live.number) ? asEarlier(live) : earlier;
  }
  const files = earlier && filesOf(live.files, earlier);
  const isRollback = [...pending].every(([name, entry]) =>
    name === SIGNATURE ? files?.has(name) : isSame(files?.get(name), entry),
  );
  return isRollback ? earlier : asEarlier(live);
}

/** Returns the live snapshot as one to bring back: what broke off may have replaced some of its files. */
const asEarlier = (live: NonNullable<TargetState['live']>): Earlier => ({
  ...live,
  changes: new Map(),
});

/** Returns the previous snapshot (`true`), or the one whose id begins with `wanted`. Throws a {@link UsageError}. */
export function earlierOf(state: TargetState, wanted: string | true, target: string): Earlier {
  const { live, history, pending } = state;
  const known = history.map(({ id, at }) => `${id.slice(0, 12)}, published ${at}`);
  if (wanted === true) {
    const earlier = before(state);
    if (earlier) return earlier;
    throw new UsageError(`no snapshot of ${target} is kept that was before the live one`, known);
  }
  const there = [...(live && pending ? [asEarlier(live)] : []), ...history];
  const found = there.filter(({ id }) => id.startsWith(wanted));
  if (found.length === 1) return found[0]!;
  throw new UsageError(
    live?.id.startsWith(wanted)
      ? `${quote(wanted)} is the snapshot that is live at ${target}`
      : `${found.length === 0 ? 'no' : 'more than one'} snapshot ${quote(wanted)} is kept at ${target}; there are:`,
    known,
  );
}
