// `change`: gives fields of a record other values.
import { Option } from 'commander';
import { words } from '../../../editing/edit/words.js';
import type { Given } from '../../../editing/new/flags.js';
import type { Collection } from '../../../model/collection.js';
import type { Language } from '../../../problems/messages/catalogue.js';
import { UsageError } from '../../../problems/problem.js';
import { visible } from '../../../problems/text/visible.js';
import { DONE, HAS_ERRORS } from '../status.js';
import { type ChangeFlags, changing, tellProblems } from './changing.js';
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

export const changeCommand = (lang: Language): FieldCommand<[string, Flags]> => {
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
  { name, fields }: Collection,
  given: Given,
  text: string,
  flags: Flags,
): Promise<number> {
  const { change, valuesFrom } = await import('../../../editing/edit/change.js');
  const { flagsOf, withFiles } = await import('../../../editing/new/flags.js');
  const { headOf } = await import('../../../editing/query/text.js');
  return changing(flags, async ({ portal, settings, lang, dryRun, undo }) => {
    const read = withFiles(given, flagsOf(portal, fields, name, lang));
    const valuesFor = valuesFrom(read, flags.unset ?? [], lang);
    const asked = { of: name, text };
    const changed = await change(portal, settings, { asked, valuesFor, dryRun, lang });
    const { report, subject, values } = changed;
    await tellProblems(report, lang);
    const said = words[lang].change;
    const { singular } = portal.collections.find((one) => one.name === name)!;
    const lines = [visible(headOf(subject, singular))];
    if (!report.ok) lines.push(said.errors);
    else if (values.length === 0) lines.push(said.none);
    else {
      lines.push(dryRun ? said.wouldChange : said.changed);
      lines.push(...values.map(({ field, text }) => visible(`  ${field}: ${text}`)));
    }
    process.stdout.write(lines.map((line) => `${line}\n`).join(''));
    if (report.ok && values.length > 0 && !dryRun) process.stdout.write(undo);
    return report.ok ? DONE : HAS_ERRORS;
  });
}
