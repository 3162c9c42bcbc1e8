// What the page asks for, below `/preview/`: lists, records, discussions, a search, places in files. The
// page's own snapshot is built when it is first needed after a change.
import { relative, sep } from 'node:path';
import type { ToldPlace, ToldViews } from '../browser/told.js';
import type { ViewData } from './data.js';
import { editorLink } from './editor.js';
import type { Place } from './places.js';

/** Where the page's data is. */
export const VIEWS = '/preview/data/';
/** The longest query that is looked for. */
const MOST_LETTERS = 200;

/** Where the page's data comes from. */
export interface ViewSource {
  readonly views: ToldViews;
  /** The newest good state; undefined while there is none. */
  readonly open: () => Promise<ViewData | undefined>;
  readonly place: (collection: string, id: number) => Promise<Place | undefined>;
  /** The template of links to the editor. */
  readonly editor: () => string;
  readonly cwd: string;
}

/** An answer: JSON, or another address. */
export type ViewAnswer =
  | { readonly status: 200 | 404 | 503; readonly body: unknown }
  | { readonly status: 302; readonly location: string };

const MISSING: ViewAnswer = { status: 404, body: { detail: 'Not found.' } };
const NOTHING_YET: ViewAnswer = {
  status: 503,
  body: { detail: 'There is no snapshot yet: the data has errors.' },
};

export class ViewAnswers {
  constructor(private readonly source: ViewSource) {}

  /** Answers a GET; `target` is what follows {@link VIEWS}. */
  async answer(target: string): Promise<ViewAnswer> {
    const { pathname, searchParams: asked } = new URL(target, 'http://localhost/');
    const [what, collection = '', last = ''] = pathname.slice(1).split('/');
    if (what === 'views' && collection === '') return { status: 200, body: this.source.views };
    const isKnown = Object.hasOwn(this.source.views.of, collection);
    const id = /^[1-9]\d{0,15}$/.test(last) ? Number(last) : undefined;
    if (what === 'place' || what === 'open') {
      const place = isKnown && id !== undefined && (await this.source.place(collection, id));
      if (!place) return MISSING;
      if (what === 'place') return { status: 200, body: this.#told(place) };
      return { status: 302, location: editorLink(this.source.editor(), place) };
    }
    const words = (asked.get('q') ?? '').slice(0, MOST_LETTERS);
    if (what === 'search') return this.#withData((data) => data.search(words));
    if (!isKnown) return MISSING;
    if (what === 'list') {
      const page = Math.max(1, Math.floor(Number(asked.get('page') ?? 1)) || 1);
      const chosen = new Map([...asked].filter(([name]) => name !== 'q' && name !== 'page'));
      return this.#withData((data) => data.list(collection, { words, page, chosen }));
    }
    if (id === undefined) return MISSING;
    if (what === 'record') return this.#withData((data) => data.record(collection, id));
    if (what === 'thread') return this.#withData((data) => data.thread(collection, id));
    return MISSING;
  }

  async #withData(work: (data: ViewData) => unknown): Promise<ViewAnswer> {
    const data = await this.source.open();
    if (!data) return NOTHING_YET;
    const body = await work(data);
    return body === undefined ? MISSING : { status: 200, body };
  }

  #told({ path, line, column }: Place): ToldPlace {
    return { file: relative(this.source.cwd, path).split(sep).join('/'), line, column };
  }
}
