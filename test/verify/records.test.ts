// How bodies are read and records are held against the declared shapes.
import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { parse, readList } from '../../src/delivery/http/list-body.js';
import { PublishedShapes } from '../../src/import/fetch/shapes.js';
import { portal as declared } from '../../src/portal/index.js';
import { content, type Envelope, type Site } from '../support/site.js';
import { buildSnapshot, filesIn } from './reference.js';

const read = (text: string | Buffer) => {
  const records: unknown[] = [];
  const around = readList(Buffer.from(text), (record) => records.push(parse(record)));
  return { around, records };
};

describe('a list', () => {
  const lists = fc.array(fc.jsonValue());
  const spaces = fc.constantFrom(undefined, 1, '\t');

  it('is read as JSON.parse reads it, whatever its white space', () => {
    fc.assert(
      fc.property(lists, spaces, (list, indent) => {
        const text = `\n${JSON.stringify(list, null, indent)} `;
        const records: unknown = JSON.parse(text);
        expect(read(text)).toEqual({ around: { kind: 'array' }, records });
        const members = { next: null, 'a "\\': list, results: list, count: [7] };
        const envelope = JSON.stringify(members, null, indent);
        expect(read(envelope)).toEqual({
          around: {
            kind: 'envelope',
            keys: Object.keys(members),
            members: { next: null, count: '[7]' }, // in words, since it has parts
          },
          records,
        });
      }),
    );
  });

  it('that breaks off anywhere is none', () => {
    fc.assert(
      fc.property(lists, fc.nat(), (list, place) => {
        const text = JSON.stringify(list);
        expect(read(text.slice(0, place % text.length)).around.kind).toBe('none');
      }),
    );
  });

  it.each([
    '',
    ' ',
    '{}',
    '{,}',
    '{"results":[],}',
    '{"results":[]} 1',
    '{results:[]}',
    '{"results" []}',
    '{7:[]}',
    '[1,]',
    '[,1]',
    '[1 2]',
    '[1]]',
    '[1]x',
    '{"results":{}}',
    '7',
    '"a"',
    'null',
    '{',
  ])('is not %j', (text) => {
    expect(read(text).around.kind).toBe('none');
  });

  it('is nested no deeper than who reads it can follow', () => {
    const deep = `[${'['.repeat(100_000)}${']'.repeat(100_000)}]`;
    const fault = 'it is nested deeper than 500 levels';
    expect(read(deep).around).toEqual({
      kind: 'none',
      fault: `${fault} (record at byte 1)`,
    });
    expect(read(`{"results":${deep}}`).around).toEqual({
      kind: 'none',
      fault: `${fault} (record at byte 12)`,
    });
  });

  it('has no more records than memory', () => {
    const { around } = read(`[${'0,'.repeat(1_000_000)}0]`);
    expect(around).toEqual({ kind: 'none', fault: 'a list of more than 1000000 records' });
  });

  it('is UTF-8', () => {
    const bytes = Buffer.concat([Buffer.from('["'), Buffer.from([0xff]), Buffer.from('"]')]);
    const fault = 'it is not UTF-8 (record at byte 1)';
    expect(read(bytes).around).toEqual({ kind: 'none', fault });
  });

  it('has each key once, no more of them than a page needs, and no endless one', () => {
    const faultOf = (text: string) => {
      const { around } = read(text);
      return 'fault' in around && around.fault;
    };
    expect(faultOf('{"count":1,"results":[],"count":2}')).toBe('it has the key "count" twice');
    const keys = Array.from({ length: 101 }, (_, i) => `"${i}":0`).join();
    expect(faultOf(`{${keys},"results":[]}`)).toBe('an object of more than 100 keys');
    const endless = 'x'.repeat(4_200_000);
    expect(faultOf(`["${endless}"]`)).toBe('a value of more than 4194304 bytes (record at byte 1)');
    expect(faultOf(`{"${endless}":1}`)).toBe('a value of more than 4194304 bytes');
    const parts = (more: number) => `[[[]${',0'.repeat(249_998 + more)}]]`;
    expect(faultOf(parts(0))).toBe(false);
    expect(faultOf(parts(1))).toBe('a value of more than 250000 parts (record at byte 1)');
    // What a page would be held by for as long as it is remembered.
    const { around } = read(`{"next":"${'x'.repeat(20_000)}","results":[]}`);
    const next = around.kind === 'envelope' ? around.members.next : undefined;
    expect(next).toMatch(/^"x{50,}…$/);
  });
});

describe('a published record', () => {
  let site: Site;
  beforeAll(async () => {
    const baseUrl = 'https://portal.example.org';
    site = { baseUrl, links: 'path', tree: filesIn(await buildSnapshot(baseUrl)) };
  });
  const shapes = new PublishedShapes(declared);
  const lists = declared.endpoints.filter(({ records }) => records);

  /** Every way to an object inside a value. */
  function* objectsIn(value: unknown): Generator<Record<string, unknown>> {
    if (typeof value !== 'object' || value === null) return;
    if (!Array.isArray(value)) yield value as Record<string, unknown>;
    for (const member of Object.values(value)) yield* objectsIn(member);
  }

  it.each(lists)('of $name has its shape, and any key that is gone or odd is told', (endpoint) => {
    const { collection, shape } = endpoint.records ?? { collection: '', shape: '' };
    const misfits = shapes.of(collection, shape);
    const body = content<Envelope | unknown[]>(site, `api/${endpoint.name}/index.json`);
    const records: readonly unknown[] = 'results' in body ? body.results : body;
    expect(records.length, 'reference.ts needs a record of it').toBeGreaterThan(0);
    for (const record of records) {
      expect(misfits(record, '')).toEqual([]);
      for (const object of objectsIn(record)) {
        for (const key of Object.keys(object)) {
          const value = object[key];
          object[key] = Array.isArray(value) ? { odd: true } : ['odd'];
          expect(misfits(record, '').join(), key).toContain(key);
          object[key] = value;
        }
        const entries = Object.entries(object);
        const last = entries.at(-1);
        if (last === undefined) continue; // an object whose members are all optional
        delete object[last[0]];
        expect(misfits(record, '').join()).toContain(last[0]);
        object[last[0]] = last[1];
      }
    }
  });
});
