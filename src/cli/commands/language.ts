// Which language a person is spoken to in: the flag of the command line, else the environment's.
import { Command } from 'commander';
import { LANGUAGES, type Language } from '../../problems/messages/catalogue.js';

type Environment = Readonly<Record<string, string | undefined>>;

/** The language that the environment asks for, by the first variable that is not empty (POSIX, §8.2). */
export function languageOf(env: Environment): Language {
  const locale = env['LC_ALL'] || env['LC_MESSAGES'] || env['LANG'] || '';
  return /^ru/i.test(locale) ? 'ru' : 'en';
}

/** The language of help and usage errors, which speak before the flags of a command are known. */
export function languageOfLine(args: readonly string[], env: Environment): Language {
  const at = args.findLastIndex((arg) => arg === '--lang' || arg.startsWith('--lang='));
  const given = args[at]?.startsWith('--lang=') ? args[at]?.slice('--lang='.length) : args[at + 1];
  return (at >= 0 && LANGUAGES.find((language) => language === given)) || languageOf(env);
}

/** A command whose help and errors are in a language: commander itself speaks English. */
export async function commandIn(lang: Language, name: string): Promise<Command> {
  if (lang === 'en') return new Command(name);
  const { RussianCommand } = await import('./russian.js');
  return new RussianCommand(name);
}
