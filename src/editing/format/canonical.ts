// The canonical form of one record: the text of a record → the same record as `fmt` writes it. Pure;
// only for texts that JSON.parse reads without loss (see source/defects.ts).
import { type Fields, isId, type JsonObject, type Type } from '../../model/fields.js';
import { canonicalNumber } from './numbers.js';
import {
  isList,
  isObjectNode,
  type Node,
  type ObjectMember,
  type ObjectNode,
  readTree,
  type Sources,
} from './tree.js';

/** `expanded`: over several lines, for a record in a file of its own; `line`: on one line. */
export type TextLayout = 'expanded' | 'line';

/** Receives the text that is written, in pieces of whole tokens. */
export type Put = (text: string) => void;

/** Writes a record in its canonical form. Returns the record's id (NaN if it has none), or undefined when the text is not JSON. */
export type Format = (
  text: string,
  layout: TextLayout,
  put: Put,
  /** Changes the record's members before they are written. */
  edit?: (members: readonly ObjectMember[]) => readonly ObjectMember[],
) => number | undefined;

/** A file of one record may name its schema (PROMISES.md §2). */
const SCHEMA_KEY = '$schema';

/** Makes the function that formats records of these fields. `html`: changes each HTML text. */
export function makeFormat(fields: Fields, html?: (text: string) => string): Format {
  return (text, layout, put, edit) => {
    const read = readTree(text);
    if (read === undefined) return undefined;
    const tree = edit && isObjectNode(read) ? { ...read, members: edit(read.members) } : read;
    const writer = new Writer(put, html);
    if (!isObjectNode(tree)) writer.anything(tree);
    else if (layout === 'line') writer.object(tree, fields, undefined, []);
    else writer.object(tree, fields, '', [SCHEMA_KEY]);
    return idOf(tree);
  };
}

/** The text that a format writes, with a line break at its end. */
export function written(
  format: Format,
  text: string,
  layout: TextLayout,
  edit?: Parameters<Format>[3],
) {
  let all = '';
  const put = (piece: string) => {
    all += piece;
  };
  format(text, layout, put, edit);
  return `${all}\n`;
}

/** The text of a record as `fmt` would write it in this layout, with a line break at its end. `sources`: values as they were given. */
export const textOf = (
  record: JsonObject,
  fields: Fields,
  layout: TextLayout,
  sources: Sources = new Map(),
): string =>
  written(makeFormat(fields), JSON.stringify(record), layout, (members) =>
    members.map((one) => ({ ...one, value: sources.get(one.name) ?? one.value })),
  );

/** The text of a value of any JSON, on one line. */
export function anyText(value: Node): string {
  let all = '';
  const put = (piece: string) => {
    all += piece;
  };
  new Writer(put).anything(value);
  return all;
}

/** The id by which a record is ordered. */
function idOf(tree: Node): number {
  const member = isObjectNode(tree) ? tree.members.find(({ name }) => name === 'id') : undefined;
  if (typeof member?.value !== 'string') return Number.NaN;
  const id: unknown = JSON.parse(member.value);
  return isId(id) ? id : Number.NaN;
}

/** The position of each field in the order of declaration. */
const places = new WeakMap<Fields, ReadonlyMap<string, number>>();

function placesOf(fields: Fields): ReadonlyMap<string, number> {
  let known = places.get(fields);
  if (known === undefined) {
    known = new Map(Object.keys(fields).map((name, place) => [name, place]));
    places.set(fields, known);
  }
  return known;
}

/**
 * Writes values. `indent` is the white space before the line of the value, undefined where
 * everything is written on one line.
 */
class Writer {
  constructor(
    private readonly put: Put,
    private readonly html?: (text: string) => string,
  ) {}

  /** An object: the members named in `first`, then declared fields in their order, then the rest. */
  object(
    node: ObjectNode,
    fields: Fields,
    indent: string | undefined,
    first: readonly string[],
  ): void {
    const known = placesOf(fields);
    const rank = ({ name }: ObjectMember): number =>
      first.includes(name) ? -1 : (known.get(name) ?? known.size);
    const members = [...node.members].sort((a, b) => rank(a) - rank(b)); // keeps the order of equals
    this.#wrap('{', '}', members, indent, ({ name, key, value }, inner) => {
      this.put(`${canonicalText(key)}: `);
      const type = known.has(name) ? fields[name]!.type : undefined;
      this.#value(value, type, inner);
    });
  }

  /** A value of no declared type: on one line, with the order of members and the numbers as they are. */
  anything(node: Node): void {
    if (isList(node)) {
      this.#wrap('[', ']', node.elements, undefined, (element) => this.anything(element));
    } else if (isObjectNode(node)) {
      this.#wrap('{', '}', node.members, undefined, ({ key, value }) => {
        this.put(`${canonicalText(key)}: `);
        this.anything(value);
      });
    } else this.put(canonicalText(node));
  }

  #value(node: Node, type: Type | undefined, indent: string | undefined): void {
    if (type?.kind === 'part' && isObjectNode(node)) this.object(node, type.fields, indent, []);
    else if (type?.kind === 'list' && isList(node)) {
      this.#wrap('[', ']', node.elements, indent, (element, inner) =>
        this.#value(element, type.of, inner),
      );
    } else if (type && typeof node === 'string') this.put(this.#scalar(node, type));
    else this.anything(node);
  }

  #scalar(source: string, type: Type): string {
    if (!source.startsWith('"')) return canonicalNumber(source, type);
    if (!this.html || type.kind !== 'text' || !type.html) return canonicalText(source);
    const text: string = JSON.parse(source);
    const changed = this.html(text);
    return changed === text ? canonicalText(source) : JSON.stringify(changed);
  }

  #wrap<T>(
    open: string,
    close: string,
    all: readonly T[],
    indent: string | undefined,
    write: (one: T, inner: string | undefined) => void,
  ): void {
    const inner = indent === undefined ? undefined : `${indent}  `;
    const between = inner === undefined ? ', ' : `,\n${inner}`;
    this.put(open);
    let isFirst = true;
    for (const one of all) {
      if (!isFirst) this.put(between);
      else if (inner !== undefined) this.put(`\n${inner}`);
      isFirst = false;
      write(one, inner);
    }
    if (!isFirst && indent !== undefined) this.put(`\n${indent}`);
    this.put(close);
  }
}

/** A string without needless escapes; any other token as it is. */
function canonicalText(source: string): string {
  return source.includes('\\') ? JSON.stringify(JSON.parse(source)) : source;
}
