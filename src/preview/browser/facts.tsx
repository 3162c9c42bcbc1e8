// The facts of a record in words: money, dates, names that link to their records.
import type { ComponentChild } from 'preact';
import { recordLink } from './address.js';
import { type PageContext, usePage } from './data.js';
import type { FactDto, Json, JsonObject, NamesById } from './dto.js';
import { beginning, dateInWords, moneyInWords, timeInWords } from './format.js';
import { headingOf, isObject, nameOf, valuesAt } from './paths.js';

/** A card shows at most this many values of a fact. */
const MOST_NAMES = 4;
/** Longer names and headings are cut. */
const MOST_LETTERS = 200;

/** The title of a record: its heading, or else such as `Vacancy 200`. */
export function titleOf(context: PageContext, collection: string, record: JsonObject): string {
  const view = context.viewOf(collection);
  const heading = headingOf(view, record)?.trim();
  if (heading) return beginning(heading, MOST_LETTERS);
  return context.words.record(context.say(view.one), Number(record['id']));
}

interface ValueProps {
  readonly fact: FactDto;
  readonly value: Json;
  readonly names: NamesById;
}

/** One value of a fact. */
function Value({ fact, value, names }: ValueProps): ComponentChild {
  const { lang, words, say, views } = usePage();
  const text = String(value);
  if (fact.values && Object.hasOwn(fact.values, text)) return say(fact.values[text]!);
  switch (fact.form) {
    case 'names':
      return <Name fact={fact} value={value} names={names} />;
    case 'money':
      return moneyInWords(Number(value), lang, views.currency);
    case 'number':
      return Number(value).toLocaleString(lang);
    case 'time':
      return (
        <time dateTime={text} title={text}>
          {timeInWords(text, lang)}
        </time>
      );
    case 'date':
      return <time dateTime={text}>{dateInWords(text, lang)}</time>;
    case 'flag':
      return value ? words.yes : words.no;
    case 'json':
      return <code>{beginning(JSON.stringify(value), MOST_LETTERS)}</code>;
    default:
      return text;
  }
}

/** The name of a record, with a link to it. */
function Name({ fact, value, names }: ValueProps) {
  const { viewOf } = usePage();
  const collection = fact.of ?? '';
  const id = Number(isObject(value) ? value['id'] : value);
  const known = isObject(value)
    ? nameOf(viewOf(collection).named, value)
    : names[collection]?.[String(id)];
  const name = beginning(known ?? `№ ${id}`, MOST_LETTERS);
  // A record that is not published has no name here, and no view to link to.
  if (known === undefined && !isObject(value)) return <span class="faint">{name}</span>;
  return <a href={recordLink(collection, id)}>{name}</a>;
}

interface ValuesProps {
  readonly fact: FactDto;
  readonly values: readonly Json[];
  readonly names: NamesById;
  readonly most?: number;
}

/** The values of a fact, one after the other. */
export function Values({ fact, values, names, most = values.length }: ValuesProps) {
  const { words } = usePage();
  if (values.length === 1) return <Value fact={fact} value={values[0]!} names={names} />;
  return (
    <ul class="values">
      {values.slice(0, most).map((value, place) => (
        <li key={place}>
          <Value fact={fact} value={value} names={names} />
        </li>
      ))}
      {values.length > most && <li class="faint">{words.moreNames(values.length - most)}</li>}
    </ul>
  );
}

/** The values of a fact; none for a flag that is false. */
export function valuesOf({ path, form }: FactDto, record: JsonObject): Json[] {
  const values = valuesAt(record, path);
  return form === 'flag' && !values[0] ? [] : values;
}

interface FactsProps {
  /** `line`: as on a card, one after the other, and lists below; `fields`: each with its label above it. */
  readonly form: 'line' | 'fields';
  readonly facts: readonly FactDto[];
  readonly record: JsonObject;
  readonly names: NamesById;
}

export function Facts({ form, facts, record, names }: FactsProps) {
  const { say } = usePage();
  const shown = facts
    .filter(({ form }) => form !== 'lines' && form !== 'markup')
    .map((fact) => ({ fact, values: valuesOf(fact, record) }))
    .filter(({ values }) => values.length > 0);
  if (shown.length === 0) return null;
  const most = form === 'line' ? MOST_NAMES : undefined;
  return (
    <dl class={form}>
      {shown.map(({ fact, values }) => (
        <div key={fact.path} class={fact.path.includes('*') ? 'list' : fact.form}>
          <dt class={form === 'fields' || needsLabel(fact) ? '' : 'unseen'}>{say(fact.label)}</dt>
          <dd class={form === 'line' && fact.form === 'flag' ? 'unseen' : ''}>
            <Values fact={fact} values={values} names={names} {...(most && { most })} />
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** Whether a fact in a line needs its label: a bare number or a list does; a name, sum or date is clear without. */
const needsLabel = ({ form, values, whole, path }: FactDto) =>
  whole || path.includes('*') || form === 'flag' || (form === 'number' && !values);
