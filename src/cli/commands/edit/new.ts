// `new`: writes a record from flags, and the records that come with it.
import type { Created } from '../../../editing/new/create.js';
import type { Given } from '../../../editing/new/flags.js';
import type { Collection } from '../../../model/collection.js';
import type { Language } from '../../../problems/messages/catalogue.js';
import { DONE, HAS_ERRORS } from '../status.js';
import { type ChangeFlags, type ChangeWork, changing, tell } from './changing.js';
import { defineFieldCommand, type FieldCommand } from './field-flags.js';

const en = {
  usage: '<collection> [--<field> <value> ...]',
  description: 'Writes a new record, and the records that come with it.',
  oneOf: (collection: string, along: readonly string[]) =>
    `a record of ${collection}${along.length === 0 ? '' : `, and what comes with it in ${along.join(' and ')}`}`,
  /** The headings above the fields that must be given, and above the others. */
  needed: 'Must be given:',
  fields: 'Fields:',
};

const ru: typeof en = {
  usage: '<коллекция> [--<поле> <значение> ...]',
  description: 'Создаёт запись и те записи, которые к ней прилагаются.',
  oneOf: (collection, along) =>
    `запись в ${collection}${along.length === 0 ? '' : ` и то, что к ней прилагается, в ${along.join(' и ')}`}`,
  needed: 'Обязательно:',
  fields: 'Поля:',
};

const WORDS = { en, ru } as const;

const newCommand = (lang: Language): FieldCommand<[]> => {
  const { usage, description, oneOf, needed, fields } = WORDS[lang];
  return {
    ...{ name: 'new', usage, description },
    describe: (command, { name, companions }) => {
      const along = companions.map(({ collection }) => collection);
      command.description(oneOf(name, along));
    },
    headingOf: (flag) => (flag.needed ? needed : fields),
    work: write,
  };
};

export const define = defineFieldCommand(newCommand);

async function write(
  { name: collection }: Collection,
  given: Given,
  flags: ChangeFlags,
): Promise<number> {
  const { create } = await import('../../../editing/new/create.js');
  return changing(flags, async (work) => {
    const { portal, settings, lang, dryRun } = work;
    const wanted = { collection, given, dryRun, now: new Date(), lang };
    return tellOf(await create(portal, settings, wanted), work);
  });
}

/** Prints what was written, or would be, or why nothing was. */
async function tellOf(
  { report, records, edits }: Created,
  { settings, lang, dryRun }: ChangeWork,
): Promise<number> {
  const { shownName } = await import('../../../editing/workspace/portal-data.js');
  const { visible, visibleLines } = await import('../../../problems/text/visible.js');
  // Others chose the names of the files to which records are added: they may hold control characters.
  const lineOf = (file: string) => visible(shownName(settings, file));
  const shown = dryRun
    ? records.flatMap(({ file, text }) => [lineOf(file), visibleLines(text.replace(/\n$/, ''))])
    : [...new Set(records.map(({ file }) => lineOf(file)))];
  await tell(report, report.ok ? shown : [], lang, { settings, edits });
  return report.ok ? DONE : HAS_ERRORS;
}
