// Reads a JSON text that another server sent: the envelope of a list, and its records one by one, since all of them as
// objects may take many times the memory.
import { isUtf8 } from 'node:buffer';
import {
  CLOSE_BRACE,
  CLOSE_BRACKET,
  COLON,
  COMMA,
  isSpace,
  OPEN_BRACE,
  OPEN_BRACKET,
  ValueScan,
} from '../../files/source/value-scan.js';
import { isObject, type JsonObject } from '../../model/fields.js';
import { LIMITS } from '../../model/limits.js';
import { quote } from '../../problems/quote.js';
import type { Answer } from './answer.js';

/** The limits of a JSON text that is read. */
export interface TextBounds {
  /** The most bytes of a value, which is parsed as a whole. */
  readonly value: number;
  /** The most lists, objects and commas of a value: parsed, they may take a hundred times as much memory as bytes. */
  readonly parts: number;
  /** The most records of a list: readers may keep something of each. */
  readonly records: number;
}

/** The limits of what another server sends. */
export const OF_STRANGERS: TextBounds = {
  value: 4 * 1024 * 1024,
  parts: 250_000,
  records: 1_000_000,
};
/** For what this tool made no limits are needed: those of data files hold already. */
export const OF_OURS: TextBounds = {
  value: Number.POSITIVE_INFINITY,
  parts: Number.POSITIVE_INFINITY,
  records: Number.POSITIVE_INFINITY,
};

/** Thrown for a text that cannot be read any further; the message states why. */
class UnreadableText extends Error {}

/** What a list's body has around its records. */
export type ListFrame =
  | { readonly kind: 'array' }
  | { readonly kind: 'envelope'; readonly keys: readonly string[]; readonly members: Members }
  /** The body is no list; `fault` states why. */
  | { readonly kind: 'none'; readonly fault: string };

/** The members of an envelope other than its records; a long value, an object or an array as a short text. */
type Members = Readonly<Partial<Record<(typeof MEMBERS)[number], unknown>>>;

const MEMBERS = ['count', 'next', 'previous'] as const;
/** The most keys of an envelope, and the most bytes of a key or a member that is kept whole. */
const MAX_KEYS = 100;
const MAX_MEMBER = 10_000;

const QUOTE = 0x22;

/** Called with the bytes of a record. Throws {@link UnreadableText} for invalid JSON. */
type Visit = (record: Buffer) => void;

/** Reads the body of a list to its end or its first fault; calls `visit` for each record. */
export function readList(body: Buffer, visit: Visit, bounds = OF_STRANGERS): ListFrame {
  const text = new JsonText(withoutMark(body), bounds);
  try {
    const first = text.peek();
    let around: ListFrame = { kind: 'array' };
    if (first === OPEN_BRACKET) readArray(text, visit);
    else if (first === OPEN_BRACE) around = readEnvelope(text, visit);
    else if (isBare(first)) throw new UnreadableText('it is neither a list nor an object');
    else throw breakIn(text, 'it');
    if (text.peek() === undefined) return around;
    throw new UnreadableText(`it is not JSON: there is more at byte ${text.place}`);
  } catch (error) {
    if (error instanceof UnreadableText) return { kind: 'none', fault: error.message };
    throw error;
  }
}

/** A body without a byte-order mark, which some servers send, and which is no part of the JSON. */
const withoutMark = (body: Buffer): Buffer =>
  body.subarray(0, MARK.length).equals(MARK) ? body.subarray(MARK.length) : body;

const MARK = Buffer.from('\ufeff');

/** A place in a JSON text that is read from its beginning to its end. */
class JsonText {
  place = 0;
  readonly #scan = new ValueScan();

  constructor(
    private readonly bytes: Buffer,
    readonly bounds: TextBounds,
  ) {}

  /** The next byte that is no white space; undefined at the end. */
  peek(): number | undefined {
    while (this.place < this.bytes.length && isSpace(this.bytes[this.place]!)) this.place++;
    return this.bytes[this.place];
  }

  /** Skips the byte that `peek` returned. */
  pass(): void {
    this.place++;
  }

  /** Goes beyond the value here, and returns its bytes. */
  value(): Buffer {
    const from = this.place;
    const end = this.#scan.run(this.bytes, from, this.bytes.length);
    const value = this.bytes.subarray(from, end < 0 ? undefined : end);
    mustBeWithin(this.#scan, value.length, this.bounds);
    if (end < 0)
      throw new UnreadableText(`it is not JSON: it breaks off at byte ${this.bytes.length}`);
    this.place = end;
    return value;
  }
}

/** Throws for a value that is too large: JSON.parse accepts any depth, but the code that works with the value recurses. */
function mustBeWithin(
  { deepest, parts }: ValueScan,
  length: number,
  bounds: Pick<TextBounds, 'value' | 'parts'>,
): void {
  if (length > bounds.value) throw new UnreadableText(`a value of more than ${bounds.value} bytes`);
  if (deepest > LIMITS.depth)
    throw new UnreadableText(`it is nested deeper than ${LIMITS.depth} levels`);
  if (parts > bounds.parts) throw new UnreadableText(`a value of more than ${bounds.parts} parts`);
}

/** Parses bytes as JSON. Throws {@link UnreadableText}. */
export function parse(bytes: Buffer): unknown {
  if (!isUtf8(bytes)) throw new UnreadableText('it is not UTF-8');
  try {
    return JSON.parse(bytes.toString());
  } catch (error) {
    throw new UnreadableText(`it is not JSON: ${(error as Error).message}`);
  }
}

/** The most bytes of a body that is parsed as a whole, by default. */
const MAX_WHOLE = 1024 * 1024;

/** Parses a body that was kept; `fault` states why there is no value. */
export function readValue(
  body: Buffer,
  most = MAX_WHOLE,
  mostParts = OF_STRANGERS.parts,
): { readonly value: unknown } | { readonly fault: string } {
  try {
    const scan = new ValueScan();
    let from = 0;
    while (from < body.length && isSpace(body[from]!)) from++;
    scan.run(body, from, body.length);
    mustBeWithin(scan, body.length, { value: most, parts: mostParts });
    return { value: parse(body) };
  } catch (error) {
    if (error instanceof UnreadableText) return { fault: error.message };
    throw error;
  }
}

/** Parses the body of an answer; `fault` states why there is no value. */
export const parsedBody = ({ body }: Pick<Answer, 'body'>): ReturnType<typeof readValue> =>
  readValue(body);

/** The object in an answer's body; undefined if the body holds none, or the status is not 200. */
export function objectIn(answer: Pick<Answer, 'status' | 'body'>): JsonObject | undefined {
  const read = answer.status === 200 ? parsedBody(answer) : { fault: '' };
  return 'value' in read && isObject(read.value) ? read.value : undefined;
}

/** Whether a number, a string or a literal begins with this byte. */
const isBare = (byte: number | undefined): boolean =>
  byte !== undefined && /["\-0-9tfn]/.test(String.fromCharCode(byte));

const breakIn = ({ place }: JsonText, what: string): UnreadableText =>
  new UnreadableText(`it is not JSON: ${what} breaks off at byte ${place}`);

/** Reads a list, from its opening bracket on. */
function readArray(text: JsonText, visit: Visit): void {
  text.pass();
  if (text.peek() === CLOSE_BRACKET) {
    text.pass();
    return;
  }
  for (let records = 1; ; records++) {
    if (records > text.bounds.records)
      throw new UnreadableText(`a list of more than ${text.bounds.records} records`);
    if (text.peek() === undefined) throw breakIn(text, 'the list');
    const { place } = text;
    try {
      visit(text.value());
    } catch (error) {
      if (!(error instanceof UnreadableText)) throw error;
      throw new UnreadableText(`${error.message} (record at byte ${place})`);
    }
    const next = text.peek();
    if (text.place === place || (next !== COMMA && next !== CLOSE_BRACKET)) {
      throw breakIn(text, 'the list');
    }
    text.pass();
    if (next === CLOSE_BRACKET) return;
  }
}

/** Reads an object, from its opening brace on. */
function readEnvelope(text: JsonText, visit: Visit): ListFrame {
  const keys: string[] = [];
  const members: { -readonly [K in keyof Members]: Members[K] } = {};
  let isList = false;
  text.pass();
  for (let next = text.peek(); next !== CLOSE_BRACE || keys.length > 0; ) {
    if (next !== QUOTE) throw breakIn(text, 'the object');
    const key = String(memberOf(text.value()));
    if (keys.includes(key)) throw new UnreadableText(`it has the key ${quote(key)} twice`);
    if (keys.push(key) > MAX_KEYS)
      throw new UnreadableText(`an object of more than ${MAX_KEYS} keys`);
    if (text.peek() !== COLON) throw breakIn(text, 'the object');
    text.pass();
    const first = text.peek();
    if (key === 'results' && first === OPEN_BRACKET) {
      isList = true;
      readArray(text, visit);
    } else {
      const value = memberOf(text.value());
      const kept = MEMBERS.find((name) => name === key);
      if (kept) members[kept] = value;
    }
    next = text.peek();
    if (next === CLOSE_BRACE) break;
    if (next !== COMMA) throw breakIn(text, 'the object');
    text.pass();
    next = text.peek();
  }
  text.pass();
  if (!isList) throw new UnreadableText('it is an object without a list "results"');
  return { kind: 'envelope', keys, members };
}

/** Parses a key, or a member that is no list of records; a long value, an object or an array becomes a short text. */
function memberOf(bytes: Buffer): unknown {
  const value = parse(bytes);
  const hasParts = typeof value === 'object' && value !== null;
  return hasParts || bytes.length > MAX_MEMBER ? quote(value) : value;
}
