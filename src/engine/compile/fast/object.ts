// Finds the members of an object in the bytes of a data file. Most objects have the same members in the same order as
// the object before. So the first guess for a key is the key that last followed the previous key.

import { CLOSE_BRACE, COLON, COMMA, OPEN_BRACE } from '../../../files/source/value-scan.js';
import type { Fields } from '../../../model/fields.js';
import type { Instant } from '../../../model/time.js';
import { NOT_TAKEN, QUOTE, type Read, type Reading, skipSpace } from './tokens.js';

/** The states of a member. ABSENT: the object does not have it. NULL: its value is `null`. */
export const ABSENT = 0;
export const NULL = 1;
/** The bytes of the value may be copied into a fragment, if the emitter of the member allows it. */
export const VERBATIM = 2;
/** The bytes of the value must not be copied into a fragment. */
export const OTHER = 3;

/** Stands for a field that does not exist. */
export const NO_PLACE = -1;

const FIRST_OF_NULL = 0x6e;
/** Keys with more bytes are not looked up. So it takes little time to search for the end of a key. */
const MAX_KEY = 64;

/**
 * Reads objects with these fields. The arrays describe the object that was read last. They have one element for each
 * field, in the order of the declaration. For the member `"a":1` at byte 3, `from` is 7 and `to` is 8.
 */
export class ObjectReader {
  readonly states: Uint8Array;
  /** The offsets at which the values begin. */
  readonly from: Int32Array;
  /** The offsets at which the values end. */
  readonly to: Int32Array;
  readonly numbers: Float64Array;
  readonly instants: (Instant | undefined)[];
  /** Whether the members are in the order in which their fields are declared. */
  isOrdered = false;
  /** Whether the bytes of all values may be copied into a fragment. */
  isVerbatim = false;
  /** Whether there is white space before or after a key or a value. */
  isSpaced = false;

  /** The field names as JSON, with quotes. */
  readonly #names: readonly Buffer[];
  readonly #places: ReadonlyMap<string, number>;
  /**
   * For each field, the field that last followed it in an object: the guess for the next key. The last element is the
   * guess for the first key of an object.
   */
  readonly #following: Int32Array;
  readonly #required: readonly number[];

  constructor(
    fields: Fields,
    private readonly readers: readonly Read[],
  ) {
    const names = Object.keys(fields);
    this.#names = names.map((name) => Buffer.from(JSON.stringify(name)));
    this.#places = new Map(this.#names.map((name, place) => [name.toString('latin1'), place]));
    this.#following = Int32Array.from([...names.map((_, place) => place + 1), 0]);
    this.#required = names.flatMap((name, place) => (fields[name]!.required ? [place] : []));
    this.states = new Uint8Array(names.length);
    this.from = new Int32Array(names.length);
    this.to = new Int32Array(names.length);
    this.numbers = new Float64Array(names.length);
    this.instants = names.map(() => undefined);
  }

  /**
   * Reads the object that begins at `start`, and returns the offset of its end. Returns {@link NOT_TAKEN} if the object
   * is unusual or wrong, for example if it lacks a required member.
   */
  read(reading: Reading, start: number): number {
    const { bytes } = reading;
    const { states, from, to, numbers, instants, readers } = this;
    const outer = reading.verbatim;
    if (bytes[start] !== OPEN_BRACE) return NOT_TAKEN;
    states.fill(ABSENT);
    let before = NO_PLACE;
    let isOrdered = true;
    let isVerbatim = true;
    let at = skipSpace(bytes, start + 1);
    let isSpaced = at > start + 1;
    if (bytes[at] === CLOSE_BRACE) at++;
    else {
      for (;;) {
        const place = this.#placeOf(bytes, at, before);
        if (place === NO_PLACE || states[place] !== ABSENT) return NOT_TAKEN;
        const key = at;
        const keyEnd = key + this.#names[place]!.length;
        at = bytes[keyEnd] === COLON ? keyEnd : skipSpace(bytes, keyEnd);
        if (bytes[at] !== COLON) return NOT_TAKEN;
        const value = skipSpace(bytes, at + 1);
        const isJoined = value === keyEnd + 1;
        reading.verbatim = true;
        const end = readers[place]!(reading, value);
        if (end === NOT_TAKEN) return NOT_TAKEN;
        from[place] = value;
        to[place] = end;
        numbers[place] = reading.number;
        instants[place] = reading.instant;
        states[place] = bytes[value] === FIRST_OF_NULL ? NULL : reading.verbatim ? VERBATIM : OTHER;
        isOrdered &&= place > before;
        isVerbatim &&= reading.verbatim;
        before = place;
        at = skipSpace(bytes, end);
        const next = bytes[at];
        const after = at + 1;
        if (next === CLOSE_BRACE) {
          isSpaced ||= !isJoined || at > end;
          at = after;
          break;
        }
        if (next !== COMMA) return NOT_TAKEN;
        at = skipSpace(bytes, after);
        isSpaced ||= !isJoined || at > end + 1;
      }
    }
    for (const place of this.#required) if (states[place] === ABSENT) return NOT_TAKEN;
    this.isOrdered = isOrdered;
    this.isVerbatim = isVerbatim;
    this.isSpaced = isSpaced;
    reading.verbatim = outer;
    return at;
  }

  /** Returns the index of the field whose key begins at `at`; {@link NO_PLACE} if there is no such field. */
  #placeOf(bytes: Buffer, at: number, before: number): number {
    const names = this.#names;
    const following = this.#following;
    const previous = before === NO_PLACE ? names.length : before;
    const likely = following[previous]!;
    if (likely < names.length && isAt(names[likely]!, bytes, at)) return likely;
    if (bytes[at] !== QUOTE) return NO_PLACE;
    let end = at + 1;
    while (end - at <= MAX_KEY && bytes[end] !== QUOTE) end++;
    const place = this.#places.get(bytes.toString('latin1', at, end + 1)) ?? NO_PLACE;
    if (place !== NO_PLACE) following[previous] = place;
    return place;
  }
}

function isAt(name: Buffer, bytes: Buffer, at: number): boolean {
  for (let i = 0; i < name.length; i++) if (bytes[at + i] !== name[i]) return false;
  return true;
}
