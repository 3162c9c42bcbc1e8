// An edit and what follows from it, as lines of text. Names and files come from strangers: a form makes them
// safe where the lines go.
import { memo } from '../../model/memo.js';
import type { Language } from '../../problems/messages/catalogue.js';
import type { SnapshotDiff } from './compare.js';
import type { Edited } from './edited.js';
import { words } from './words.js';

/** A heading and what is below it. */
export interface Part {
  readonly heading: string;
  readonly lines: readonly string[];
}

/** How many records of a kind are shown of each collection; JSON has them all. */
const SHOWN = 20;
const SHOWN_FIELDS = 8;

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
      ...own.slice(0, SHOWN).map((one) => `  ${lineOf(one, form, lang)}`),
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

function lineOf(
  { id, name, fields, file, line }: Edited,
  form: (text: string) => string,
  lang: Language,
): string {
  const shown = fields.slice(0, SHOWN_FIELDS).join(', ');
  const more = fields.length - SHOWN_FIELDS;
  const changed = more > 0 ? `${shown} ${words[lang].edit.more(more)}` : shown;
  return [
    String(id),
    ...(name === null ? [] : [form(name)]),
    ...(changed === '' ? [] : [`(${changed})`]),
    form(`${file}:${line}`),
  ].join('  ');
}
