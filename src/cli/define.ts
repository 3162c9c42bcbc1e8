// Makes commander's commands from the table of commands: arguments, flags and help.
import { Argument, type Command, Option } from 'commander';
import type { FieldFlag } from '../editing/new/flags.js';
import type { Portal } from '../model/endpoint.js';
import type { JsonObject } from '../model/fields.js';
import type { Language } from '../problems/messages/catalogue.js';
import { inLanguage, say, speak } from '../problems/say.js';
import { type Parse, type SettingRow, settingRows } from '../snapshot/settings/table.js';
import type { CommandEntry, Input, Inputs, Words } from './command.js';
import { harmless } from './streams.js';
import { wholeNumber } from './values.js';

/** The parsed arguments and flags of a command line: those that the command declares, and those that are settings. */
export interface ParsedLine {
  readonly given: Readonly<Record<string, unknown>>;
  readonly settings: Readonly<Record<string, unknown>>;
}

type Act = (line: ParsedLine) => Promise<void>;

/**
 * Defines a command with its arguments and flags. Calls `act` if the command line names this command. `portal`: loads
 * the portal, whose fields are flags of some commands.
 */
export async function define(
  command: Command,
  entry: CommandEntry,
  lang: Language,
  portal: () => Promise<Portal>,
  act: Act,
): Promise<void> {
  if (entry.fields) return defineForCollections(command, entry, lang, await portal(), act);
  addInputs(command, entry.takes ?? {}, lang);
  const taken = addSettings(command, entry, lang);
  setAction(command, taken, act);
}

function setAction(command: Command, taken: ReadonlySet<string>, act: Act): void {
  command.action(() => {
    const flags = Object.entries(command.opts());
    const values = command.registeredArguments.map((argument, i) => {
      return [camelCase(argument.name()), command.processedArgs[i]] as const;
    });
    const own = flags.filter(([flag]) => !taken.has(flag));
    return act({
      given: Object.fromEntries([...own, ...values]),
      settings: Object.fromEntries(flags.filter(([flag]) => taken.has(flag))),
    });
  });
}

/** `ref-or-folder` → `refOrFolder`, as commander names flags. */
const camelCase = (name: string): string =>
  name.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase());

function addInputs(command: Command, inputs: Inputs, lang: Language): void {
  const args: string[] = [];
  for (const [spelling, input] of Object.entries(inputs)) {
    const { about, ...rest } = isWords(input) ? { about: input } : input;
    if (spelling.startsWith('-')) {
      const option = optionOf(spelling, inLanguage(about, lang), rest);
      if (rest.form) takeOnlyValues(command, option, rest.form);
      command.addOption(option);
      continue;
    }
    args.push(spelling);
    const argument = new Argument(spelling, inLanguage(about, lang));
    command.addArgument(rest.standard === undefined ? argument : argument.default(rest.standard));
  }
  // The help shows the arguments first, because after these flags, a word may also be a value.
  if (command.options.some(({ optional, variadic }) => optional || variadic))
    command.usage([...args, '[options]'].join(' '));
}

/** Lets a flag with an optional value, or with several, take what has the form of a value. */
function takeOnlyValues(command: Command, option: Option, form: RegExp): void {
  const name = option.attributeName();
  const values: string[] = [];
  option.argParser((text) => {
    values.push(text);
    const giveBack = () => {
      values.splice(values.lastIndexOf(text), 1);
      command.setOptionValue(name, option.variadic ? values : true);
    };
    if (!form.test(text)) mayBeArgument(command, text, giveBack);
    return option.variadic ? values : text;
  });
}

/**
 * In `publish --rollback s3://bucket`, commander takes the target for the value of the flag. So if an argument is
 * missing, the last such word becomes this argument. `giveBack`: takes the word from the flag.
 */
function mayBeArgument(command: Command, word: string, giveBack: () => void): void {
  // Commander calls this method for the first argument that is missing.
  Object.assign(command, {
    missingArgument() {
      Reflect.deleteProperty(command, 'missingArgument');
      giveBack();
      command.args.push(word);
    },
  });
}

const isWords = (input: Words | Input): input is Words =>
  typeof input === 'string' || 'text' in input;

function optionOf(spelling: string, about: string, input: Omit<Input, 'about'>): Option {
  const option = new Option(spelling, about).hideHelp(input.isHidden ?? false);
  const { name } = input;
  if (name !== undefined) option.attributeName = () => name;
  parseBy(option, input.parse);
  if (input.choices) option.choices(input.choices);
  if (input.standard !== undefined) option.default(input.standard);
  if (input.conflicts !== undefined) option.conflicts(input.conflicts);
  return option.makeOptionMandatory(input.isRequired ?? false);
}

function parseBy(option: Option, parse: Parse | undefined): void {
  if (parse === 'number') option.argParser(wholeNumber);
  else if (parse === 'repeated')
    option.argParser((text, before: readonly string[] = []) => [...before, text]);
  else if (parse) option.argParser(parse);
}

/** Adds the settings that a command accepts as flags. Returns their names. */
function addSettings(
  command: Command,
  { settings = [], hidden = [] }: CommandEntry,
  lang: Language,
): ReadonlySet<string> {
  for (const row of settingRows.filter(({ name }) => settings.includes(name)))
    addInputs(command, inputsOf(row, hidden.includes(row.name), lang), lang);
  return new Set(settings);
}

/** The flags of a setting. Their help shows its default, but commander must not let it override the settings file. */
function inputsOf(
  { name, about, flag = '', off, parse, choices, standard }: SettingRow,
  isHidden: boolean,
  lang: Language,
): Inputs {
  const shown = !choices && ['string', 'number'].includes(typeof standard);
  const more = shown ? ` (${say('default', lang)}: ${standard})` : '';
  const input = { name, isHidden, ...(parse && { parse }), ...(choices && { choices }) };
  return {
    [flag]: { ...input, about: say(about, lang) + more },
    ...(off && { [off.flag]: { name, isHidden, about: { text: off.about } } }),
  };
}

/**
 * Defines a command that has a subcommand for each collection, with flags for the fields. The command's function gets
 * {@link FieldsGiven}.
 */
async function defineForCollections(
  command: Command,
  entry: CommandEntry,
  lang: Language,
  portal: Portal,
  act: Act,
): Promise<void> {
  await speak(lang, portal.russian);
  const { flagsOf, flagValues } = await import('../editing/new/flags.js');
  command.helpCommand(false);
  const isNew = entry.fields === 'new';
  for (const { name, singular, fields, companions } of portal.collections) {
    const along = isNew ? companions.map(({ collection }) => collection) : [];
    const one = command
      .command(singular)
      .alias(name)
      .description(
        along.length === 0
          ? say('a record of {collection}', lang, { collection: name })
          : say('a record of {collection}, and what comes with it in {companions}', lang, {
              collection: name,
              companions: along,
            }),
      )
      .configureHelp({ optionDescription: ({ description }) => description });
    const texts = new Map<string, string[]>();
    const flags = flagsOf(portal, fields, name, isNew);
    one.configureOutput({
      outputError: (text, write) => harmless.outputError(withMeant(text, flags), write),
    });
    const shown = isNew ? flags.toSorted((a, b) => Number(b.needed) - Number(a.needed)) : flags;
    for (const flag of shown) {
      const isNeeded = isNew && flag.needed;
      addFieldFlag(one, flag, texts, say(isNeeded ? 'Must be given:' : 'Fields:', lang), lang);
    }
    addInputs(one, entry.takes ?? {}, lang);
    const taken = addSettings(one, entry, lang);
    setAction(one, taken, (line) => {
      const given = { ...line.given, of: name, values: flagValues(flags, texts) };
      return act({ ...line, given });
    });
  }
}

/** If `--salary` is unknown, adds to commander's error the flags with that word in the name: `--work_salary`. */
function withMeant(error: string, flags: readonly FieldFlag[]): string {
  const [, word] = /^error: unknown option '--([^'=]{3,})'\n$/.exec(error) ?? [];
  const meant = flags.flatMap(({ name }) =>
    word !== undefined && name.includes(word.replaceAll('-', '_')) ? [`--${name}`] : [],
  );
  const which = meant.length > 1 ? `one of ${meant.join(', ')}` : meant[0];
  return which === undefined ? error : `${error}(Did you mean ${which}?)\n`;
}

/** What the subcommand of a collection gets. */
export interface FieldsGiven {
  /** The name of the collection. */
  readonly of: string;
  /** The values of the flags for fields (editing/new/values.ts). */
  readonly values: JsonObject;
}

/** Adds the flag of a field. The same flag with hyphens also works, but the help does not show it. */
function addFieldFlag(
  command: Command,
  { name, field, value, about }: FieldFlag,
  texts: Map<string, string[]>,
  heading: string,
  lang: Language,
): void {
  const isFlag = field.type.kind === 'boolean';
  const take = (text: string) => {
    const before = texts.get(name) ?? [];
    texts.set(name, [...before, text]);
    const giveBack = () => void texts.set(name, texts.get(name)!.with(before.length, 'true'));
    if (isFlag && !/^(?:true|false|null)$/.test(text)) mayBeArgument(command, text, giveBack);
  };
  for (const spelling of new Set([name, name.replaceAll('_', '-')])) {
    const option = new Option(
      `--${spelling} ${inLanguage(value, lang)}`,
      inLanguage(about, lang),
    ).argParser(take);
    if (isFlag) option.preset('true');
    command.addOption(option.hideHelp(spelling !== name).helpGroup(heading));
  }
}
