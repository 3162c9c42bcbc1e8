// The body of a list → its envelope and its records, one after another: an array of all comments
// may be too long to be one string.
import { isUtf8 } from 'node:buffer';
import { setImmediate } from 'node:timers/promises';
import { MAX_DEPTH } from '../engine/inspect.js';
import { CLOSE_BRACKET, COMMA, isSpace, OPEN_BRACKET, ValueScan } from '../engine/value-scan.js';

/** What stands around the records. */
export type Around =
  | { readonly kind: 'array' }
  /** `members`: all but the records themselves. */
  | { readonly kind: 'envelope'; readonly keys: readonly string[]; readonly members: Members }
  /** Not a list at all, and why. */
  | { readonly kind: 'none'; readonly fault: string };

type Members = Readonly<Record<string, unknown>>;

/** The most bytes that are parsed at once. */
const MAX_VALUE = 32 * 1024 * 1024;
/** The most records of one list: each is remembered. */
const MAX_RECORDS = 1_000_000;
/** After so many bytes of a long list others have a turn: their time must not run out meanwhile. */
const TURN = 4 * 1024 * 1024;

/** Reads a body; `visit` is given each record. */
export async function readList(body: Buffer, visit: (record: unknown) => void): Promise<Around> {
  if (!isUtf8(body)) return none('it is not UTF-8');
  let at = 0;
  while (at < body.length && isSpace(body[at]!)) at++;
  return body[at] === OPEN_BRACKET ? readArray(body, at + 1, visit) : readEnvelope(body, visit);
}

/** Parses a body that is not too long; `fault` says why there is no value. */
export function readValue(body: Buffer): { readonly value: unknown } | { readonly fault: string } {
  if (body.length > MAX_VALUE) return { fault: `a value of more than ${MAX_VALUE} bytes` };
  if (!isUtf8(body)) return { fault: 'it is not UTF-8' };
  const scan = new ValueScan();
  scan.run(body, 0, body.length);
  // JSON.parse takes any depth, but who works with the value recurses.
  if (scan.deepest > MAX_DEPTH) return { fault: `it is nested deeper than ${MAX_DEPTH} levels` };
  try {
    return { value: JSON.parse(body.toString()) };
  } catch (error) {
    return { fault: `it is not JSON: ${(error as Error).message}` };
  }
}

function readEnvelope(body: Buffer, visit: (record: unknown) => void): Around {
  const read = readValue(body);
  if ('fault' in read) return none(read.fault);
  const { value } = read;
  if (typeof value !== 'object' || value === null)
    return none('it is neither a list nor an object');
  const { results, ...members } = value as Members;
  if (!Array.isArray(results)) return none('it is an object without a list "results"');
  if (results.length > MAX_RECORDS) return none(TOO_MANY);
  for (const record of results) visit(record);
  return { kind: 'envelope', keys: Object.keys(value), members };
}

async function readArray(
  body: Buffer,
  from: number,
  visit: (record: unknown) => void,
): Promise<Around> {
  const scan = new ValueScan();
  let at = from;
  let rested = from;
  let records = 0;
  const skip = () => {
    while (at < body.length && isSpace(body[at]!)) at++;
    return body[at];
  };
  for (let isFirst = true; skip() !== CLOSE_BRACKET || !isFirst; isFirst = false) {
    const end = at < body.length ? scan.run(body, at, body.length) : -1;
    if (end <= at) return none(`it is not JSON: the list breaks off at byte ${at}`);
    const read = readValue(body.subarray(at, end));
    if ('fault' in read) return none(`${read.fault} (record at byte ${at})`);
    if (++records > MAX_RECORDS) return none(TOO_MANY);
    visit(read.value);
    at = end;
    if (at - rested > TURN) {
      await setImmediate();
      rested = at;
    }
    const next = skip();
    if (next === CLOSE_BRACKET) break;
    if (next !== COMMA) return none(`it is not JSON: the list breaks off at byte ${at}`);
    at++;
    skip();
  }
  at++;
  skip();
  return at < body.length ? none(`it is not JSON: there is more at byte ${at}`) : { kind: 'array' };
}

const TOO_MANY = `a list of more than ${MAX_RECORDS} records`;

const none = (fault: string): Around => ({ kind: 'none', fault });
