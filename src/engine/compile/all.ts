// Compiles units into a store, side by side where there are many bytes of them.
import type { OnProgress } from '../../problems/report.js';
import type { Crew } from '../crew/crew.js';
import { MANY_BYTES, workOf } from '../crew/work.js';
import type { Plan } from '../plan.js';
import type { Store } from '../unit/store.js';
import { type CompileWork, takePart } from './part.js';
import type { CompileSettings } from './unit.js';
import type { Unit } from './units.js';

/** Compiles units. Throws what compiling threw. */
export async function compileAll(
  plan: Plan,
  units: readonly Unit[],
  settings: CompileSettings & { readonly onProgress: OnProgress },
  store: Store,
  crew: Crew,
): Promise<void> {
  const { frames, withholdPersonal, onProgress } = settings;
  const total = units.reduce((sum, { bytes }) => sum + bytes, 0);
  let done = 0;
  const compiled = (bytes: number) => {
    done += bytes;
    onProgress('compiling', done, total);
  };
  onProgress('compiling', 0, total);
  const work: CompileWork = {
    ...workOf(units.length),
    // The largest units come first, so that the last ones to run are short.
    units: [...units].sort((a, b) => b.bytes - a.bytes),
    settings: { frames, withholdPersonal },
    module: plan.portal.module.href,
    store: store.handle,
  };
  const own = () => takePart(plan, work, store, compiled);
  // Threads that are there take part, but none is worth waiting for where it finds nothing to do.
  if (units.length === 1) await own();
  else await crew.do('compile', work, total >= MANY_BYTES, own, compiled);
}
