// `new`: writes a record from flags, and the records that come with it. The flags are the fields of the
// collection, so each collection gets a subcommand of its own.
import { relative, sep } from 'node:path';
import { type Command, Option } from 'commander';
import pc from 'picocolors';
import type { AskFields } from '../../../editing/new/create.js';
import type { FieldFlag, Given } from '../../../editing/new/flags.js';
import type { Collection } from '../../../model/collection.js';
import { elementOf } from '../../../model/fields.js';
import type { Language } from '../../../problems/messages/catalogue.js';
import { breakLockOption, type Define, langOption } from '../flags.js';
import { commandIn } from '../language.js';
import { viewOf, warnings } from '../report.js';
import { DONE, HAS_ERRORS, INTERRUPTED } from '../status.js';
import { harmless } from '../streams.js';

const en = {
  usage: '<collection> [--<field> <value> ...]',
  description: 'Writes a new record, and the records that come with it.',
  oneOf: (collection: string, along: readonly string[]) =>
    `a record of ${collection}${along.length === 0 ? '' : `, and what comes with it in ${along.join(' and ')}`}`,
  /** The headings above the fields that must be given, and above the others. */
  needed: 'Must be given:',
  fields: 'Fields:',
  data: 'the data folder (default: data)',
  dryRun: 'check, and show what would be written; write nothing',
  help: 'display help for command',
};

const ru: typeof en = {
  usage: '<коллекция> [--<поле> <значение> ...]',
  description: 'Создаёт запись и те записи, которые к ней прилагаются.',
  oneOf: (collection, along) =>
    `запись в ${collection}${along.length === 0 ? '' : ` и то, что к ней прилагается, в ${along.join(' и ')}`}`,
  needed: 'Обязательно:',
  fields: 'Поля:',
  data: 'папка с данными (по умолчанию: data)',
  dryRun: 'проверить и показать, что было бы записано; ничего не записывать',
  help: 'показать справку по команде',
};

const WORDS = { en, ru } as const;

interface Flags {
  readonly data: string;
  readonly lang?: Language;
  readonly breakLock?: boolean;
  readonly dryRun?: boolean;
}

export const define: Define<[]> = (command, lang) => {
  const words = WORDS[lang];
  // All arguments, and --help, are left for the collection's subcommand to parse.
  command.usage(words.usage).helpOption(false);
  command.allowUnknownOption().allowExcessArguments();
  return async () => {
    let status = DONE;
    const program = await programOfNew(lang, async (...wanted) => {
      status = await write(...wanted);
    });
    await program.parseAsync(command.args, { from: 'user' });
    return status;
  };
};

/** The command line behind `new`: a subcommand for each collection, whose flags are its fields. */
export async function programOfNew(
  lang: Language,
  work: (...wanted: Parameters<typeof write>) => Promise<unknown>,
): Promise<Command> {
  const { portal } = await import('../../../portal/index.js');
  const { flagsOf } = await import('../../../editing/new/flags.js');
  const words = WORDS[lang];
  const program = (await commandIn(lang, 'portal-snapshot new'))
    .description(words.description)
    .helpOption('-h, --help', words.help)
    .helpCommand(false)
    .configureOutput(harmless)
    .configureHelp({ optionDescription: (option) => option.description })
    .exitOverride();
  for (const collection of portal.collections) {
    const { name, singular, fields } = collection;
    const given = new Map<string, string[]>();
    const one = program
      .command(singular)
      .alias(name)
      .description(
        words.oneOf(
          collection.name,
          collection.companions.map((along) => along.collection),
        ),
      );
    for (const flag of flagsOf(portal, fields, name, lang)) addFlag(one, flag, given, words);
    one
      .addOption(new Option('--data <dir>', words.data).default('data'))
      .addOption(langOption(lang))
      .option('--dry-run', words.dryRun)
      .addOption(breakLockOption(lang))
      .action(async (flags: Flags) => {
        await work(collection, given, flags);
      });
  }
  return program;
}

/** Adds a field's flag, and a spelling with hyphens for underscores, which help does not show. */
function addFlag(
  command: Command,
  { name, field, value, about, needed }: FieldFlag,
  given: Map<string, string[]>,
  words: typeof en,
): void {
  const take = (text: string) => void given.set(name, [...(given.get(name) ?? []), text]);
  for (const spelling of new Set([name, name.replaceAll('_', '-')])) {
    const option = new Option(`--${spelling} ${value}`, about);
    const one = elementOf(field.type) ?? field.type;
    if (one.kind === 'choice') option.choices(one.values.map(String)); // for completion: the check tells more
    option.argParser(take);
    if (value.startsWith('[')) option.preset('true');
    if (spelling !== name) option.hideHelp();
    command.addOption(option.helpGroup(needed ? words.needed : words.fields));
  }
}

async function write(
  { name: collection, singular, fields }: Collection,
  given: Given,
  { data, lang, breakLock = false, dryRun = false }: Flags,
): Promise<number> {
  const { portal } = await import('../../../portal/index.js');
  const { resolveSettings } = await import('../../../snapshot/settings/index.js');
  const { create, Abandoned } = await import('../../../editing/new/create.js');
  const { flagsOf } = await import('../../../editing/new/flags.js');
  const { withFiles } = await import('../../../editing/new/flags.js');
  const { reporters } = await import('../../../snapshot/reporters/index.js');
  const { visible, visibleLines } = await import('../../../problems/text/visible.js');
  // Standard output is for what was written, or would be, so problems go to standard error.
  const color = process.stderr.isTTY === true && pc.isColorSupported;
  const view = { ...viewOf(lang), color };
  const { on, tell } = warnings(view.lang);
  const settings = await resolveSettings({ data, breakLock, ...on }, portal);
  const ask = await whoAsks(singular, view.lang);
  const read = withFiles(given, flagsOf(portal, fields, collection, view.lang));
  const wanted = { collection, given: read, dryRun, now: new Date(), lang: view.lang, ask };
  const created = await create(portal, settings, wanted)
    .catch((error: unknown) => {
      if (error instanceof Abandoned) return undefined;
      throw error;
    })
    .finally(tell);
  if (!created) return INTERRUPTED;
  const { report, records } = created;
  if (report.problems.length > 0) process.stderr.write(reporters.pretty(report, 'check', view));
  if (!report.ok) return HAS_ERRORS;
  const folder = relative(settings.cwd, settings.data).split(sep).join('/');
  // Others chose the names of the files to which records are added: they may hold control characters.
  const lineOf = (file: string) => `${visible(folder === '' ? file : `${folder}/${file}`)}\n`;
  const shown = dryRun
    ? records.map(({ file, text }) => `${lineOf(file)}${visibleLines(text)}`)
    : [...new Set(records.map(({ file }) => lineOf(file)))];
  process.stdout.write(shown.join(''));
  return DONE;
}

/** What asks for the fields that are lacking; undefined where nobody is there to answer. */
async function whoAsks(singular: string, lang: Language): Promise<AskFields | undefined> {
  if (!process.stdin.isTTY || !process.stdout.isTTY || process.env['CI']) return undefined;
  const { asker } = await import('./ask.js');
  return asker(singular, lang);
}
