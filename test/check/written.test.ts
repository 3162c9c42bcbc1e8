// Values of any JSON are published as they are written: numbers with their digits, keys in their order, and without white space.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { build } from '../../src/snapshot/build.js';
import { workingFolder } from '../fmt/folder.js';
import { plain, portalOf } from '../second/small.js';

const things = plain('things', {
  list: z.array(z.unknown()).default([]),
  object: z.looseObject({}).nullable().default(null),
  lists: z.array(z.array(z.unknown())).default([]),
  inner: z.strictObject({ list: z.array(z.unknown()).default([]) }).prefault({}),
});

async function published(record: string): Promise<string> {
  const cwd = workingFolder({ 'things.json': record });
  const { ok, problems } = await build(portalOf([things]), { cwd, cache: false });
  expect([ok, problems]).toEqual([true, []]);
  return readFileSync(join(cwd, 'dist/api/things/index.json'), 'utf8');
}

const DIGITS = '[1.10,0.12345678901234567891,12345678901234567890.5,1e2,1E-7,1.0,9007199254740994]';

it.each([
  [
    '[ { "128077" : 3,\n"9" : 1,"b":{"2":[ ],"1":{ }} } ]',
    '[{"128077":3,"9":1,"b":{"2":[],"1":{}}}]',
  ],
  [DIGITS, DIGITS],
  [DIGITS.replaceAll(',', ' ,\t'), DIGITS],
  [
    String.raw`["\u0041\/ \t, \"x\": [ 1 ]", " a  b ", {"\u0039": "\ud83d\uDE00", "\u00e9": 1}]`,
    String.raw`["A/ \t, \"x\": [ 1 ]"," a  b ",{"9":"😀","é":1}]`,
  ],
  ['[ null , true,"a", 7 ]', '[null,true,"a",7]'],
  ['[ ]', '[]'],
])('%s is published as %s', async (written, expected) => {
  const record = (of: string) =>
    `{"id":1,"list":${of},"object":{"a":${of}},"lists":[${of}],"inner":{"list":${of}}}`;
  expect(await published(record(written))).toBe(`[${record(expected)}]`);
});

it('and so are those that a record does not give', async () => {
  expect(await published('{"id":1,"list":[1.10]}')).toBe(
    '[{"id":1,"list":[1.10],"object":null,"lists":[],"inner":{"list":[]}}]',
  );
});
