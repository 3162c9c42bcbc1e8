// Makes, for each type, a function that reads its values in the bytes of a data file. A reader never accepts a value
// that the slow path (../judge.ts) refuses.

import * as z from 'zod';
import { CLOSE_BRACKET, COMMA, OPEN_BRACKET } from '../../../files/source/value-scan.js';
import type { Field, Fields, ListType, Range, Type } from '../../../model/fields.js';
import { isBlank } from '../../../model/html/implausible.js';
import { LIMITS } from '../../../model/limits.js';
import { instantOf, isDate, isFarYear } from '../../../model/time.js';
import { ABSENT, ObjectReader } from './object.js';
import {
  BACKSLASH,
  literalReader,
  NOT_TAKEN,
  QUOTE,
  type Read,
  type Reading,
  readNumber,
  readString,
  skipSpace,
} from './tokens.js';

const readNull = literalReader('null');
const readTrue = literalReader('true');
const readFalse = literalReader('false');
const readEmptyObject = literalReader('{}');

const readBoolean = eitherReader(readTrue, readFalse);
/** Reads a string, a number, a flag or null. Lists and objects are left to JSON.parse. */
const readScalar = eitherReader(readString, readNumber, readBoolean, readNull);

/** Makes the reader of a field's values. `withhold`: see {@link valueReader}. */
export const fieldReader = (field: Field, withhold: boolean): Read =>
  withText(field, valueReader(field.type, withhold));

/** Leaves an empty text to the slow path, which warns of it, if the field has no default or a computed one. */
function withText({ type, absent }: Field, read: Read): Read {
  if (type.kind !== 'text' || !['missing', 'own'].includes(absent.kind)) return read;
  return (reading, at) => {
    const end = read(reading, at);
    return end === at + EMPTY.length && reading.bytes[at] === QUOTE ? NOT_TAKEN : end;
  };
}

const EMPTY = '""';

/** Makes the reader of a type's values. `withhold`: whether personal fields get a blank value. */
export function valueReader(type: Type, withhold: boolean): Read {
  const kind = readerOf(type, withhold);
  const read = type.limited ? judgedReader(kind, type) : kind;
  return type.nullable ? eitherReader(readNull, read) : read;
}

/**
 * Makes the reader of values with limits, such as a maximum. Zod checks the limits, because there are many kinds of
 * them, and few fields have one.
 */
function judgedReader(read: Read, { schema }: Type): Read {
  return (reading, at) => {
    const end = read(reading, at);
    if (end === NOT_TAKEN) return NOT_TAKEN;
    const value: unknown = JSON.parse(reading.bytes.toString('utf8', at, end));
    return z.safeParse(schema, value).success ? end : NOT_TAKEN;
  };
}

function readerOf(type: Type, withhold: boolean): Read {
  switch (type.kind) {
    case 'text':
      return type.html ? readMarkup : readPlainText;
    case 'timestamp':
      return readTimestamp;
    case 'date':
      return readDate;
    case 'integer':
    case 'id':
    case 'reference':
      return numberReader(type);
    case 'boolean':
      return readBoolean;
    case 'nothing':
      return readNull;
    case 'choice':
      return eitherReader(...type.values.map((value) => literalReader(JSON.stringify(value))));
    case 'list':
      return listReader(
        innerReader(type.of, withhold),
        LIMITS.listElements,
        type.descending,
        type.of.kind === 'reference',
      );
    case 'any-list':
      return listReader(readScalar, Number.POSITIVE_INFINITY);
    case 'any-object':
      return readEmptyObject;
    case 'part':
      return partReader(type.fields, withhold);
  }
}

function eitherReader(...readers: readonly Read[]): Read {
  return (reading, at) => {
    for (const read of readers) {
      const end = read(reading, at);
      if (end !== NOT_TAKEN) return end;
    }
    return NOT_TAKEN;
  };
}

/** Reads a text. If the text is blank, the record is left to the slow path, which warns of blank texts. */
const readPlainText: Read = (reading, at) => {
  const end = readString(reading, at);
  return end !== NOT_TAKEN &&
    BLANK[reading.bytes[at + 1]!] === 1 &&
    isBlankText(reading, at, end, false)
    ? NOT_TAKEN
    : end;
};

const readMarkup: Read = (reading, at) => {
  const end = readString(reading, at);
  if (end === NOT_TAKEN) return NOT_TAKEN;
  const { bytes } = reading;
  let shown = at + 1;
  while (bytes[shown] === LESS) {
    while (bytes[shown] !== GREATER && shown < end) shown++;
    shown++;
  }
  return BLANK[bytes[shown]!] === 1 && isBlankText(reading, at, end, true) ? NOT_TAKEN : end;
};

const LESS = 0x3c;
const GREATER = 0x3e;

/**
 * 1 for each byte with which a blank text may begin: white space, an escape, `&` (as in `&nbsp;`), or the quote that
 * ends an empty text.
 */
const BLANK = new Uint8Array(256);
for (const byte of [0x20, QUOTE, 0x26, BACKSLASH, 0xc2, 0xe1, 0xe2, 0xe3, 0xef]) BLANK[byte] = 1;

function isBlankText({ bytes }: Reading, at: number, end: number, isMarkup: boolean): boolean {
  const text = bytes.toString('utf8', at + 1, end - 1);
  return isBlank(text.includes('\\') ? JSON.parse(`"${text}"`) : text, isMarkup);
}

const readTimestamp: Read = (reading, at) => {
  const end = readString(reading, at);
  if (end === NOT_TAKEN) return NOT_TAKEN;
  const text = asciiOf(reading, at, end);
  reading.instant = instantOf(text);
  return reading.instant && !isFarYear(text) ? end : NOT_TAKEN;
};

const readDate: Read = (reading, at) => {
  const end = readString(reading, at);
  if (end === NOT_TAKEN) return NOT_TAKEN;
  const text = asciiOf(reading, at, end);
  return isDate(text) && !isFarYear(text) ? end : NOT_TAKEN;
};

/**
 * Decodes a string as Latin-1, which is fast. A string that is not ASCII is decoded wrongly, but then it is not a
 * timestamp or a date in any case.
 */
function asciiOf({ bytes }: Reading, at: number, end: number): string {
  return bytes.toString('latin1', at + 1, end - 1);
}

function numberReader({ least, most }: Range): Read {
  return (reading, at) => {
    const end = readNumber(reading, at);
    const { number } = reading;
    return end !== NOT_TAKEN && number >= least && number <= most ? end : NOT_TAKEN;
  };
}

/**
 * Makes the reader of a value inside a list or an object. If the value is an id whose record is embedded, the bytes of
 * the list or object are not copied into a fragment.
 */
function innerReader(type: Type, withhold: boolean): Read {
  const read = valueReader(type, withhold);
  if (type.kind !== 'reference' || type.shape === undefined) return read;
  return (reading, at) => {
    reading.verbatim = false;
    return read(reading, at);
  };
}

/** Makes the reader of a list. `isUnique`: whether a list that has an id twice is left to the slow path. */
function listReader(
  read: Read,
  most: number,
  isSorted: ListType['descending'] = undefined,
  isUnique = false,
): Read {
  const known = new Set<number>();
  return (reading, start) => {
    const { bytes } = reading;
    if (bytes[start] !== OPEN_BRACKET) return NOT_TAKEN;
    let at = start + 1;
    if (bytes[at] === CLOSE_BRACKET) return at + 1;
    let isSpaced = false;
    const skip = (from: number) => {
      const to = skipSpace(bytes, from);
      isSpaced ||= to > from;
      return to;
    };
    at = skip(at);
    let count = 0;
    known.clear();
    if (bytes[at] === CLOSE_BRACKET) at++;
    else {
      for (let next = COMMA; next === COMMA; ) {
        at = read(reading, skip(at));
        if (at === NOT_TAKEN || ++count > most) return NOT_TAKEN;
        if (isUnique && known.size === known.add(reading.number).size) return NOT_TAKEN;
        at = skip(at);
        next = bytes[at++]!;
        if (next !== COMMA && next !== CLOSE_BRACKET) return NOT_TAKEN;
      }
    }
    if (isSpaced || (isSorted && count > 1)) reading.verbatim = false;
    return at;
  };
}

function partReader(fields: Fields, withhold: boolean): Read {
  const all = Object.values(fields);
  const object = new ObjectReader(
    fields,
    all.map((field) => withText(field, innerReader(field.type, withhold))),
  );
  const isBlanked = withhold && all.some(({ withheldAs }) => withheldAs !== undefined);
  const shown = all.flatMap(({ absent }, place) => (absent.kind === 'omitted' ? [] : [place]));
  return (reading, at) => {
    const end = object.read(reading, at);
    if (
      isBlanked ||
      object.isSpaced ||
      !object.isOrdered ||
      !object.isVerbatim ||
      shown.some((place) => object.states[place] === ABSENT)
    ) {
      reading.verbatim = false;
    }
    return end;
  };
}
