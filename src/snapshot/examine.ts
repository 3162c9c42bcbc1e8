// Loads the data, reports mistakes in it, and leaves out withheld records.
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

/** The loaded data, and its report. */
export interface Examined {
  /**
   * Returns only the records that may be published, with values that are computed from these records alone. Must not be
   * called if the data has errors.
   */
  readonly published: () => Derivation;
  /** Returns the report. The first call checks across records, and keeps a report without errors for the next run. */
  readonly report: () => FindingsReport;
}

/** Loads the data. Checks across records, and withholding, follow when a function of the result is called. */
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
