// `show`: a record with the names of what it refers to, and where it is published.
import { UsageError } from '../../../problems/problem.js';
import type { Define } from '../flags.js';
import { viewOf } from '../report.js';
import { DONE } from '../status.js';
import { addQueryFlags, addRecord, openTold, type QueryFlags, recordAsked } from './asked.js';

export const define: Define<[string, string, QueryFlags]> = (command, lang) => {
  addQueryFlags(addRecord(command, lang), lang);
  return show;
};

async function show(name: string, id: string, flags: QueryFlags): Promise<number> {
  const { lang } = viewOf(flags.lang);
  const { portal } = await import('../../../portal/index.js');
  const { show } = await import('../../../editing/query/show.js');
  const { missing, rowOf } = await import('../../../editing/query/subject.js');
  const { shownText } = await import('../../../editing/query/text.js');
  const wanted = await recordAsked(portal, name, id, lang);
  const { settings, data } = await openTold(portal, flags.data, lang);
  const found = rowOf(data, wanted);
  if (!found) throw new UsageError(await missing(data, settings, wanted, lang));
  const { singular } = found.table.plan.declared;
  process.stdout.write(shownText(show(portal, settings, data, found), singular, lang));
  return DONE;
}
