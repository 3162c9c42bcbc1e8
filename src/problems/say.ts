// Texts with placeholders for values: `{name}`, and `{count, plural, one {# record} other {# records}}` for a number
// and what it counts. The code has the texts in English. ru.json has the Russian for each, under its English text or,
// for a finding, under its name.
import type { Language } from './messages/catalogue.js';

/** A text and its values, as data without a language. */
export interface Text {
  /** In English. */
  readonly text: string;
  /** Its name in ru.json, if that is not the text itself. */
  readonly name?: string;
  readonly values?: Values | undefined;
}

/** A list is written as `a, b and c`, or `a, b и c` in Russian. */
type Value = string | number | readonly string[] | Text;
export type Values = Readonly<Record<string, Value | undefined>>;

/** An English text with its values. A test finds each call, and compares the texts with those in ru.json. */
export const sentence = (text: string, values?: Values): Text => ({ text, values });

let russian: Readonly<Record<string, string>> = {};

/**
 * Loads the texts of a language. Must be called before texts are shown in Russian; English needs no loading.
 * `declared`: the Russian texts in a portal's declarations.
 */
export async function speak(
  language: Language,
  declared: Readonly<Record<string, string>> = {},
): Promise<void> {
  if (language !== 'ru') return;
  learn({ ...declared, ...(await import('./ru.json', { with: { type: 'json' } })).default });
}

/** Adds Russian texts, each under its English text. */
export function learn(texts: Readonly<Record<string, string>>): void {
  russian = { ...russian, ...texts };
}

/** The Russian texts that were loaded. */
export const spokenTexts = (): Readonly<Record<string, string>> => russian;

const PLACE = /\{(\w+)(?:, plural, ((?:\s*\w+ \{[^{}]*\})+))?\}/g;
const FORM = /(\w+) \{([^{}]*)\}/g;

/** Returns a text, or an English sentence with these values, in a language. */
export function say(what: Text | string, language: Language, values?: Values): string {
  return typeof what === 'string'
    ? filled({ text: what, values }, language)
    : filled(what, language);
}

/** A placeholder without a value stays as it is. */
function filled({ text, name, values = {} }: Text, language: Language): string {
  const template = (language === 'ru' ? russian[name ?? text] : undefined) ?? text;
  return template.replace(PLACE, (place, key: string, forms?: string) => {
    const value = Object.hasOwn(values, key) ? values[key] : undefined;
    if (value === undefined) return place;
    return forms === undefined
      ? inWords(value, language)
      : pluralOf(forms, Number(value), language);
  });
}

function inWords(value: Value, language: Language): string {
  if (typeof value !== 'object') return String(value);
  return isList(value) ? new Intl.ListFormat(language).format(value) : say(value, language);
}

const isList = (value: object): value is readonly string[] => Array.isArray(value);

const rules: { [L in Language]?: Intl.PluralRules } = {}; // made when first needed

/** Chooses the form for a number from all forms: `one {# record} other {# records}`. */
function pluralOf(forms: string, count: number, language: Language): string {
  const all = new Map([...forms.matchAll(FORM)].map(([, kind, form]) => [kind, form]));
  rules[language] ??= new Intl.PluralRules(language);
  const form = all.get(rules[language].select(count)) ?? all.get('other')!;
  return form.replace('#', String(count));
}

/** Writes a number such as `1.50` with the decimal mark of a language. (Intl.NumberFormat takes 25 ms to start.) */
export const decimal = (number: string, language: Language): string =>
  language === 'ru' ? number.replace('.', ',') : number;
