// The flags of commands: those of settings are made from the settings' schemas (snapshot/settings/table.ts).
import { type Command, InvalidArgumentError, Option } from 'commander';
import type { Language, Said } from '../../problems/messages/catalogue.js';
import type { Parse } from '../../snapshot/settings/row.js';
import {
  type CommandName,
  type SettingName,
  type SettingRow,
  settingRows,
} from '../../snapshot/settings/table.js';

/**
 * Defines a command: adds its arguments and options, described in a language, and returns its action, which is called
 * with the `Given` arguments and flags and resolves to the exit status.
 */
export type Define<Given extends readonly unknown[]> = (
  command: Command,
  lang: Language,
) => (...given: Given) => Promise<number>;

/** Adds the flags of the settings that a command accepts. */
export function addFlags(command: Command, name: CommandName, lang: Language): void {
  for (const row of settingRows) {
    const shown = row.takenBy?.[name];
    if (shown !== undefined) addSetting(command, row, lang, shown === 'hidden');
  }
}

/** Adds the flags of some settings. */
export function addSettings(
  command: Command,
  settings: readonly SettingName[],
  lang: Language,
): void {
  for (const name of settings) addSetting(command, rowOf(name), lang);
}

const rowOf = (wanted: SettingName): SettingRow => settingRows.find(({ name }) => name === wanted)!; // the table has a row for each name

function addSetting(command: Command, row: SettingRow, lang: Language, isHidden = false): void {
  for (const option of optionsOf(row, lang)) command.addOption(option.hideHelp(isHidden));
  // Without the flag, it is the language of the command line.
  if (row.name === 'lang') command.setOptionValueWithSource('lang', lang, 'default');
}

export const langOption = (lang: Language): Option => optionsOf(rowOf('lang'), lang)[0]!;

function optionsOf(row: SettingRow, lang: Language): Option[] {
  const { name, isInFile, choices, standard, flag, off, parse } = row;
  // The settings file overrides the default, so commander must not fill it in: only the help shows it.
  const isSaid = isInFile && !choices && ['string', 'number'].includes(typeof standard);
  const more = isSaid ? ` (${DEFAULT[lang]}: ${standard})` : '';
  const spellings = [...(flag ? [{ ...row, flag }] : []), ...(off ? [off] : [])];
  return spellings.map((words) => {
    const option = new Option(words.flag, words[lang] + more);
    option.attributeName = () => name;
    if (choices) option.choices(choices);
    parseBy(option, parse);
    if (!isInFile && typeof standard === 'string') option.default(standard);
    return option;
  });
}

function parseBy(option: Option, parse: Parse | undefined): void {
  if (parse === 'number') option.argParser(wholeNumber);
  else if (parse === 'repeated') option.argParser(repeated);
  else if (parse) option.argParser(parse);
}

/** Flags that are no settings, by their spelling: the text of the help, and how a value is parsed. */
export type OwnFlags = Readonly<
  Record<
    string,
    {
      readonly en: string;
      readonly parse?: Parse;
      readonly choices?: readonly string[];
      readonly standard?: string | number;
    }
  >
>;

/** Adds flags that are no settings, described in English: those of commands for whoever runs a portal. */
export function addOwnFlags(command: Command, flags: OwnFlags): void {
  for (const [spelling, { en, parse, choices, standard }] of Object.entries(flags)) {
    const option = new Option(spelling, en);
    parseBy(option, parse);
    if (choices) option.choices(choices);
    if (standard !== undefined) option.default(standard);
    command.addOption(option);
  }
}

/** The flag that says how a result is shown. */
export const reporterFlag = (...choices: readonly string[]): OwnFlags => ({
  '--reporter <name>': { en: SHOWN.en, choices, standard: 'pretty' },
});

/** {@link reporterFlag} in the language of an editor. */
export const reporterOption = (lang: Language, ...choices: readonly string[]): Option =>
  new Option('--reporter <name>', SHOWN[lang]).choices(choices).default('pretty');

const SHOWN: Said = { en: 'how to show the result', ru: 'как показать результат' };

/** Parses the number of an option. */
export function wholeNumber(text: string): number {
  if (/^[1-9]\d*$/.test(text) && Number.isSafeInteger(Number(text))) return Number(text);
  throw new InvalidArgumentError('It must be a whole number of at least 1.');
}

const DEFAULT: Said = { en: 'default', ru: 'по умолчанию' };

const repeated = (text: string, before: readonly string[] = []) => [...before, text];

/** Parses the address of a server. */
export function address(text: string): string {
  if (URL.canParse(text) && /^https?:$/.test(new URL(text).protocol)) return text;
  throw new InvalidArgumentError('It must be an address such as https://s3.example.org.');
}
