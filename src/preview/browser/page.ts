// The page's script. It follows the builds, and shows the list that the address names after `#`, so
// that links, the keyboard and the browser's history lead through the pages. All data is inserted as
// text, never as markup.
import type { PreviewState } from './told.js';

/** What an element may contain; strings become text nodes. */
type Content = Node | string;
type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json };

/** How many records of a list without pages are shown at first. */
const SHOWN_RECORDS = 100;
/** Longer texts are folded. */
const SHOWN_TEXT = 160;

const view = byId('view');
let shown: { readonly snapshot: string | null; readonly address: string } | undefined;
let state: PreviewState | undefined;
/** The number of the latest request: an older answer that arrives late is not shown. */
let asked = 0;

const events = new EventSource('/preview/events');
events.onmessage = ({ data }) => {
  state = JSON.parse(data) as PreviewState;
  showState(state);
  showLists(state);
  // While the snapshot is the same, the view stays as it is, with what the reader unfolded.
  if (shown?.snapshot !== state.snapshot) void showAddress(false);
};
events.onerror = () => {
  byId('status').textContent = 'The preview does not answer; what is shown may be old.';
  byId('status').className = 'error';
};
addEventListener('hashchange', () => void showAddress(true));

function showState({ snapshot, failure, errors, warnings, problems }: PreviewState): void {
  const found = `${count(errors, 'error')}, ${count(warnings, 'warning')}`;
  const isBad = failure !== null || errors > 0;
  const shown =
    snapshot === null ? 'There is no snapshot yet.' : 'The last good snapshot is shown.';
  const status = byId('status');
  status.textContent = isBad
    ? `${failure ?? found}. ${shown}`
    : `${found}. Snapshot ${snapshot?.slice(0, 12)}.`;
  status.className = isBad ? 'error' : '';
  document.title = isBad ? '✗ Preview' : 'Preview';
  const hidden = errors + warnings - problems.length;
  byId('problems').hidden = problems.length === 0;
  byId('problem-list').replaceChildren(
    ...problems.map(({ severity, file, line, column, path, message, hint }) =>
      element(
        'li',
        {},
        element('code', {}, `${file}:${line}:${column}`),
        ' ',
        element('span', { className: severity }, severity),
        ' ',
        ...(path === '' ? [] : [element('code', {}, path), ' ']),
        message,
        ...(hint === undefined ? [] : [element('div', { className: 'faint' }, `→ ${hint}`)]),
      ),
    ),
    ...(hidden > 0 ? [element('li', {}, `and ${hidden} more: see the terminal`)] : []),
  );
}

function showLists({ lists }: PreviewState): void {
  const entries = [{ address: '/api/', records: null }, ...lists].map(({ address, records }) =>
    element(
      'li',
      {},
      element('a', { href: `#${address}` }, address),
      element('span', { className: 'count' }, records === null ? '' : String(records)),
    ),
  );
  // Leaves unchanged links alone, and restores the focus after a change, so that no reader loses it.
  const list = byId('lists');
  if (list.textContent === entries.map(({ textContent }) => textContent).join('')) return;
  const focused = document.activeElement?.getAttribute('href');
  list.replaceChildren(...entries);
  for (const link of list.querySelectorAll('a')) {
    if (link.getAttribute('href') === focused) link.focus();
  }
}

/** Fetches and shows the address after `#`. `isNew`: the reader has just gone there. */
async function showAddress(isNew: boolean): Promise<void> {
  const address = location.hash.slice(1);
  if (!address.startsWith('/api/') || !state) return;
  const own = ++asked;
  const { snapshot } = state;
  let contents: readonly Content[];
  try {
    const response = await fetch(address);
    const body = (await response.json()) as Json;
    contents = response.ok ? bodyView(body) : [`${response.status}: ${JSON.stringify(body)}`];
  } catch (error) {
    contents = [`No answer: ${String(error)}`];
  }
  if (own !== asked) return;
  shown = { snapshot, address };
  const title = element('h2', { tabIndex: -1 }, element('a', { href: address }, address));
  view.replaceChildren(title, ...contents);
  if (isNew) title.focus();
}

function bodyView(body: Json): Content[] {
  if (isList(body)) return recordsView(body);
  if (!isObject(body)) return [JSON.stringify(body)];
  const { results, next = null, previous = null, count } = body;
  if (!isList(results)) return [table(['name', 'value'], Object.entries(body))];
  const walk = element(
    'div',
    { className: 'walk' },
    pageLink('Previous', 'prev', previous),
    pageLink('Next', 'next', next),
    ...(typeof count === 'number'
      ? [element('span', { className: 'count' }, `${count} in all`)]
      : []),
  );
  return [walk, ...recordsView(results)];
}

/** A link to another page; only its path counts, so that it stays on this server. */
function pageLink(text: string, rel: string, link: Json): HTMLElement {
  if (typeof link !== 'string') return element('span', { className: 'faint' }, text);
  const { pathname, search } = new URL(link);
  return element('a', { rel, href: `#${pathname}${search}` }, text);
}

function recordsView(records: readonly Json[], most = SHOWN_RECORDS): HTMLElement[] {
  const some = records.slice(0, most).map((record) => (isObject(record) ? record : { record }));
  if (some.length === 0) return [element('p', {}, 'No records.')];
  const keys = [...new Set(some.flatMap((record) => Object.keys(record)))];
  const rows = some.map((record) => keys.map((key) => record[key]));
  if (records.length <= most) return [table(keys, rows)];
  const rest = element('div', {});
  const all = element('button', { type: 'button' }, `Show all ${records.length}`);
  all.onclick = () => rest.replaceChildren(...recordsView(records, records.length));
  rest.append(table(keys, rows), all);
  return [rest];
}

function table(
  keys: readonly string[],
  rows: readonly (readonly (Json | undefined)[])[],
): HTMLElement {
  const head = keys.map((key) => element('th', { scope: 'col' }, key));
  const body = rows.map((row) =>
    element('tr', {}, ...row.map((value) => element('td', {}, cell(value)))),
  );
  const whole = element(
    'table',
    {},
    element('thead', {}, element('tr', {}, ...head)),
    element('tbody', {}, ...body),
  );
  // It scrolls sideways, so for the keyboard and screen readers it takes the focus and has a name.
  const frame = element('div', { className: 'table', tabIndex: 0, role: 'region' }, whole);
  frame.ariaLabel = 'Records';
  return frame;
}

function cell(value: Json | undefined): Content {
  if (value === undefined) return '';
  if (typeof value === 'string') {
    return value.length <= SHOWN_TEXT ? value : folded(`${value.slice(0, 80)}…`, value);
  }
  const text = JSON.stringify(value);
  if (value === null || typeof value !== 'object' || text.length <= 40) return text;
  const what = isList(value)
    ? count(value.length, 'element')
    : `{ ${Object.keys(value).join(', ')} }`;
  return folded(what, JSON.stringify(value, null, 2));
}

function folded(summary: string, whole: string): HTMLElement {
  return element('details', {}, element('summary', {}, summary), element('pre', {}, whole));
}

/** Makes an element that contains nodes and text. */
function element<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  properties: Partial<HTMLElementTagNameMap[Tag]>,
  ...contents: readonly Content[]
): HTMLElementTagNameMap[Tag] {
  const made = Object.assign(document.createElement(tag), properties);
  made.append(...contents);
  return made;
}

function byId(id: string): HTMLElement {
  const found = document.getElementById(id);
  if (!found) throw new Error(`the page has no #${id}`);
  return found;
}

function isObject(value: Json | undefined): value is { readonly [key: string]: Json } {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isList(value: Json | undefined): value is readonly Json[] {
  return Array.isArray(value);
}

function count(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? '' : 's'}`;
}
