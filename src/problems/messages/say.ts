// Texts of both languages by their names (en.json, ru.json). A text has places for values: `{name}`, and
// `{count, plural, one {# record} other {# records}}` for a number with what it counts.
import type { Language, Said } from './catalogue.js';
import en from './en.json' with { type: 'json' };
import ru from './ru.json' with { type: 'json' };

const texts: Readonly<Record<Language, Readonly<Record<TextName, string>>>> = { en, ru };

export type TextName = keyof typeof en;

/** A text and its values, as data without a language. */
export interface Text {
  /** Its name, or the text itself in each language. */
  readonly text: TextName | Said;
  readonly values?: Values;
}

/** A list is joined as its language does: `a, b and c`. */
type Value = string | number | readonly string[] | Said | Text;
export type Values = Readonly<Record<string, Value | undefined>>;

const PLACE = /\{(\w+)(?:, plural, ((?:\s*\w+ \{[^{}]*\})+))?\}/g;
const FORM = /(\w+) \{([^{}]*)\}/g;

/** Whether there is a text with this name. */
export const isText = (name: string): name is TextName => Object.hasOwn(en, name);

/** Writes a text in a language. A place without a value is written as it stands. */
export function say({ text, values = {} }: Text, language: Language): string {
  const template = typeof text === 'string' ? texts[language][text] : text[language];
  return template.replace(PLACE, (place, name: string, forms?: string) => {
    const value = Object.hasOwn(values, name) ? values[name] : undefined;
    if (value === undefined) return place;
    return forms === undefined
      ? inWords(value, language)
      : pluralOf(forms, Number(value), language);
  });
}

function inWords(value: Value, language: Language): string {
  if (typeof value !== 'object') return String(value);
  if (isList(value)) return new Intl.ListFormat(language).format(value);
  return 'text' in value ? say(value, language) : value[language];
}

const isList = (value: object): value is readonly string[] => Array.isArray(value);

const rules: { [L in Language]?: Intl.PluralRules } = {}; // made when first needed

/** The form for a number, of all forms: `one {# record} other {# records}`. */
function pluralOf(forms: string, count: number, language: Language): string {
  const all = new Map([...forms.matchAll(FORM)].map(([, kind, form]) => [kind, form]));
  rules[language] ??= new Intl.PluralRules(language);
  const form = all.get(rules[language].select(count)) ?? all.get('other')!;
  return form.replace('#', String(count));
}
