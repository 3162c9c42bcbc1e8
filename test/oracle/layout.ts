// One portal as data files, in a random one of the many forms that files may have. All forms
// of a portal mean the same.
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { Choices } from './random.js';
import { COLLECTIONS, type Item, type Json, type Portal } from './types.js';
import { asWritten, isNumber } from './written.js';

const FOLDERS = ['2024', 'Сибирь', 'a b', '[x]', 'deep/er/still', '{a,b}', 'v1.json', 'new', '!'];
const BOM = '\ufeff';

/** The data files of a portal: their paths below the data folder, and their text. */
export function layOut(portal: Portal, seed: number): Map<string, string> {
  const at = new Choices(seed);
  const files = new Map<string, string>();
  for (const name of COLLECTIONS) layOutCollection(files, name, portal[name], at);
  if (at.once(3)) files.set('README.md', '# Not data');
  if (at.once(3)) files.set('.regions.json', '{');
  return files;
}

/** Writes files below a folder, with the folders that they need. */
export function writeFiles(folder: string, files: Map<string, string>): void {
  for (const [path, body] of files) {
    const file = join(folder, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, body);
  }
}

function layOutCollection(
  files: Map<string, string>,
  name: string,
  records: Item[],
  at: Choices,
): void {
  const style = at.below(5);
  const left = at.shuffled(records);
  if (left.length === 0 && at.once(2)) return;
  const put = (path: string, body: string) => files.set(path, (at.once(6) ? BOM : '') + body);
  if (style === 0) put(`${name}.json`, array(left, at));
  if (style === 1) put(`${name}.ndjson`, lines(left, at));
  if (style < 2) return;

  if (style === 4) {
    const [some, others] = [left.splice(0, at.below(4)), left.splice(0, at.below(4))];
    if (at.once(2) || some.length > 0) put(`${name}.json`, array(some, at));
    if (others.length > 0) put(`${name}.ndjson`, lines(others, at));
  }
  for (let number = 1; left.length > 0; number++) {
    const folder = at.once(2) ? name : `${name}/${at.of(FOLDERS)}`;
    const path = `${folder}/${at.once(3) ? `№ ${number}` : number}`;
    const kind = style === 2 ? 0 : at.below(4);
    if (kind < 2) put(`${path}.json`, single(left.pop()!, at));
    if (kind === 2) put(`${path}.json`, array(left.splice(0, 1 + at.below(4)), at));
    if (kind === 3) put(`${path}.ndjson`, lines(left.splice(0, 1 + at.below(4)), at));
  }
  if (at.once(4)) files.set(`${name}/README.md`, '[');
  if (at.once(6)) files.set(`${name}/.drafts/1.json`, '{"id": 1');
}

export const BLANKS = ['', '', ' ', '\n', '\r\n', '\t', '\n  ', '   '];
export const INLINE_BLANKS = ['', '', '', ' ', '\t', '  '];

function single(record: Item, at: Choices): string {
  const schema: [string, Json][] = at.once(3) ? [['$schema', '../../schema/record.json']] : [];
  const writer = new Writer(at, BLANKS);
  return writer.around(writer.record([...Object.entries(record), ...schema]));
}

function array(records: Item[], at: Choices): string {
  const writer = new Writer(at, BLANKS);
  return writer.around(
    writer.wrapped(
      '[',
      ']',
      records.map((record) => writer.record(Object.entries(record))),
    ),
  );
}

function lines(records: Item[], at: Choices): string {
  const writer = new Writer(at, INLINE_BLANKS);
  const end = at.once(3) ? '\r\n' : '\n';
  const text = records
    .map((record) => writer.record(Object.entries(record)) + end + (at.once(5) ? end : ''))
    .join('');
  return (at.once(5) ? end : '') + (at.once(2) ? text : text.trimEnd());
}

/** Writes JSON in the ways that mean the same: white space, order of fields, escapes, numbers. */
export class Writer {
  readonly #at: Choices;
  readonly #blanks: readonly string[];
  readonly #plain: boolean; // most files are as a formatter writes them

  constructor(at: Choices, blanks: readonly string[]) {
    this.#at = at;
    this.#blanks = blanks;
    this.#plain = at.once(2);
  }

  around(text: string): string {
    return this.#blank() + text + this.#blank();
  }

  record(entries: [string, Json][]): string {
    const members = this.#at
      .shuffled(entries)
      .map(([key, value]) =>
        this.#member(key, typeof value === 'number' ? this.#integer(value) : this.#value(value)),
      );
    return this.wrapped('{', '}', members);
  }

  wrapped(open: string, close: string, members: string[]): string {
    if (members.length === 0) return open + this.#blank() + close;
    return open + members.map((member) => this.around(member)).join(',') + close;
  }

  #blank(): string {
    return this.#plain ? '' : this.#at.of(this.#blanks);
  }

  #member(key: string, value: string): string {
    return `${this.#string(asWritten(key))}${this.#blank()}:${this.#blank()}${value}`;
  }

  #value(value: Json): string {
    if (Array.isArray(value))
      return this.wrapped(
        '[',
        ']',
        value.map((it) => this.#value(it)),
      );
    if (typeof value === 'string') {
      return isNumber(value) ? asWritten(JSON.stringify(value)) : this.#string(value);
    }
    if (value === null || typeof value !== 'object') return JSON.stringify(value);
    return this.wrapped(
      '{',
      '}',
      Object.entries(value).map(([key, it]) => this.#member(key, this.#value(it))),
    );
  }

  #integer(value: number): string {
    if (this.#plain || Math.abs(value) > 1e6 || !this.#at.once(8)) return String(value);
    return value % 100 === 0 && value !== 0 ? `${value / 100}e2` : `${value}.0`;
  }

  #string(value: string): string {
    if (this.#plain || !this.#at.once(4)) return JSON.stringify(value);
    const units = Array.from({ length: value.length }, (_, place) => value.charCodeAt(place));
    return `"${units.map((unit) => `\\u${unit.toString(16).padStart(4, '0')}`).join('')}"`;
  }
}
