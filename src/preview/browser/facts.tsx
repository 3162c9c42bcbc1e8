// The facts of a record in words: money, dates, names that lead to their records.
import type { ComponentChild } from 'preact';
import { recordLink } from './address.js';
import { type Around, useAround } from './data.js';
import { beginning, dateInWords, moneyInWords, numberInWords, timeInWords } from './format.js';
import { headingOf, isObject, nameOf, valuesAt } from './paths.js';
import type { Json, JsonObject, Names, ToldFact } from './told.js';

/** So many names of a list stand on a card. */
const MOST_NAMES = 4;
/** A name that is longer is cut: no heading is that long. */
const MOST_LETTERS = 200;

/** What a record is called in its list. */
export function titleOf(around: Around, collection: string, record: JsonObject): string {
  const view = around.viewOf(collection);
  const heading = headingOf(view, record)?.trim();
  if (heading) return beginning(heading, MOST_LETTERS);
  return around.words.record(around.say(view.one), Number(record['id']));
}

interface ValueProps {
  readonly fact: ToldFact;
  readonly value: Json;
  readonly names: Names;
}

/** One value of a fact. */
export function Value({ fact, value, names }: ValueProps): ComponentChild {
  const around = useAround();
  const { lang, words, say } = around;
  if (fact.values && Object.hasOwn(fact.values, String(value)))
    return say(fact.values[String(value)]!);
  switch (fact.form) {
    case 'names':
      return <Name fact={fact} value={value} names={names} />;
    case 'money':
      return typeof value === 'number'
        ? moneyInWords(value, lang, around.views.currency)
        : String(value);
    case 'number':
      return typeof value === 'number' ? numberInWords(value, lang) : String(value);
    case 'time':
      return (
        <time dateTime={String(value)} title={String(value)}>
          {timeInWords(String(value), lang)}
        </time>
      );
    case 'date':
      return <time dateTime={String(value)}>{dateInWords(String(value), lang)}</time>;
    case 'flag':
      return value ? words.yes : words.no;
    case 'json':
      return <code>{beginning(JSON.stringify(value), MOST_LETTERS)}</code>;
    default:
      return <Text text={String(value)} />;
  }
}

/** A text, in which a word that is longer than any word may be broken. */
export function Text({ text }: { readonly text: string }) {
  return /\S{40}/.test(text) ? <span class="long">{text}</span> : text;
}

/** A record by its name, and the way to it. */
function Name({ fact, value, names }: ValueProps) {
  const around = useAround();
  const collection = fact.of ?? '';
  const id = isObject(value) ? Number(value['id']) : Number(value);
  const known = isObject(value)
    ? nameOf(around.viewOf(collection).named, value)
    : names[collection]?.[String(id)];
  const name = beginning(known ?? `№ ${id}`, MOST_LETTERS);
  // What is not published has no name here, and no page.
  if (known === undefined && !isObject(value)) return <span class="faint">{name}</span>;
  return (
    <a href={recordLink(collection, id)}>
      <Text text={name} />
    </a>
  );
}

interface FactsProps {
  readonly facts: readonly ToldFact[];
  readonly record: JsonObject;
  readonly names: Names;
}

/** What there is to tell: of yes and no, only what is so. */
function toldOf(facts: readonly ToldFact[], record: JsonObject) {
  return facts
    .filter(({ form }) => form !== 'lines' && form !== 'markup')
    .map((fact) => ({ fact, values: valuesAt(record, fact.path) }))
    .filter(({ fact, values }) => values.length > 0 && !(fact.form === 'flag' && !values[0]));
}

const isList = ({ path }: ToldFact) => path.includes('*');

/** The facts of a card: one line of those with one value, and below it the lists. */
export function CardFacts({ facts, record, names }: FactsProps) {
  const { say, words } = useAround();
  const told = toldOf(facts, record);
  const single = told.filter(({ fact }) => !isList(fact));
  const lists = told.filter(({ fact }) => isList(fact));
  return (
    <>
      {single.length > 0 && (
        <ul class="line">
          {single.map(({ fact, values }) => (
            <li key={fact.path} class={`is-${fact.form}`}>
              {fact.form === 'flag' ? (
                <span class="badge">{say(fact.label)}</span>
              ) : (
                <>
                  <span class={needsLabel(fact) ? 'label' : 'unseen'}>{say(fact.label)} </span>
                  <Value fact={fact} value={values[0]!} names={names} />
                </>
              )}
            </li>
          ))}
        </ul>
      )}
      {lists.length > 0 && (
        <dl class="lists">
          {lists.map(({ fact, values }) => (
            <div key={fact.path}>
              <dt>{say(fact.label)}</dt>
              <dd>
                <ul class="chips">
                  {values.slice(0, MOST_NAMES).map((value, place) => (
                    <li key={place}>
                      <Value fact={fact} value={value} names={names} />
                    </li>
                  ))}
                  {values.length > MOST_NAMES && (
                    <li class="faint">{words.moreNames(values.length - MOST_NAMES)}</li>
                  )}
                </ul>
              </dd>
            </div>
          ))}
        </dl>
      )}
    </>
  );
}

/** A bare number says nothing by itself; the first names, sums and dates do. */
const needsLabel = ({ form, values, whole }: ToldFact) => whole || (form === 'number' && !values);

/** The facts of a record by itself. */
export function RecordFacts({ facts, record, names }: FactsProps) {
  const { say } = useAround();
  const told = toldOf(facts, record);
  if (told.length === 0) return null;
  return (
    <dl class="facts">
      {told.map(({ fact, values }) => (
        <div key={fact.path}>
          <dt>{say(fact.label)}</dt>
          <dd>
            {values.length > 1 ? (
              <ul class="chips">
                {values.map((value, place) => (
                  <li key={place}>
                    <Value fact={fact} value={value} names={names} />
                  </li>
                ))}
              </ul>
            ) : (
              <Value fact={fact} value={values[0]!} names={names} />
            )}
          </dd>
        </div>
      ))}
    </dl>
  );
}
