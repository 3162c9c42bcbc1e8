// A thread's part of compiling: unit after unit, until none is left to take.
import { hearSignals } from '../../files/disk/temporary.js';
import type { Portal } from '../../model/endpoint.js';
import { memo } from '../../model/memo.js';
import { take, type Work } from '../crew/work.js';
import { makePlan, type Plan } from '../plan.js';
import { Store, type StoreHandle } from '../unit/store.js';
import { type CompileSettings, makeCompiler } from './unit.js';
import type { Unit } from './units.js';

/** Units to compile. Plain data. */
export interface CompileWork extends Work {
  readonly units: readonly Unit[];
  readonly settings: CompileSettings;
  /** The portal's module, which each thread imports: functions such as rules cannot be sent to it. */
  readonly module: string;
  readonly store: StoreHandle;
}

/** Compiles units in another thread; tells of each how large it was. */
export async function compilePart(work: CompileWork, say: (bytes: number) => void): Promise<void> {
  const { portal } = (await import(work.module)) as { readonly portal: Portal };
  await takePart(makePlan(portal), work, Store.at(work.store), say);
}

/** Compiles units into a store; tells of each how large it was. */
export async function takePart(
  plan: Plan,
  work: CompileWork,
  store: Store,
  compiled: (bytes: number) => void,
): Promise<void> {
  const compilers = new Map<string, (unit: Unit) => void>();
  for (let at = take(work); at >= 0; at = take(work)) {
    const unit = work.units[at]!;
    const compile = memo(compilers, unit.collection, () =>
      makeCompiler(plan.byName.get(unit.collection)!, work.settings, store),
    );
    try {
      compile(unit);
    } finally {
      store.abandon();
    }
    compiled(unit.bytes);
    await hearSignals();
  }
}
