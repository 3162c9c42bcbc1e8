// Which records the fast path takes as they stand, and that the slow one makes the same of these.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { makeEmitters } from '../../src/engine/compile/emit.js';
import { makeFastPath } from '../../src/engine/compile/fast/fast-path.js';
import { type CollectionPlan, makePlan } from '../../src/engine/plan.js';
import { LIMITS } from '../../src/model/limits.js';
import { memo } from '../../src/model/memo.js';
import { computed, derived, id } from '../../src/model/types.js';
import { FRAME_HOSTS } from '../oracle/values.js';
import { plain, portalOf } from '../second/small.js';
import { temporaryFolder } from '../support/folders.js';
import { expectSame, Share } from './both-paths.js';
import { ODD, ODD_TEXTS } from './odd.js';
import { collections, inBraces, membersOf, valuesIn } from './usual.js';

interface Way {
  readonly single?: boolean;
  readonly whole?: boolean;
  /** What stands before it: four bytes are looked at at once. */
  readonly befores?: readonly string[];
}
type Taken = (record: string, way?: Way) => boolean;

/** Tells whether the fast path takes a record, wherever it begins in its file. */
function takerOf(collection: CollectionPlan): Taken {
  const settings = { frames: FRAME_HOSTS, withholdPersonal: false };
  const path = makeFastPath(collection, makeEmitters(collection, false), settings);
  return (record, { single = false, whole = true, befores = ['', 'a', 'ab', 'abc'] } = {}) => {
    const results = befores.map((before) => {
      const bytes = Buffer.from(`${before}${record}`, 'latin1');
      const place = { start: 0, single, whole };
      const taken = path.take(bytes, before.length, bytes.length, place)?.toString('latin1');
      if (taken === undefined) return false;
      expect(taken).toBe(record);
      // Not if it should end before.
      expect(path.take(bytes, before.length, bytes.length - 1, place)).toBeUndefined();
      return true;
    });
    expect(new Set(results).size, record).toBe(1);
    return results[0]!;
  };
}

/** A character for each byte, of which some are no UTF-8. */
const latin1 = (text: string) => Buffer.from(text).toString('latin1');

const all = collections.map(({ name, collection, fields }) => ({
  name,
  fields,
  takes: takerOf(collection),
}));
const takerNamed = (name: string) => all.find((one) => one.name === name)!.takes;

/** Whole numbers of as many digits as are read in place, and of more. */
const LONG = ['999999999999999', '-999999999999999', '1000000000000000', '-01'];

/** Publishes records by both paths. */
async function expectAlike(files: Readonly<Record<string, readonly string[]>>): Promise<void> {
  const data = join(temporaryFolder(), 'data');
  mkdirSync(data);
  for (const [name, records] of Object.entries(files))
    writeFileSync(join(data, `${name}.json`), `[${records.join()}]`, 'latin1');
  for (const withholds of [false, true]) {
    const share = new Share();
    await expectSame(data, withholds, share);
    expect(share.taken).toBe(Object.values(files).flat().length);
  }
}

const taken = (text: string): [string, boolean] => [text, true];
const left = (text: string): [string, boolean] => [text, false];

/** A vacancy with more members. */
const vacancyWith = (members: string) =>
  latin1(`{"id":1,"text":"А","category":1,"created_at":"2024-05-01T10:00:00+03:00",${members}}`);

describe('the fast path takes', () => {
  it.each<[what: string, record: string, isTaken?: boolean]>([
    ['of required members alone', '{"id":1,"name":"А"}'],
    ['without one of these', '{"id":1,"code":"01"}', false],
    ['without any', '{}', false],
    ['in another order', '{"district":2,"code":"01","name":"А","id":1}'],
    ['with blanks', '{ "id" : 1 , "name" :\t"А",\n"code": "01"\r\n}'],
    ['with blanks at its beginning', '{ "id":1,"name":"А"}'],
    ['with blanks at its end', '{"id":1,"name":"А" }'],
    ['with blanks before a comma', '{"id":1 ,"name":"А"}'],
    ['with blanks after a comma', '{"id":1, "name":"А"}'],
    ['with blanks before a colon', '{"id" :1,"name":"А"}'],
    ['with blanks after a colon', '{"id":1,"name": "А"}'],
    ['with another blank', '{"id":1,\u00a0"name":"А"}', false],
    ['that has a member twice', '{"id":1,"id":1,"name":"А"}', false],
    ['with an unknown member', '{"id":1,"name":"А","x":1}', false],
    ['with an unknown member first', '{"x":1,"id":1,"name":"А"}', false],
    ['with a key that another begins with', '{"id":1,"name":"А","cod":"01"}', false],
    ['with a key that begins with another', '{"id":1,"name":"А","codes":"01"}', false],
    ['with a long key', `{"id":1,"name":"А","${'x'.repeat(100)}":1}`, false],
    ['with a key that is none', '{"id":1,name:"А"}', false],
    ['with an escaped key', '{"\\u0069d":1,"name":"А"}', false],
    ['with an escaped key behind an escaped text', '{"name":"\\u0410","\\u0069d":1}'],
    ['with another key that is escaped', '{"name":"\\u0410","\\u0069":1}', false],
    ['with an escaped comma behind an escaped text', '{"name":"\\u0410"\\u002c"id":1}', false],
    ['with an escaped digit behind an escaped text', '{"name":"\\u0410","id":\\u0031}', false],
    ['with a colon too few', '{"id" 1,"name":"А"}', false],
    ['with a comma too few', '{"id":1 "name":"А"}', false],
    ['with a comma too many', '{"id":1,"name":"А",}', false],
    ['with a comma too many at its beginning', '{,"id":1,"name":"А"}', false],
    ['with a bracket at its end', '{"id":1,"name":"А"]', false],
    ['without its end', '{"id":1,"name":"А"', false],
    ['in a list', '[{"id":1,"name":"А"}]', false],
    ['with something behind it', '{"id":1,"name":"А"}1', false],
    ['with blanks behind it', '{"id":1,"name":"А"} ', false],
    ['escaped, with something behind it', '{"id":1,"name":"\\u0410"}1', false],
    ['escaped, without its end', '{"id":1,"name":"\\u0410"', false],
    ['with a schema', '{"$schema":"x","id":1,"name":"А"}', false],
    ['with bytes that are no text', '{"id":1,"name":"\xff"}', false],
  ])('or leaves records %s', async (what, record, isTaken = true) => {
    const written = what.endsWith('no text') ? record : latin1(record);
    expect(takerNamed('regions')(written)).toBe(isTaken);
    const usual = latin1('{"id":7,"name":"Б","code":"07"}');
    if (!isTaken) return;
    // What is remembered of how it is laid out holds of none that only looks alike.
    const compact = latin1(JSON.stringify(JSON.parse(record)));
    await expectAlike({ regions: [usual, written, compact, usual, written] });
  });

  it('a record with a schema where it is alone in its file, and one with something behind it where that may be', () => {
    const takes = takerNamed('regions');
    expect(takes('{"$schema":"x","id":1,"name":"A"}', { single: true })).toBe(true);
    expect(takes('{"id":1,"name":"A"}', { whole: false })).toBe(true);
    expect(takes('{"id":1,"name":"A"', { whole: false })).toBe(false);
  });

  const certificates = [
    '[]',
    '[ ]',
    '[{"id":1,"category":2,"exact_category":3}]',
    '[ {"id":1,"category":2,"exact_category":3}]',
    '[{"id":1,"category":2,"exact_category":3} ]',
    '[{"id":1,"category":2,"exact_category":3} , {"id":2,"category":2,"exact_category":3}]',
    '[{"id":2,"category":2,"exact_category":3},{"id":1,"category":2,"exact_category":3}]',
    '[{"id":1, "category":2,"exact_category":3}]',
    '[{"exact_category":3,"category":2,"id":1}]',
    '[{"id":1,"category":2}]',
  ];
  it.each(certificates)('lists of parts, however they are laid out: %s', async (list) => {
    const takes = takerNamed('vacancies');
    const record = (of: string) => vacancyWith(`"certificates":${of},"work_regions":[2,1]`);
    expect(takes(record(list))).toBe(list !== certificates.at(-1));
    if (!takes(record(list))) return;
    const others = certificates.slice(0, -1).map(record);
    await expectAlike({ vacancies: [record('[]'), record(list), ...others] });
  });

  it('or leaves a text alike, wherever it begins', () => {
    const takes = takerNamed('regions');
    for (const text of ODD_TEXTS) {
      const record = latin1(`{"id":1,"name":${text}}`);
      expect([text, takes(record)]).toEqual([text, takes(record, { befores: [''] })]);
    }
  });

  it.each<[text: string, isTaken?: boolean]>([
    // The last and the first character of each length in UTF-8, and those around what is half a character.
    ...['\\u007f', '\\u0080', '\\u07ff', '\\u0800', '\\ud7ff', '\\ue000', '\\uffff'].map(taken),
    // A pair of halves goes the slow path, as a single half does.
    ...['\\ud800\\udc00', '\\udbff\\udfff', '\\uD800\\uDFFF', '\\uDbFf\\uDc00'].map(left),
    ...['\\ud800', '\\udbff', '\\udc00', '\\udfff', '\\ud800\\udbff', '\\ud800\\ue000'].map(left),
    ...['\\ud800udc00', '\\ud800\\ndc00', '\\ud800.udc00', '\\ud800\\udc0', '\\ud800\\udc0g'].map(
      left,
    ),
    // What JSON writes with a letter, as an escape, and as it is.
    ...['\\u0008', '\\u0009', '\\u000a', '\\u000c', '\\u000d', '\\u0022', '\\u005c'].map(taken),
    ...['\\u0001', '\\u001f', '\\u0020', '\\u002f', '\\/'].map(taken),
    ...['\\u0410\\b', '\\u0410\\"', '\\u0410\\\\'].map(taken),
    ...['\\u0410\\x', '\\u0410\\', '\\u04', '\\u', '\\u0000'].map(left),
    // Brackets inside of a text end nothing.
    ...['\\u0410}', '\\u0410{', '\\u0410]', '\\u0410[', '}\\u0410', '{\\u0410'].map(taken),
    ['"\\u0410', false],
  ])('the escaped text а%s: %s', async (text, isTaken = true) => {
    const record = (name: string) => latin1(`{"id":1,"name":"${name}","district":2}`);
    expect(takerNamed('regions')(record(`а${text}`))).toBe(isTaken);
    const regions = ['Б', `а${text}`, '\\u0411', `а${text}`].map(record);
    if (isTaken) await expectAlike({ regions });
  });

  it.each([
    ['regions', '{"id":1,"name":"%"}', [' а', '&nbsp;', '\\u0020а', '«а', ''], [' ', '\\u0020']],
    [
      'posts',
      '{"id":1,"title":"А","slug":"a","text":"%","created":"2024-05-01T10:00:00+03:00","blog":1,"user":1,"moderated_by":1}',
      [
        '<p> а</p>',
        '<p><b>а</b></p>',
        '<p>&nbsp;а</p>',
        'а',
        '<p>а</p><p> </p>',
        '<b>&nbsp;</b>',
        '<p>а',
      ],
      [
        '<p> </p>',
        '<p><br/>&nbsp;</p>',
        ' ',
        '<p></p>',
        '<script>а</script>',
        '<b>а</i>',
        '& а',
        '& <p class=\\"x\\">а</p>',
      ],
    ],
  ])('texts that show something and are safe: %s', async (name, record, taken, others) => {
    const last = record.replace(/,"text":"%"(.*)\}$/, '$1,"text":"%"}');
    const takes = (text: string) => {
      const [isTaken, isTakenLast] = [record, last].map((json) =>
        takerNamed(name)(latin1(json.replace('%', text))),
      );
      expect([text, isTakenLast]).toEqual([text, isTaken]);
      return isTaken;
    };
    expect([taken.filter(takes), others.filter(takes)]).toEqual([taken, []]);
    await expectAlike({ [name]: taken.map((text) => latin1(record.replace('%', text))) });
  });

  it('long texts, and the same one again', async () => {
    const texts = ['котлы ', 'трубы ', 'трубы '].map((word) => word.repeat(40));
    const regions = texts.map((text, i) =>
      latin1(`{"id":${i + 1},"name":"${text}","code":"${text}"}`),
    );
    await expectAlike({ regions });
  });

  it.each([
    ['{"id":1,"name":"A"}', true],
    ['{"id":1,"name":"A","title":"B"}', true],
    ['{"id":1,"title":"B"}', true],
    ['{"id":1}', false],
    ['{"id":1,"title":"B","twin":1}', true],
    ['{"id":1,"title":"B","twin":2}', false],
  ])(
    'what follows from the record itself, where it does and is the same: %s',
    (record, isTaken) => {
      const things = plain('things', {
        name: z.string().optional(),
        title: derived(z.string(), (thing) => thing['name']),
        twin: computed(id, (thing) => thing['id']),
      });
      const { byName } = makePlan(portalOf([things]));
      expect(takerOf(byName.get('things')!)(record)).toBe(isTaken);
    },
  );

  it('lists as long as they may be', () => {
    const takes = takerNamed('vacancies');
    const record = (length: number) =>
      vacancyWith(`"work_regions":[${Array.from({ length }, (_, at) => at + 1)}]`);
    const { listElements } = LIMITS;
    expect([takes(record(listElements)), takes(record(listElements + 1))]).toEqual([true, false]);
  });

  it('lists that lack a bracket or a comma, or have one too many, not at all', () => {
    const takes = takerNamed('vacancies');
    for (const list of ['[1,]', '[,1]', '[1 2]', '[1}', '[1', '1]', '[1,,2]', '[[1]]']) {
      expect([list, takes(vacancyWith(`"work_regions":${list}`))]).toEqual([list, false]);
    }
  });

  it('of each field these values, and publishes them as the slow one', async () => {
    const fieldsBy = new Map<string, string[]>();
    const files: Record<string, string[]> = {};
    for (const { name, fields, takes } of all) {
      const taken: string[] = [latin1(inBraces(membersOf(fields)))];
      expect([name, takes(taken[0]!)]).toEqual([name, true]);
      const usual = membersOf(fields);
      const optional = usual.filter(([field]) => {
        const record = latin1(inBraces(usual.filter(([own]) => own !== field)));
        const isTaken = takes(record);
        if (isTaken) taken.push(record);
        return isTaken;
      });
      const lacking = optional.map(([field]) => `${name}.${field}`);
      memo(fieldsBy, '(not there)', () => []).push(...lacking);
      for (const { path, type, put } of valuesIn(fields)) {
        const values = [...new Set([...ODD, ...LONG])].filter((value) => {
          const record = latin1(put(value));
          const isTaken = takes(record, { befores: [''] });
          if (isTaken) taken.push(record);
          return isTaken;
        });
        const key = `${type.nullable ? 'nullable ' : ''}${type.kind}: ${values.join(' ')}`;
        memo(fieldsBy, key, () => []).push(`${name}.${path}`);
      }
      files[name] = taken;
    }
    const groups = [...fieldsBy].map(([values, fields]) => `${fields.join(' ')}\n  ${values}\n`);
    await expect(groups.sort().join('')).toMatchFileSnapshot('fast.txt');
    await expectAlike(files);
  });
});
