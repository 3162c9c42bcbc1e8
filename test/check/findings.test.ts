// What is found in records, value by value: of each field with what may stand there, of each one that is not there, and of names
// that are no field's. What takes long comes last: `npm run mutate` ends with the first failure.
import { expect, it } from 'vitest';
import { makeValidator, reasonToWithhold } from '../../src/engine/compile/validate.js';
import type { WithholdingRule } from '../../src/model/collection.js';
import type { JsonObject } from '../../src/model/fields.js';
import { memo } from '../../src/model/memo.js';
import type { Finding } from '../../src/problems/problem.js';
import { quote } from '../../src/problems/quote.js';
import { FRAME_HOSTS } from '../oracle/values.js';
import { times } from '../support/portal.js';
import { ODD } from './odd.js';
import { collections, inBraces, membersOf, valuesIn } from './usual.js';

const isJson = (text: string): boolean => {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
};
const values = [...new Set(ODD)].filter(isJson);

const all = collections.map(({ name, collection, fields }) => {
  const validate = makeValidator(collection, FRAME_HOSTS);
  const findings = (record: string) => validate(JSON.parse(record), { kind: 'record', start: 0 });
  return { name, fields, findings };
});
const named = (name: string) => all.find((one) => one.name === name)!;

/** Findings in words: `it` is the field, and `…` the value. */
function told(found: readonly Finding[], field?: string, value?: string): string {
  const lines = found.map(({ name, args, path, place: _, ...others }) => {
    const shown = value && quote(JSON.parse(value));
    const about = Object.entries({ ...args, ...others }).flatMap(([key, arg]) => {
      if (arg === undefined) return [];
      const json = JSON.stringify(typeof arg === 'string' && shown ? arg.replace(shown, '…') : arg);
      return [`${key} ${json}`];
    });
    const last = path.split('/').at(-1)!;
    const where = last === field || last === `${field}x` ? '' : ` at ${path}`;
    const line = [`${name}${where}`, ...about].join(', ');
    return field ? line.replaceAll(new RegExp(`"${field}(x?)"`, 'g'), 'it$1') : line;
  });
  return lines.join('; ') || 'fine';
}

const usual = (name: string, members: string): string => {
  const { fields } = named(name);
  const own = Object.keys(JSON.parse(`{${members}}`));
  return inBraces(membersOf(fields).filter(([field]) => !own.includes(field))).replace(
    '{',
    `{${members},`,
  );
};
const post = (text: string) => usual('posts', `"text":${JSON.stringify(text)}`);
const certificates = (...ids: number[]) =>
  `"certificates":[${ids.map((id) => `{"id":${id},"category":1,"exact_category":2}`)}]`;
const many = (count: number, one: (i: number) => string) => times(count, one).join();

it.each<[what: string, name: string, record: string, expected: string]>([
  ['of no record', 'regions', '[]', 'wrong-type at , wanted "record", found "[]", optional false'],
  ['of a number', 'regions', '5', 'wrong-type at , wanted "record", found "5", optional false'],
  [
    'of a name that is like none',
    'regions',
    '{"id":1,"zzzzzzzz":1}',
    'missing-field at /name, field "name", wanted "string"; unknown-field at /zzzzzzzz, key "zzzzzzzz", free ["name","code","district"], atKey true',
  ],
  [
    'of a name that is like one of a wrong value',
    'districts',
    '{"id":1,"name":5,"nam":"x"}',
    'wrong-type at /name, wanted "string", found "5", instead "\\"5\\"", optional false; unknown-field at /nam, key "nam", nearest "name", free [], atKey true',
  ],
  [
    'of a word that is like one of those',
    'vacancies',
    usual('vacancies', '"ready_for":["one_tim"]'),
    'bad-value/choice at /ready_for/0, found "\\"one_tim\\"", choices ["one_time","one_time_turnkey","work_book_for_rent"], nearest "one_time"',
  ],
  [
    'of a number in a text',
    'regions',
    '{"id":"10","name":"А"}',
    'wrong-type at /id, wanted "int", found "\\"10\\"", instead "10", optional false',
  ],
  [
    'of no number in a text',
    'regions',
    '{"id":"1x","name":"А"}',
    'wrong-type at /id, wanted "int", found "\\"1x\\"", optional false',
  ],
  [
    'of words for yes',
    'users',
    usual('users', '"is_staff":"True","is_active":" Да ","ban_pm":"yes"'),
    'wrong-type at /is_staff, wanted "boolean", found "\\"True\\"", instead "true", optional true; wrong-type at /is_active, wanted "boolean", found "\\" Да \\"", instead "true", optional true; wrong-type at /ban_pm, wanted "boolean", found "\\"yes\\"", instead "true", optional true',
  ],
  [
    'of words for no',
    'users',
    usual('users', '"is_staff":"FALSE","is_active":"Нет","ban_pm":"no"'),
    'wrong-type at /is_staff, wanted "boolean", found "\\"FALSE\\"", instead "false", optional true; wrong-type at /is_active, wanted "boolean", found "\\"Нет\\"", instead "false", optional true; wrong-type at /ban_pm, wanted "boolean", found "\\"no\\"", instead "false", optional true',
  ],
  [
    'of other words',
    'users',
    usual('users', '"is_staff":"maybe"'),
    'wrong-type at /is_staff, wanted "boolean", found "\\"maybe\\"", optional true',
  ],
  [
    'of a year long ago',
    'posts',
    usual('posts', '"created":"0206-02-28T00:00:00+03:00"'),
    'implausible/far-year at /created, found "\\"0206-02-28T00:00:00+03:00\\""',
  ],
  [
    'of long unsafe markup',
    'posts',
    post(`<p style="top:${'1'.repeat(76)}">А</p>`),
    'unsafe-html/style at /text, found "top:1111111111111111111111111111111111111111111111111111111111111111111111111111", at 0',
  ],
  [
    'of longer unsafe markup',
    'posts',
    post(`<p style="top:${'1'.repeat(77)}">А</p>`),
    'unsafe-html/style at /text, found "top:1111111111111111111111111111111111111111111111111111111111111111111111111111…", at 0',
  ],
  [
    'of a long bare text',
    'posts',
    post('< bare text, and more of it'),
    'implausible/bare-markup at /text, found "< bare text,", at 0',
  ],
  [
    'of a bare text with characters of two units',
    'posts',
    post('<p>А &😀😀😀😀😀😀😀😀😀😀😀😀😀</p>'),
    'implausible/bare-markup at /text, found "&😀😀😀😀😀😀😀😀😀😀😀", at 5',
  ],
  [
    'of unsafe and bare markup',
    'posts',
    post('<script>1</script> & < 2'),
    'unsafe-html/element at /text, found "script", at 0; implausible/bare-markup at /text, found "& < 2", at 19',
  ],
  [
    'of all unsafe markup of a text, wherever it is',
    'posts',
    post(
      '<p onclick="a()" style="top:0">А<script>1</script><a href="javascript:a()">Б</a><b onclick="b()">В</b><iframe>Г<i>Д</i></iframe><iframe/',
    ),
    'unsafe-html/handler at /text, found "onclick", at 0; unsafe-html/style at /text, found "top:0", at 0; unsafe-html/element at /text, found "script", at 32; unsafe-html/address at /text, found "javascript:a()", at 50; unsafe-html/handler at /text, found "onclick", at 80; unsafe-html/raw-text at /text, found "iframe", at 102; unsafe-html/unended at /text, found "<iframe/", at 128',
  ],
  [
    'of unsafe and unclosed markup beside wrong types',
    'posts',
    usual('posts', '"id":"1","text":"<script>1</script>","short_text":"<bb>А"'),
    'wrong-type at /id, wanted "int", found "\\"1\\"", instead "1", optional false; unsafe-html/element at /text, found "script", at 0; implausible/unclosed-tag at /short_text, found "bb", at 0',
  ],
  [
    'of an id that comes again',
    'vacancies',
    usual('vacancies', certificates(1, 1, 2, 2, 4, 1)),
    'duplicate-id at /certificates/1/id, id 1, part "/certificates/0", free 3; duplicate-id at /certificates/3/id, id 2, part "/certificates/2", free 5; duplicate-id at /certificates/5/id, id 1, part "/certificates/0", free 6',
  ],
  [
    'of as many elements as may be',
    'vacancies',
    usual('vacancies', `"work_regions":[${many(100_000, (at) => String(at + 1))}]`),
    'fine',
  ],
  [
    'of too many elements',
    'vacancies',
    usual('vacancies', `"work_regions":[${many(100_001, () => '1')}]`),
    'bad-value/length at /work_regions, found 100001, most 100000',
  ],
])('%s', (_, name, record, expected) => {
  expect(told(named(name).findings(record))).toBe(expected);
});

it('a thousand times in a record at most', () => {
  const [regions, vacancies] = [named('regions'), named('vacancies')];
  const unknown = (count: number) =>
    regions.findings(`{"id":1,"name":"А",${many(count, (i) => `"zzz${i}":1`)}}`);
  const wrong = (count: number) =>
    vacancies.findings(usual('vacancies', `"work_regions":[${many(count, () => 'null')}],"zzz":1`));
  expect([999, 1000, 1001].map((count) => unknown(count).length)).toEqual([999, 1000, 1000]);
  const lacking = (count: number) =>
    vacancies.findings(usual('vacancies', `"certificates":[${many(count, () => '{"id":1}')}]`));
  expect([998, 999, 1000, 1001].map((count) => wrong(count).length)).toEqual([
    999, 1000, 1000, 1000,
  ]);
  expect([499, 500, 501].map((count) => lacking(count).length)).toEqual([998, 1000, 1000]);
  const unsafe = (count: number, id: string) => {
    const tags = times(count, (i) => `<p on${i}>`).join('');
    return named('posts').findings(usual('posts', `"id":${id},"text":"${tags}"`));
  };
  expect([999, 1000, 1001].map((count) => unsafe(count, '1').length)).toEqual([999, 1000, 1000]);
  expect([998, 999, 1000].map((count) => unsafe(count, '"1"').length)).toEqual([999, 1000, 1000]);
  // And as many warnings, which hide no error.
  const far = (i: number) =>
    `{"id":${Math.min(i, 1000)},"category":1,"certificate_expiry":"2206-01-01","exact_category":2}`;
  const resume = usual('resumes', `"certificates":[${many(1001, far)}]`);
  const found = named('resumes').findings(resume);
  expect([found.length, found.at(-1)!.name]).toEqual([1001, 'duplicate-id']);
});

it('the first reason to withhold a record', () => {
  const reasons = [1, 2, 2].map((id) => ({ when: (record: JsonObject) => record['id'] === id }));
  const reasonOf = (id: number) =>
    reasonToWithhold({ id }, reasons as unknown as WithholdingRule[]);
  expect([1, 2, 3].map(reasonOf)).toEqual([1, 2, 0]);
});

/** What is told → of which it is. */
type Told = Map<string, string[]>;
const linesOf = (told: Told) => [...told].map(([what, of]) => `${what}: ${of.join(' ')}`);

it('of each field, with what may stand there', async () => {
  const fieldsBy: Told = new Map();
  for (const { name, fields, findings } of all) {
    expect([name, findings(inBraces(membersOf(fields)))]).toEqual([name, []]);
    for (const { path, put } of valuesIn(fields)) {
      const field = path.split('.').at(-1)!;
      const valuesBy: Told = new Map();
      for (const value of values)
        memo(valuesBy, told(findings(put(value)), field, value), () => []).push(value);
      memo(fieldsBy, linesOf(valuesBy).join('\n  '), () => []).push(`${name}.${path}`);
    }
  }
  const groups = [...fieldsBy].map(([lines, fields]) => `${fields.join(' ')}\n  ${lines}\n`);
  await expect(groups.join('')).toMatchFileSnapshot('findings-of-values.txt');
});

it('where a field is not there, or is misspelt', async () => {
  const fieldsBy: Told = new Map();
  for (const { name, fields, findings } of all) {
    for (const { path, put } of valuesIn(fields)) {
      const field = path.split('.').at(-1)!;
      const record = put('"x"');
      const without = record
        .replace(`"${field}":"x",`, '')
        .replace(`"${field}":"x"`, '')
        .replace(',}', '}');
      const misspelt = record.replace(`"${field}":"x"`, `"${field}x":"x"`);
      for (const [what, record] of Object.entries({ 'not there': without, misspelt }))
        memo(fieldsBy, `${what}: ${told(findings(record), field)}`, () => []).push(
          `${name}.${path}`,
        );
    }
  }
  await expect(`${linesOf(fieldsBy).join('\n')}\n`).toMatchFileSnapshot('findings-of-names.txt');
});
