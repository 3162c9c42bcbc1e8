// The flags of build, check, preview and diff, made from the table of settings (settings/table.ts).
import { type Command, InvalidArgumentError, Option } from 'commander';
import type { Language, Said } from '../../problems/messages/catalogue.js';
import {
  type CommandName,
  type Flag,
  type SettingRow,
  table,
} from '../../snapshot/settings/table.js';

/**
 * Defines a command: adds its arguments and options, described in a language, and returns its action, which is called
 * with the `Given` arguments and flags and resolves to the exit status.
 */
export type Define<Given extends readonly unknown[]> = (
  command: Command,
  lang: Language,
) => (...given: Given) => Promise<number>;

/** Adds the flags of a command that the table of settings declares. Each sets the setting of its row. */
export function addFlags(command: Command, name: CommandName, lang: Language): void {
  for (const [setting, row] of Object.entries<SettingRow>(table)) {
    const shown = row.takenBy[name];
    if (shown === undefined) continue;
    addSetting(command, setting, row, lang, shown === 'hidden');
  }
}

/** Adds the flags of some settings. */
export function addSettings(
  command: Command,
  settings: readonly (keyof typeof table)[],
  lang: Language,
): void {
  for (const setting of settings) addSetting(command, setting, table[setting], lang);
}

function addSetting(
  command: Command,
  setting: string,
  row: SettingRow,
  lang: Language,
  isHidden = false,
): void {
  for (const option of optionsOf(setting, row, lang)) command.addOption(option.hideHelp(isHidden));
  // Without the flag, it is the language of the command line.
  if (setting === 'lang') command.setOptionValueWithSource('lang', lang, 'default');
}

export const langOption = (lang: Language): Option => optionsOf('lang', table.lang, lang)[0]!;

function optionsOf(setting: string, row: SettingRow, lang: Language): Option[] {
  const { of, choices, standard, flags = {} } = row;
  // The settings file overrides the default, so commander must not fill it in: only the help shows it.
  const isSaid = of === 'file' && !choices && ['string', 'number'].includes(typeof standard);
  const more = isSaid ? ` (${DEFAULT[lang]}: ${standard})` : '';
  return Object.entries(flags).map(([spelling, { parse, ...about }]) => {
    const option = new Option(spelling, about[lang] + more);
    option.attributeName = () => setting;
    if (choices) option.choices(choices);
    parseBy(option, parse);
    if (of !== 'file' && typeof standard === 'string') option.default(standard);
    return option;
  });
}

function parseBy(option: Option, parse: Flag['parse']): void {
  if (parse === 'number') option.argParser(wholeNumber);
  else if (parse === 'repeated') option.argParser(repeated);
  else if (parse) option.argParser(parse);
}

/** Flags that are no settings, by their spelling: the text of the help, and how a value is parsed. */
export type OwnFlags = Readonly<
  Record<
    string,
    Pick<Flag, 'en' | 'parse'> & {
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
