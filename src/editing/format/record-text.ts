// The canonical form of a record: its JSON text → the text that `fmt` writes. Values are moved as they are written,
// never parsed and written again, so that a value of any JSON keeps its digits and the order of its keys. Pure; only for
// texts that JSON.parse reads without loss (see source/defects.ts).
import { changesWhenWritten } from '../../files/source/defects.js';
import { walkJson } from '../../files/source/json.js';
import { SCHEMA_KEY } from '../../files/source/records.js';
import type { Fields, Json, Type } from '../../model/fields.js';

/** `expanded`: over several lines, for a record in a file of its own; `line`: on one line. */
export type TextLayout = 'expanded' | 'line';

/** New values of a record's top-level fields, as JSON texts; undefined takes the field out. */
export type ValueTexts = ReadonlyMap<string, string | undefined>;

/** What to change in a record as it is written. */
export interface RecordEdit {
  readonly values?: ValueTexts;
  /** Changes each HTML text. */
  readonly html?: ((text: string) => string) | undefined;
}

/** The canonical text of a record with these fields: the declared ones first, in their order. It has no line break at its end. */
export function recordText(
  text: string,
  fields: Fields,
  layout: TextLayout,
  { values = new Map(), html }: RecordEdit = {},
): string {
  const all = text.startsWith('{') ? membersOf(text) : undefined;
  if (!all) return anyText(text);
  const given = [...values].flatMap(([name, value]) =>
    value === undefined ? [] : [{ name, key: JSON.stringify(name), value }],
  );
  const members = [...all.filter(({ name }) => !values.has(name)), ...given];
  const isExpanded = layout === 'expanded';
  const first = isExpanded ? [SCHEMA_KEY] : [];
  return new Writer(html).object(members, fields, isExpanded ? '' : undefined, first);
}

/** Values as JSON texts. `written`: the texts of some, as somebody wrote them. */
export const valueTexts = (
  values: Iterable<readonly [string, Json | undefined]>,
  written: ReadonlyMap<string, string> = new Map(),
): ValueTexts =>
  new Map(
    [...values].map(([name, value]) => [
      name,
      value === undefined ? undefined : (written.get(name) ?? JSON.stringify(value)),
    ]),
  );

/** A member of an object. */
interface Member {
  readonly name: string;
  /** The name as it is written, with its quotes. */
  readonly key: string;
  /** The text of its value. */
  readonly value: string;
}

/** The members of an object, by its text. */
export const membersOf = (text: string): Member[] =>
  inside(text).map(({ key, value }) => ({ name: JSON.parse(key), key, value }));

/** The texts of the elements of a list, by its text. */
export const elementsOf = (text: string): string[] => inside(text).map(({ value }) => value);

/** What is directly inside a list or an object, with the keys of an object. */
function inside(text: string): { readonly key: string; readonly value: string }[] {
  const found: { key: string; begin: number; at: number }[] = [];
  let key: { readonly at: number; readonly end: number } | undefined;
  const walked = walkJson(text, 0, {
    key(at, end, { depth }) {
      if (depth === 1) key = { at, end };
    },
    value(at, { depth }) {
      if (depth !== 1) return;
      found.push({ key: key ? text.slice(key.at, key.end) : '', begin: key?.at ?? at, at });
      key = undefined;
    },
  });
  const close = ('end' in walked ? walked.end : text.length) - 1;
  return found.map(({ key, at }, i) => {
    let end = found[i + 1]?.begin ?? close;
    while (', \t\r\n'.includes(text[end - 1]!)) end--;
    return { key, value: text.slice(at, end) };
  });
}

/** A value of no declared type: on one line, with the order of members and the numbers as they are. */
export function anyText(text: string): string {
  let all = '';
  let last = 0;
  const between = (from: number, to: number) =>
    text.slice(from, to).replaceAll(/\s/g, '').replaceAll(/[,:]/g, '$& ');
  const take = (at: number, end: number) => {
    all += between(last, at) + canonicalText(text.slice(at, end));
    last = end;
  };
  walkJson(text, 0, { key: take, scalar: take });
  return all + between(last, text.length);
}

/**
 * Writes values. `indent` is the white space before the line of the value, undefined where
 * everything is written on one line.
 */
class Writer {
  constructor(private readonly html: ((text: string) => string) | undefined) {}

  /** An object: the members named in `first`, then declared fields in their order, then the rest. */
  object(
    members: readonly Member[],
    fields: Fields,
    indent: string | undefined,
    first: readonly string[],
  ): string {
    const order = [...first, ...Object.keys(fields)];
    const byName = new Map(members.map((one) => [one.name, one]));
    const declared = order.flatMap((name) => byName.get(name) ?? []);
    const others = members.filter(({ name }) => !order.includes(name));
    const all = [...declared, ...others];
    return wrapped('{', '}', indent, (inner) =>
      all.map(({ name, key, value }) => {
        const type = Object.hasOwn(fields, name) ? fields[name]!.type : undefined;
        return `${canonicalText(key)}: ${this.#value(value, type, inner)}`;
      }),
    );
  }

  #value(text: string, type: Type | undefined, indent: string | undefined): string {
    if (type?.kind === 'part' && text.startsWith('{')) {
      return this.object(membersOf(text), type.fields, indent, []);
    }
    if (type?.kind === 'list' && text.startsWith('[')) {
      return wrapped('[', ']', indent, (inner) =>
        elementsOf(text).map((element) => this.#value(element, type.of, inner)),
      );
    }
    return type && !/^[[{]/.test(text) ? this.#scalar(text, type) : anyText(text);
  }

  #scalar(source: string, type: Type): string {
    if (!source.startsWith('"')) {
      // 1.0 and 1e2 are whole numbers, and written as such; 1.00000000000000000001 is only nearly one.
      const isPlain = !/[.eE]/.test(source) || changesWhenWritten(source);
      return isPlain ? source : JSON.stringify(JSON.parse(source));
    }
    if (!this.html || type.kind !== 'text' || !type.html) return canonicalText(source);
    const text: string = JSON.parse(source);
    const changed = this.html(text);
    return changed === text ? canonicalText(source) : JSON.stringify(changed);
  }
}

function wrapped(
  open: string,
  close: string,
  indent: string | undefined,
  write: (inner: string | undefined) => readonly string[],
): string {
  const inner = indent === undefined ? undefined : `${indent}  `;
  const all = write(inner);
  if (inner === undefined || all.length === 0) return open + all.join(', ') + close;
  return `${open}\n${inner}${all.join(`,\n${inner}`)}\n${indent}${close}`;
}

/** A string without needless escapes; any other token as it is. */
function canonicalText(source: string): string {
  return source.includes('\\') ? JSON.stringify(JSON.parse(source)) : source;
}
