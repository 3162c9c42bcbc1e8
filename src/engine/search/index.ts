// Makes the files of the search index from the lists that can be searched. It only reads the published texts, so
// nothing that is withheld can be found.
import { hash } from 'node:crypto';
import { withoutLongTexts } from '../../files/source/long-texts.js';
import type { PortalSearch, SearchedList, ValuePath } from '../../model/endpoint.js';
import { isObject, type Json, type JsonObject } from '../../model/fields.js';
import { textOfMarkup } from '../../model/html/plain-text.js';
import { type AddressSettings, pageLink, SEARCH } from '../../site/address.js';
import type { Derivation } from '../link/derive.js';
import { Records } from '../link/records.js';
import { Fragments } from '../shard/fragments.js';
import { Assembler } from '../write/assemble.js';
import { ListMaker } from '../write/lists.js';
import type { Output } from '../write/output.js';
import { PageKeys } from '../write/page-keys.js';
import type { PagePlan, PageSettings } from '../write/pages.js';
import type { CustomRecord } from './pagefind.js';
import { oddWords, spaced } from './spacing.js';

/** For more records than this, no index is made: browsers would load over half a megabyte before the first result. */
export const MOST_FOUND = 30_000;
/** The longest text, in bytes of JSON, that can be searched: Pagefind gets all texts of a record as one string. */
const LONGEST = 16 << 20;
/** How many bytes of fragments are kept in memory while the texts are read. */
const KEPT = 16 << 20;

/** A list, and all its records as one page. */
interface FoundList {
  readonly list: SearchedList;
  readonly page: PagePlan;
}

/**
 * Makes the search index, unless the last build left the same one. `version`: Pagefind's version. Returns the number of
 * records. If there are more than {@link MOST_FOUND}, no index is made.
 */
export async function makeSearch(
  search: PortalSearch,
  version: string,
  settings: PageSettings,
  derivation: Derivation,
  output: Output,
): Promise<number> {
  const maker = new ListMaker(
    settings,
    derivation,
    search.lists.map(({ of }) => of),
  );
  const lists = search.lists.map((list): FoundList => {
    const { walks } = maker.of({ ...list.of, paging: { style: 'array' } });
    return { list, page: walks[0]!.pages[0]! };
  });
  const count = lists.reduce((sum, { page }) => sum + page.rows.length, 0);
  if (count > MOST_FOUND) return count;
  const fragments = new Fragments(KEPT);
  try {
    const records = [...derivation.tables.values()].map(
      (table) => new Records(table.records, fragments),
    );
    const keys = new PageKeys(records);
    const pages = lists.map(({ page }) => keys.keyOf(page).key);
    const madeFrom = JSON.stringify([version, search, settings.links, pages]);
    const key = `search ${hash('sha256', madeFrom, 'hex')}`;
    if (output.keep(key)) return count;
    const assembler = new Assembler(records);
    const below = { ...settings, baseUrl: '' };
    const texts = lists.flatMap((found) => textsOf(found, search.language, below, assembler));
    const { indexOf } = await import('./pagefind.js');
    for (const { path, content } of await indexOf(oldestFirst(texts), search.language)) {
      // Nearly all files are compressed already, so they get no compressed copies.
      const name = SEARCH.slice(1) + path;
      await output.file(name, content, { withSiblings: false, key });
    }
    return count;
  } finally {
    fragments.close();
  }
}

/** Returns, for each record of a list, the texts to be searched, and the values for filters and sorting. */
function textsOf(
  { list, page }: FoundList,
  language: string,
  addresses: AddressSettings,
  assembler: Assembler,
): CustomRecord[] {
  const alone = { ...page, head: '', tail: '' };
  return Array.from(page.rows, (_, at) => {
    const rows = page.rows.subarray(at, at + 1);
    const record = withoutLongTexts(assembler.record({ ...alone, rows }), LONGEST);
    return textOf(list, record as JsonObject, language, addresses); // a published record is always an object
  });
}

function textOf(
  list: SearchedList,
  record: JsonObject,
  language: string,
  addresses: AddressSettings,
): CustomRecord {
  const { of, kind, title, text, html = [], filters, sorts } = list;
  const textAt = (paths: readonly ValuePath[]) =>
    paths
      .flatMap((path) => {
        const values = valuesAt(record, path).map(String);
        return html.includes(path) ? values.map(textOfMarkup) : values;
      })
      .filter(Boolean)
      .join(' ');
  const [name, content] = [textAt(title), textAt(text)];
  const shown = [content, name].find((words) => WORD.test(words)) ?? String(record['id']);
  const odd = oddWords(`${name} ${content}`);
  const narrowed = Object.entries(filters).map(([filter, path]) => [
    filter,
    valuesAt(record, path).map(String),
  ]);
  const ordered = Object.entries(sorts).map(([sort, path]) => [
    sort,
    sortable(valuesAt(record, path)[0]),
  ]);
  return {
    url: pageLink(addresses, `${of.name}/${record['id']}`),
    content: spaced(shown),
    language,
    meta: { title: spaced(name), ...(odd && { words: odd }) },
    filters: { kind: [kind], ...Object.fromEntries(narrowed) },
    sort: Object.fromEntries(ordered),
  };
}

/** A letter or a digit. Pagefind would omit a record whose content has none, such as `…`, `№` or `***`. */
const WORD = /[\p{L}\p{N}]/u;

/** Returns the values at a path such as `tags.name`. Elements of a list are returned one by one; null is left out. */
function valuesAt(record: Json, path: ValuePath): Json[] {
  let values = [record];
  for (const step of path.split('.')) {
    values = values.flatMap((value) => (isObject(value) ? (value[step] ?? []) : []));
  }
  return values;
}

/** Returns a value as a text by which Pagefind can sort: a number, or an instant in UTC. */
const sortable = (value: Json | undefined): string =>
  typeof value === 'string' ? new Date(value).toISOString() : String(value);

/**
 * Sorts the records by the first of their values for sorting. If this is a date, the oldest record is first. Then a new
 * record leaves most files of the index unchanged.
 */
function oldestFirst(texts: readonly CustomRecord[]): CustomRecord[] {
  const [first = ''] = Object.keys(texts[0]?.sort ?? {});
  const at = ({ sort }: CustomRecord) => sort?.[first] ?? '';
  return [...texts].sort((a, b) => (at(a) < at(b) ? -1 : at(a) > at(b) ? 1 : 0));
}
