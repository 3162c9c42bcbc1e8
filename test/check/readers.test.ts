// What readers tell of the bytes that they take: where members stand, how they are written, and what is to be written anew.
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { ObjectReader } from '../../src/engine/compile/fast/object.js';
import { Reading } from '../../src/engine/compile/fast/tokens.js';
import { valueReader } from '../../src/engine/compile/fast/values.js';
import { fieldsOf } from '../../src/model/declared.js';
import type { Type } from '../../src/model/fields.js';
import { id, ref } from '../../src/model/types.js';
import { plan } from './both-paths.js';

const fields = fieldsOf(
  z.strictObject({ id, name: z.string().default(''), many: z.array(z.int()).default([]) }),
  'things',
);
/** The type that a schema declares. */
const typeOf = (schema: z.ZodType): Type =>
  fieldsOf(z.strictObject({ schema }), 'things')['schema']!.type;

/** A reader of objects, and what it tells of the one that it read last. */
function objects() {
  const readers = Object.values(fields).map(({ type }) => valueReader(type, false));
  const object = new ObjectReader(fields, readers);
  const read = (json: string) => {
    const reading = new Reading();
    const bytes = Buffer.from(json);
    reading.begin(bytes, bytes.length, false);
    const end = object.read(reading, 1);
    const { isOrdered, isVerbatim, isSpaced } = object;
    const told = Object.entries({ isOrdered, isVerbatim, isSpaced }).flatMap(([name, is]) =>
      is ? [name] : [],
    );
    return end < 0 ? undefined : told.join(' ');
  };
  return { object, read };
}

describe('objects', () => {
  it.each([
    ['{"id":1,"name":"A","many":[1]}', 'isOrdered isVerbatim'],
    ['{"id":1}', 'isOrdered isVerbatim'],
    ['{"name":"A","id":1}', 'isVerbatim'],
    ['{"many":[1],"id":1,"name":"A"}', 'isVerbatim'],
    ['{"id":1,"name":"A","many":[1, 2]}', 'isOrdered'],
    ['{"many":[1, 2],"name":"A","id":1}', ''],
    ['{ "id":1,"name":"A"}', 'isOrdered isVerbatim isSpaced'],
    ['{"id":1 ,"name":"A"}', 'isOrdered isVerbatim isSpaced'],
    ['{"id":1, "name":"A"}', 'isOrdered isVerbatim isSpaced'],
    ['{"id" :1,"name":"A"}', 'isOrdered isVerbatim isSpaced'],
    ['{"id": 1,"name":"A"}', 'isOrdered isVerbatim isSpaced'],
    ['{"name": "A","id":1}', 'isVerbatim isSpaced'],
    ['{"id":1,"name":"A" }', 'isOrdered isVerbatim isSpaced'],
    ['{"id":1,"name": "A"}', 'isOrdered isVerbatim isSpaced'],
    ['{"id":1 }', 'isOrdered isVerbatim isSpaced'],
    ['{"id": 1}', 'isOrdered isVerbatim isSpaced'],
    ['{"id"x1,"name":"A"}', undefined],
    ['{"id":1x"name":"A"}', undefined],
    ['["id":1,"name":"A"}', undefined],
    ['{"name":"A"}', undefined],
    ['{}', undefined],
  ])('%s', (json, expected) => {
    expect(objects().read(` ${json}`)).toBe(expected);
  });
});

/** Whether a value is taken, and published as it stands. */
function read(type: Type, json: string, withhold = false): boolean | undefined {
  const reading = new Reading();
  const bytes = Buffer.from(`${json},`);
  reading.begin(bytes, json.length, false);
  return valueReader(type, withhold)(reading, 0) === json.length ? reading.verbatim : undefined;
}

describe('values are published as they stand, or not', () => {
  const part = z.strictObject({ id });
  const alone = typeOf(part);
  const sorted = typeOf(z.array(part).meta({ order: 'descending' }));
  const { type: embedded } = plan.byName.get('vacancies')!.fields['work_regions']!;
  const person = typeOf(
    z.strictObject({
      id,
      name: z.string().default('').meta({ personal: '' }),
      note: z.string().optional(),
    }),
  );
  it.each<
    [what: string, type: Type, json: string, isVerbatim: boolean | undefined, isBlanked?: boolean]
  >([
    ['no element', typeOf(z.array(z.int())), '[]', true],
    ['no element, with a blank', typeOf(z.array(z.int())), '[ ]', false],
    ['an element', typeOf(z.array(z.int())), '[1]', true],
    ['elements', typeOf(z.array(z.int())), '[1,2]', true],
    ['a blank before one', typeOf(z.array(z.int())), '[ 1,2]', false],
    ['a blank after one', typeOf(z.array(z.int())), '[1 ,2]', false],
    ['a blank at the end', typeOf(z.array(z.int())), '[1,2 ]', false],
    ['a part', person, '{"id":1,"name":"A"}', true],
    ['a part that omits what may be', person, '{"id":1,"name":"A","note":"B"}', true],
    ['a part that lacks what is published', person, '{"id":1}', false],
    ['a part in another order', person, '{"name":"A","id":1}', false],
    ['a part with a blank', person, '{"id":1, "name":"A"}', false],
    ['a part of which something is withheld', person, '{"id":1,"name":"A"}', false, true],
    ['a part of which nothing is', alone, '{"id":1}', true, true],
    ['one that is sorted', sorted, '[{"id":1}]', true],
    ['ones that are sorted', sorted, '[{"id":2},{"id":1}]', false],
    ['ones that are not sorted', typeOf(z.array(part)), '[{"id":2},{"id":1}]', true],
    ['ids of records', typeOf(z.array(ref('regions'))), '[1]', true],
    ['records that are embedded', embedded, '[1]', false],
    [
      'a record that is embedded in a part',
      typeOf(z.strictObject({ id: ref('regions', 'full') })),
      '{"id":1}',
      false,
    ],
    ['an id in a part', alone, '{"id":1}', true],
    ['a number in a part', typeOf(z.strictObject({ id: z.int() })), '{"id":1}', true],
  ])('%s', (_, type, json, isVerbatim, isBlanked = false) => {
    expect(read(type, json, isBlanked)).toBe(isVerbatim);
  });
});
