// Links the data, reports mistakes in it, and leaves out withheld records. Needed only if there is no report for this
// state of the data yet.
import { Derivation } from '../engine/link/derive.js';
import { withhold } from '../engine/link/withhold.js';
import { load } from '../engine/load.js';
import { makePlan } from '../engine/plan.js';
import type { Store } from '../engine/shard/store.js';
import type { Portal } from '../model/endpoint.js';
import { once } from '../model/memo.js';
import type { FindingsReport, Summary } from '../problems/report.js';
import type { BuildSettings, Data } from './open.js';
import { keepReport } from './states.js';

/** The linked data, and its report. */
export interface Examined {
  /** Returns the published records only, with values that are computed from these. May not be called for data with errors. */
  readonly published: () => Derivation;
  /** Checks all records. The report is kept, for later calls and for the next run. */
  readonly report: () => FindingsReport;
}

/** Links the data, to be checked and published. */
export async function examine(
  portal: Portal,
  settings: BuildSettings,
  data: Data,
  state: string,
  store: Store,
): Promise<Examined> {
  const { derivation, check } = await load(
    makePlan(portal),
    data,
    { ...settings, withholdPersonal: settings.personal === 'withhold' },
    store,
  );
  const { tables } = derivation;
  const withheld = once(() =>
    settings.audience === 'public' ? withhold(tables) : { rows: undefined, counts: [] },
  );
  const report = (): FindingsReport => {
    const problems = check();
    const ok = problems.every(({ severity }) => severity !== 'error');
    const reasons = ok ? withheld().counts : [];
    const counts = Object.fromEntries(portal.collections.map(({ name }) => [name, 0]));
    for (const { collection, records } of reasons) counts[collection]! += records;
    const summary: Summary = {
      records: Object.fromEntries([...tables].map(([name, table]) => [name, table.rows])),
      withheld: counts,
      files: { written: 0, unchanged: 0, removed: 0, total: 0 },
      bytes: 0,
      snapshot: null,
    };
    const found = { ok, problems, summary, reasons };
    keepReport(store, settings, state, found);
    return found;
  };
  return {
    published() {
      const { rows } = withheld();
      return rows ? new Derivation(tables, rows) : derivation;
    },
    report: once(report),
  };
}
