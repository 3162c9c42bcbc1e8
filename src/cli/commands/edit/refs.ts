// `refs`: who refers to a record, and where.
import { UsageError } from '../../../problems/problem.js';
import { visible, visibleJson } from '../../../problems/text/visible.js';
import type { Define } from '../flags.js';
import { viewOf } from '../report.js';
import { DONE, HAS_ERRORS } from '../status.js';
import {
  addQueryFlags,
  addRecord,
  openTold,
  type QueryFlags,
  recordAsked,
  reporterOption,
} from './asked.js';

export const define: Define<[string, string, QueryFlags]> = (command, lang) => {
  addQueryFlags(addRecord(command, lang), lang).addOption(reporterOption(lang));
  return refs;
};

/** A record that is not there may be referred to all the same: then that is shown, as an error. */
async function refs(name: string, id: string, flags: QueryFlags): Promise<number> {
  const { lang } = viewOf(flags.lang);
  const { portal } = await import('../../../portal/index.js');
  const { referrersOf } = await import('../../../editing/query/references.js');
  const { missing, rowOf, subjectsOf } = await import('../../../editing/query/subject.js');
  const { headOf, refsText } = await import('../../../editing/query/text.js');
  const wanted = await recordAsked(portal, name, id, lang);
  const { settings, data } = await openTold(portal, flags.data, lang);
  const found = referrersOf(data, settings, wanted);
  const row = rowOf(data, wanted);
  const { singular } = data.table(wanted.collection).plan.declared;
  const why = row ? undefined : await missing(data, settings, wanted, lang);
  if (why !== undefined && found.length === 0) throw new UsageError(why);
  if (why !== undefined) process.stderr.write(`${visible(why)}\n`);
  const head = row
    ? headOf(subjectsOf(data, settings, [row])[0]!, singular)
    : `${singular} ${wanted.id}`;
  const json = found.map(({ collection, id, path, file, line }) => ({
    ...{ collection, id, path, file, line },
  }));
  const isJson = flags.reporter === 'json';
  process.stdout.write(isJson ? `${visibleJson(json)}\n` : refsText(head, found, lang));
  return row ? DONE : HAS_ERRORS;
}
