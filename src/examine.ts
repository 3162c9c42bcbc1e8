// The data → linked, checked, and without what is withheld; and the report of it. Loaded only where a
// state was not seen before.
import { Derivation } from './engine/link/derive.js';
import { withhold } from './engine/link/withhold.js';
import { load } from './engine/load.js';
import { makePlan } from './engine/plan.js';
import type { Store } from './engine/unit/store.js';
import type { Portal } from './model/endpoint.js';
import type { BuildSettings, Data } from './open.js';
import type { FindingsReport, Summary } from './report.js';
import { keepReport } from './states.js';

/** What was found in the data, and the data with what follows from it. */
export interface Examined {
  readonly report: FindingsReport;
  /** Sees only the records that are published. */
  readonly derivation: Derivation;
}

/** Links and checks the data, and decides what of it is published. Keeps the report of the `state`. */
export async function examine(
  portal: Portal,
  settings: BuildSettings,
  data: Data,
  state: string,
  store: Store,
): Promise<Examined> {
  const { found, units } = data;
  const { derivation, problems } = await load(
    makePlan(portal),
    found,
    units,
    {
      ...settings,
      withholdPersonal: settings.personal === 'withhold',
      findLost: async (missing) => (await import('./git/lost.js')).findLost(settings, missing),
    },
    store,
  );
  const ok = problems.every(({ severity }) => severity !== 'error');
  const { tables } = derivation;
  const { rows, counts: reasons } =
    ok && settings.audience === 'public' ? withhold(tables) : { rows: undefined, counts: [] };
  const withheld = Object.fromEntries(portal.collections.map(({ name }) => [name, 0]));
  for (const { collection, records } of reasons) withheld[collection]! += records;
  const summary: Summary = {
    records: Object.fromEntries([...tables].map(([name, table]) => [name, table.rows])),
    withheld,
    files: { written: 0, unchanged: 0, removed: 0, total: 0 },
    bytes: 0,
    snapshot: null,
  };
  const report = { ok, problems, summary, reasons };
  keepReport(store, state, report);
  return { report, derivation: rows ? new Derivation(tables, rows) : derivation };
}
