// Reads the body of a list as it arrives: its envelope, and its records one by one, since an array of
// all comments may not fit into memory.
import { isUtf8 } from 'node:buffer';
import {
  CLOSE_BRACE,
  CLOSE_BRACKET,
  COMMA,
  OPEN_BRACE,
  OPEN_BRACKET,
} from '../../files/source/value-scan.js';
import { isObject, type JsonObject } from '../../model/fields.js';
import { quote } from '../../problems/quote.js';
import type { Answer } from './answer.js';
import { limitParts, OF_STRANGERS, UnreadableText, ValueStream } from './value-stream.js';

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
const COLON = 0x3a;

/** Called with the bytes of a record, in a buffer that is reused. Throws {@link UnreadableText} for invalid JSON. */
type Visit = (record: Buffer) => void;

/** Reads the body of a list to its end or its first fault; calls `visit` for each record. */
export async function readList(
  blocks: AsyncIterator<Buffer>,
  visit: Visit,
  bounds = OF_STRANGERS,
): Promise<ListFrame> {
  const stream = new ValueStream(blocks, bounds);
  try {
    const first = await stream.peek();
    let around: ListFrame = { kind: 'array' };
    if (first === OPEN_BRACKET) await readArray(stream, visit);
    else if (first === OPEN_BRACE) around = await readEnvelope(stream, visit);
    else if (isBare(first)) throw new UnreadableText('it is neither a list nor an object');
    else throw breakIn(stream, 'it');
    if ((await stream.peek()) === undefined) return around;
    throw new UnreadableText(`it is not JSON: there is more at byte ${stream.place}`);
  } catch (error) {
    if (error instanceof UnreadableText) return { kind: 'none', fault: error.message };
    throw error;
  }
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
  if (body.length > most) return { fault: `a value of more than ${most} bytes` };
  try {
    limitParts(body, mostParts);
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

const breakIn = ({ place }: ValueStream, what: string): UnreadableText =>
  new UnreadableText(`it is not JSON: ${what} breaks off at byte ${place}`);

/** Reads a list, from its opening bracket on. */
async function readArray(stream: ValueStream, visit: Visit): Promise<void> {
  stream.pass();
  if ((await stream.peek()) === CLOSE_BRACKET) return stream.pass();
  for (let records = 1; ; records++) {
    if (records > stream.bounds.records)
      throw new UnreadableText(`a list of more than ${stream.bounds.records} records`);
    if ((await stream.peek()) === undefined) throw breakIn(stream, 'the list');
    const { place } = stream;
    try {
      await stream.value(visit);
    } catch (error) {
      if (!(error instanceof UnreadableText)) throw error;
      throw new UnreadableText(`${error.message} (record at byte ${place})`);
    }
    const next = await stream.peek();
    if (stream.place === place || (next !== COMMA && next !== CLOSE_BRACKET)) {
      throw breakIn(stream, 'the list');
    }
    stream.pass();
    if (next === CLOSE_BRACKET) return;
  }
}

/** Reads an object, from its opening brace on. */
async function readEnvelope(stream: ValueStream, visit: Visit): Promise<ListFrame> {
  const keys: string[] = [];
  const members: { -readonly [K in keyof Members]: Members[K] } = {};
  let isList = false;
  stream.pass();
  for (let next = await stream.peek(); next !== CLOSE_BRACE || keys.length > 0; ) {
    if (next !== QUOTE) throw breakIn(stream, 'the object');
    const key = String(await stream.value(memberOf));
    if (keys.includes(key)) throw new UnreadableText(`it has the key ${quote(key)} twice`);
    if (keys.push(key) > MAX_KEYS)
      throw new UnreadableText(`an object of more than ${MAX_KEYS} keys`);
    if ((await stream.peek()) !== COLON) throw breakIn(stream, 'the object');
    stream.pass();
    const first = await stream.peek();
    if (key === 'results' && first === OPEN_BRACKET) {
      isList = true;
      await readArray(stream, visit);
    } else {
      const value = await stream.value(memberOf);
      const kept = MEMBERS.find((name) => name === key);
      if (kept) members[kept] = value;
    }
    next = await stream.peek();
    if (next === CLOSE_BRACE) break;
    if (next !== COMMA) throw breakIn(stream, 'the object');
    stream.pass();
    next = await stream.peek();
  }
  stream.pass();
  if (!isList) throw new UnreadableText('it is an object without a list "results"');
  return { kind: 'envelope', keys, members };
}

/** Parses a key, or a member that is no list of records; a long value, an object or an array becomes a short text. */
function memberOf(bytes: Buffer): unknown {
  const value = parse(bytes);
  const hasParts = typeof value === 'object' && value !== null;
  return hasParts || bytes.length > MAX_MEMBER ? quote(value) : value;
}
