// Checks how a portal is shown: its feeds, its search, and its views in the browser. All that they name must exist and
// have a fitting type.
import { BARE, type Collection, fieldIn } from '../collection.js';
import { addressOf, type Endpoint, endpointOf, type Portal } from '../endpoint.js';
import type { FeedWords } from '../feed.js';
import { isText, partOf, type Type } from '../fields.js';
import type { View } from '../view.js';
import { innermost, type Mistakes, typeAt } from './mistakes.js';

/** Reports mistakes in the feeds, the search and the views of a portal. */
export function checkDisplay(portal: Portal, mistakes: Mistakes): void {
  const check = new DisplayCheck(portal, mistakes);
  for (const extra of portal.extras)
    if (extra.kind === 'feed') check.feed(addressOf(endpointOf(extra).name), extra.of, extra.words);
  check.search();
  check.views();
}

class DisplayCheck {
  readonly #collections: ReadonlyMap<string, Collection>;

  constructor(
    private readonly portal: Portal,
    private readonly mistakes: Mistakes,
  ) {
    this.#collections = new Map(portal.collections.map((one) => [one.name, one]));
  }

  feed(at: string, list: Endpoint, words: FeedWords): void {
    const { title, content, summary, published, updated, inAddress = [] } = words;
    for (const key of [...title, content, ...(summary === undefined ? [] : [summary])])
      this.#published(at, list, key, isText, 'a text');
    for (const key of [published, updated]) this.#published(at, list, key, isTime, 'a timestamp');
    for (const key of inAddress) this.#published(at, list, key, () => true, '');
  }

  search(): void {
    const { search, endpoints, extras } = this.portal;
    if (!search) return;
    const names = [...endpoints, ...extras.map(endpointOf)].map(({ name }) => name);
    this.mistakes.mustDiffer(
      search.lists.map(({ kind }) => kind),
      (kind) => `search: two lists have the kind ${kind}`,
    );
    for (const { of, kind, title, text, html = [], filters, sorts } of search.lists) {
      const at = `search: ${kind}`;
      if (!this.mistakes.mustBe(at, 'list', of.name, names)) continue;
      for (const path of [...title, ...text]) this.#published(at, of, path, isText, 'a text');
      for (const path of html) this.mistakes.mustBe(at, 'text', path, [...title, ...text]);
      for (const path of Object.values(filters)) this.#published(at, of, path, isNumber, 'an id');
      for (const path of Object.values(sorts))
        this.#published(
          at,
          of,
          path,
          (type) => isNumber(type) || isTime(type),
          'a number or a timestamp',
        );
    }
  }

  views(): void {
    const { views } = this.portal;
    if (!views) return;
    const names = [...this.#collections.keys()];
    for (const [name, view] of Object.entries(views.of)) {
      if (this.mistakes.mustBe('views', 'collection', name, names))
        this.#view(`views: ${name}`, this.#collections.get(name)!, view);
    }
    for (const { title, collections } of views.menu)
      for (const name of collections)
        this.mistakes.mustBe(`views: menu: ${title}`, 'collection', name, names);
  }

  #view(at: string, { name, fields }: Collection, view: View): void {
    const { columns, filters = [], main = [], lines = [], values = {}, discussion } = view;
    const typeOf = (path: string) => typeAt(this.mistakes, at, name, fields, path.split('.'));
    for (const path of [...columns, ...main, ...Object.keys(values)]) typeOf(path);
    for (const path of lines) this.#mustHave(at, path, typeOf(path), isText, 'a text');
    const { on, author, time, text } = discussion ?? {};
    for (const path of [...filters, on, author])
      if (path !== undefined) this.#mustHave(at, path, typeOf(path), isReference, 'a reference');
    if (time !== undefined) this.#mustHave(at, time, typeOf(time), isTime, 'a timestamp');
    if (text !== undefined) this.#mustHave(at, text, typeOf(text), isText, 'a text');
  }

  #mustHave(
    at: string,
    path: string,
    type: Type | undefined,
    fits: (type: Type) => boolean,
    what: string,
  ): void {
    if (type && !fits(type)) this.mistakes.wrong(at, `${path} is not ${what}`);
  }

  /** Reports a path that does not lead to a fitting value of the records that a list publishes. */
  #published(
    at: string,
    { records }: Endpoint,
    path: string,
    fits: (type: Type) => boolean,
    what: string,
  ): void {
    if (!records) return;
    const type = this.#key(at, records.collection, records.shape, path.split('.'));
    this.#mustHave(at, path, type, fits, what);
  }

  #key(
    at: string,
    name: string,
    shapeName: string,
    [key = '', ...below]: readonly string[],
  ): Type | undefined {
    const collection = this.#collections.get(name);
    const shape = collection?.shapes[shapeName];
    if (!collection || !shape) return undefined; // reported elsewhere
    if (!this.mistakes.mustBe(at, `key in ${name}.${shapeName},`, key, shape.keys))
      return undefined;
    const { type } = fieldIn(collection, shape, key);
    return this.#inside(at, `${name}.${key}`, type, shape.references?.[key], below);
  }

  /** The type at a path inside of a value. `as`: the shape of an embedded record, if it is not that of the type. */
  #inside(
    at: string,
    of: string,
    type: Type,
    as: string | undefined,
    steps: readonly string[],
  ): Type | undefined {
    const one = innermost(type);
    const [key, ...below] = steps;
    if (key === undefined) return one;
    const shape = one.kind === 'reference' ? (as ?? one.shape) : undefined;
    if (one.kind === 'reference' && shape !== undefined && shape !== BARE)
      return this.#key(at, one.collection, shape, steps);
    const part = partOf(one) ?? {};
    if (!this.mistakes.mustBe(at, `key in ${of},`, key, Object.keys(part))) return undefined;
    return this.#inside(at, `${of}.${key}`, part[key]!.type, undefined, below);
  }
}

const isTime = ({ kind }: Type) => kind === 'timestamp';
const isReference = ({ kind }: Type) => kind === 'reference';
const isNumber = ({ kind }: Type) => ['id', 'integer', 'reference'].includes(kind);
