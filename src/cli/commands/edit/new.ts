// `new`: writes a record with the values of the flags, and the records that belong to it.
import { create as createRecord } from '../../../editing/new/create.js';
import { shownName } from '../../../editing/workspace/portal-data.js';
import { visible, visibleLines } from '../../../problems/text/visible.js';
import type { Run } from '../../command.js';
import type { FieldsGiven } from '../../define.js';

export const create: Run<FieldsGiven & { dryRun?: boolean }> = async (
  { of: collection, values, dryRun = false },
  { portal, resolve },
) => {
  const settings = resolve();
  const wanted = { collection, values, dryRun, now: new Date() };
  const { report, records, edits } = await createRecord(portal, settings, wanted);
  // Made visible, because the name of an existing file may contain control characters.
  const lineOf = (file: string) => visible(shownName(settings, file));
  const shown = dryRun
    ? records.flatMap(({ file, text }) => [lineOf(file), visibleLines(text.replace(/\n$/, ''))])
    : [...new Set(records.map(({ file }) => lineOf(file)))];
  return { ok: report.ok, output: report.ok ? shown : [], problems: { report, edits } };
};
