// A list: what can be chosen in it, its records as cards or as a table, and its pages.
import { chosen, editorLink, listLink, recordLink } from './address.js';
import { useAnswer, useAround } from './data.js';
import { CardFacts, Text, titleOf, Value } from './facts.js';
import { beginning, initials } from './format.js';
import { Icon } from './icons.js';
import { valuesAt } from './paths.js';
import type { JsonObject, Names, ToldFact, ToldList, ToldView } from './told.js';

/** The beginning of a text that stands on a card. */
const LEAD = 320;

/** What leads to a record's line in the editor. */
export function EditLink({
  collection,
  id,
  name,
}: {
  collection: string;
  id: number;
  name: string;
}) {
  const { words } = useAround();
  return (
    <a class="edit" href={editorLink(collection, id)} title={words.openRecord(name)}>
      <Icon name="edit" />
      <span class="unseen">{words.openRecord(name)}</span>
    </a>
  );
}

interface ListProps {
  readonly collection: string;
  readonly query: URLSearchParams;
  /** Counts the builds. */
  readonly version: unknown;
  /** Where links to other pages of the list lead; the list's own address by default. */
  readonly embedded?: boolean;
}

/** The records of a list, with its filters and pages. */
export function List({ collection, query, version, embedded = false }: ListProps) {
  const { words } = useAround();
  const { data, failure, isLoading } = useAnswer<ToldList>(
    `list/${collection}?${query}`,
    `${collection}${embedded ? query : ''}`,
    version,
  );
  if (!data) {
    if (isLoading) return <p class="faint" aria-busy="true" />;
    return <p class="empty">{failure === 'missing' ? words.missing : words.noSnapshot}</p>;
  }
  return (
    <>
      {!embedded && <Filters collection={collection} query={query} list={data} />}
      {data.records.length === 0 ? (
        <p class="empty">{query.size > 0 ? words.nothingFound : words.empty}</p>
      ) : (
        <Records collection={collection} records={data.records} names={data.names} />
      )}
      {!embedded && <Pages collection={collection} query={query} list={data} />}
      {embedded && data.pages > 1 && (
        <p>
          <a href={listLink(collection, query)}>{words.more}</a>
        </p>
      )}
    </>
  );
}

interface PartProps {
  readonly collection: string;
  readonly query: URLSearchParams;
  readonly list: ToldList;
}

function Filters({ collection, query, list }: PartProps) {
  const { words, say, viewOf } = useAround();
  const { filters } = viewOf(collection);
  const isChosen = filters.some(({ path }) => query.has(path));
  if (filters.length === 0) return null;
  return (
    <form class="filters" aria-label={words.filters} onSubmit={(event) => event.preventDefault()}>
      {filters.map((filter, place) => (
        <label key={filter.path}>
          <span>{say(filter.label)}</span>
          <select
            value={query.get(filter.path) ?? ''}
            onChange={({ currentTarget: { value } }) => {
              location.hash = listLink(collection, chosen(query, filter.path, value));
            }}
          >
            <option value="">{words.all}</option>
            {list.options[place]?.map(({ value, name, count }) => (
              <option key={value} value={value}>
                {`${beginning(optionName(filter, value, name), 80)} · ${count}`}
              </option>
            ))}
          </select>
        </label>
      ))}
      {isChosen && (
        <a class="button" href={listLink(collection, [['q', query.get('q') ?? '']])}>
          {words.resetFilters}
        </a>
      )}
    </form>
  );

  function optionName(filter: ToldFact, value: string, name: string | null): string {
    const said = filter.values?.[value];
    return said ? say(said) : (name ?? value);
  }
}

function Pages({ collection, query, list: { page, pages } }: PartProps) {
  const { words } = useAround();
  if (pages === 1) return null;
  const link = (to: number) => listLink(collection, chosen(query, 'page', to === 1 ? '' : `${to}`));
  return (
    <nav class="pages" aria-label={words.pages}>
      {page > 1 && (
        <a class="button" rel="prev" href={link(page - 1)}>
          <Icon name="back" />
          {words.previous}
        </a>
      )}
      <span>{words.pageOf(page, pages)}</span>
      {page < pages && (
        <a class="button" rel="next" href={link(page + 1)}>
          {words.next}
          <Icon name="forward" />
        </a>
      )}
    </nav>
  );
}

interface RecordsProps {
  readonly collection: string;
  readonly records: readonly JsonObject[];
  readonly names: Names;
}

function Records(props: RecordsProps) {
  const view = useAround().viewOf(props.collection);
  return view.form === 'table' ? (
    <Table {...props} view={view} />
  ) : (
    <Cards {...props} view={view} />
  );
}

type ViewedProps = RecordsProps & { readonly view: ToldView };

/** Moves among the records of a list by the arrow keys. */
function byArrows(event: KeyboardEvent & { readonly currentTarget: HTMLElement }): void {
  const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
  const own = event.target as HTMLElement;
  if (step === 0 || !own.matches('.item')) return;
  const items = [...event.currentTarget.querySelectorAll<HTMLElement>('.item')];
  const next = items[items.indexOf(own) + step];
  if (!next) return;
  event.preventDefault();
  next.focus();
}

function Cards({ collection, records, names, view }: ViewedProps) {
  const around = useAround();
  const listed = view.facts.filter(({ whole }) => !whole);
  return (
    <ul class={view.form === 'people' ? 'cards people' : 'cards'} onKeyDown={byArrows}>
      {records.map((record) => {
        const id = Number(record['id']);
        const name = titleOf(around, collection, record);
        return (
          <li key={id} class="card">
            <div class="head">
              {view.form === 'people' && (
                <span class="initials" aria-hidden="true">
                  {initials(name)}
                </span>
              )}
              <h2>
                <a class="item" href={recordLink(collection, id)}>
                  <Text text={name} />
                </a>
              </h2>
              <EditLink collection={collection} id={id} name={name} />
            </div>
            <Lead fact={view.lead} record={record} />
            <CardFacts facts={listed} record={record} names={names} />
          </li>
        );
      })}
    </ul>
  );
}

function Lead({
  fact,
  record,
}: {
  readonly fact: ToldFact | undefined;
  readonly record: JsonObject;
}) {
  const [text] = fact ? valuesAt(record, fact.path) : [];
  if (typeof text !== 'string') return null;
  const plain = fact?.form === 'markup' ? plainText(text) : text;
  return <p class="lead">{beginning(plain, LEAD)}</p>;
}

/** What markup says; the document it is read in is never shown. */
function plainText(html: string): string {
  // So that the words of two paragraphs do not become one.
  const apart = html.replaceAll(/<(?:\/p|\/li|\/h\d|br)\b[^<>]*>/gi, ' $&');
  return new DOMParser().parseFromString(apart, 'text/html').body.textContent?.trim() ?? '';
}

function Table({ collection, records, names, view }: ViewedProps) {
  const around = useAround();
  const facts = view.facts.filter(({ whole }) => !whole);
  const isNumber = ({ form }: ToldFact) => form === 'money' || form === 'number';
  const [first] = facts;
  return (
    <table class="records" onKeyDown={byArrows}>
      <thead>
        <tr>
          {facts.map((fact) => (
            <th key={fact.path} scope="col" class={isNumber(fact) ? 'number' : ''}>
              {around.say(fact.label)}
            </th>
          ))}
          <th scope="col">
            <span class="unseen">{around.words.open}</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {records.map((record) => {
          const id = Number(record['id']);
          const name = titleOf(around, collection, record);
          return (
            <tr key={id}>
              {facts.map((fact) => {
                const values = valuesAt(record, fact.path);
                const isShown = values.length > 0 && !(fact.form === 'flag' && !values[0]);
                return (
                  <td
                    key={fact.path}
                    class={isNumber(fact) ? 'number' : ''}
                    data-label={isShown ? around.say(fact.label) : undefined}
                  >
                    {fact === first ? (
                      <a class="item" href={recordLink(collection, id)}>
                        <Text
                          text={
                            values.length > 0 && fact.form === 'text'
                              ? beginning(String(values[0]), 200)
                              : name
                          }
                        />
                      </a>
                    ) : (
                      isShown &&
                      values.map((value, place) => (
                        <span key={place}>
                          {place > 0 && ', '}
                          <Value fact={fact} value={value} names={names} />
                        </span>
                      ))
                    )}
                  </td>
                );
              })}
              <td class="tools">
                <EditLink collection={collection} id={id} name={name} />
              </td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}
