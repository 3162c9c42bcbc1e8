// The list of a collection: the number of records, filters, the records, and pages.
import { labelOf } from '../../editing/schema/inputs.js';
import { chosen, listLink, recordLink } from './address.js';
import { canEdit } from './ask.js';
import { useAnswer, usePage } from './data.js';
import type { CellDto, FieldDto, FilterDto, Json, ListDto, ListedDto, NamedDto } from './dto.js';
import { idOf } from './edit/input-props.js';
import { ReferenceInput } from './edit/reference-input.js';
import { beginning, dayInWords } from './format.js';
import { Icon } from './icons.js';
import { NamedLink, Withheld } from './named-link.js';
import { say } from './say.js';
import { Heading } from './shell.js';

/** A cell shows at most this many names, and this many letters of a text. */
const MOST_NAMES = 3;
const MOST_LETTERS = 200;

interface ListProps {
  readonly collection: string;
  readonly query: URLSearchParams;
}

export function List({ collection, query }: ListProps) {
  const { viewOf } = usePage();
  const { data, failure } = useAnswer<ListDto>(`data/list/${collection}?${query}`, collection);
  const { title, singular } = viewOf(collection);
  const part = data && { collection, query, list: data };
  const begin = data?.of.flatMap((named) => beginOf(viewOf(collection).fields, named)) ?? [];
  return (
    <>
      <div class="title">
        <div>
          <Heading>{say(title)}</Heading>
          <p class="faint">
            {data &&
              say('{count, plural, one {# record} other {# records}}', { count: data.count })}
          </p>
        </div>
        {canEdit && (
          <a class="button main" href={recordLink(collection, 'new', begin)}>
            {say('Add: {one}', { one: say(singular).toLowerCase() })}
          </a>
        )}
      </div>
      {part && <Filters {...part} />}
      {!data &&
        (failure ? <p class="empty">{say('The data cannot be read.')}</p> : <p aria-busy="true" />)}
      {data?.count === 0 && (
        <p class="empty">
          {query.size > 0 ? say('Nothing was found.') : say('There is nothing here yet.')}
        </p>
      )}
      {part && part.list.count > 0 && <Records {...part} />}
      {part && <Pages {...part} />}
    </>
  );
}

/** The values for a new record of a filtered list, such as the region in a list of a region's cities. */
const beginOf = (fields: readonly FieldDto[], { collection, id }: NamedDto) => {
  const field = fields.find(({ kind, of }) => kind === 'reference' && of === collection);
  return field ? [[field.name, `${id}`] as const] : [];
};

interface PartProps extends ListProps {
  readonly list: ListDto;
}

/** Inputs for the references that the portal names, and links that remove other filters or show only drafts. */
function Filters({ collection, query, list }: PartProps) {
  const { viewOf, titleOf } = usePage();
  const { filters } = viewOf(collection);
  const ofOther = list.of.filter((one) => filters.every(({ of }) => of !== one.collection));
  const hasDrafts = query.has('drafts');
  const sought = query.get('q') ?? '';
  if (filters.length + list.of.length + list.drafts === 0 && !hasDrafts && sought === '')
    return null;
  return (
    <div class="filters">
      {filters.map((filter) => (
        <Filter key={filter.of} {...{ collection, query, filter, list }} />
      ))}
      {ofOther.map((one) => (
        <a key={one.id} class="button" href={withOf(collection, query, one.collection)}>
          {titleOf(one)} ✕<span class="unseen">: {say('take this filter off')}</span>
        </a>
      ))}
      {(list.drafts > 0 || hasDrafts) && (
        <a
          class="button"
          aria-current={hasDrafts ? 'true' : undefined}
          href={listLink(collection, chosen(query, 'drafts', hasDrafts ? '' : '1'))}
        >
          {say('Readers do not see {count}', { count: list.drafts })}
          {hasDrafts && ' ✕'}
        </a>
      )}
      {sought !== '' && (
        <a class="button" href={listLink('search', [['q', sought]])}>
          {say('Search everything for “{query}”', { query: sought })}
        </a>
      )}
    </div>
  );
}

/** The link to the list filtered by another record of a collection, or by none, instead of the present one. */
function withOf(collection: string, query: URLSearchParams, of: string, id?: number): string {
  const rest = [...query].filter(
    ([name, value]) => name !== 'page' && !(name === 'of' && value.startsWith(`${of}/`)),
  );
  return listLink(collection, [...rest, ['of', id === undefined ? '' : `${of}/${id}`]]);
}

function Filter({ collection, query, filter, list }: PartProps & { readonly filter: FilterDto }) {
  const now = list.of.find((one) => one.collection === filter.of);
  const pointer = `filter-${filter.of}`;
  const label = labelOf(filter, say);
  return (
    <div class="field of-reference">
      <label for={idOf(pointer)}>{label}</label>
      <ReferenceInput
        key={now?.id}
        {...{ pointer, label, value: now?.id, input: { kind: 'reference', of: filter.of } }}
        form={{
          wrong: new Map(),
          changed: {},
          names: { [filter.of]: now ? { [now.id]: now.name } : {} },
        }}
        onChange={(id) => {
          if (typeof id !== 'string')
            location.hash = withOf(collection, query, filter.of, Number(id) || undefined);
        }}
      />
    </div>
  );
}

function Records({ collection, list: { records } }: PartProps) {
  const { viewOf, titleOf } = usePage();
  const { columns } = viewOf(collection);
  const letters = Math.max(...records.map((one) => titleOf(one).length));
  return (
    <div class="records">
      <table style={{ '--letters': `${letters}` }}>
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
          {records.map((one) => (
            <Row key={one.id} record={one} columns={columns} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

interface RowProps {
  readonly record: ListedDto;
  readonly columns: readonly FieldDto[];
}

function Row({ record, columns }: RowProps) {
  const { cells, withheld } = record;
  return (
    <tr>
      <td>
        <NamedLink record={record} />
        {withheld && <Withheld reason={withheld} />}
      </td>
      {columns.map((field, place) => {
        const cell = cells[place] ?? null;
        return (
          <td
            key={field.name}
            class={field.kind}
            data-label={cell ? labelOf(field, say) : undefined}
          >
            {cell && <Cell field={field} cell={cell} />}
          </td>
        );
      })}
    </tr>
  );
}

function Cell({ field, cell }: { readonly field: FieldDto; readonly cell: NonNullable<CellDto> }) {
  const { titleOf } = usePage();
  if ('value' in cell) return <Value field={field} value={cell.value} />;
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

function Value({ field, value }: { readonly field: FieldDto; readonly value: Json }) {
  const { lang } = usePage();
  if (Array.isArray(value)) {
    return (
      <>
        {value.map((one: Json, place) => (
          <span key={place}>
            {place > 0 && ', '}
            <Value field={field} value={one} />
          </span>
        ))}
      </>
    );
  }
  const text = typeof value === 'object' ? JSON.stringify(value) : String(value);
  const called = field.called?.[text];
  if (called) return <>{say(called)}</>;
  if (typeof value === 'boolean') return <>{value ? say('yes') : say('no')}</>;
  if (typeof value === 'number') return <>{value.toLocaleString(lang)}</>;
  if (field.kind !== 'time' && field.kind !== 'date') return <>{beginning(text, MOST_LETTERS)}</>;
  return (
    <time dateTime={text} title={text}>
      {dayInWords(text, lang)}
    </time>
  );
}

function Pages({ collection, query, list: { page, pages } }: PartProps) {
  if (pages === 1) return null;
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
