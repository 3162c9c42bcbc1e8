// The difference of two snapshots in words: what was edited and what follows from it, a table of counts,
// then the ids and addresses that they count. Addresses are escaped as in a URL, what strangers wrote is
// made visible or code, and all else is numbers and declared names: so it is safe on a terminal and in
// Markdown.
import type { Language } from '../problems/messages/catalogue.js';
import { escapeText } from '../reporters/github.js';
import { inColumns } from '../terminal/table.js';
import { visible, visibleJson } from '../terminal/visible.js';
import { type AddressDiff, isUnchanged, type SnapshotDiff } from './compare.js';
import { explained } from './explained.js';

/** The difference as text for standard output. */
type DiffReporter = (diff: SnapshotDiff, lang?: Language) => string;

/** How many elements of each list, and fields of each record, are shown to people; JSON has them all. */
const SHOWN = 20;
const SHOWN_FIELDS = 8;

const HEADINGS = [
  'address',
  'added',
  'removed',
  'changed',
  'new pages',
  'gone pages',
  'files written',
  'bytes written',
  'bytes before',
  'bytes after',
];

const pretty: DiffReporter = (diff, lang = 'en') => {
  const parts = explained(diff, visible, lang).flatMap(({ heading, lines }) => {
    return [`${heading}:`, ...lines.map((line) => `  ${line}`), ''];
  });
  if (diff.same) return [...parts, sameLine(diff), ''].join('\n');
  const [, ...numbers] = HEADINGS.keys();
  const table = inColumns([HEADINGS, ...rowsOf(diff)], numbers).map((row) => row.join('  '));
  const details = changedOnes(diff).flatMap((endpoint) => {
    const lines = detailsOf(endpoint, String).map((line) => `  ${line}`);
    return lines.length === 0 ? [] : ['', endpoint.address, ...lines];
  });
  return [...parts, ...table, ...details, ''].join('\n');
};

const markdown: DiffReporter = (diff, lang = 'en') => {
  const title = '### What this change does to the API';
  const parts = explained(diff, inCode, lang).flatMap(({ heading, lines }) => {
    return [`**${heading}**`, '', ...lines.map((line) => line.replace(/^ */, '$&- ')), ''];
  });
  if (diff.same) return [title, '', ...parts, sameLine(diff), ''].join('\n');
  const code = (address: string) => `\`${address}\``;
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  const rows = rowsOf(diff).map(([first = '', ...counts]) =>
    line([first.startsWith('/') ? code(first) : first, ...counts]),
  );
  const details = changedOnes(diff).flatMap((endpoint) => {
    const lines = detailsOf(endpoint, code).map((detail) => `- ${detail}`);
    return lines.length === 0 ? [] : ['', `**${code(endpoint.address)}**`, '', ...lines];
  });
  const rule = line(HEADINGS.map((_, i) => (i === 0 ? '---' : '---:')));
  return [title, '', ...parts, line(HEADINGS), rule, ...rows, ...details, ''].join('\n');
};

const json: DiffReporter = (diff) => `${visibleJson(diff)}\n`;

/** GitHub shows few annotations for a step, so a single one sums up all lists; the log has the rest. */
const github: DiffReporter = (diff, lang = 'en') => {
  const parts = explained(diff, visible, lang).flatMap(({ heading, lines }) => [heading, ...lines]);
  const lines = changedOnes(diff).map(({ address, added, removed, changed }) => {
    const [more, less, other] = [added, removed, changed].map(({ length }) => grouped(length));
    return `${address}: ${more} added, ${less} removed, ${other} changed`;
  });
  const told = diff.same ? [sameLine(diff)] : ['What this change does to the API', ...lines];
  return `::notice::${escapeText([...parts, ...told].join('\n'))}\n${pretty(diff, lang)}`;
};

/** A text as code in Markdown: between more backticks than it has in a row, nothing of it is markup. */
function inCode(text: string): string {
  const shown = visible(text);
  const most = Math.max(0, ...(shown.match(/`+/g) ?? []).map(({ length }) => length));
  const fence = '`'.repeat(most + 1);
  const space = most > 0 ? ' ' : '';
  return `${fence}${space}${shown}${space}${fence}`;
}

export const diffReporters = { pretty, json, github, markdown } satisfies Record<
  string,
  DiffReporter
>;

function sameLine({ files, bytes }: SnapshotDiff): string {
  return `The API stays the same: ${grouped(files.unchanged)} files, ${grouped(bytes.after)} bytes.`;
}

const changedOnes = ({ endpoints }: SnapshotDiff) =>
  endpoints.filter((endpoint) => !isUnchanged(endpoint));

/** A row of counts for each address that changes, and their sums. */
function rowsOf(diff: SnapshotDiff): string[][] {
  const changed = changedOnes(diff);
  const counts = changed.map((endpoint) => [
    endpoint.added.length,
    endpoint.removed.length,
    endpoint.changed.length,
    endpoint.files.added,
    endpoint.files.removed,
    endpoint.files.added + endpoint.files.rewritten,
    endpoint.bytes.written,
    endpoint.bytes.before,
    endpoint.bytes.after,
  ]);
  const { before, after } = diff.bytes; // including unchanged endpoints, which have no row
  const sums = counts[0]!.map((_, i) => counts.reduce((sum, row) => sum + row[i]!, 0));
  const total = [...sums.slice(0, -2), before, after];
  return [
    ...changed.map(({ address }, i) => [address, ...counts[i]!.map(grouped)]),
    ['all', ...total.map(grouped)],
  ];
}

function detailsOf(
  { added, removed, changed, addresses }: AddressDiff,
  form: (address: string) => string,
): string[] {
  const changes = changed.map(({ id, fields }) => `${id} (${capped(fields, SHOWN_FIELDS)})`);
  const lists: [string, readonly (string | number)[]][] = [
    ['added', added],
    ['removed', removed],
    ['changed', changes],
    ['new addresses', addresses.added.map(form)],
    ['addresses that disappear', addresses.removed.map(form)],
  ];
  return lists
    .filter(([, elements]) => elements.length > 0)
    .map(([name, elements]) => `${name}: ${capped(elements, SHOWN)}`);
}

function capped(elements: readonly (string | number)[], most: number): string {
  const shown = elements.slice(0, most).join(', ');
  const more = elements.length - most;
  return more > 0 ? `${shown} and ${grouped(more)} more` : shown;
}

/** 1234567 as 1,234,567, whatever the locale. */
function grouped(count: number): string {
  return count.toLocaleString('en-US');
}
