// Shows the difference of two snapshots: the edited records, a table of the addresses that change, and the addresses
// that are new or removed. Data from strangers does no harm: control characters are made visible, addresses are
// escaped, and in Markdown the text is code.

import { memo } from '../../model/memo.js';
import { commandFor, type StartedWith } from '../../problems/commands.js';
import type { Language } from '../../problems/messages/catalogue.js';
import { inLanguage, say, sentence, type Text } from '../../problems/say.js';
import { inColumns } from '../../problems/text/table.js';
import { visible, visibleJson } from '../../problems/text/visible.js';
import { SEARCH } from '../../site/address.js';
import { escapeText } from '../../snapshot/reporters/github.js';
import type { SnapshotDiff } from './addresses.js';
import type { Edited } from './edited.js';
import { changeLine } from './values.js';

/** Returns the difference as text. */
type DiffReporter = (diff: SnapshotDiff, lang: Language) => string;

const TITLE = sentence('What this change does to the API');
/** The headings of the table. All columns except the first have numbers. */
const HEADINGS = [
  sentence('address'),
  sentence('records'),
  sentence('new'),
  sentence('gone'),
  sentence('rewritten'),
];

/** The message if there is no snapshot to compare, because the data has errors. */
export const noSnapshot = (errors: number, startedWith: StartedWith): Text =>
  sentence(
    'the data has errors ({count}), so there is no snapshot of it to compare; `{command}` tells which',
    { count: errors, command: commandFor(startedWith, 'check') },
  );

/** The most elements of a list, and the most fields of a record, that texts for people show. JSON has all. */
const SHOWN = 20;
const SHOWN_FIELDS = 8;

const pretty: DiffReporter = (diff, lang) => {
  const lines = editedLines(diff, lang);
  const edited = lines && [`${say('Edited', lang)}:`, ...lines.map((line) => `  ${line}`), ''];
  return [...(edited ?? []), effectOn(diff, lang)].join('\n');
};

/** The changes of the API: a table of addresses that change, and lists of those that are new or removed. */
export const effectOn: DiffReporter = (diff, lang) => {
  if (diff.same) {
    const addresses = grouped(diff.total);
    return `${say('The API stays the same: {addresses} addresses.', lang, { addresses })}\n`;
  }
  const rows = [HEADINGS.map((heading) => say(heading, lang)), ...rowsOf(diff, lang)];
  const table = inColumns(rows, [1, 2, 3, 4]).map((row) => row.join('  '));
  const legend = say(
    'records: how many the list has; new, gone, rewritten: how many of its pages',
    lang,
  );
  return [...table, '', legend, ...comingAndGoing(diff, lang), ''].join('\n');
};

/** A block of code. Its fence has more backticks than any run of backticks in the text, so that no text is markup. */
const markdown: DiffReporter = (diff, lang) => {
  const text = pretty(diff, lang);
  const runs = (text.match(/`+/g) ?? []).map(({ length }) => length);
  const fence = '`'.repeat(Math.max(2, ...runs) + 1);
  return `### ${say(TITLE, lang)}\n\n${fence}text\n${text}${fence}\n`;
};

const json: DiffReporter = (diff) => {
  const edited = diff.edited?.map((one) => {
    const texts = one.changes?.map((each) => ({ field: each.field, text: changeLine(each, 'en') }));
    return texts ? { ...one, changes: texts } : one;
  });
  return `${visibleJson({ ...diff, ...(edited && { edited }) })}\n`;
};

/** The text is in one annotation, because GitHub shows only a few for each step. The text is also in the log. */
const github: DiffReporter = (diff, lang) => {
  const text = pretty(diff, lang);
  const title = diff.same ? '' : `${say(TITLE, lang)}\n`;
  return `::notice::${escapeText(title + text.trimEnd())}\n${text}`;
};

export const diffReporters = { pretty, json, github, markdown } satisfies Record<
  string,
  DiffReporter
>;

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

/** The new and the removed addresses, a line for each kind. Leaves out search files, because nobody visits them. */
function comingAndGoing({ addresses }: SnapshotDiff, lang: Language): string[] {
  const typed = addresses.filter(({ address }) => address !== SEARCH);
  const lines = (name: Text, all: readonly string[]) =>
    all.length === 0 ? [] : [`${say(name, lang)}: ${capped(all, SHOWN, lang)}`];
  return [
    ...lines(
      sentence('new addresses'),
      typed.flatMap(({ added }) => added),
    ),
    ...lines(
      sentence('addresses that disappear'),
      typed.flatMap(({ removed }) => removed),
    ),
  ];
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

/** Lines about the edited records; undefined if the older data is unknown (see {@link SnapshotDiff}). */
export function editedLines(
  { edited }: Pick<SnapshotDiff, 'edited'>,
  lang: Language,
): string[] | undefined {
  if (!edited) return undefined;
  const groups = new Map<string, Edited[]>();
  for (const one of edited.filter(({ companionOf }) => companionOf === undefined)) {
    memo(groups, `${one.collection}: ${say(KINDS[one.kind], lang)}`, () => []).push(one);
  }
  const lines = [...groups].flatMap(([group, own]) => {
    const more = own.length > SHOWN ? [`  ${andMore(own.length - SHOWN, lang)}`] : [];
    return [
      `${group} ${own.length}`,
      ...own.slice(0, SHOWN).flatMap((one) => linesOf(one, lang)),
      ...more,
    ];
  });
  return lines.length > 0 ? lines : [say('No record that readers see was edited.', lang)];
}

/** What was done to a record. */
export const KINDS = {
  added: sentence('added'),
  changed: sentence('changed'),
  removed: sentence('removed'),
  withheld: sentence('withheld now'),
} satisfies Record<Edited['kind'], Text>;

const andMore = (count: number, lang: Language): string => say('and {count} more', lang, { count });

/** A line for a record, and below it lines with changed values. */
function linesOf(
  { id, name, on, fields, changes = [], file, line }: Edited,
  lang: Language,
): string[] {
  const told = new Set(changes.map(({ field }) => field));
  const others = fields.filter((field) => !told.has(field));
  const record = [
    String(id),
    ...(name === null ? [] : [visible(name)]),
    ...(on === undefined ? [] : [visible(say('on: {name}', lang, { name: on }))]),
    ...(others.length === 0 ? [] : [`(${capped(others, SHOWN_FIELDS, lang)})`]),
    visible(`${file}:${line}`),
  ].join('  ');
  const shown = changes.slice(0, SHOWN_FIELDS);
  const more = changes.length - shown.length;
  return [
    `  ${record}`,
    ...shown.map((one) => `    ${inLanguage(one.label, lang)}: ${visible(changeLine(one, lang))}`),
    ...(more > 0 ? [`    ${andMore(more, lang)}`] : []),
  ];
}
