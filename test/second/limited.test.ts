// Ranges, lengths and patterns of fields: told where they are broken, and shown in JSON Schemas and in the OpenAPI document.
import { expect, it } from 'vitest';
import { fileSchema } from '../../src/editing/schema/json-schema.js';
import { inWords } from '../../src/problems/in-words.js';
import { openapiOf } from '../../src/site/openapi/document.js';
import { check } from '../../src/snapshot/build.js';
import { workingFolder } from '../fmt/folder.js';
import { ajv } from '../schema/validators.js';
import { limited, right } from './limited.js';
import { portalOf } from './small.js';

const portal = portalOf([limited]);

const schema = fileSchema(limited, 'en');
const isInSchema = ajv.compile(schema);

it.each<[field: string, value: unknown, hint: string | undefined]>([
  ['pages', 0, 'a whole number from 1 to 500'],
  ['pages', 1, undefined],
  ['pages', 500, undefined],
  ['pages', 501, 'a whole number from 1 to 500'],
  ['pages', 2 ** 53, 'a whole number from 1 to 500'],
  ['pages', 1.5, 'write a whole number'],
  ['year', 1900, 'a whole number from 1901 to 2099'],
  ['year', 2100, 'a whole number from 1901 to 2099'],
  ['code', 'ab', 'write a text of the form /^[a-z]{3}$/'],
  ['code', 'abc', undefined],
  ['code', 'abcd', 'write a text of the form /^[a-z]{3}$/'],
  ['title', 'a', 'write at least 2'],
  ['title', '😀', 'write at least 2'],
  ['title', '😀😀', undefined],
  ['title', '😀😀😀😀', undefined],
  ['title', 'abcde', 'shorten the text'],
  ['site', 'example', 'write an address such as "https://example.org/"'],
  ['site', 'https://example.org/a', undefined],
  ['mail', 'a@b', 'write an e-mail address such as "name@example.org"'],
  ['mail', null, undefined],
  ['long', 'abcdef', 'shorten the text'],
  ['key', 'yz', 'write a text of the form /^x/'],
  ['key', 'xy', 'write a text of the form /z$/'],
  ['tags', [], 'give at least 1'],
  ['tags', ['a', 'b', 'c'], 'shorten the list'],
  ['tags', ['a', 'toolong'], 'shorten the text'],
  ['any', [1, 2, 3], 'shorten the list'],
])('%s %j: %s', async (field, value, hint) => {
  const other = { ...right, id: 2, [field]: value };
  const lines = [right, other].map((record) => `${JSON.stringify(record)}\n`);
  const cwd = workingFolder({ 'limited.ndjson': lines.join('') });
  expect(isInSchema(other)).toBe(hint === undefined);
  const { problems } = await check(portal, { cwd });
  const told = problems.map((found) => {
    const { hint, code, line, path } = inWords(found, 'en');
    return [code, line, path?.split('/')[1], hint];
  });
  const code = value === 1.5 ? 'wrong-type' : 'bad-value';
  expect(told).toEqual(hint === undefined ? [] : [[code, 2, field, hint]]);
});

it('clients are told of them', () => {
  const settings = { baseUrl: 'https://example.org', links: 'path', queries: false } as const;
  const document = openapiOf(portal, { ...settings, extras: [] });
  expect(document).toHaveProperty('components.schemas.Limited.properties', {
    id: expect.objectContaining({ minimum: 1 }),
    pages: { type: 'integer', format: 'int64', minimum: 1, maximum: 500 },
    year: { type: 'integer', format: 'int64', minimum: 1901, maximum: 2099 },
    code: { type: 'string', pattern: '^[a-z]{3}$' },
    title: { type: 'string', minLength: 2, maxLength: 4 },
    site: { type: 'string', format: 'uri' },
    mail: { type: ['string', 'null'], format: 'email', pattern: expect.any(String) },
    long: { type: 'string', maxLength: 5 },
    key: expect.objectContaining({ type: 'string', allOf: expect.any(Array) }),
    tags: { type: 'array', items: { type: 'string', maxLength: 3 }, minItems: 1, maxItems: 2 },
    any: { type: 'array', items: {}, maxItems: 2 },
  });
});
