// Answers the page's requests below `/preview/data/`: lists, records, discussions, a search, places in files.
import { relative, sep } from 'node:path';
import type { PlaceDto, ViewsDto } from '../browser/dto.js';
import type { ViewData } from './data.js';
import { editorLink, type ShownPlace } from './editor.js';

/** Addresses of the page's data begin with this. */
export const VIEWS = '/preview/data/';
/** Longer queries of the search are cut. */
const MOST_LETTERS = 200;

/** Where the page's data comes from. */
export interface ViewSource {
  readonly views: ViewsDto;
  /** The newest good state; undefined while there is none. */
  readonly openViews: () => Promise<ViewData | undefined>;
  readonly placeOf: (collection: string, id: number) => Promise<ShownPlace | undefined>;
  /** The template of links to the editor. */
  readonly editor: string;
  readonly cwd: string;
}

/** An answer: JSON, or another address. */
type ViewAnswer =
  | { readonly status: 200 | 404 | 503; readonly body: unknown }
  | { readonly status: 302; readonly location: string };

const MISSING: ViewAnswer = { status: 404, body: { detail: 'Not found.' } };
/** For a record that is gone, or withheld from readers. No 404: browsers would log it as an error of the page. */
const NOBODY: ViewAnswer = { status: 200, body: null };
export const NO_SNAPSHOT = { detail: 'There is no snapshot yet: the data has errors.' };

/** Answers a GET; `target` is what follows {@link VIEWS}. */
export async function answerView(target: string, source: ViewSource): Promise<ViewAnswer> {
  const { pathname, searchParams: asked } = new URL(`http://localhost/${target}`);
  const [what, collection = '', last = ''] = pathname.slice(1).split('/');
  if (what === 'views' && collection === '') return { status: 200, body: source.views };
  const isKnown = Object.hasOwn(source.views.of, collection);
  const id = isKnown && /^[1-9]\d{0,15}$/.test(last) ? Number(last) : undefined;
  if (what === 'place' || what === 'open') {
    const place = id !== undefined && (await source.placeOf(collection, id));
    if (!place) return what === 'place' && id !== undefined ? NOBODY : MISSING;
    if (what === 'open') return { status: 302, location: editorLink(source.editor, place) };
    const file = relative(source.cwd, place.path).split(sep).join('/');
    const { path: _, ...rest } = place;
    return { status: 200, body: { file, ...rest } satisfies PlaceDto };
  }
  const words = (asked.get('q') ?? '').slice(0, MOST_LETTERS);
  const page = Math.max(1, Math.floor(Number(asked.get('page') ?? 1)) || 1);
  const chosen = new Map([...asked].filter(([name]) => name !== 'q' && name !== 'page'));
  const data = await source.openViews();
  if (!data) return { status: 503, body: NO_SNAPSHOT };
  let body: unknown;
  if (what === 'search') body = await data.search(words);
  else if (what === 'list' && isKnown) body = data.list(collection, { words, page, chosen });
  else if (what === 'record' && id !== undefined) body = data.record(collection, id);
  else if (what === 'thread' && id !== undefined) body = data.thread(collection, id);
  if (body !== undefined) return { status: 200, body };
  return (what === 'record' || what === 'thread') && id !== undefined ? NOBODY : MISSING;
}
