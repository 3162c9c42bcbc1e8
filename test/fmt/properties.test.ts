// Properties of fmt on random portals in random layouts.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { recordText, type TextLayout } from '../../src/editing/format/record-text.js';
import { noteRecord } from '../../src/engine/compile/written.js';
import { isObject } from '../../src/model/fields.js';
import { portal as declared } from '../../src/portal/index.js';
import { BLANKS, INLINE_BLANKS, Writer } from '../oracle/layout.js';
import { portal as portals } from '../oracle/portals.js';
import { inFolder, publish, rebuild, seed } from '../oracle/publish.js';
import { Choices } from '../oracle/random.js';
import { COLLECTIONS, type Item, type Json } from '../oracle/types.js';
import { anyJson } from '../oracle/values.js';
import { runs } from '../support/runs.js';
import { format } from '../support/tool.js';
import { identitiesOf, readTree } from '../support/tree.js';
import { fill } from './folder.js';

describe('any portal, however it is laid out', () => {
  it('has the same snapshot when it is formatted, and no file to format again', async () => {
    await fc.assert(
      fc.asyncProperty(portals, seed, async (portal, layout) => {
        await inFolder(async (cwd) => {
          const before = await publish(cwd, portal, layout, {});
          const first = await format({ cwd });
          expect(first.refused).toEqual([]);
          const files = identitiesOf(join(cwd, 'data'));
          const after = await rebuild(cwd, {});
          expect(after.summary.snapshot).toBe(before.summary.snapshot);
          expect(after.problems.length).toBe(before.problems.length);
          expect((await format({ cwd })).changed).toEqual([]);
          expect(identitiesOf(join(cwd, 'data'))).toEqual(files);
        });
      }),
      runs(2),
    );
  });

  it('is formatted to the same bytes in every layout of its files', async () => {
    await fc.assert(
      fc.asyncProperty(portals, seed, seed, fc.nat(2), async (portal, one, other, form) => {
        await inFolder(async (cwd) => {
          const trees = [];
          for (const layout of [one, other]) {
            const at = new Choices(layout);
            const files = COLLECTIONS.map((name) => laidOut(name, portal[name], form, at));
            mkdirSync(cwd, { recursive: true });
            fill(cwd, Object.fromEntries(files.flat()));
            expect((await format({ cwd })).refused).toEqual([]);
            trees.push(readTree(join(cwd, 'data')));
          }
          expect(trees[1]).toEqual(trees[0]);
        });
      }),
      runs(3),
    );
  });
});

/** The files of a collection: one of lines, one list, or one a record; in any layout. */
function laidOut(name: string, records: Item[], form: number, at: Choices): [string, string][] {
  const writer = new Writer(at, form === 0 ? INLINE_BLANKS : BLANKS);
  const written = at
    .shuffled(records)
    .map(
      (record) => [record.id, writer.record(Object.entries(shuffledParts(record, at)))] as const,
    );
  const mark = at.once(3) ? '\uFEFF' : '';
  const texts = written.map(([, text]) => text);
  if (form === 0) return [[`${name}.ndjson`, mark + texts.join(at.once(2) ? '\r\n' : '\n\n')]];
  if (form === 1) return [[`${name}.json`, mark + writer.around(writer.wrapped('[', ']', texts))]];
  return written.map(([id, text]) => [`${name}/${id}.json`, mark + writer.around(text)]);
}

/** Fields whose value is a part or a list of parts: the order of their keys means nothing. */
const PARTS = new Set(
  'profile avatar privacy_settings certificates polls variants votes'.split(' '),
);

function shuffledParts(item: Item, at: Choices): Item {
  const shuffled = (value: Json): Json => {
    if (Array.isArray(value)) return value.map(shuffled);
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(at.shuffled(Object.entries(shuffledParts(value as Item, at))));
  };
  return Object.fromEntries(
    Object.entries(item).map(([name, value]) => [name, PARTS.has(name) ? shuffled(value) : value]),
  );
}

describe('any record at all', () => {
  const posts = declared.collections.find(({ name }) => name === 'posts')!;
  const formatted = (text: string, layout: TextLayout) => {
    const json: Json = JSON.parse(text);
    if (isObject(json)) noteRecord(posts, json, text);
    return recordText(json, posts.fields, layout);
  };
  const name = fc.constantFrom(...Object.keys(posts.fields), 'variants', 'votes', '$schema', 'x');
  const value: fc.Arbitrary<Json> = fc.letrec<{ value: Json }>((tie) => ({
    value: fc.oneof(
      { maxDepth: 4 },
      anyJson,
      fc.constantFrom<Json>('7', '007', '2024-05-01T10:00:00Z', '2024-05-01T10:00:00+0300', 1e21),
      fc.dictionary(name, tie('value'), { maxKeys: 6 }) as fc.Arbitrary<Json>,
      fc.array(tie('value'), { maxLength: 3 }) as fc.Arbitrary<Json>,
    ),
  })).value;

  it('is formatted once and for all, in either layout, and keeps every member', () => {
    fc.assert(
      fc.property(value, fc.constantFrom<TextLayout>('expanded', 'line'), (json, layout) => {
        const once = formatted(JSON.stringify(json), layout);
        expect(formatted(once, layout)).toBe(once);
        expect(JSON.parse(once)).toEqual(json);
      }),
      runs(100),
    );
  });
});

describe('any bytes', () => {
  it('that are refused stay as they are; all others can be read afterwards', async () => {
    const tokens = '{ } [ ] , : "id" "name" " \\ \\u0041 \\ud83d 7 -0 1e2 1.0 null'.split(' ');
    const others = [' ', '\n', '\r\n', '\uFEFF', '\u0000', '{"id": 1, "name": "Тверь"}'];
    const piece = fc.constantFrom(...tokens, ...others);
    const bytes = fc.oneof(
      fc.array(piece, { maxLength: 12 }).map((all) => Buffer.from(all.join(''))),
      fc.uint8Array({ maxLength: 20 }).map((all) => Buffer.from(all)),
    );
    await fc.assert(
      fc.asyncProperty(bytes, fc.constantFrom('json', 'ndjson'), async (content, ending) => {
        await inFolder(async (cwd) => {
          const file = join(cwd, 'data', `regions.${ending}`);
          mkdirSync(join(cwd, 'data'), { recursive: true });
          writeFileSync(file, content);
          const { refused, changed } = await format({ cwd });
          const now = readTree(join(cwd, 'data')).get(`regions.${ending}`)!;
          if (refused.length > 0 || changed.length === 0) expect(now.equals(content)).toBe(true);
          else if (ending === 'json') JSON.parse(now.toString());
          expect((await format({ cwd, check: true })).changed).toEqual([]);
        });
      }),
      runs(20),
    );
  });
});
