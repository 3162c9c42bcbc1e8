// The list of a collection: search, filters, records and pages.
import { useEffect, useRef } from 'preact/hooks';
import { labelOf } from '../../editing/schema/inputs.js';
import { chosen, listLink, recordLink, replaceAddress } from './address.js';
import { canEdit, isRefused } from './ask.js';
import { useAnswer, usePage } from './data.js';
import type { CellDto, FieldDto, FilterDto, Json, ListDto } from './dto.js';
import { idOf, wordFor } from './edit/inputs.js';
import { ReferenceInput } from './edit/reference-input.js';
import { beginning, dayInWords } from './format.js';
import { Icon } from './icons.js';
import { NamedLink, Withheld } from './named-link.js';
import { say } from './say.js';
import { Heading } from './shell.js';

/** The most names in a cell, and the most letters of a text. */
const MOST_NAMES = 3;
const MOST_LETTERS = 200;
/** The milliseconds between the last typed letter and the search. */
const TYPING_MS = 200;

interface ListProps {
  readonly collection: string;
  readonly query: URLSearchParams;
}

export function List({ collection, query }: ListProps) {
  const { viewOf } = usePage();
  const answer = useAnswer<ListDto>(`data/list/${collection}?${query}`, { key: collection });
  const list = isRefused(answer) ? undefined : (answer ?? undefined);
  const { title, singular, fields } = viewOf(collection);
  // From a filtered list, the form of a new record begins with the same references, such as the region of a city.
  const begin = (list?.of ?? []).flatMap(({ collection, id }) => {
    const field = fields.find(({ kind, of }) => kind === 'reference' && of === collection);
    return field ? [[field.name, `${id}`] as const] : [];
  });
  return (
    <>
      <div class="title">
        <div>
          <Heading>{say(title)}</Heading>
          <p class="faint">
            {list &&
              say('{count, plural, one {# record} other {# records}}', { count: list.count })}
          </p>
        </div>
        {canEdit && (
          <a class="button main" href={recordLink(collection, 'new', begin)}>
            {say('Add: {one}', { one: say(singular).toLowerCase() })}
          </a>
        )}
      </div>
      <Filters {...{ collection, query, list }} />
      {isRefused(answer) && <p class="empty">{answer.text}</p>}
      {answer === undefined && <p aria-busy="true" />}
      {list?.count === 0 && (
        <p class="empty">
          {query.size > 0 ? say('Nothing was found.') : say('There is nothing here yet.')}
        </p>
      )}
      {list && list.count > 0 && <Records {...{ collection, list }} />}
      {list && list.pages > 1 && <Pages {...{ collection, query, list }} />}
    </>
  );
}

interface PartProps extends ListProps {
  readonly list: ListDto;
}

/** The search, the inputs of filters, links that remove filters without an input, and a link to withheld records. */
function Filters({ collection, query, list }: ListProps & { readonly list: ListDto | undefined }) {
  const { viewOf, titleOf } = usePage();
  const { filters } = viewOf(collection);
  const { of = [], drafts = 0 } = list ?? {};
  const ofOther = of.filter((one) => filters.every(({ of }) => of !== one.collection));
  const hasDrafts = query.has('drafts');
  return (
    <div class="filters">
      <Search key={collection} {...{ collection, query }} />
      {filters.map((filter) => (
        <Filter key={filter.of} {...{ collection, query, filter, list }} />
      ))}
      {ofOther.map((one) => (
        <a key={one.id} class="button" href={withOf(collection, query, one.collection)}>
          {titleOf(one)} ✕<span class="unseen">: {say('remove this filter')}</span>
        </a>
      ))}
      {(drafts > 0 || hasDrafts) && (
        <a
          class="button"
          aria-current={hasDrafts ? 'true' : undefined}
          href={listLink(collection, chosen(query, 'drafts', hasDrafts ? '' : '1'))}
        >
          {say('Hidden from readers: {count}', { count: drafts })}
          {hasDrafts && ' ✕'}
        </a>
      )}
    </div>
  );
}

function Search({ collection, query }: ListProps) {
  const sought = query.get('q') ?? '';
  const box = useRef<HTMLInputElement>(null);
  const timer = useRef<NodeJS.Timeout>();
  useEffect(() => () => clearTimeout(timer.current), []);
  // The box shows the words in the address, unless the user is typing.
  useEffect(() => {
    if (box.current && box.current !== document.activeElement) box.current.value = sought;
  }, [sought]);
  return (
    <div class="field">
      <label for="search">{say('Search')}</label>
      <input
        ref={box}
        id="search"
        type="search"
        autocomplete="off"
        onInput={({ currentTarget }) => {
          clearTimeout(timer.current);
          timer.current = setTimeout(() => {
            replaceAddress(listLink(collection, chosen(query, 'q', currentTarget.value.trim())));
          }, TYPING_MS);
        }}
      />
    </div>
  );
}

/**
 * The link to the same list, filtered by record `id` of the collection `of`. An earlier filter by this collection is
 * replaced; without `id`, it is removed.
 */
function withOf(collection: string, query: URLSearchParams, of: string, id?: number): string {
  const rest = [...query].filter(
    ([name, value]) => name !== 'page' && !(name === 'of' && value.startsWith(`${of}/`)),
  );
  return listLink(collection, [...rest, ['of', id === undefined ? '' : `${of}/${id}`]]);
}

interface FilterProps extends ListProps {
  readonly filter: FilterDto;
  readonly list: ListDto | undefined;
}

function Filter({ collection, query, filter: { of, ...words }, list }: FilterProps) {
  const chosen = query.getAll('of').find((one) => one.startsWith(`${of}/`));
  const id = Number(chosen?.slice(of.length + 1)) || undefined;
  const now = list?.of.find((one) => one.collection === of && one.id === id);
  const pointer = `filter-${of}`;
  const label = labelOf(words, say);
  return (
    <div class="field">
      <label for={idOf(pointer)}>{label}</label>
      <ReferenceInput
        isFilter
        {...{ pointer, label, value: id, input: { kind: 'reference', of } }}
        form={{ wrong: new Map(), changed: {}, names: { [of]: now ? { [now.id]: now.name } : {} } }}
        onChange={(id) => {
          location.hash = withOf(collection, query, of, Number(id) || undefined);
        }}
      />
    </div>
  );
}

function Records({ collection, list: { records } }: Pick<PartProps, 'collection' | 'list'>) {
  const { viewOf } = usePage();
  const { columns } = viewOf(collection);
  return (
    <div class="records">
      <table>
        <thead>
          <tr>
            <th scope="col">{say('Name')}</th>
            {columns.map((field) => (
              <th key={field.name} scope="col" class={field.kind}>
                {labelOf(field, say)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {records.map((record) => (
            <tr key={record.id}>
              <td>
                <NamedLink record={record} />
                {record.withheld && <Withheld reason={record.withheld} />}
              </td>
              {columns.map((field, place) => (
                <td key={field.name} class={field.kind}>
                  <Cell field={field} cell={record.cells[place] ?? null} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Cell({ field, cell }: { readonly field: FieldDto; readonly cell: CellDto }) {
  const { titleOf, lang } = usePage();
  if (cell === null) return null;
  if ('value' in cell) {
    const { value } = cell;
    if (field.kind === 'time' || field.kind === 'date') {
      const text = String(value);
      return (
        <time dateTime={text} title={text}>
          {dayInWords(text, lang)}
        </time>
      );
    }
    const all: readonly Json[] = Array.isArray(value) ? value : [value];
    const shown = all.map((one) =>
      typeof one === 'number' && !field.called?.[one]
        ? one.toLocaleString(lang)
        : beginning(wordFor(one, field), MOST_LETTERS),
    );
    return <>{shown.join(', ')}</>;
  }
  const { named } = cell;
  return (
    <>
      {named.slice(0, MOST_NAMES).map((one, place) => (
        <span key={one.id}>
          {place > 0 && ', '}
          <a href={recordLink(one.collection, one.id)}>{titleOf(one)}</a>
        </span>
      ))}
      {named.length > MOST_NAMES &&
        `, ${say('{count} more', { count: named.length - MOST_NAMES })}`}
    </>
  );
}

function Pages({ collection, query, list: { page, pages } }: PartProps) {
  const link = (to: number) => listLink(collection, chosen(query, 'page', to === 1 ? '' : `${to}`));
  return (
    <nav class="pages" aria-label={say('Pages')}>
      {page > 1 && (
        <a class="button" rel="prev" href={link(page - 1)}>
          <Icon name="back" />
          {say('Previous page')}
        </a>
      )}
      <span>{say('{page} of {pages}', { page, pages })}</span>
      {page < pages && (
        <a class="button" rel="next" href={link(page + 1)}>
          {say('Next page')}
          <Icon name="forward" />
        </a>
      )}
    </nav>
  );
}
