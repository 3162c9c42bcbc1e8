// Answers what the page asks about the data, below `/preview/data/`: lists, records, discussions, names.
import type { Portal } from '../../model/endpoint.js';
import { LANGUAGES, type Language, type MissingId } from '../../problems/messages/catalogue.js';
import { discussionOf } from './discussion.js';
import { describePortal } from './forms.js';
import { listRecords } from './list.js';
import type { CurrentData } from './reading.js';

/** Addresses of the page's data begin with this. */
export const DATA = '/preview/data/';
/** Longer queries of a search are cut. */
const MOST_LETTERS = 200;

/** An answer to the page. */
export interface DataReply {
  readonly status: 200 | 404;
  readonly body: unknown;
}

const MISSING: DataReply = { status: 404, body: { detail: 'Not found.' } };

/** What the address of a request asks for: `list/posts?q=котлы`, `record/posts/5`. */
interface Asked {
  readonly what: string;
  readonly collection: string;
  /** 0, which no record has, where the address names none. */
  readonly id: number;
  readonly query: URLSearchParams;
  readonly lang: Language;
}

/** Takes an address below {@link DATA}, or below that of the forms' requests, apart. */
export function askedBy(target: string): Asked {
  const { pathname, searchParams: query } = new URL(`http://localhost/${target}`);
  const [what = '', collection = '', last = ''] = pathname.slice(1).split('/');
  const lang = LANGUAGES.find((one) => one === query.get('lang')) ?? 'en';
  return { what, collection, id: idIn(last), query, lang };
}

export class DataRequests {
  readonly #described;

  /** `editor`: the template of links to the editor. */
  constructor(
    private readonly portal: Portal,
    private readonly current: CurrentData,
    private readonly editor: () => string,
  ) {
    this.#described = describePortal(portal);
  }

  /** Each kind of question about a collection, or about a record of it. No 404 for a missing record: browsers would log it. */
  readonly #answers: Readonly<Record<string, (asked: Asked) => Promise<unknown>>> = {
    list: (asked) => this.#list(asked),
    names: async ({ collection, query }) =>
      (await this.current.read()).offers(collection, query.get('q') ?? ''),
    record: async ({ collection, id, lang }) =>
      (await this.current.read()).record({ collection, id }, lang, this.editor()) ?? null,
    discussion: async ({ collection, id, lang }) => {
      const { discussion } = this.#described.of[collection]!;
      if (!discussion) return null;
      return discussionOf(await this.current.read(), { collection, id }, discussion, lang);
    },
  };

  /** Answers a GET; `target` is what follows {@link DATA}. */
  async answer(target: string): Promise<DataReply> {
    const asked = askedBy(target);
    const { what, collection } = asked;
    if (what === 'portal') return { status: 200, body: this.#described };
    if (!this.#isKnown(collection)) return MISSING;
    const answer = Object.hasOwn(this.#answers, what) ? this.#answers[what] : undefined;
    if (!answer) return MISSING;
    return { status: 200, body: await answer(asked) };
  }

  #isKnown = (collection: string) => Object.hasOwn(this.#described.of, collection);

  async #list({ collection, query, lang }: Asked): Promise<unknown> {
    const of = query.getAll('of').flatMap((text): MissingId[] => {
      const [name = '', id = ''] = text.split('/');
      return this.#isKnown(name) ? [{ collection: name, id: idIn(id) }] : [];
    });
    const asked = {
      ...{ collection, of, lang, onlyDrafts: query.has('drafts') },
      words: (query.get('q') ?? '').slice(0, MOST_LETTERS),
      page: Math.max(1, Math.floor(Number(query.get('page') ?? 1)) || 1),
    };
    const columns = this.#described.of[collection]!.columns.map(({ name }) => name);
    const { byName } = this.portal.views?.of[collection] ?? {};
    return listRecords(await this.current.read(), asked, { columns, byName });
  }
}

/** The id that a text is; 0, which no record has, for any other text. */
const idIn = (text: string): number => (/^[1-9]\d{0,15}$/.test(text) ? Number(text) : 0);
