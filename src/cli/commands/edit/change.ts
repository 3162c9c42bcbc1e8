// `change`: gives fields of a record other values.
import { Option } from 'commander';
import { words } from '../../../editing/edit/words.js';
import type { Given } from '../../../editing/new/flags.js';
import type { Collection } from '../../../model/collection.js';
import type { Language } from '../../../problems/messages/catalogue.js';
import { UsageError } from '../../../problems/problem.js';
import { visible } from '../../../problems/text/visible.js';
import { DONE, HAS_ERRORS } from '../status.js';
import { type ChangeFlags, changing, tell } from './changing.js';
import { defineFieldCommand, type FieldCommand } from './field-flags.js';
import { recordArgument } from './query.js';

const en = {
  usage: '<collection> <id> [--<field> <value> ...]',
  description: 'Gives fields of a record other values.',
  oneOf: (collection: string) => `a record of ${collection}`,
  fields: 'Fields:',
};

const ru: typeof en = {
  usage: '<коллекция> <id> [--<поле> <значение> ...]',
  description: 'Меняет значения полей записи.',
  oneOf: (collection) => `запись в ${collection}`,
  fields: 'Поля:',
};

const WORDS = { en, ru } as const;

interface Flags extends ChangeFlags {
  readonly unset?: readonly string[];
}

const changeCommand = (lang: Language): FieldCommand<[string, Flags]> => {
  const { usage, description, oneOf, fields } = WORDS[lang];
  return {
    ...{ name: 'change', usage, description },
    describe: (command, { name, singular }) => {
      command.description(oneOf(name)).addArgument(recordArgument(lang));
      const repeated = (text: string, before: readonly string[] = []) => [...before, text];
      const refuse = () => {
        throw new UsageError(words[lang].change.id(singular));
      };
      command.addOption(new Option('--id <id>').hideHelp().argParser(refuse));
      command.option('--unset <field>', words[lang].change.unset, repeated);
    },
    headingOf: () => fields,
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
    const said = words[lang].change;
    const lines = [visible(headOf(subject))];
    if (!report.ok) lines.push(said.errors);
    else if (edits.length === 0) lines.push(said.none);
    else {
      lines.push(dryRun ? said.wouldChange : said.changed);
      lines.push(...values.map(({ field, text }) => visible(`  ${field}: ${text}`)), ...undo);
    }
    await tell(report, lines, lang, { settings, edits });
    return report.ok ? DONE : HAS_ERRORS;
  });
}
