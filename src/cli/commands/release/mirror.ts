// `mirror`: the work is done in delivery/mirror/.

import type { MirrorOptions } from '../../../delivery/mirror/index.js';
import { mirror as mirrorSnapshot } from '../../../delivery/mirror/index.js';
import { json, pretty } from '../../../delivery/mirror/report.js';
import type { Run } from '../../command.js';

type Given = Omit<MirrorOptions, 'records' | 'signal' | 'onProgress'>;

export const mirror: Run<Given> = async (given, { portal, reporter, signal, onProgress }) => {
  const start = performance.now();
  const options = { ...given, records: reporter === 'json', signal, onProgress };
  const report = await mirrorSnapshot(portal, options);
  const ms = performance.now() - start;
  return { ok: report.ok, output: reporter === 'json' ? json(report) : pretty(report, ms) };
};
