// The data that the page shows, in one state without errors: lists with filters and a search, records, discussions.
// A list is kept in memory from its first request on; a discussion is read at each request.
import { setImmediate } from 'node:timers/promises';
import { patternsOf } from '../../editing/query/matching.js';
import type { Portal } from '../../model/endpoint.js';
import { elementOf, type Fields, partOf, type Type } from '../../model/fields.js';
import { fold } from '../../model/fold.js';
import { memo } from '../../model/memo.js';
import { pageFile } from '../../site/address.js';
import type {
  FactDto,
  HitDto,
  Json,
  JsonObject,
  ListDto,
  NamesById,
  OptionDto,
  RecordDto,
  SearchDto,
  ThreadDto,
  ViewDto,
  ViewsDto,
} from '../browser/dto.js';
import { headingOf, isObject, nameOf as nameIn, valuesAt } from '../browser/paths.js';
import { nameOf } from './portal.js';

/** How many records the page shows at once. */
const PAGE = 50;
/** How many hits in each collection a search shows. */
const HITS = 20;
/** The most options of a filter: longer menus are of no use. */
const OPTIONS = 500;

/** Which part of a list the page requests. */
export interface ListQuery {
  readonly words: string;
  readonly page: number;
  /** By the path of a filter: the value that is chosen. */
  readonly chosen: ReadonlyMap<string, string>;
}

/** One state of the page's own snapshot. */
export class ViewData {
  readonly #lists = new Map<string, readonly JsonObject[]>();
  readonly #names = new Map<string, ReadonlyMap<number, string>>();
  readonly #fields: ReadonlyMap<string, Fields>;

  /** `read`: returns a file of the snapshot, if it is there. `lost`: called when the file of a list is not. */
  readonly #language: string | undefined;

  constructor(
    { collections, locale }: Portal,
    private readonly read: (file: string) => Buffer | undefined,
    private readonly views: ViewsDto,
    private readonly lost: () => void,
  ) {
    this.#language = locale?.language;
    this.#fields = new Map(collections.map(({ name, fields }) => [name, fields]));
  }

  list(collection: string, { words, page, chosen }: ListQuery): ListDto {
    const view = this.views.of[collection]!;
    const sought = patternsOf(words);
    const filters = view.filters.map((filter) => ({ filter, value: chosen.get(filter.path) }));
    const counts = filters.map(() => new Map<string, number>());
    const found: JsonObject[] = [];
    for (const record of this.#records(collection)) {
      if (sought.length > 0 && !matches(this.#textsOf(view, collection, record), sought)) continue;
      const values = filters.map(({ filter }) => new Set(valuesAt(record, filter.path).map(keyOf)));
      const misses = filters.filter(
        ({ value }, i) => value !== undefined && !values[i]!.has(value),
      );
      if (misses.length === 0) found.push(record);
      // A filter's options count the records that match all other filters: what choosing the option would show.
      filters.forEach((filter, i) => {
        if (misses.some((miss) => miss !== filter)) return;
        for (const value of values[i]!) counts[i]!.set(value, (counts[i]!.get(value) ?? 0) + 1);
      });
    }
    const options = filters.map(({ filter, value }, i) => this.#options(filter, counts[i]!, value));
    const pages = Math.max(1, Math.ceil(found.length / PAGE));
    const at = Math.min(page, pages);
    const records = found.slice((at - 1) * PAGE, at * PAGE);
    const names = this.#namesFor(view, records);
    return { count: found.length, page: at, pages, records, names, options };
  }

  record(collection: string, id: number): RecordDto | undefined {
    const record = this.#records(collection).find((one) => one['id'] === id);
    return record && { record, names: this.#namesFor(this.views.of[collection]!, [record]) };
  }

  /** The discussion below a record; undefined when there is none. */
  thread(collection: string, id: number): ThreadDto | undefined {
    const below = this.views.of[collection]?.below;
    if (!below || this.views.of[below.collection]?.form !== 'thread') return undefined;
    const records = this.#parsed(`${nameOf(below.collection)}/${below.by}/${id}`);
    return records && { records };
  }

  /** The texts of a record, and the names of the records to which its facts and filters refer. */
  #textsOf(view: ViewDto, collection: string, record: JsonObject): string[] {
    const names = [...view.facts, ...view.filters].flatMap(({ path, of }) => {
      if (of === undefined) return [];
      const ids = valuesAt(record, path).map((value) => Number(keyOf(value)));
      return ids.flatMap((id) => this.#namesOf(of).get(id) ?? []);
    });
    return [...ownTexts(record, this.#fields.get(collection)!), ...names];
  }

  /** Searches the texts of all records. Names of other records do not count: those records are found themselves. */
  async search(query: string): Promise<SearchDto> {
    const words = patternsOf(query);
    const groups: SearchDto['groups'][number][] = [];
    if (words.length === 0) return { groups };
    const { menu, of } = this.views;
    const inMenu = menu.flatMap(({ collections }) => collections);
    for (const collection of new Set([...inMenu, ...Object.keys(of)])) {
      const hits: HitDto[] = [];
      for (const { record, above } of this.#shown(collection)) {
        await setImmediate(); // other requests may be waiting
        const texts = ownTexts(record, this.#fields.get(collection)!);
        if (!matches(texts, words)) continue;
        const name = this.#nameIn(of[collection]!, record);
        const id = Number(record['id']);
        hits.push({ id, name, excerpt: excerptOf(texts, words), ...(above && { above }) });
        if (hits.length > HITS) break;
      }
      const more = hits.length > HITS;
      if (hits.length > 0) groups.push({ collection, hits: hits.slice(0, HITS), more });
    }
    return { groups };
  }

  /**
   * All records of a collection that the page shows. Of a collection that is shown as discussions: the records of each
   * discussion, without the placeholder with which it begins.
   */
  *#shown(collection: string): Generator<Pick<HitDto, 'above'> & { record: JsonObject }> {
    const { thread } = this.views.of[collection]!;
    if (!thread) {
      for (const record of this.#records(collection)) yield { record };
      return;
    }
    for (const [name, { below }] of Object.entries(this.views.of)) {
      if (below?.collection !== collection) continue;
      for (const { id } of this.#records(name)) {
        const above = { collection: name, id: Number(id) };
        for (const record of this.thread(name, above.id)?.records ?? []) {
          if (valuesAt(record, thread.parent).length > 0) yield { record, above };
        }
      }
    }
  }

  /** The heading of a record; for a comment, the name of its author. */
  #nameIn(view: ViewDto, record: JsonObject): string {
    const author = view.thread && valuesAt(record, view.thread.author)[0];
    const { named = [] } = this.views.of[view.thread?.people ?? ''] ?? {};
    return (isObject(author) ? nameIn(named, author) : headingOf(view, record)) ?? '';
  }

  /** All records of a collection, in the order of its list. Throws if the list's file is missing. */
  #records(collection: string): readonly JsonObject[] {
    return memo(this.#lists, collection, () => {
      if (this.views.of[collection]?.thread) {
        const all = [...this.#shown(collection)].map(({ record }) => record);
        return all.sort((a, b) => Number(b['id']) - Number(a['id']));
      }
      const list = nameOf(collection);
      const all = this.#parsed(list);
      if (all) return all;
      this.lost();
      throw new Error(`${list} is gone`);
    });
  }

  /** The records in the one file of a list. */
  #parsed(list: string): readonly JsonObject[] | undefined {
    const body = this.read(pageFile(list));
    return body && (JSON.parse(body.toString()) as readonly JsonObject[]); // as it was built
  }

  #options(
    { of, values }: FactDto,
    counts: ReadonlyMap<string, number>,
    chosen: string | undefined,
  ): OptionDto[] {
    const names = of === undefined ? undefined : this.#namesOf(of);
    const { compare } = new Intl.Collator(this.#language, { numeric: true });
    const all =
      chosen === undefined || counts.has(chosen) ? [...counts] : [...counts, [chosen, 0] as const];
    return all
      .map(([value, count]) => {
        const name = values ? null : (names?.get(Number(value)) ?? null);
        return { value, name, count };
      })
      .sort((a, b) => compare(a.name ?? a.value, b.name ?? b.value))
      .slice(0, OPTIONS);
  }

  /** The names of the records to which facts of these records refer by id alone. */
  #namesFor(view: ViewDto, records: readonly JsonObject[]): NamesById {
    const shown: Record<string, Record<string, string>> = {};
    for (const { path, of } of view.facts) {
      if (of === undefined) continue;
      const names = this.#namesOf(of);
      shown[of] ??= {};
      for (const value of records.flatMap((record) => valuesAt(record, path))) {
        const name = typeof value === 'number' ? names.get(value) : undefined;
        if (name !== undefined) shown[of][String(value)] = name;
      }
    }
    return shown;
  }

  /** The names of all records of a collection. */
  #namesOf(collection: string): ReadonlyMap<number, string> {
    return memo(this.#names, collection, () => {
      const { named = [] } = this.views.of[collection] ?? {};
      return new Map(
        this.#records(collection).flatMap((record) => {
          const name = nameIn(named, record);
          return name === undefined ? [] : [[Number(record['id']), name] as const];
        }),
      );
    });
  }
}

/** A value of a filter as it stands in an address: the id of an embedded record, or the value itself. */
const keyOf = (value: Json): string => String(isObject(value) ? value['id'] : value);

/** How much of a text is shown before and after what was found. */
const AROUND = 70;

/** The texts, without tags, and numbers in a record or a part of it; not those of embedded records. */
const ownTexts = (value: JsonObject, fields: Fields): string[] =>
  Object.entries(value).flatMap(([name, own]) => textsIn(own, fields[name]?.type));

function textsIn(value: Json | undefined, type?: Type): string[] {
  if (type?.kind === 'reference') return [];
  if (typeof value === 'string') return [value.replaceAll(/<[^<>]*>/g, ' ')];
  if (typeof value === 'number') return [String(value)];
  if (Array.isArray(value)) return value.flatMap((one) => textsIn(one, elementOf(type)));
  return isObject(value) ? ownTexts(value, partOf(type) ?? {}) : [];
}

/** Whether each word is somewhere in these texts. */
function matches(texts: readonly string[], words: readonly RegExp[]): boolean {
  const all = fold(texts.join('\n'));
  return words.every((word) => word.test(all));
}

/** The first word in the first text that contains it: the text before it, the word, and the text after it. */
function excerptOf(texts: readonly string[], [word]: readonly RegExp[]): HitDto['excerpt'] {
  for (const text of texts) {
    const flat = text.normalize('NFKC').replaceAll('\u00ad', '').replaceAll(/\s+/g, ' ').trim();
    const found = word?.exec(fold(flat));
    if (!found || /^\d+$/.test(flat)) continue;
    const [at, end] = [found.index, found.index + found[0].length];
    const from = at <= AROUND ? 0 : flat.lastIndexOf(' ', at - AROUND) + 1 || at - AROUND;
    const after = flat.slice(end, end + 2 * AROUND);
    return [
      `${from > 0 ? '…' : ''}${flat.slice(from, at)}`,
      flat.slice(at, end),
      `${after}${flat.length > end + after.length ? '…' : ''}`,
    ];
  }
  return ['', '', ''];
}
