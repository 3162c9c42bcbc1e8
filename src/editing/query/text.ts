// What was found or asked for, as text for people at a terminal. Anybody may have written the data, so all
// of it is escaped by `visible`.

import { memo } from '../../model/memo.js';
import type { Language } from '../../problems/messages/catalogue.js';
import { inColumns } from '../../problems/text/table.js';
import { visible, visibleLines } from '../../problems/text/visible.js';
import type { FoundRecord } from './find.js';
import type { Referrer } from './references.js';
import type { Shown, ShownValue } from './show.js';
import type { RecordSubject } from './subject.js';
import { words } from './words.js';

/** A line for each record: its collection, id, name and place. */
export function foundText(found: readonly FoundRecord[]): string {
  const rows = found.map(({ collection, id, name, file, line }) => [
    collection,
    String(id ?? '-'),
    visible(name ?? '-'),
    visible(`${file}:${line}`),
  ]);
  return lined(inColumns(rows, [1]).map((row) => row.join('  ').trimEnd()));
}

/** References by collection and field, each with its place. */
export function refsText(subject: string, refs: readonly Referrer[], lang: Language): string {
  if (refs.length === 0) return lined([visible(subject), words[lang].nobodyRefers]);
  return lined([visible(subject), ...refLines(refs)]);
}

/** References by collection and field; of each field, at most `most`. */
export function refLines(refs: readonly Referrer[], most = Number.POSITIVE_INFINITY): string[] {
  // All elements of a list count as one field: `/work_regions/0` is of `work_regions`.
  const fieldOf = (path: string) => path.slice(1).replace(/\/\d+(?=\/|$)/g, '');
  return grouped(refs, ({ collection, path }) => `${collection}  ${fieldOf(path)}`, most);
}

/** Records by collection, each with its place; of each collection, at most `most`. */
export function placeLines(subjects: readonly RecordSubject[], most: number): string[] {
  return grouped(subjects, ({ collection }) => collection, most);
}

function grouped<T extends Pick<RecordSubject, 'id' | 'name' | 'file' | 'line'>>(
  all: readonly T[],
  groupOf: (one: T) => string,
  most: number,
): string[] {
  const groups = new Map<string, T[]>();
  for (const one of all) memo(groups, groupOf(one), () => []).push(one);
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

/** A record: where it is, its values, and whether readers get to see it. */
export function shownText({ subject, values, state, toWithhold }: Shown, lang: Language): string {
  const said = words[lang];
  const widest = Math.min(24, Math.max(0, ...values.map(({ path }) => path.length)));
  const indent = `\n${' '.repeat(widest + 4)}`;
  const lines = values.map((value) => {
    const text = visibleLines(textOf(value)).replaceAll('\n', indent);
    return `  ${visible(value.path).padEnd(widest)}  ${text}`;
  });
  const place = `${subject.file}:${subject.line}`;
  const hint = toWithhold
    ? [visible(said.toWithhold(toWithhold.field, toWithhold.value, place))]
    : [];
  return lined([
    visible(headOf(subject)),
    ...lines,
    '',
    ...stateLines(state, lang),
    ...(state.kind === 'published' ? hint : []),
  ]);
}

/** The heading for a record: `vacancy 100  Инженер  data/vacancies.json:3`. */
export function headOf({ singular, id, name, file, line }: RecordSubject): string {
  return [`${singular} ${id}`, ...(name === undefined ? [] : [name]), `${file}:${line}`].join('  ');
}

function textOf({ text, names, file }: ShownValue): string {
  if (file !== undefined) return `(${file})\n${text}`;
  return names ? `${text}  ${names.name ?? names.collection}  (${names.file}:${names.line})` : text;
}

function stateLines(state: Shown['state'], lang: Language): string[] {
  const said = words[lang];
  switch (state.kind) {
    case 'errors':
      return [said.notWhileErrors];
    case 'withheld': {
      const { reason, through } = state.why;
      const why = reason[lang];
      const last = through.at(-1);
      if (!last) return [said.withheld(why)];
      const way = through.map(({ collection, id }) => `${collection} ${id}`).join(' → ');
      return [visible(said.withheldBy(`${way} (${last.file}:${last.line})`, why))];
    }
    case 'published': {
      const { own, inside } = state.at;
      if (own.length + inside.length === 0) return [said.nowhere];
      const parts = inside.map(({ address, records, pages }) => [
        address,
        said.inside(records, pages),
      ]);
      return [
        ...(own.length > 0 ? [said.publishedAt, ...own.map((address) => `  ${address}`)] : []),
        ...(inside.length > 0
          ? [said.insideOf, ...inColumns(parts).map((row) => `  ${row.join('  ').trimEnd()}`)]
          : []),
      ];
    }
  }
}

const lined = (lines: readonly string[]) => lines.map((line) => `${line}\n`).join('');
