// `change`: gives fields of a record other values.
import { say } from '../../../problems/say.js';
import { visible } from '../../../problems/text/visible.js';
import type { Run } from '../../command.js';
import type { FieldsGiven } from '../../define.js';

interface Given extends FieldsGiven {
  readonly id: string;
  /** The id of `--id`, which this command does not give. */
  readonly to?: number;
  readonly unset?: readonly string[];
  readonly dryRun?: boolean;
}

export const change: Run<Given> = async (
  { of, id, to, fields, unset = [], dryRun = false },
  { portal, lang, resolve },
) => {
  const { change, valuesFrom } = await import('../../../editing/edit/change.js');
  const { headOf } = await import('../../../editing/query/text.js');
  const { report, subject, values, edits } = await change(portal, resolve(), {
    query: { of, text: id },
    valuesFor: valuesFrom(fields, unset, lang),
    ...{ to, dryRun, lang, isTyped: true },
  });
  const lines = [visible(headOf(subject))];
  const isChanged = edits.length > 0;
  if (!report.ok) lines.push(say('nothing is changed: the data would have these errors', lang));
  else if (!isChanged) lines.push(say('nothing changes: these are its values already', lang));
  else {
    lines.push(say(dryRun ? 'would be changed; nothing is written:' : 'changed:', lang));
    lines.push(...values.map(({ field, text }) => visible(`  ${field}: ${text}`)));
  }
  return {
    ok: report.ok,
    output: lines,
    problems: { report, edits },
    isUndoable: isChanged,
  };
};
