// The difference of two snapshots in words: what was edited and what follows from it, a table of counts,
// then the ids and addresses that they count. Addresses are escaped as in a URL, texts from the data are
// escaped or shown as code, and all else is numbers and declared names: so the output is safe on a terminal
// and in Markdown.

import { memo } from '../../model/memo.js';
import type { Language } from '../../problems/messages/catalogue.js';
import { inColumns } from '../../problems/text/table.js';
import { visible, visibleJson } from '../../problems/text/visible.js';
import { escapeText } from '../../snapshot/reporters/github.js';
import { type AddressDiff, isUnchanged, type SnapshotDiff } from './compare.js';
import type { Edited } from './edited.js';
import { words } from './words.js';

/** Returns the difference as text for standard output. `withBytes`: with counts of bytes. */
type DiffReporter = (diff: SnapshotDiff, lang: Language, withBytes?: boolean) => string;

/** How many elements of each list, records of a kind, and fields of a record are shown to people; JSON has them all. */
const SHOWN = 20;
const SHOWN_FIELDS = 8;

const pretty: DiffReporter = (diff, lang, withBytes) => {
  const parts = explained(diff, visible, lang).flatMap(({ heading, lines }) => {
    return [`${heading}:`, ...lines.map((line) => `  ${line}`), ''];
  });
  return [...parts, effectOn(diff, lang, withBytes)].join('\n');
};

/** The effect on the API: counts for each address, and below them the ids and addresses. */
export const effectOn: DiffReporter = (diff, lang, withBytes) => {
  if (diff.same) return `${sameLine(diff, lang)}\n`;
  const headings = headingsOf(lang, withBytes);
  const [, ...numbers] = headings.keys();
  const table = inColumns([headings, ...rowsOf(diff, lang, withBytes)], numbers).map((row) =>
    row.join('  '),
  );
  const details = changedOnes(diff).flatMap((endpoint) => {
    const lines = detailsOf(endpoint, String, lang).map((line) => `  ${line}`);
    return lines.length === 0 ? [] : ['', endpoint.address, ...lines];
  });
  return [...table, ...details, ''].join('\n');
};

const markdown: DiffReporter = (diff, lang, withBytes) => {
  const headings = headingsOf(lang, withBytes);
  const title = `### ${words[lang].title}`;
  const parts = explained(diff, inCode, lang).flatMap(({ heading, lines }) => {
    return [`**${heading}**`, '', ...lines.map((line) => line.replace(/^ */, '$&- ')), ''];
  });
  if (diff.same) return [title, '', ...parts, sameLine(diff, lang), ''].join('\n');
  const code = (address: string) => `\`${address}\``;
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  const rows = rowsOf(diff, lang, withBytes).map(([first = '', ...counts]) =>
    line([first.startsWith('/') ? code(first) : first, ...counts]),
  );
  const details = changedOnes(diff).flatMap((endpoint) => {
    const lines = detailsOf(endpoint, code, lang).map((detail) => `- ${detail}`);
    return lines.length === 0 ? [] : ['', `**${code(endpoint.address)}**`, '', ...lines];
  });
  const rule = line(headings.map((_, i) => (i === 0 ? '---' : '---:')));
  return [title, '', ...parts, line(headings), rule, ...rows, ...details, ''].join('\n');
};

const json: DiffReporter = (diff) => `${visibleJson(diff)}\n`;

/** GitHub shows few annotations for a step, so a single one sums up all lists; the log has the rest. */
const github: DiffReporter = (diff, lang, withBytes) => {
  const parts = explained(diff, visible, lang).flatMap(({ heading, lines }) => [heading, ...lines]);
  const lines = changedOnes(diff).map(({ address, added, removed, changed }) => {
    const [more = '', less = '', other = ''] = [added, removed, changed].map(({ length }) =>
      grouped(length),
    );
    return `${address}: ${words[lang].counts(more, less, other)}`;
  });
  const counts = diff.same ? [sameLine(diff, lang)] : [words[lang].title, ...lines];
  return `::notice::${escapeText([...parts, ...counts].join('\n'))}\n${pretty(diff, lang, withBytes)}`;
};

/** A text as code in Markdown, between more backticks than it has in a row, so that none of it is markup. */
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

function sameLine({ files }: SnapshotDiff, lang: Language): string {
  return words[lang].same(grouped(files.unchanged));
}

const headingsOf = (lang: Language, withBytes = false): readonly string[] =>
  withBytes ? [...words[lang].headings, ...words[lang].ofBytes] : words[lang].headings;

const changedOnes = ({ endpoints }: SnapshotDiff) =>
  endpoints.filter((endpoint) => !isUnchanged(endpoint));

/** A row of counts for each address that changes, and their sums. */
function rowsOf(diff: SnapshotDiff, lang: Language, withBytes = false): string[][] {
  const changed = changedOnes(diff);
  const counts = changed.map((endpoint) => [
    endpoint.added.length,
    endpoint.removed.length,
    endpoint.changed.length,
    endpoint.files.added,
    endpoint.files.removed,
    endpoint.files.added + endpoint.files.rewritten,
  ]);
  const sums = counts[0]!.map((_, i) => counts.reduce((sum, row) => sum + row[i]!, 0));
  const bytesOf = ({ bytes: { written, before, after } }: Pick<AddressDiff, 'bytes'>) =>
    (withBytes ? [written, before, after] : []).map(grouped);
  return [
    ...changed.map((one, i) => [one.address, ...counts[i]!.map(grouped), ...bytesOf(one)]),
    // These bytes include those of endpoints that stay the same.
    [words[lang].all, ...sums.map(grouped), ...bytesOf(diff)],
  ];
}

function detailsOf(
  { added, removed, changed, addresses }: AddressDiff,
  form: (address: string) => string,
  lang: Language,
): string[] {
  const say = words[lang];
  const changes = changed.map(({ id, fields }) => `${id} (${capped(fields, SHOWN_FIELDS, lang)})`);
  const lists: [string, readonly (string | number)[]][] = [
    [say.added, added],
    [say.removed, removed],
    [say.changed, changes],
    [say.newAddresses, addresses.added.map(form)],
    [say.goneAddresses, addresses.removed.map(form)],
  ];
  return lists
    .filter(([, elements]) => elements.length > 0)
    .map(([name, elements]) => `${name}: ${capped(elements, SHOWN, lang)}`);
}

function capped(elements: readonly (string | number)[], most: number, lang: Language): string {
  const shown = elements.slice(0, most).join(', ');
  const more = elements.length - most;
  return more > 0 ? words[lang].more(shown, grouped(more)) : shown;
}

/** 1234567 as 1,234,567 in every language: other separators could be read as a decimal point, or break a table. */
function grouped(count: number): string {
  return count.toLocaleString('en-US');
}

/** A heading and what is below it. */
export interface Part {
  readonly heading: string;
  readonly lines: readonly string[];
}

/** The parts of the report before its table; none where the older data is not known. */
export function explained(
  { edited, follows }: SnapshotDiff,
  form: (text: string) => string,
  lang: Language,
): Part[] {
  if (!edited || !follows) return [];
  const said = words[lang].edit;
  const groups = new Map<string, Edited[]>();
  for (const one of edited) {
    memo(groups, `${one.collection}: ${said.kinds[one.kind]}`, () => []).push(one);
  }
  const lines = [...groups].flatMap(([group, own]) => {
    const more = own.length > SHOWN ? [`  ${said.more(own.length - SHOWN)}`] : [];
    return [
      `${group} ${own.length}`,
      ...own.slice(0, SHOWN).flatMap((one) => linesOf(one, form, lang)),
      ...more,
    ];
  });
  const causes = follows.map(({ cause, collection, of, records }) =>
    cause === 'added' || cause === 'removed'
      ? said.whole[cause](collection, records)
      : said.field(cause, of, collection, records),
  );
  return [
    { heading: said.edited, lines: lines.length > 0 ? lines : [said.nothingEdited] },
    ...(causes.length > 0 ? [{ heading: said.follows, lines: causes }] : []),
  ];
}

/** A line for a record, and below it one for each changed field. */
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
    ...(more > 0 ? [`    ${words[lang].edit.more(more)}`] : []),
  ];
}
