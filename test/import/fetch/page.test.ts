// How pages of a stranger are read, and their records held against the declared shapes.
import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { readList } from '../../../src/delivery/http/list.js';
import { PublishedShapes } from '../../../src/import/fetch/shapes.js';
import { portal } from '../../../src/portal/index.js';
import { content, type Envelope, type Site } from '../../support/site.js';
import { buildSnapshot, filesIn } from '../../verify/reference.js';

function read(text: string) {
  const records: unknown[] = [];
  const bytes = Buffer.from(text);
  const page = { bytes, end: bytes.length, isTooLarge: false };
  return { envelope: readList(page, (record) => records.push(record)), records };
}

describe('a page', () => {
  it('is read as JSON.parse reads it, whatever its white space, and refused where it breaks off', () => {
    const spaces = fc.constantFrom(undefined, 1, '\t');
    fc.assert(
      fc.property(fc.array(fc.jsonValue()), spaces, fc.nat(), (list, indent, place) => {
        const text = `\n${JSON.stringify(list, null, indent)} `;
        const records: unknown = JSON.parse(text);
        expect(read(text)).toEqual({ envelope: undefined, records });
        const page = JSON.stringify({ next: null, 'a "\\': [7], results: list }, null, indent);
        expect(read(page)).toEqual({ envelope: JSON.parse(page), records });
        const whole = JSON.stringify(list);
        expect(() => read(whole.slice(0, place % whole.length))).toThrow(/not JSON|empty/);
      }),
    );
  });

  it.each([
    ['{"results":[]} 1', 'it is not JSON at byte 15'],
    ['[1]]', 'it is not JSON at byte 3'],
    ['{"results":{}}', 'it is an object without a list "results"'],
    ['7', 'it is neither a list nor an object'],
    ['{"results":[],"count":1,"count":2}', 'JSON.parse would lose a part of /count'],
    [`["${'x'.repeat(4_200_000)}"]`, 'a value of more than 4194304 bytes'],
    [`{"${'x'.repeat(34_000_000)}":1}`, 'a value of more than 33554432 bytes'],
    [`[[[]${',0'.repeat(249_999)}]]`, 'a value of more than 250000 parts'],
    [`[${'0,'.repeat(1_000_000)}0]`, 'a list of more than 1000000 records'],
  ])('is not %.40s', (text, why) => {
    expect(() => read(text)).toThrow(why);
  });
});

describe('a published record', () => {
  let site: Site;
  beforeAll(async () => {
    const baseUrl = 'https://portal.example.org';
    const folder = await buildSnapshot(baseUrl, 'path', undefined, []);
    site = { baseUrl, links: 'path', tree: filesIn(folder) };
  });
  const shapes = new PublishedShapes(portal);
  const lists = portal.endpoints.filter(({ records }) => records);

  /** Every way to an object inside a value. */
  function* objectsIn(value: unknown): Generator<Record<string, unknown>> {
    if (typeof value !== 'object' || value === null) return;
    if (!Array.isArray(value)) yield value as Record<string, unknown>;
    for (const member of Object.values(value)) yield* objectsIn(member);
  }

  it.each(lists)('of $name has its shape, and any key that is gone or odd is told', (endpoint) => {
    const { collection, shape } = endpoint.records ?? { collection: '', shape: '' };
    const body = content<Envelope | unknown[]>(site, `api/${endpoint.name}/index.json`);
    const shaped = shapes.of(collection, shape);
    const check = (record: Parameters<typeof shaped>[0]) =>
      shaped(record, () => ({ text: JSON.stringify(record), from: 0 }));
    const records = ('results' in body ? body.results : body) as Parameters<typeof shaped>[0][];
    expect(records.length, 'reference.ts needs a record of it').toBeGreaterThan(0);
    for (const record of records) {
      expect(check(record)).toEqual({ record });
      for (const object of objectsIn(record)) {
        for (const key of Object.keys(object)) {
          const value = object[key];
          object[key] = Array.isArray(value) ? { odd: true } : ['odd'];
          expect(check(record)).toEqual({ misfit: expect.stringContaining(key) });
          object[key] = value;
        }
        const [key, value] = Object.entries(object).at(-1) ?? [];
        if (key === undefined) continue; // an object whose members are all optional
        delete object[key];
        expect(check(record)).toEqual({ misfit: expect.stringContaining(key) });
        object[key] = value;
      }
    }
  });

  it('has an offset for the Z of UTC, which Django writes, but only in timestamps', () => {
    const shaped = shapes.of('experts', 'full');
    const [moment, utc] = ['2026-03-05T10:12:44+00:00', '2026-03-05T10:12:44Z'];
    const check = (created_at: string) => {
      const record = { id: 1, full_name: utc, created_at };
      return shaped(record, () => ({ text: JSON.stringify(record), from: 0 }));
    };
    expect(check(utc)).toEqual({ record: { id: 1, full_name: utc, created_at: moment } });
    expect(check(utc.replace('10:', '24:'))).toEqual({
      misfit: expect.stringContaining('not a timestamp'),
    });
  });
});
