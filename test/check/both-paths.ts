// Both paths through compiling, of which each must make the same.
import { readFileSync } from 'node:fs';
import { isDeepStrictEqual } from 'node:util';
import { expect } from 'vitest';
import { makeFastPath } from '../../src/engine/compile/fast/fast-path.js';
import { Hashes } from '../../src/engine/compile/hashes.js';
import { makeCompiler } from '../../src/engine/compile/shard.js';
import { groupFiles, makeShards, type Shard } from '../../src/engine/compile/shards.js';
import { makePlan } from '../../src/engine/plan.js';
import { Pool } from '../../src/engine/pool/pool.js';
import { type CompiledShard, fragmentsName } from '../../src/engine/shard/format.js';
import { Store } from '../../src/engine/shard/store.js';
import { findFiles } from '../../src/files/source/files.js';
import { portal as declared } from '../../src/portal/index.js';
import { FRAME_HOSTS } from '../oracle/values.js';

export const plan = makePlan(declared);

/** How many records the fast path was offered, and took. */
export class Share {
  offered = 0;
  taken = 0;

  get ratio(): number {
    return this.taken / this.offered;
  }
}

const noFastPath: typeof makeFastPath = (...args) => ({
  ...makeFastPath(...args),
  take: () => undefined,
});
const countingPath =
  (share: Share): typeof makeFastPath =>
  (...args) => {
    const path = makeFastPath(...args);
    return {
      ...path,
      take(...record) {
        const taken = path.take(...record);
        share.offered++;
        if (taken) share.taken++;
        return taken;
      },
    };
  };

/** Compiles the data of a folder by both paths, and compares all that they made. */
export async function expectSame(
  data: string,
  withholdPersonal: boolean,
  share: Share,
  { portal, byName } = plan,
): Promise<void> {
  const settings = { frames: FRAME_HOSTS, withholdPersonal };
  const compile = ([shards]: readonly Shard[][], stores: readonly Store[]) => {
    for (const shard of shards!) {
      const collection = byName.get(shard.collection)!;
      const [slow, fast] = [noFastPath, countingPath(share)].map((path, i) => {
        makeCompiler(collection, settings, stores[i]!, undefined, path)(shard);
        return madeOf(shard, stores[i]!);
      });
      // Which tells the same as `toEqual`, in a tenth of its time.
      if (!isDeepStrictEqual(fast, slow)) expect(fast).toEqual(slow);
    }
  };
  await withUnits([data], 2, compile, portal);
}

/** Runs `work` with the shards of some folders, and so many empty stores. */
export async function withUnits(
  folders: readonly string[],
  count: number,
  work: (shards: readonly Shard[][], stores: readonly Store[]) => void,
  { collections } = declared,
): Promise<void> {
  const stores = Array.from({ length: count }, () => Store.open(undefined, () => {}));
  try {
    const shards = folders.map((data) => {
      const { files } = findFiles(
        data,
        collections.map(({ name }) => name),
      );
      return makeShards(groupFiles(files), '', new Hashes(stores[0]!, data, false), new Pool(1));
    });
    work(await Promise.all(shards), stores);
  } finally {
    for (const store of stores) store.close();
  }
}

/** What a compiler put into a store. */
export function madeOf({ key }: Shard, store: Store) {
  const compiled = store.read(key) as CompiledShard;
  const fragments = compiled.fragments.map((_, kind) =>
    readFileSync(store.path(fragmentsName(key, kind)), 'utf8'),
  );
  return { compiled, fragments };
}
