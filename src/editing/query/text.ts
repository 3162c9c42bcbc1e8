// Makes the texts that `find`, `refs` and `show` print. `visible` makes control characters harmless: data may come from
// strangers.

import { memo } from '../../model/memo.js';
import type { Language } from '../../problems/messages/catalogue.js';
import { say, type Text } from '../../problems/say.js';
import { inColumns } from '../../problems/text/table.js';
import { visible, visibleLines } from '../../problems/text/visible.js';
import type { Referrer } from './references.js';
import type { Shown, ShownValue } from './show.js';
import type { RecordSubject } from './subject.js';

/** A line for each record: its collection, id, name and place. */
export function foundLines(found: readonly RecordSubject[]): string[] {
  const rows = found.map(({ collection, id, name, file, line }) => [
    collection,
    String(id || '-'),
    visible(name ?? '-'),
    visible(`${file}:${line}`),
  ]);
  return inColumns(rows, [1]).map((row) => row.join('  ').trimEnd());
}

/** The references to a record, grouped by collection and field, each with its place. */
export const refsLines = (subject: string, refs: readonly Referrer[], lang: Language): string[] => [
  visible(subject),
  ...(refs.length > 0 ? grouped(refs) : [say('nothing refers to it', lang)]),
];

/** At most this many records of each group are listed below a heading. */
const SHOWN = 20;

/** A heading, and below it records by collection or, for references, by field; empty if there are none. */
export const listed = (
  heading: Text,
  all: readonly (RecordSubject | Referrer)[],
  lang: Language,
): string[] => (all.length === 0 ? [] : ['', say(heading, lang), ...grouped(all, SHOWN)]);

function grouped(
  all: readonly (RecordSubject | Referrer)[],
  most = Number.POSITIVE_INFINITY,
): string[] {
  const groups = new Map<string, RecordSubject[]>();
  for (const one of all) {
    // All elements of a list belong to one field: `/work_regions/0` to `work_regions`.
    const field = 'path' in one ? `  ${one.path.slice(1).replace(/\/\d+(?=\/|$)/g, '')}` : '';
    memo(groups, one.collection + field, () => []).push(one);
  }
  return [...groups].flatMap(([group, own]) => {
    const rows = own
      .slice(0, most)
      .map(({ id, name, file, line }) => [
        String(id),
        visible(name ?? '-'),
        visible(`${file}:${line}`),
      ]);
    const lines = inColumns(rows, [0]).map((row) => `  ${row.join('  ').trimEnd()}`);
    const more = own.length > most ? [`  … ${own.length - most}`] : [];
    return [`${visible(group)}  (${own.length})`, ...lines, ...more];
  });
}

/** The output of `show`: a record's place, its values, and whether readers see it. */
export function shownLines(
  { subject, values, whyNot, toWithhold }: Shown,
  lang: Language,
): string[] {
  const widest = Math.min(24, Math.max(0, ...values.map(({ path }) => path.length)));
  const indent = `\n${' '.repeat(widest + 4)}`;
  const lines = values.map((value) => {
    const text = visibleLines(valueText(value)).replaceAll('\n', indent);
    return `  ${visible(value.path).padEnd(widest)}  ${text}`;
  });
  const place = `${subject.file}:${subject.line}`;
  const hint = toWithhold ? [withholdingLine(toWithhold, place, lang)] : [];
  const state = stateLine(whyNot, lang);
  return [visible(headOf(subject)), ...lines, '', state, ...(whyNot ? [] : hint)];
}

/** The line that says how to hide a record: by the value `value` in its field `field`. */
export function withholdingLine(
  { field, value }: NonNullable<Shown['toWithhold']>,
  place: string,
  lang: Language,
): string {
  const values = { field, value: String(value), place };
  return visible(
    say('to keep it but hide it from readers: "{field}": {value} in {place}', lang, values),
  );
}

/** The heading of a record: `vacancy 100  Инженер  data/vacancies.json:3`. */
export function headOf({ singular, id, name, file, line }: RecordSubject): string {
  return [`${singular} ${id}`, ...(name === undefined ? [] : [name]), `${file}:${line}`].join('  ');
}

function valueText({ text, names, file }: ShownValue): string {
  if (file !== undefined) return `(${file})\n${text}`;
  return names ? `${text}  ${names.name ?? names.collection}  (${names.file}:${names.line})` : text;
}

function stateLine(whyNot: Shown['whyNot'], lang: Language): string {
  if (whyNot === undefined) return say('not withheld from readers', lang);
  if (whyNot === 'errors') return say('not published while there are errors', lang);
  const { reason, through } = whyNot;
  const last = through.at(-1);
  if (!last) return say('not published: {reason}', lang, { reason });
  const way = through.map(({ collection, id }) => `${collection} ${id}`).join(' → ');
  const subject = `${way} (${last.file}:${last.line})`;
  return visible(
    say('not published: it depends on {subject}: {reason}', lang, { subject, reason }),
  );
}
