// Commands that take the fields of a record as flags. Their flags depend on the collection, so each collection gets a
// subcommand of its own.
import { Command, Option } from 'commander';
import type { FieldFlag, Given } from '../../../editing/new/flags.js';
import type { Collection } from '../../../model/collection.js';
import type { Language } from '../../../problems/messages/catalogue.js';
import type { Define } from '../flags.js';
import { DONE } from '../status.js';
import { harmless } from '../streams.js';
import { addChangeFlags, type ChangeFlags } from './changing.js';

/** A command with a subcommand for each collection. `Args`: the arguments of each subcommand. */
export interface FieldCommand<Args extends readonly unknown[]> {
  readonly name: 'new' | 'change';
  readonly usage: string;
  readonly description: string;
  /** Describes the subcommand of a collection, and adds its arguments and further flags. */
  readonly describe: (command: Command, collection: Collection) => void;
  /** The heading above a flag in the help. */
  readonly headingOf: (flag: FieldFlag) => string;
  /** Does the work of a subcommand. `given`: the texts of its flags; those in files are read already. */
  readonly work: (
    collection: Collection,
    given: Given,
    ...more: [...Args, ChangeFlags]
  ) => Promise<number>;
}

/** Defines a command that leaves all arguments, and --help, for the collection's subcommand to parse. */
export const defineFieldCommand =
  <Args extends readonly unknown[]>(wordsOf: (lang: Language) => FieldCommand<Args>): Define<[]> =>
  (command, lang) => {
    const own = wordsOf(lang);
    command.usage(own.usage).helpOption(false);
    command.allowUnknownOption().allowExcessArguments();
    return async () => {
      let status = DONE;
      const work = async (...wanted: Parameters<typeof own.work>) => {
        status = await own.work(...wanted);
        return status;
      };
      const program = await fieldProgram({ ...own, work }, lang);
      await program.parseAsync(command.args, { from: 'user' });
      return status;
    };
  };

/** Makes the program that parses what follows such a command: it has the subcommands of all collections. */
async function fieldProgram<Args extends readonly unknown[]>(
  { name, description, describe, headingOf, work }: FieldCommand<Args>,
  lang: Language,
): Promise<Command> {
  const { portal } = await import('../../../portal/index.js');
  const { flagsOf, withFiles } = await import('../../../editing/new/flags.js');
  const program = new Command(`portal-snapshot ${name}`)
    .description(description)
    .helpCommand(false)
    .configureOutput(harmless)
    .configureHelp({ optionDescription: (option) => option.description })
    .exitOverride();
  for (const collection of portal.collections) {
    const given = new Map<string, string[]>();
    const one = program.command(collection.singular).alias(collection.name);
    describe(one, collection);
    const flags = flagsOf(portal, collection.fields, collection.name, lang);
    for (const flag of flags) addFlag(one, flag, given, headingOf(flag));
    addChangeFlags(one, lang).action(async (...all: [...Args, ChangeFlags, Command]) => {
      const more = all.slice(0, -1) as [...Args, ChangeFlags]; // commander adds the command itself
      await work(collection, withFiles(given, flags), ...more);
    });
  }
  return program;
}

/** Adds a field's flag; the help does not show its other spelling, with hyphens for underscores. */
function addFlag(
  command: Command,
  { name, value, about }: FieldFlag,
  given: Map<string, string[]>,
  heading: string,
): void {
  const take = (text: string) => void given.set(name, [...(given.get(name) ?? []), text]);
  for (const spelling of new Set([name, name.replaceAll('_', '-')])) {
    const option = new Option(`--${spelling} ${value}`, about);
    option.argParser(take);
    if (value.startsWith('[')) option.preset('true');
    if (spelling !== name) option.hideHelp();
    command.addOption(option.helpGroup(heading));
  }
}
