// A snapshot that is to become live: its files, and where their bytes come from.
import { UsageError } from '../../problems/problem.js';
import type { PublishPlan, WantedSnapshot } from './plan.js';
import type { TargetState } from './state.js';
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
