// The language of messages and of the help for editors: from the flag `--lang`, then the setting `lang`, then the
// environment.
import { readFileSync, statSync } from 'node:fs';
import { LANGUAGES, type Language } from '../problems/messages/catalogue.js';
import { CONFIG } from '../snapshot/settings/name.js';

type Environment = Readonly<Record<string, string | undefined>>;

/** The language of the environment: that of the first of three variables that is not empty (POSIX, §8.2). */
export function languageOf(env: Environment): Language {
  const locale = env['LC_ALL'] || env['LC_MESSAGES'] || env['LANG'] || '';
  return /^ru/i.test(locale) ? 'ru' : 'en';
}

/** The language for a command line. Help and usage errors need it before the flags are parsed. */
export function languageOfLine(args: readonly string[], env: Environment): Language {
  return (
    languageNamed(lastGiven(args, '--lang')) ??
    languageOfSettings(configOfLine(args) ?? CONFIG) ??
    languageOf(env)
  );
}

/** The settings file that a command line names. The flags of some commands depend on the portal that it names. */
export const configOfLine = (args: readonly string[]): string | undefined =>
  lastGiven(args, '--config');

function lastGiven(args: readonly string[], flag: string): string | undefined {
  const at = args.findLastIndex((arg) => arg === flag || arg.startsWith(`${flag}=`));
  if (at < 0) return undefined;
  return args[at] === flag ? args[at + 1] : args[at]!.slice(flag.length + 1);
}

const languageNamed = (name: unknown) => LANGUAGES.find((language) => language === name);

/** The setting `lang` in a file, if the file can be read and names a language. (Mistakes in it are reported later.) */
function languageOfSettings(file: string): Language | undefined {
  try {
    if (!statSync(file).isFile()) return undefined; // a pipe can be read only once
    const settings: unknown = JSON.parse(readFileSync(file, 'utf8').replace(/^\uFEFF/, ''));
    return languageNamed((settings as { readonly lang?: unknown } | null)?.lang);
  } catch {
    return undefined;
  }
}
