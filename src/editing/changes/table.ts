// Shows the difference of two snapshots: the edited records, a table of the addresses that change, and the addresses
// that are new or removed. The output is safe on a terminal and in Markdown: addresses are escaped as in a URL, and
// texts of the data are escaped or shown as code.

import { memo } from '../../model/memo.js';
import type { Language } from '../../problems/messages/catalogue.js';
import { say, sentence, type Text } from '../../problems/say.js';
import { inColumns } from '../../problems/text/table.js';
import { visible, visibleJson } from '../../problems/text/visible.js';
import { SEARCH } from '../../site/address.js';
import { escapeText } from '../../snapshot/reporters/github.js';
import type { SnapshotDiff } from './addresses.js';
import type { Edited } from './edited.js';

/** Returns the difference as text for standard output. */
type DiffReporter = (diff: SnapshotDiff, lang: Language) => string;

const EDITED = sentence('Edited');
const TITLE = sentence('What this change does to the API');
/** All columns except the first have numbers. */
const HEADINGS = [
  sentence('address'),
  sentence('records'),
  sentence('new'),
  sentence('gone'),
  sentence('rewritten'),
];
const headingsIn = (lang: Language): string[] => HEADINGS.map((heading) => say(heading, lang));

/** Data with errors has no snapshot to compare. */
export const noSnapshot = (errors: number): Text =>
  sentence(
    'the data has errors ({count}), so there is no snapshot of it to compare; check tells which',
    { count: errors },
  );

/** The most elements of each list, and the most fields of a record, that people are shown. JSON has all. */
const SHOWN = 20;
const SHOWN_FIELDS = 8;

const pretty: DiffReporter = (diff, lang) => {
  const lines = editedLines(diff, visible, lang);
  const edited = lines && [`${say(EDITED, lang)}:`, ...lines.map((line) => `  ${line}`), ''];
  return [...(edited ?? []), effectOn(diff, lang)].join('\n');
};

/** The effect on the API: the addresses that change, and those that are new or removed. */
export const effectOn: DiffReporter = (diff, lang) => {
  if (diff.same) return `${sameLine(diff, lang)}\n`;
  const headings = headingsIn(lang);
  const [, ...numbers] = headings.keys();
  const table = inColumns([headings, ...rowsOf(diff, lang)], numbers).map((row) => row.join('  '));
  const others = comingAndGoing(diff, String, lang);
  return [...table, ...(others.length > 0 ? ['', ...others] : []), ''].join('\n');
};

const markdown: DiffReporter = (diff, lang) => {
  const headings = headingsIn(lang);
  const lines = editedLines(diff, inCode, lang);
  const edited = lines?.map((line) => line.replace(/^ */, '$&- '));
  const head = [
    `### ${say(TITLE, lang)}`,
    '',
    ...(edited ? [`**${say(EDITED, lang)}**`, '', ...edited, ''] : []),
  ];
  if (diff.same) return [...head, sameLine(diff, lang), ''].join('\n');
  const code = (address: string) => `\`${address}\``;
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  const rows = rowsOf(diff, lang).map(([first = '', ...counts]) =>
    line([first.startsWith('/') ? code(first) : first, ...counts]),
  );
  const others = comingAndGoing(diff, code, lang).map((detail) => `- ${detail}`);
  const rule = line(headings.map((_, i) => (i === 0 ? '---' : '---:')));
  const below = others.length > 0 ? ['', ...others] : [];
  return [...head, line(headings), rule, ...rows, ...below, ''].join('\n');
};

const json: DiffReporter = (diff) => `${visibleJson(diff)}\n`;

/** Everything is in one annotation, because GitHub shows only a few for each step. The log has it, too. */
const github: DiffReporter = (diff, lang) => {
  const text = pretty(diff, lang);
  const title = diff.same ? '' : `${say(TITLE, lang)}\n`;
  return `::notice::${escapeText(title + text.trimEnd())}\n${text}`;
};

/**
 * Shows a text as code in Markdown. It is put between more backticks than it contains in a row, so that nothing in it
 * is markup.
 */
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

function sameLine({ total }: SnapshotDiff, lang: Language): string {
  return say('The API stays the same: {addresses} addresses.', lang, { addresses: grouped(total) });
}

/** A row of numbers for each address that changes, and a row with the sums. */
function rowsOf({ addresses }: SnapshotDiff, lang: Language): string[][] {
  const kinds = ['added', 'removed', 'rewritten'] as const;
  const rows = addresses.map((one) => {
    const { before, after } = one.records ?? {};
    const counts = [...new Set([before, after])].map((count) =>
      typeof count === 'number' ? grouped(count) : '—',
    );
    const records = one.records ? counts.join(' → ') : '';
    return [one.address, records, ...kinds.map((kind) => grouped(one[kind].length))];
  });
  const sums = kinds.map((kind) => addresses.reduce((sum, one) => sum + one[kind].length, 0));
  return [...rows, [say('all', lang), '', ...sums.map(grouped)]];
}

/**
 * The new and the removed addresses, a line for each kind. Files of the search are left out, because nobody uses
 * their addresses.
 */
function comingAndGoing(
  { addresses }: SnapshotDiff,
  form: (address: string) => string,
  lang: Language,
): string[] {
  const typed = addresses.filter(({ address }) => address !== SEARCH);
  const all = (kind: 'added' | 'removed') => typed.flatMap((one) => one[kind]).map(form);
  const lists = [
    [sentence('new addresses'), all('added')],
    [sentence('addresses that disappear'), all('removed')],
  ] as const;
  return lists
    .filter(([, elements]) => elements.length > 0)
    .map(([name, elements]) => `${say(name, lang)}: ${capped(elements, SHOWN, lang)}`);
}

function capped(elements: readonly string[], most: number, lang: Language): string {
  const shown = elements.slice(0, most).join(', ');
  const more = elements.length - most;
  return more > 0 ? say('{shown} and {more} more', lang, { shown, more: grouped(more) }) : shown;
}

/** Writes 1234567 as 1,234,567 in every language. Other separators could be taken for a decimal point. */
function grouped(count: number): string {
  return count.toLocaleString('en-US');
}

/** The edited records, one line for each; undefined if the older data is not known. */
export function editedLines(
  { edited }: Pick<SnapshotDiff, 'edited'>,
  form: (text: string) => string,
  lang: Language,
): string[] | undefined {
  if (!edited) return undefined;
  const groups = new Map<string, Edited[]>();
  for (const one of edited) {
    memo(groups, `${one.collection}: ${say(KINDS[one.kind], lang)}`, () => []).push(one);
  }
  const lines = [...groups].flatMap(([group, own]) => {
    const more = own.length > SHOWN ? [`  ${andMore(own.length - SHOWN, lang)}`] : [];
    return [
      `${group} ${own.length}`,
      ...own.slice(0, SHOWN).flatMap((one) => linesOf(one, form, lang)),
      ...more,
    ];
  });
  return lines.length > 0 ? lines : [say('No record that readers see was edited.', lang)];
}

const KINDS = {
  added: sentence('added'),
  changed: sentence('changed'),
  removed: sentence('removed'),
  withheld: sentence('withheld now'),
} satisfies Record<Edited['kind'], Text>;

const andMore = (count: number, lang: Language): string => say('and {count} more', lang, { count });

/** A line for a record, and below it a line for each changed field. */
function linesOf(
  { id, name, fields, changes = [], file, line }: Edited,
  form: (text: string) => string,
  lang: Language,
): string[] {
  const told = new Set(changes.map(({ field }) => field));
  const others = fields.filter((field) => !told.has(field));
  const record = [
    String(id),
    ...(name === null ? [] : [form(name)]),
    ...(others.length === 0 ? [] : [`(${capped(others, SHOWN_FIELDS, lang)})`]),
    form(`${file}:${line}`),
  ].join('  ');
  const shown = changes.slice(0, SHOWN_FIELDS);
  const more = changes.length - shown.length;
  return [
    `  ${record}`,
    ...shown.map(({ field, text }) => `    ${field}: ${form(text)}`),
    ...(more > 0 ? [`    ${andMore(more, lang)}`] : []),
  ];
}
