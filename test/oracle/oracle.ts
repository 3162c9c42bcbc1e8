// An independent, slow and simple answer to "what is the snapshot of this portal?", worked out
// in memory from the documented behaviour alone:
// withhold → complete → order and shape → pages → JSON.
import { endpoints, rootKeys } from '../spec/tables.js';
import { complete } from './complete.js';
import { type Address, extras } from './extras.js';
import { type Lists, lists } from './shapes.js';
import type { Item, Json, Portal, Settings } from './types.js';
import { withhold } from './withhold.js';
import { asWritten } from './written.js';

const FAVORITES = ['in-favorite', 'member', 'blog', 'post', 'comment'];

/** The lists with records that are cut in one way, or in several. */
export const listsOf = (...styles: string[]): (keyof Lists)[] =>
  endpoints.flatMap(({ address, style }) =>
    styles.includes(style) ? [address as keyof Lists] : [],
  );

/** The ordered, shaped records of every endpoint, before they are cut into pages. */
export function published(portal: Portal, settings: Settings): Lists {
  return lists(visible(portal, settings));
}

function visible(portal: Portal, settings: Settings): Portal {
  const shown = settings.audience === 'all' ? portal : withhold(portal);
  return complete(shown, settings.personal ?? 'withhold');
}

/** Every file of the portal's snapshot: its path below the output folder, and its whole body. */
export function oracle(portal: Portal, settings: Settings): Map<string, string> {
  const list = published(portal, settings);
  const files = new Map<string, Json>();
  const texts = new Map<string, string>();
  files.set('404.json', { detail: 'Not found.' });
  files.set('api/index.json', rootIndex(settings));
  for (const name of FAVORITES) pageNumber(files, `portal-favorite/${name}`, [], settings);
  for (const name of listsOf('page')) pageNumber(files, name, list[name], settings);
  for (const name of listsOf('array')) files.set(`api/${name}/index.json`, list[name]);
  experts(files, list['epb-e/expert'], settings);
  events(files, 'event', list.event, settings);
  for (const extra of extras(visible(portal, settings), settings.extras ?? [])) {
    const { name, size = name } = extra;
    if ('feed' in extra) events(files, name, extra.feed, settings, size);
    else if ('results' in extra) pageNumber(files, name, extra.results, settings, size);
    else if ('body' in extra) files.set(`api/${name}/index.json`, extra.body);
    else if ('records' in extra) texts.set(`api/${name}`, feed(extra, settings));
    else texts.set(`api/${name}`, extra.lines.map((one) => `${jsonOf(one)}\n`).join(''));
  }
  return new Map([...[...files].map(([path, body]) => [path, jsonOf(body)] as const), ...texts]);
}

const jsonOf = (body: Json): string => asWritten(JSON.stringify(body));

/** A feed, as the addresses of its records in their order: what it says of them, test/extras/feeds.test.ts holds literally. */
function feed({ name, records }: Extract<Address, { records: Item[] }>, settings: Settings) {
  const list = name.replace(/feed\.\w+$/, '');
  return JSON.stringify(records.map(({ id }) => `${baseOf(settings)}/api/${list}${id}/`));
}

function rootIndex(settings: Settings): Item {
  return Object.fromEntries(
    rootKeys.map((key) => {
      const target = key === 'user' || key === 'registration' ? 'restore-password' : key;
      return [key, address(target, settings)];
    }),
  );
}

/** The prefix of all addresses. */
export const baseOf = ({ baseUrl = 'http://localhost:8080' }: Settings): string =>
  baseUrl.replace(/\/$/, '');

/** The address of a list, or of one of its further pages, such as `['page', 2]`. */
function address(endpoint: string, settings: Settings, page?: ['page' | 'cursor', number]): string {
  const list = `${baseOf(settings)}/api/${endpoint}/`;
  const index = settings.links === 'file' ? 'index.json' : '';
  if (!page) return list + index;
  const [kind, place] = page;
  const folder = settings.links === 'query' ? '' : `${kind}/${place}/`;
  return `${list}${folder}${index}?${kind}=${place}`;
}

function sizeOf(endpoint: string, { pageSize = 20 }: Settings): number {
  return typeof pageSize === 'number'
    ? pageSize
    : (pageSize[endpoint] ?? pageSize['default'] ?? 20);
}

type Files = Map<string, Json>;

function pageNumber(
  files: Files,
  endpoint: string,
  records: Item[],
  settings: Settings,
  sizeName = endpoint,
): void {
  const size = sizeOf(sizeName, settings);
  const last = Math.max(1, Math.ceil(records.length / size));
  const link = (page: number): Json => {
    if (page < 1 || page > last) return null;
    return address(endpoint, settings, page === 1 ? undefined : ['page', page]);
  };
  for (let page = 1; page <= last; page++) {
    const folder = page === 1 ? '' : `page/${page}/`;
    files.set(`api/${endpoint}/${folder}index.json`, {
      count: records.length,
      next: link(page + 1),
      previous: link(page - 1),
      results: records.slice((page - 1) * size, page * size),
    });
  }
}

/** The lowest ids are the still end and come first: the last page is the one that grows. */
function experts(files: Files, records: Item[], settings: Settings): void {
  const endpoint = 'epb-e/expert';
  const size = sizeOf(endpoint, settings);
  const last = Math.max(1, Math.floor(records.length / size));
  const link = (place: number): Json => {
    if (place < 1 || place > last) return null;
    return address(endpoint, settings, place === 1 ? undefined : ['cursor', place]);
  };
  for (let place = 1; place <= last; place++) {
    const folder = place === 1 ? '' : `cursor/${place}/`;
    const end = place === last ? records.length : place * size;
    files.set(`api/${endpoint}/${folder}index.json`, {
      count: records.length,
      next: link(place + 1),
      previous: link(place - 1),
      results: records.slice((place - 1) * size, end),
    });
  }
}

/** The oldest events are the still end and come last: the first page is the one that grows. */
function events(
  files: Files,
  endpoint: string,
  records: Item[],
  settings: Settings,
  sizeName = endpoint,
): void {
  const size = sizeOf(sizeName, settings);
  const oldestFirst = [...records].reverse();
  const head = Math.max(1, Math.floor(records.length / size)); // its place from the still end
  const link = (place: number): Json => {
    if (place < 1 || place > head) return null;
    return address(endpoint, settings, place === head ? undefined : ['cursor', place]);
  };
  for (let place = 1; place <= head; place++) {
    const folder = place === head ? '' : `cursor/${place}/`;
    const end = place === head ? records.length : place * size;
    files.set(`api/${endpoint}/${folder}index.json`, {
      next: link(place - 1),
      previous: link(place + 1),
      results: oldestFirst.slice((place - 1) * size, end).reverse(),
    });
  }
}
