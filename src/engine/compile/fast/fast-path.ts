// The fast path of compiling: it checks a record, and writes its columns and fragments, without parsing the whole
// record. The result is the same as that of the slow path (../file.ts). A record that is unusual or wrong is left to
// the slow path, and only the slow path reports findings.
import { isUtf8 } from 'node:buffer';
import * as z from 'zod';
import { SCHEMA_KEY, type TakenPlace } from '../../../files/source/records.js';
import type { Rule } from '../../../model/collection.js';
import {
  type Field,
  type Fields,
  type JsonObject,
  partOf,
  rangeOf,
  type Type,
} from '../../../model/fields.js';
import { findBare } from '../../../model/html/implausible.js';
import { markupKind } from '../../../model/html/markup.js';
import { findUnsafe } from '../../../model/html/safety.js';
import { findUnclosed } from '../../../model/html/tags.js';
import type { CollectionPlan } from '../../plan.js';
import type { FragmentEmitters } from '../emit.js';
import { numberOf, type ReadRecord } from '../rows.js';
import { ContentCheck, isHtml, NOWHERE } from '../validate.js';
import { makeCopier } from './copy.js';
import { ABSENT, NO_PLACE, ObjectReader, VERBATIM } from './object.js';
import { NOT_TAKEN, Reading } from './tokens.js';
import { fieldReader } from './values.js';
import { makeView } from './view.js';

/** Reads and checks records in the bytes of their file. */
export interface FastPath {
  /** Returns the bytes of the record that begins at `from`; undefined if the slow path has to compile the record. */
  take(bytes: Buffer, from: number, to: number, place: TakenPlace): Buffer | undefined;
  /** The record whose bytes `take` returned last. The next call of `take` changes it. */
  readonly record: ReadRecord;
}

/**
 * Signs of a merge conflict, or of a file that Git LFS has not downloaded. A text may contain these signs on purpose,
 * so a record with one of them is left to the slow path.
 */
const REMAINS = ['<<<<<<<', '|||||||', '>>>>>>>', 'git-lfs.github.com'];

/** The key `$schema`, with which a record may name its JSON Schema. It is not data. */
const SCHEMA_FIELD: Field = {
  type: { kind: 'text', schema: z.string() },
  required: false,
  absent: { kind: 'omitted' },
};

/** Makes the fast path of a collection. */
export function makeFastPath(
  plan: CollectionPlan,
  emitters: FragmentEmitters,
  { frames, withholdPersonal }: { frames: readonly string[]; withholdPersonal: boolean },
): FastPath {
  const { fields, numbers, instants } = plan;
  const members: Fields = { ...fields, [SCHEMA_KEY]: SCHEMA_FIELD };
  const names = Object.keys(members);
  const readers = Object.values(members).map((field) => fieldReader(field, withholdPersonal));
  const object = new ObjectReader(members, readers);
  const reading = new Reading();
  const { record, renew } = makeView(fields, object, reading);
  const copy = makeCopier(names, emitters);
  const isGood = makeCheck(plan, { object, reading, record }, frames);
  // For each column of numbers, the index of its field in `names`; NO_PLACE if `object.numbers` does not have the
  // field's number, for example for a choice of numbers.
  const numberPlaces = numbers.map((name) =>
    rangeOf(fields[name]!.type) ? names.indexOf(name) : NO_PLACE,
  );
  const instantPlaces = instants.map((name) => names.indexOf(name));
  return {
    record: {
      fields: record,
      number(column) {
        const place = numberPlaces[column]!;
        if (place === NO_PLACE || object.states[place] !== VERBATIM)
          return numberOf(record[numbers[column]!]);
        return object.numbers[place]!;
      },
      instant(column) {
        const place = instantPlaces[column]!;
        return object.states[place] === VERBATIM ? object.instants[place] : undefined;
      },
      emit: (out) => copy(reading, object, record, out),
    },
    take(bytes, from, to, { single, whole }) {
      reading.begin(bytes, to);
      const end = object.read(reading, from);
      if (end === NOT_TAKEN || end > to || (whole && end < to)) return undefined;
      if (!single && object.states[names.length - 1] !== ABSENT) return undefined;
      const taken = bytes.subarray(from, end);
      // The record is made a text, because four searches in a text take half as long as in bytes.
      const text = taken.toString('latin1');
      if (!isUtf8(taken) || REMAINS.some((one) => text.includes(one))) return undefined;
      renew();
      return isGood() ? taken : undefined;
    },
  };
}

interface ReadInPlace {
  readonly object: ObjectReader;
  readonly reading: Reading;
  readonly record: JsonObject;
}

/** Returns a function that says whether a record passes the checks of rules and values. Types are already checked. */
function makeCheck(
  { fields, declared }: CollectionPlan,
  { object, reading, record }: ReadInPlace,
  frames: readonly string[],
): () => boolean {
  const all = Object.entries(fields).map(([name, field], place) => ({ name, place, ...field }));
  const html = all.filter(({ type }) => isHtml(type));
  const own = all.flatMap(({ place, absent, computed }) =>
    absent.kind === 'own' && !computed ? [{ place, from: absent.from }] : [],
  );
  const checked = Object.fromEntries(
    Object.entries(fields).filter(
      ([, { type, absent, computed }]) => (computed && absent.kind === 'own') || isDeep(type),
    ),
  );
  const isChecked = Object.keys(checked).length > 0;
  const rules: readonly Pick<Rule, 'check'>[] = [
    ...declared.rules,
    ...declared.implausible.filter((rule) => rule.kind === 'own'),
  ];
  const isSafe = ({ name, place }: { name: string; place: number }): boolean => {
    // The kind of markup depends only on the ASCII characters of a text. So the text is decoded as Latin-1, which is
    // fast, although the file is UTF-8.
    if (object.states[place] === VERBATIM) {
      const [from, to] = [object.from[place]! + 1, object.to[place]! - 1];
      const ascii = reading.bytes.toString('latin1', from, to);
      const kind = markupKind(ascii);
      if (kind !== 'any') return findBare(ascii, true) < 0 && !findUnclosed(ascii, kind);
    }
    const value = record[name];
    return (
      typeof value !== 'string' ||
      (findUnsafe(value, frames).length === 0 && findBare(value, false) < 0 && !findUnclosed(value))
    );
  };
  const lacks = ({ place, from }: (typeof own)[number]) =>
    object.states[place] === ABSENT && from(record) === undefined;
  return () => {
    if (!html.every(isSafe) || own.some(lacks)) return false;
    if (rules.some((rule) => rule.check(record).length > 0)) return false;
    if (!isChecked) return true;
    const found = new ContentCheck(NOWHERE);
    found.object(record, checked, [], '');
    return found.finish().length === 0;
  };
}

/**
 * Whether values of this type need {@link ContentCheck}. They need it if they contain a list of objects, or a field
 * with a computed default.
 */
function isDeep(type: Type): boolean {
  if (type.kind === 'list') return type.of.kind === 'part';
  const part = Object.values(partOf(type) ?? {});
  return part.some((field) => field.absent.kind === 'own' || isDeep(field.type));
}
