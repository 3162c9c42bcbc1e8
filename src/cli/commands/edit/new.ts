// `new`: writes a record from flags, and the records that come with it.
import type { AskFields, Created } from '../../../editing/new/create.js';
import type { Given } from '../../../editing/new/flags.js';
import type { Collection } from '../../../model/collection.js';
import type { Language } from '../../../problems/messages/catalogue.js';
import type { Define } from '../flags.js';
import { commandIn } from '../language.js';
import { DONE, HAS_ERRORS, INTERRUPTED } from '../status.js';
import { harmless } from '../streams.js';
import { addChangeFlags, type ChangeFlags, type ChangeWork, changing, tell } from './changing.js';
import { defineFieldCommand, type FieldCommand } from './field-flags.js';
import { addRecord } from './query.js';

const en = {
  usage: '<collection> [--<field> <value> ...] | --complete <collection> <id>',
  description: 'Writes a new record, and the records that come with it.',
  oneOf: (collection: string, along: readonly string[]) =>
    `a record of ${collection}${along.length === 0 ? '' : `, and what comes with it in ${along.join(' and ')}`}`,
  complete: 'Writes what should have come with a record, and is not there.',
  whole: 'nothing is missing',
  /** The headings above the fields that must be given, and above the others. */
  needed: 'Must be given:',
  fields: 'Fields:',
};

const ru: typeof en = {
  usage: '<коллекция> [--<поле> <значение> ...] | --complete <коллекция> <id>',
  description: 'Создаёт запись и те записи, которые к ней прилагаются.',
  oneOf: (collection, along) =>
    `запись в ${collection}${along.length === 0 ? '' : ` и то, что к ней прилагается, в ${along.join(' и ')}`}`,
  complete: 'Создаёт то, что прилагается к записи и чего нет.',
  whole: 'ничего не пропало',
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

/** Defines `new`. The arguments of `new --complete post 45` are parsed here, since they are of another kind. */
export const define: Define<[]> = (command, lang) => {
  const create = defineFieldCommand(newCommand)(command, lang);
  return async () => {
    const [first, ...args] = command.args;
    if (first !== '--complete') return create();
    let status = DONE;
    const program = (await commandIn(lang, 'portal-snapshot new --complete'))
      .description(WORDS[lang].complete)
      .configureOutput(harmless)
      .exitOverride();
    addChangeFlags(addRecord(program, lang), lang).action(
      async (of: string, text: string, flags: ChangeFlags) => {
        const { complete } = await import('../../../editing/new/create.js');
        status = await changing(flags, async (work) => {
          const { portal, settings, lang, dryRun } = work;
          const options = { asked: { of, text }, now: new Date(), dryRun, lang };
          return tellOf(await complete(portal, settings, options), work);
        });
      },
    );
    await program.parseAsync(args, { from: 'user' });
    return status;
  };
};

async function write(
  { name: collection, singular }: Collection,
  given: Given,
  flags: ChangeFlags,
): Promise<number> {
  const { create, Abandoned } = await import('../../../editing/new/create.js');
  return changing(flags, async (work) => {
    const { portal, settings, lang, dryRun } = work;
    const ask = await whoAsks(singular, lang);
    const wanted = { collection, given, dryRun, now: new Date(), lang, ask };
    const created = await create(portal, settings, wanted).catch((error: unknown) => {
      if (error instanceof Abandoned) return undefined;
      throw error;
    });
    return created ? tellOf(created, work) : INTERRUPTED;
  });
}

/** Prints what was written, or would be, or why nothing was. */
async function tellOf(
  { report, records }: Created,
  { settings, lang, dryRun }: ChangeWork,
): Promise<number> {
  const { shownName } = await import('../../../editing/workspace/portal-data.js');
  const { visible, visibleLines } = await import('../../../problems/text/visible.js');
  // Others chose the names of the files to which records are added: they may hold control characters.
  const lineOf = (file: string) => visible(shownName(settings, file));
  const shown = dryRun
    ? records.flatMap(({ file, text }) => [lineOf(file), visibleLines(text.replace(/\n$/, ''))])
    : [...new Set(records.map(({ file }) => lineOf(file)))];
  await tell(report, !report.ok ? [] : shown.length > 0 ? shown : [WORDS[lang].whole], lang);
  return report.ok ? DONE : HAS_ERRORS;
}

/** Returns the function that asks for missing fields; undefined without a person at a terminal. */
async function whoAsks(singular: string, lang: Language): Promise<AskFields | undefined> {
  if (!process.stdin.isTTY || !process.stdout.isTTY || process.env['CI']) return undefined;
  const { asker } = await import('./ask.js');
  return asker(singular, lang);
}
