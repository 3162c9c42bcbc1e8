// Schemas and checker agree on records: those of the shipped data, and arbitrary ones that are
// changed here and there.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { makeValidator } from '../../src/engine/compile/validate.js';
import { makePlan } from '../../src/engine/plan.js';
import { longFields } from '../../src/model/fields.js';
import { portal } from '../../src/portal/index.js';
import { portal as portals } from '../oracle/portals.js';
import { Choices } from '../oracle/random.js';
import { COLLECTIONS, type Item, type Json } from '../oracle/types.js';
import { projectFolder } from '../support/folders.js';
import { runs } from '../support/runs.js';
import { filesOf } from '../support/tree.js';
import { accepts, acceptsFile } from './validators.js';

/** What of a finding is about shape, and so in a schema too. */
const SHAPE = [
  'unknown-field',
  'missing-field',
  'wrong-type',
  'bad-value/range',
  'bad-value/choice',
  'bad-value/form',
  'bad-timestamp',
  'bad-date',
];

const validators = new Map(
  makePlan(portal).collections.map((plan) => [plan.declared.name, makeValidator(plan, [])]),
);

function hasShape(collection: string, record: Json): boolean {
  const findings = validators.get(collection)!(record);
  return !findings.some(
    ({ name, path }) => SHAPE.includes(name) && !isElsewhere(collection, name, path),
  );
}

/** An editor cannot know whether a text is in a file of its own. */
function isElsewhere(collection: string, name: string, path: string): boolean {
  const { fields } = portal.collections.find((one) => one.name === collection)!;
  const long = longFields(fields).map(({ field }) => `/${field}`);
  return name === 'missing-field' && long.includes(path);
}

it('the schemas accept the shipped data', () => {
  const folder = join(projectFolder, 'data');
  const files = filesOf(folder).filter((name) => /^[^.].*json$/.test(name));
  const refused = files.filter(
    (name) => acceptsFile(name, readFileSync(join(folder, name), 'utf8')) !== true,
  );
  expect(files.length).toBeGreaterThan(100);
  expect(refused).toEqual([]);
});

it('the schemas accept arbitrary portals, as lists and as single records', () => {
  fc.assert(
    fc.property(portals, (portal) => {
      for (const collection of COLLECTIONS) {
        const records = portal[collection];
        expect(accepts(collection, records)).toBe(true);
        for (const record of records) expect(accepts(collection, record)).toBe(true);
      }
    }),
    runs(5),
  );
});

const values = fc.oneof(
  fc.constantFrom<Json[]>(
    ...[null, true, 0, 1, -1, 1.5, 2 ** 53, -(2 ** 53), '', 'one_time', 'tender', [], {}, [1], [0]],
    ...['2024-02-29', '2023-02-29', '1900-02-29', '2000-02-29', '2024-04-31', '2024-4-1'],
    ...['2024-02-29T23:59:59+23:59', '2024-02-29T10:00:00.0-00:00', '2024-01-01T10:00:00Z'],
    ...['2024-01-01T24:00:00+03:00', '2024-01-01T10:00:60+03:00', '2024-01-01T10:00:00.+03:00'],
    ...['2024-01-01T10:00:00+24:00', '2024-01-01T10:00:00+0300', '0000-02-29T00:00:00+00:00'],
    ...[{ id: 1 }, [{ id: 1 }], [{ id: 1, title: 'Да', variants: [] }], [{ s: '' }], { s: '' }],
  ),
  // Any day and any moment, whether they exist or not.
  fc
    .tuple(fc.nat(9999), fc.nat(13), fc.nat(32), fc.boolean())
    .map(([year, month, day, isMoment]) => {
      const two = (number: number) => String(number).padStart(2, '0');
      const date = `${String(year).padStart(4, '0')}-${two(month)}-${two(day)}`;
      return isMoment ? `${date}T10:00:00+03:00` : date;
    }),
  fc.jsonValue({ maxDepth: 2 }) as fc.Arbitrary<Json>,
);

it('a changed record has a wrong shape for the checker exactly when it has for its schema', () => {
  const answers = { wrong: 0, right: 0 };
  fc.assert(
    fc.property(portals, fc.array(values, { minLength: 12 }), fc.nat(), (portal, news, seed) => {
      const at = new Choices(seed);
      for (const collection of COLLECTIONS) {
        for (const record of portal[collection]) {
          const changed = change(record, at, news, Object.keys(fieldsOf(collection)));
          const isRight = hasShape(collection, changed);
          answers[isRight ? 'right' : 'wrong']++;
          if (accepts(collection, changed) !== isRight) {
            expect.fail(
              `${collection}: ${isRight ? 'right' : 'wrong'}, ${JSON.stringify(changed)}`,
            );
          }
        }
      }
    }),
    runs(15),
  );
  expect(Math.min(answers.right, answers.wrong)).toBeGreaterThan(100);
});

const fieldsOf = (name: string) => portal.collections.find((one) => one.name === name)!.fields;

/** The record with something in it left out, replaced or added; seldom nothing at all. */
function change(value: Json, at: Choices, news: readonly Json[], names: readonly string[]): Json {
  if (typeof value !== 'object' || value === null) return at.of(news);
  if (Array.isArray(value)) {
    if (value.length === 0 || at.once(4)) return [...value, at.of(news)];
    const index = at.below(value.length);
    return value.map((element, i) => (i === index ? change(element, at, news, []) : element));
  }
  const known = Object.keys(value);
  const all: Item = { ...value };
  if (at.once(12)) return { ...all, [at.of(['idd', '__proto', 'toString', ''])]: at.of(news) };
  if (known.length > 0 && at.once(6)) {
    const left = at.of(known);
    return Object.fromEntries(Object.entries(all).filter(([name]) => name !== left));
  }
  // A field that the record has, or one that its collection has.
  const name = at.of(names.length > 0 && at.once(2) ? names : known.length > 0 ? known : ['id']);
  const inner = all[name];
  const next = inner !== undefined && !at.once(4) ? change(inner, at, news, []) : at.of(news);
  return { ...all, [name]: next };
}
