// The text of a record with some fields changed, in the layout that it has: every other byte stays.

import { textOf } from '../../editing/new/create.js';
import { walkJson } from '../../files/source/json.js';
import { SCHEMA_KEY } from '../../files/source/records.js';
import type { Fields, Json } from '../../model/fields.js';
import { type Element, relaid, type Span } from './sequence.js';

/** A member of a record, from the first byte of its key on. */
interface Member extends Span {
  readonly name: string;
  /** Where its value begins. */
  readonly value: number;
}

/** Changes fields of a record; undefined: the field goes. */
export function withFields(
  text: string,
  changes: ReadonlyMap<string, Json | undefined>,
  fields: Fields,
): string {
  const members = membersOf(text);
  const names = Object.keys(fields);
  const rankOf = (name: string) =>
    name === SCHEMA_KEY ? -1 : names.includes(name) ? names.indexOf(name) : names.length;
  const indent = indentOf(text, members);
  const next: (Element & { readonly rank: number })[] = [];
  members.forEach(({ name, from, value }, at) => {
    const rank = rankOf(name);
    const now = changes.get(name);
    if (!changes.has(name)) next.push({ at, rank });
    else if (now !== undefined) {
      next.push({
        at,
        rank,
        text: () => text.slice(from, value) + valueText(name, now, fields, indent),
      });
    }
  });
  const given = new Set(members.map(({ name }) => name));
  for (const [name, now] of changes) {
    if (given.has(name) || now === undefined) continue;
    const rank = rankOf(name);
    const behind = next.findLastIndex((other) => other.rank <= rank);
    const added = () => `${JSON.stringify(name)}: ${valueText(name, now, fields, indent)}`;
    next.splice(behind + 1, 0, { rank, text: added });
  }
  const pieces = relaid(members, next, indent === undefined ? ', ' : `,\n${indent}`);
  const inner = pieces.map((one) => ('from' in one ? text.slice(one.from, one.to) : one()));
  return text.slice(0, members[0]!.from) + inner.join('') + text.slice(members.at(-1)!.to);
}

/** The members of a record of at least one. */
function membersOf(text: string): Member[] {
  const found: { name: string; from: number; value: number }[] = [];
  walkJson(text, 0, {
    key(at, _end, path) {
      if (path.depth === 1) found.push({ name: String(path.step(0)), from: at, value: 0 });
    },
    value(at, path) {
      if (path.depth === 1) found.at(-1)!.value = at;
    },
  });
  return found.map((member, i) => {
    const until = found[i + 1]?.from ?? text.lastIndexOf('}');
    // Between two members there is one comma, and white space.
    const to = member.value + text.slice(member.value, until).replace(/[\s,]+$/, '').length;
    return { ...member, to };
  });
}

/** The white space before the members of a record over several lines; undefined for one on one line. */
function indentOf(text: string, members: readonly Member[]): string | undefined {
  for (const { from } of members) {
    const [, indent] = /\n([ \t]*)$/.exec(text.slice(0, from)) ?? [];
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
