// `new`: writes a record from flags, and the records that come with it.
import type { AskFields } from '../../../editing/new/create.js';
import type { Given } from '../../../editing/new/flags.js';
import type { Collection } from '../../../model/collection.js';
import type { Language } from '../../../problems/messages/catalogue.js';
import { DONE, HAS_ERRORS, INTERRUPTED } from '../status.js';
import { type ChangeFlags, changing, tellProblems } from './changing.js';
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

export const newCommand = (lang: Language): FieldCommand<[]> => {
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
  { name: collection, singular, fields }: Collection,
  given: Given,
  flags: ChangeFlags,
): Promise<number> {
  const { create, Abandoned } = await import('../../../editing/new/create.js');
  const { flagsOf, withFiles } = await import('../../../editing/new/flags.js');
  const { shownName } = await import('../../../editing/workspace/portal-data.js');
  const { visible, visibleLines } = await import('../../../problems/text/visible.js');
  return changing(flags, async ({ portal, settings, lang, dryRun }) => {
    const ask = await whoAsks(singular, lang);
    const read = withFiles(given, flagsOf(portal, fields, collection, lang));
    const wanted = { collection, given: read, dryRun, now: new Date(), lang, ask };
    const created = await create(portal, settings, wanted).catch((error: unknown) => {
      if (error instanceof Abandoned) return undefined;
      throw error;
    });
    if (!created) return INTERRUPTED;
    const { report, records } = created;
    await tellProblems(report, lang);
    if (!report.ok) return HAS_ERRORS;
    // Others chose the names of the files to which records are added: they may hold control characters.
    const lineOf = (file: string) => `${visible(shownName(settings, file))}\n`;
    const shown = dryRun
      ? records.map(({ file, text }) => `${lineOf(file)}${visibleLines(text)}`)
      : [...new Set(records.map(({ file }) => lineOf(file)))];
    process.stdout.write(shown.join(''));
    return DONE;
  });
}

/** What asks for the fields that are lacking; undefined where nobody is there to answer. */
async function whoAsks(singular: string, lang: Language): Promise<AskFields | undefined> {
  if (!process.stdin.isTTY || !process.stdout.isTTY || process.env['CI']) return undefined;
  const { asker } = await import('./ask.js');
  return asker(singular, lang);
}
