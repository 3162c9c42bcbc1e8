// The fast path against the schemas of the collections: it takes no record that zod refuses, and makes of all others the
// same as the slow path.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { makeEmitters } from '../../src/engine/compile/emit.js';
import { makeFastPath } from '../../src/engine/compile/fast/fast-path.js';
import { type CollectionPlan, makePlan } from '../../src/engine/plan.js';
import type { Fields, Type } from '../../src/model/fields.js';
import { inFolder } from '../oracle/publish.js';
import { FRAME_HOSTS } from '../oracle/values.js';
import { limited, right } from '../second/limited.js';
import { portalOf } from '../second/small.js';
import { runs } from '../support/runs.js';
import { expectSame, plan, Share } from './both-paths.js';
import { ODD } from './odd.js';
import { collections, membersOf, usualOf } from './usual.js';

const settings = { frames: FRAME_HOSTS, withholdPersonal: false };

const space = fc.constantFrom('', '', ' ');
const odd = fc.constantFrom(...ODD.filter((value) => !value.includes('\n')));
const jsonOf = (values: fc.Arbitrary<unknown>) => values.map((value) => JSON.stringify(value));
const least = (at: number) => fc.oneof(fc.integer({ min: at, max: at + 4 }), fc.maxSafeInteger());
const twoDigits = (most: number) =>
  fc.integer({ min: 0, max: most }).map((number) => `${number}`.padStart(2, '0'));
const day = fc
  .tuple(fc.integer({ min: 1890, max: 2110 }), twoDigits(13), twoDigits(32))
  .map((parts) => parts.join('-'));
const moment = fc
  .tuple(day, twoDigits(24), twoDigits(60), fc.constantFrom('+03:00', '-23:59', 'Z', '.5+00:00'))
  .map(([date, hour, minute, end]) => `${date}T${hour}:${minute}:00${end}`);
const text = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.constantFrom('Да', '<p>Да</p>', 'abc', 'https://a.b/'),
);

/** JSON of a usual value of a type as a rule, else of another that it allows, or of an odd one. */
function valueOfType(type: Type, usual = usualOf(type)): fc.Arbitrary<string> {
  const right = type.nullable ? fc.oneof(rightOf(type), fc.constant('null')) : rightOf(type);
  return fc.oneof(
    { weight: 60, arbitrary: fc.constant(usual) },
    { weight: 8, arbitrary: right },
    odd,
  );
}

function rightOf(type: Type): fc.Arbitrary<string> {
  switch (type.kind) {
    case 'text':
      return jsonOf(text);
    case 'timestamp':
      return jsonOf(
        fc.oneof({ weight: 9, arbitrary: fc.constant('2024-05-01T10:00:00+03:00') }, moment),
      );
    case 'date':
      return jsonOf(fc.oneof({ weight: 9, arbitrary: fc.constant('2024-02-29') }, day));
    case 'integer':
      return jsonOf(fc.oneof(least(-2), least(1)));
    case 'id':
    case 'reference':
      return jsonOf(least(1));
    case 'boolean':
      return jsonOf(fc.boolean());
    case 'choice':
      return jsonOf(fc.constantFrom(...type.values));
    case 'nothing':
      return fc.constant('null');
    case 'any-list':
      return jsonOf(fc.array(fc.jsonValue({ maxDepth: 1 }), { maxLength: 2 }));
    case 'any-object':
      return fc.constantFrom('{}', '{}', '{"a":1}');
    case 'list':
      return fc
        .tuple(fc.array(valueOfType(type.of), { maxLength: 4 }), space)
        .map(([values, blank]) => `[${values.join(`,${blank}`)}${blank}]`);
    case 'part':
      return objectOf(type.fields);
  }
}

/** JSON of an object with most of its fields, in any order. `usual`: JSON of its usual values. */
function objectOf(
  fields: Fields,
  usual = Object.fromEntries(membersOf(fields)),
): fc.Arbitrary<string> {
  const members = Object.entries(fields).map(([name, { type, required }]) =>
    fc
      .tuple(valueOfType(type, usual[name]), fc.integer({ min: 0, max: required ? 200 : 3 }))
      .map(([value, left]) => (left === 0 ? [] : [`${JSON.stringify(name)}:${value}`])),
  );
  const other = fc.oneof({ weight: 30, arbitrary: fc.constant([]) }, fc.constant(['"nobody":1']));
  return fc
    .tuple(fc.tuple(...members, other), fc.boolean(), space)
    .map(([all, isTurned, blank]) => {
      const given = all.flat();
      return `{${(isTurned ? given.reverse() : given).join(`,${blank}`)}${blank}}`;
    });
}

const jsonByName = (record: object) =>
  Object.fromEntries(Object.entries(record).map(([name, value]) => [name, JSON.stringify(value)]));

/** Whether the fast path takes a record. */
function takerOf(collection: CollectionPlan): (record: string) => boolean {
  const path = makeFastPath(collection, makeEmitters(collection, false), settings);
  const place = { start: 0, single: false, whole: true };
  return (record) => {
    const bytes = Buffer.from(record);
    return path.take(bytes, 0, bytes.length, place) !== undefined;
  };
}

const other = makePlan(portalOf([limited]));
const all = [
  ...collections.map(({ name, collection, fields }) => ({
    ...{ name, plan, collection },
    record: objectOf(fields),
  })),
  {
    ...{ name: 'limited', plan: other, collection: other.collections[0]! },
    record: objectOf(limited.fields, jsonByName(right)),
  },
];

it.each(all)(
  'no record of $name that zod refuses is taken',
  async ({ name, plan, collection, record }) => {
    const takes = takerOf(collection);
    const { schema } = collection.declared;
    const share = new Share();
    const records = fc.array(record, { minLength: 20, maxLength: 40 });
    await fc.assert(
      fc.asyncProperty(records, fc.boolean(), async (lines, withholds) => {
        const taken = lines.filter(takes);
        for (const line of taken) {
          const { error } = schema.safeParse(JSON.parse(line));
          expect([line, error?.issues]).toEqual([line, undefined]);
        }
        await inFolder(async (cwd) => {
          const data = join(cwd, 'data');
          mkdirSync(data);
          writeFileSync(join(data, `${name}.ndjson`), lines.join('\n'));
          await expectSame(data, withholds, share, plan);
        });
      }),
      runs(4),
    );
    expect(share.ratio).toBeGreaterThan(0.1);
  },
);
