// Texts with placeholders: `{name}`; `{count, plural, one {# record} other {# records}}` for a number with a noun;
// `{key, escaped}` for a text from the data, with escapes as in JSON. In ru.json, the key of a Russian text is its name
// in en.json. If the English text is in the code, and so has no name, the key is the English text.
import type { Language } from './messages/catalogue.js';

/** A text and its values, as data without a language. */
export interface Text {
  /** In English. */
  readonly text: string;
  /** The key in ru.json, if it is not the English text. */
  readonly name?: string;
  readonly values?: Values | undefined;
}

/** A list is shown as `a, b, and c`. */
type Value = string | number | readonly string[] | Text;
export type Values = Readonly<Record<string, Value | undefined>>;

/** An English text with its values. A test finds all calls, and checks that ru.json has a text for each. */
export const sentence = (text: string, values?: Values): Text => ({ text, values });

let russian: Readonly<Record<string, string>> = {};

/**
 * Loads the Russian texts, if the language is Russian. Has to be called before anything is shown in Russian.
 * `declared`: the Russian texts in a portal's declarations.
 */
export async function speak(
  language: Language,
  declared: Readonly<Record<string, string>> = {},
): Promise<void> {
  if (language !== 'ru') return;
  learn({ ...declared, ...(await import('./ru.json', { with: { type: 'json' } })).default });
}

/** Adds Russian texts. Their keys are as in ru.json. */
export function learn(texts: Readonly<Record<string, string>>): void {
  russian = { ...russian, ...texts };
}

/** The Russian texts that were loaded. */
export const spokenTexts = (): Readonly<Record<string, string>> => russian;

const PLACE = /\{(\w+)(?:, (?:(escaped)|plural, ((?:\s*\w+ \{[^{}]*\})+)))?\}/g;
const FORM = /(\w+) \{([^{}]*)\}/g;

/**
 * Returns a text in a language. If `what` is an English sentence, `given` are its values. A placeholder without a value
 * stays as it is.
 */
export function say(what: Text | string, language: Language, given?: Values): string {
  const sentence: Text = typeof what === 'string' ? { text: what, values: given } : what;
  const { text, name = text, values = {} } = sentence;
  const template = (language === 'ru' ? russian[name] : undefined) ?? text;
  return template.replace(PLACE, (place, key: string, isEscaped?: string, forms?: string) => {
    const value = Object.hasOwn(values, key) ? values[key] : undefined;
    if (value === undefined) return place;
    if (forms !== undefined) return pluralOf(forms, Number(value), language);
    const words = inWords(value, language);
    return isEscaped ? JSON.stringify(cut(words, 81)).slice(1, -1) : words;
  });
}

/**
 * A line of a message: a text that is translated, a text that is the same in all languages, or a function that puts it
 * into words.
 */
export type Line = Text | string | ((language: Language) => string);

/** The words of a line in a language. */
export function inLanguage(line: Line, language: Language): string {
  if (typeof line === 'function') return line(language);
  return typeof line === 'string' ? line : say(line, language);
}

function inWords(value: Value, language: Language): string {
  if (typeof value !== 'object') return String(value);
  return isList(value) ? new Intl.ListFormat(language).format(value) : say(value, language);
}

const isList = (value: object): value is readonly string[] => Array.isArray(value);

/** Cuts a text to at most so many UTF-16 units, of which the last is then `…`, see {@link beginning}. */
export const cut = (text: string, most: number): string =>
  text.length > most ? `${beginning(text, most - 1)}…` : text;

/**
 * The beginning of a text, of at most so many UTF-16 units. It ends between two characters as people see them: it divides
 * no letter with its accents, and no emoji of several parts.
 */
export function beginning(text: string, most: number): string {
  if (text.length <= most || SIMPLE.test(text.slice(most - 1, most + 1)))
    return text.slice(0, most);
  const end = charactersOf(text.slice(0, most + LONGEST_CHARACTER)).containing(most)?.index ?? 0;
  // A first character that is longer, such as a letter with a hundred accents, is divided, but no surrogate pair.
  return end > 0 ? text.slice(0, end) : text.slice(0, most).replace(/[\ud800-\udbff]$/, '');
}

/** Two letters, digits or signs that are characters of their own whatever is around them. */
const SIMPLE = /^[\x20-\x7e\u0400-\u0481\u048a-\u052f]*$/;
/** In UTF-16 units. */
const LONGEST_CHARACTER = 32;

let segmenter: Intl.Segmenter | undefined; // made at the first text that is not simple letters

/** Divides a text into characters as people see them. */
export function charactersOf(text: string): Intl.Segments {
  segmenter ??= new Intl.Segmenter('en');
  return segmenter.segment(text);
}

const rules: { [L in Language]?: Intl.PluralRules } = {}; // made when first needed

/** Chooses the form for a number from all forms: `one {# record} other {# records}`. */
function pluralOf(forms: string, count: number, language: Language): string {
  const all = new Map([...forms.matchAll(FORM)].map(([, kind, form]) => [kind, form]));
  rules[language] ??= new Intl.PluralRules(language);
  const form = all.get(rules[language].select(count)) ?? all.get('other')!;
  return form.replace('#', String(count));
}

/**
 * Writes a number such as `1.50` with the decimal sign of a language. (Intl.NumberFormat would take 25 ms for the
 * first number.)
 */
export const decimal = (number: string, language: Language): string =>
  language === 'ru' ? number.replace('.', ',') : number;
