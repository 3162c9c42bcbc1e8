// `change`: gives fields of a record other values.

import { Option } from 'commander';
import type { Given } from '../../../editing/new/flags.js';
import type { Collection } from '../../../model/collection.js';
import type { Language } from '../../../problems/messages/catalogue.js';
import { UsageError } from '../../../problems/problem.js';
import { say } from '../../../problems/say.js';
import { visible } from '../../../problems/text/visible.js';
import { DONE, HAS_ERRORS } from '../status.js';
import { type ChangeFlags, changing, tell } from './changing.js';
import { defineFieldCommand, type FieldCommand } from './field-flags.js';
import { recordArgument } from './query.js';

interface Flags extends ChangeFlags {
  readonly unset?: readonly string[];
}

const changeCommand = (lang: Language): FieldCommand<[string, Flags]> => {
  return {
    name: 'change',
    usage: say('<collection> <id> [--<field> <value> ...]', lang),
    description: say('Gives fields of a record other values.', lang),
    describe: (command, { name, singular }) => {
      command
        .description(say('a record of {collection}', lang, { collection: name }))
        .addArgument(recordArgument(lang));
      const repeated = (text: string, before: readonly string[] = []) => [...before, text];
      const refuse = () => {
        throw new UsageError(
          say(
            'an id is changed with all that refers to it: npx portal-snapshot renumber {singular} ID --to ID',
            lang,
            { singular },
          ),
        );
      };
      command.addOption(new Option('--id <id>').hideHelp().argParser(refuse));
      command.option(
        '--unset <field>',
        say('take a field out, such as --unset note: then it has its default', lang),
        repeated,
      );
    },
    headingOf: () => say('Fields:', lang),
    work: run,
  };
};

export const define = defineFieldCommand(changeCommand);

async function run(
  { name }: Collection,
  given: Given,
  text: string,
  flags: Flags,
): Promise<number> {
  const { change, valuesFrom } = await import('../../../editing/edit/change.js');
  const { headOf } = await import('../../../editing/query/text.js');
  return changing(flags, async ({ portal, settings, lang, dryRun, undo }) => {
    const valuesFor = valuesFrom(given, flags.unset ?? [], lang);
    const options = { asked: { of: name, text }, valuesFor, given, dryRun, lang, isTyped: true };
    const { report, subject, values, edits } = await change(portal, settings, options);
    const lines = [visible(headOf(subject))];
    if (!report.ok) lines.push(say('nothing is changed: the data would have these errors', lang));
    else if (edits.length === 0)
      lines.push(say('nothing changes: these are its values already', lang));
    else {
      lines.push(say(dryRun ? 'would be changed; nothing is written:' : 'changed:', lang));
      lines.push(...values.map(({ field, text }) => visible(`  ${field}: ${text}`)), ...undo);
    }
    await tell(report, lines, lang, { settings, edits });
    return report.ok ? DONE : HAS_ERRORS;
  });
}
