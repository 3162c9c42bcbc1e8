// The text of a record with some fields changed, in the layout that it has: every other character stays.

import { textOf } from '../../editing/format/canonical.js';
import { elementsOut } from '../../editing/remove/edits.js';
import { type Splice, splicedText } from '../../editing/workspace/splices.js';
import { walkJson } from '../../files/source/json.js';
import { SCHEMA_KEY } from '../../files/source/records.js';
import type { Fields, Json } from '../../model/fields.js';

/** A member of a record, from its key to the end of its value. */
interface Member {
  readonly name: string;
  readonly start: number;
  /** Where its value begins. */
  readonly value: number;
  readonly end: number;
}

/** Changes fields of a record; undefined: the field goes. */
export function withFields(
  text: string,
  changes: ReadonlyMap<string, Json | undefined>,
  fields: Fields,
): string {
  const members = membersOf(text);
  const indent = indentOf(text, members);
  const stays = ({ name }: Member) => !changes.has(name) || changes.get(name) !== undefined;
  const staying = members.filter(stays);
  const gone = members.filter((member) => !stays(member)).map(({ start }) => start);
  const given = new Set(members.map(({ name }) => name));
  const names = Object.keys(fields);
  const rankOf = (name: string) =>
    name === SCHEMA_KEY ? -1 : names.includes(name) ? names.indexOf(name) : names.length;
  const added = [...changes]
    .filter(([name, now]) => !given.has(name) && now !== undefined)
    .sort(([a], [b]) => rankOf(a) - rankOf(b))
    .map(([name, now]): Splice => {
      const member = `${JSON.stringify(name)}: ${valueText(name, now!, fields, indent)}`;
      const between = indent === undefined ? ', ' : `,\n${indent}`;
      const behind = staying.findLast((other) => rankOf(other.name) <= rankOf(name));
      const at = behind?.end ?? staying[0]!.start;
      return { from: at, to: at, text: behind ? between + member : member + between };
    });
  const changed = staying.flatMap(({ name, value, end }): Splice[] => {
    const now = changes.get(name);
    return now === undefined
      ? []
      : [{ from: value, to: end, text: valueText(name, now, fields, indent) }];
  });
  const removed = elementsOut(text, members, new Set(gone));
  return splicedText(text, [...added, ...changed, ...removed]);
}

/** The members of a record of at least one. */
function membersOf(text: string): Member[] {
  const found: { name: string; start: number; value: number }[] = [];
  walkJson(text, 0, {
    key(at, _end, path) {
      if (path.depth === 1) found.push({ name: String(path.step(0)), start: at, value: 0 });
    },
    value(at, path) {
      if (path.depth === 1) found.at(-1)!.value = at;
    },
  });
  return found.map((member, i) => {
    const until = found[i + 1]?.start ?? text.lastIndexOf('}');
    // Between two members there is one comma, and white space.
    const end = member.value + text.slice(member.value, until).replace(/[\s,]+$/, '').length;
    return { ...member, end };
  });
}

/** The white space before the members of a record over several lines; undefined for one on one line. */
function indentOf(text: string, members: readonly Member[]): string | undefined {
  for (const { start } of members) {
    const [, indent] = /\n([ \t]*)$/.exec(text.slice(0, start)) ?? [];
    if (indent !== undefined) return indent;
  }
  return undefined;
}

/** A value as `fmt` writes it, behind its key. */
function valueText(name: string, value: Json, fields: Fields, indent: string | undefined): string {
  const key = JSON.stringify(name);
  if (indent === undefined)
    return textOf({ [name]: value }, fields, 'line').slice(key.length + 3, -2);
  const text = textOf({ [name]: value }, fields, 'expanded').slice(key.length + 6, -3);
  return text.replaceAll('\n  ', `\n${indent}`);
}
