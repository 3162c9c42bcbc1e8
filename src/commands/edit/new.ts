// `new`: writes a record from flags, and the records that come with it. The flags are the fields of the
// collection, so each collection gets a subcommand of its own.
import { relative, sep } from 'node:path';
import { Command, Option } from 'commander';
import pc from 'picocolors';
import type { Collection } from '../../model/collection.js';
import type { FieldFlag, Given } from '../../new/flags.js';
import type { Language } from '../../problems/messages/catalogue.js';
import { langOption } from '../flags.js';
import { cacheWarning, viewOf } from '../report.js';
import { DONE, HAS_ERRORS } from '../status.js';
import { harmless } from '../streams.js';

interface Flags {
  readonly data: string;
  readonly lang?: Language;
  readonly dryRun?: boolean;
}

export function define(command: Command): () => Promise<number> {
  // All arguments, and --help, are left for the collection's subcommand to parse.
  command.usage('<collection> [--<field> <value> ...]').helpOption(false);
  command.allowUnknownOption().allowExcessArguments();
  return async () => {
    const { portal } = await import('../../portal/index.js');
    const { flagsOf } = await import('../../new/flags.js');
    let status = DONE;
    const program = new Command('portal-snapshot new')
      .description('Writes a new record, and the records that come with it.')
      .helpCommand(false)
      .configureOutput(harmless)
      .configureHelp({ optionDescription: (option) => option.description })
      .exitOverride();
    for (const collection of portal.collections) {
      const { name, singular, fields } = collection;
      const given = new Map<string, string[]>();
      const one = program.command(singular).alias(name).description(descriptionOf(collection));
      for (const flag of flagsOf(fields, name)) addFlag(one, flag, given);
      one
        .addOption(new Option('--data <dir>', 'the data folder (default: data)').default('data'))
        .addOption(langOption())
        .option('--dry-run', 'check, and show what would be written; write nothing')
        .action(async (flags: Flags) => {
          status = await write(collection, given, flags);
        });
    }
    await program.parseAsync(command.args, { from: 'user' });
    return status;
  };
}

function descriptionOf({ name, companions }: Collection): string {
  const others = companions.map(({ collection }) => collection);
  const along = others.length === 0 ? '' : `, and what comes with it in ${others.join(' and ')}`;
  return `a record of ${name}${along}`;
}

/** Adds a field's flag, and a spelling with hyphens for underscores, which help does not show. */
function addFlag(
  command: Command,
  { name, value, about, needed }: FieldFlag,
  given: Map<string, string[]>,
): void {
  const take = (text: string) => void given.set(name, [...(given.get(name) ?? []), text]);
  for (const spelling of new Set([name, name.replaceAll('_', '-')])) {
    const option = new Option(`--${spelling} ${value}`, about).argParser(take);
    if (value.startsWith('[')) option.preset('true');
    if (spelling !== name) option.hideHelp();
    command.addOption(option.helpGroup(needed ? 'Must be given:' : 'Fields:'));
  }
}

async function write(
  { name: collection, fields }: Collection,
  given: Given,
  { data, lang, dryRun = false }: Flags,
): Promise<number> {
  const { portal } = await import('../../portal/index.js');
  const { resolveSettings } = await import('../../settings/index.js');
  const { create } = await import('../../new/create.js');
  const { flagsOf } = await import('../../new/flags.js');
  const { reporters } = await import('../../reporters/index.js');
  const { visible, visibleLines } = await import('../../terminal/visible.js');
  // Standard output is for what was written, or would be, so problems go to standard error.
  const color = process.stderr.isTTY === true && pc.isColorSupported;
  const view = { ...viewOf(lang), color };
  const { onUnwritableCache, tell } = cacheWarning(view.lang);
  const settings = await resolveSettings({ data, onUnwritableCache }, portal);
  const { withFiles } = await import('../../new/texts.js');
  const read = withFiles(given, flagsOf(fields, collection));
  const wanted = { collection, given: read, dryRun, now: new Date() };
  const { report, records, edited } = await create(portal, settings, wanted).finally(tell);
  if (report.problems.length > 0) process.stderr.write(reporters.pretty(report, 'check', view));
  if (!report.ok) return HAS_ERRORS;
  const folder = relative(settings.cwd, settings.data).split(sep).join('/');
  // Others chose the names of edited files, so they may hold control characters.
  const lineOf = (file: string) => `${visible(folder === '' ? file : `${folder}/${file}`)}\n`;
  const shown = dryRun
    ? records.map(({ file, text }) => `${lineOf(file)}${visibleLines(text)}`)
    : [...new Set(records.map(({ file }) => lineOf(file)))];
  process.stdout.write([...shown, ...edited.map(lineOf)].join(''));
  return DONE;
}
