// A list: its filters, its records as cards or as a table, and its pages.
import { chosen, editorLink, listLink, recordLink } from './address.js';
import { useAnswer, usePage } from './data.js';
import type { FactDto, JsonObject, ListDto, NamesById } from './dto.js';
import { canEdit } from './edit/ask.js';
import { words as editWords } from './edit/words.js';
import { Facts, titleOf, Values, valuesOf } from './facts.js';
import { beginning } from './format.js';
import { Icon } from './icons.js';
import { valuesAt } from './paths.js';

/** How many characters of its text a card shows. */
const LEAD = 200;

interface EditLinkProps {
  readonly collection: string;
  readonly id: number;
  readonly name: string;
}

/** A link to a record's form; in a read-only preview, to the record's line in the editor. */
export function EditLink({ collection, id, name }: EditLinkProps) {
  const { words, lang } = usePage();
  const label = canEdit ? editWords[lang].changing(name) : words.openRecord(name);
  const href = canEdit ? `${recordLink(collection, id)}/edit` : editorLink(collection, id);
  return (
    <a class="edit" href={href} title={label}>
      <Icon name="edit" />
      <span class="unseen">{label}</span>
    </a>
  );
}

interface ListProps {
  readonly collection: string;
  readonly query: URLSearchParams;
  /** Whether the list stands below a record: then only its first page is shown, without filters. */
  readonly isEmbedded?: boolean;
}

/** The records of a list, with its filters and pages. */
export function List({ collection, query, isEmbedded = false }: ListProps) {
  const { words } = usePage();
  const path = `list/${collection}?${query}`;
  const { data, failure } = useAnswer<ListDto>(path, isEmbedded ? path : collection);
  if (!data) {
    return failure ? <p class="empty">{words.noSnapshot}</p> : <p aria-busy="true" />;
  }
  const part = { collection, query, list: data };
  return (
    <>
      {!isEmbedded && <Filters {...part} />}
      {data.records.length === 0 ? (
        <p class="empty">{query.size > 0 ? words.nothingFound : words.empty}</p>
      ) : (
        <Records {...part} />
      )}
      {!isEmbedded && <Pages {...part} />}
      {isEmbedded && data.pages > 1 && <a href={listLink(collection, query)}>{words.more}</a>}
    </>
  );
}

interface PartProps {
  readonly collection: string;
  readonly query: URLSearchParams;
  readonly list: ListDto;
}

function Filters({ collection, query, list }: PartProps) {
  const { words, say, viewOf } = usePage();
  const { filters } = viewOf(collection);
  if (filters.length === 0) return null;
  return (
    <div class="filters">
      {filters.map(({ path, label, values }, place) => (
        <label key={path}>
          <span>{say(label)}</span>
          <select
            value={query.get(path) ?? ''}
            onChange={({ currentTarget: { value } }) => {
              location.hash = listLink(collection, chosen(query, path, value));
            }}
          >
            <option value="">{words.all}</option>
            {list.options[place]?.map(({ value, name, count }) => (
              <option key={value} value={value}>
                {`${beginning(values?.[value] ? say(values[value]) : (name ?? value), 80)} · ${count}`}
              </option>
            ))}
          </select>
        </label>
      ))}
      {filters.some(({ path }) => query.has(path)) && (
        <a class="button" href={listLink(collection, [['q', query.get('q') ?? '']])}>
          {words.resetFilters}
        </a>
      )}
    </div>
  );
}

function Pages({ collection, query, list: { page, pages } }: PartProps) {
  const { words } = usePage();
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

function Records({ collection, list: { records, names } }: PartProps) {
  const view = usePage().viewOf(collection);
  const facts = view.facts.filter(({ whole }) => !whole);
  const each = records.map((record) => ({ collection, record, names, facts, lead: view.lead }));
  if (view.form !== 'table') {
    return (
      <ul class="cards">
        {each.map((one) => (
          <Card key={one.record['id']} {...one} />
        ))}
      </ul>
    );
  }
  return (
    <div class="records">
      <table>
        <Head facts={facts} />
        <tbody>
          {each.map((one) => (
            <Row key={one.record['id']} {...one} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

interface CardProps {
  readonly collection: string;
  readonly record: JsonObject;
  readonly names: NamesById;
  /** The facts that a list shows of each record. */
  readonly facts: readonly FactDto[];
  /** A text of which a card shows the beginning. */
  readonly lead?: FactDto | undefined;
}

function Card({ collection, record, names, facts, lead }: CardProps) {
  const id = Number(record['id']);
  const name = titleOf(usePage(), collection, record);
  const [text] = lead ? valuesAt(record, lead.path) : [];
  return (
    <li class="card">
      <div class="head">
        <h2>
          <a class="item" href={recordLink(collection, id)}>
            {name}
          </a>
        </h2>
        <EditLink collection={collection} id={id} name={name} />
      </div>
      {typeof text === 'string' && (
        <p class="lead">{beginning(lead?.form === 'markup' ? plainText(text) : text, LEAD)}</p>
      )}
      <Facts form="line" facts={facts} record={record} names={names} />
    </li>
  );
}

/** The text of HTML, which is parsed into a document that is never shown. */
function plainText(html: string): string {
  // Spaces keep the last word of a paragraph apart from the first word of the next.
  const apart = html.replaceAll(/<(?:\/p|\/li|\/h\d|br)\b[^<>]*>/gi, ' $&');
  return new DOMParser().parseFromString(apart, 'text/html').body.textContent?.trim() ?? '';
}

const classOf = ({ form }: FactDto) => (form === 'money' || form === 'number' ? 'number' : '');

function Head({ facts }: { readonly facts: readonly FactDto[] }) {
  const { say, words } = usePage();
  return (
    <thead>
      <tr>
        {facts.map((fact) => (
          <th key={fact.path} scope="col" class={classOf(fact)}>
            {say(fact.label)}
          </th>
        ))}
        <th scope="col">
          <span class="unseen">{words.open}</span>
        </th>
      </tr>
    </thead>
  );
}

function Row({ collection, record, names, facts: [first, ...others] }: CardProps) {
  const context = usePage();
  const id = Number(record['id']);
  const name = titleOf(context, collection, record);
  const [text] = first?.form === 'text' ? valuesAt(record, first.path) : [];
  return (
    <tr>
      <td>
        <a class="item" href={recordLink(collection, id)}>
          {typeof text === 'string' ? beginning(text, 200) : name}
        </a>
      </td>
      {others.map((fact) => {
        const values = valuesOf(fact, record);
        const label = values.length > 0 ? context.say(fact.label) : undefined;
        return (
          <td key={fact.path} class={classOf(fact)} data-label={label}>
            {label !== undefined && <Values fact={fact} values={values} names={names} />}
          </td>
        );
      })}
      <td class="tools">
        <EditLink collection={collection} id={id} name={name} />
      </td>
    </tr>
  );
}
