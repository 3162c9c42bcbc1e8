// `change`: gives fields of a record other values.
import { changeLine } from '../../../editing/changes/values.js';
import { change as changeRecord } from '../../../editing/edit/change.js';
import { headOf } from '../../../editing/query/text.js';
import type { Portal } from '../../../model/endpoint.js';
import { refused } from '../../../problems/problem.js';
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
  { of, id, to, values: given, unset = [], dryRun = false },
  { portal, lang, resolve },
) => {
  const removed = Object.fromEntries(unset.map((name) => [name, undefined]));
  const values = { ...given, ...removed };
  if (Object.keys(values).length === 0 && to === undefined)
    throw refused(
      'no change is given: write a field and its new value, such as {example}; --help lists the fields',
      { example: exampleOf(portal, of) },
    );
  const { report, subject, changes, edits } = await changeRecord(portal, resolve(), {
    query: { of, id },
    ...{ values, to, dryRun },
  });
  const lines = [visible(headOf(subject))];
  const isChanged = edits.length > 0;
  if (!report.ok) lines.push(say('nothing is changed: the data would have these errors', lang));
  else if (!isChanged) lines.push(say('nothing changes: these are its values already', lang));
  else {
    lines.push(say(dryRun ? 'would be changed; nothing is written:' : 'changed:', lang));
    const changed = changes.map((one) => visible(`  ${one.field}: ${changeLine(one, lang)}`));
    lines.push(...changed);
  }
  return {
    ok: report.ok,
    output: lines,
    problems: { report, edits },
    isUndoable: isChanged,
  };
};

/** The flag of the first field that every record of a collection has, with a value to replace: `--name …`. */
function exampleOf({ collections }: Portal, name: string): string {
  const { fields = {} } = collections.find((one) => one.name === name) ?? {};
  const names = Object.keys(fields).filter((field) => field !== 'id');
  return `--${names.find((field) => fields[field]!.required) ?? names[0]} …`;
}
