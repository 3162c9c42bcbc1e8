// Makes an object of a record that the fast path has read, for code that reads fields by name, such as rules. Each
// value is decoded only when it is first used, because most values are never used.
import type { Fields, Json, JsonObject, Type } from '../../../model/fields.js';
import { ABSENT, NULL, type ObjectReader } from './object.js';
import type { Reading } from './tokens.js';

/** The record that was read last, as an object. */
export interface RecordView {
  readonly record: JsonObject;
  /** Forgets the decoded values, because another record has been read. */
  readonly renew: () => void;
}

const UNKNOWN = Symbol('unknown');

/** Makes the view of the records that `object` reads. */
export function makeView(fields: Fields, object: ObjectReader, reading: Reading): RecordView {
  const known: (Json | undefined | typeof UNKNOWN)[] = [];
  const record: JsonObject = {};
  Object.entries(fields).forEach(([name, { type }], place) => {
    known.push(UNKNOWN);
    const decode = decoderOf(type);
    const get = () => {
      let value = known[place];
      if (value === UNKNOWN) {
        const state = object.states[place];
        value =
          state === ABSENT
            ? undefined
            : state === NULL
              ? null
              : decode(reading.bytes, object, place);
        known[place] = value;
      }
      return value;
    };
    Object.defineProperty(record, name, { get, enumerable: true });
  });
  return { record, renew: () => void known.fill(UNKNOWN) };
}

type Decode = (bytes: Buffer, object: ObjectReader, place: number) => Json;

function decoderOf({ kind }: Type): Decode {
  switch (kind) {
    case 'integer':
    case 'id':
    case 'reference':
      return (_bytes, { numbers }, place) => numbers[place]!;
    case 'text':
    case 'timestamp':
    case 'date':
      return (bytes, { from, to }, place) => {
        const json = bytes.toString('utf8', from[place]!, to[place]!);
        return json.includes('\\') ? JSON.parse(json) : json.slice(1, -1);
      };
    default:
      return (bytes, { from, to }, place) =>
        JSON.parse(bytes.toString('utf8', from[place]!, to[place]!));
  }
}
