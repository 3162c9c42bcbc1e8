// As much as may be, and one more. What takes long is in test/live/large.
import { describe, expect, it } from 'vitest';
import { LIMITS } from '../../src/model/limits.js';
import { lower } from '../support/limits.js';
import { another, anotherReply, type Changes, checkPortal } from './portal.js';

/** The codes of the problems that are found, each once. */
async function codesOf(changes: Changes): Promise<string[]> {
  const { report } = await checkPortal(changes);
  return [...new Set(report.problems.map(({ code }) => code))];
}

const list = (values: number, value: string) => `[${Array(values).fill(value).join()}]`;

describe('as much as may be is taken, and one more is told:', () => {
  it('levels of lists in one another', async () => {
    // The record itself is a level.
    const deep = (levels: number) => '['.repeat(levels - 1) + ']'.repeat(levels - 1);
    const reply = (levels: number) => ({
      'comments/new.json': anotherReply({ emoji: deep(levels) }),
    });
    expect(await codesOf(reply(LIMITS.depth))).toEqual([]);
    expect(await codesOf(reply(LIMITS.depth + 1))).toEqual(['bad-value']);
  });

  it('elements of a list', async () => {
    const vacancy = (elements: number) => ({
      'vacancies/new.json': another('vacancies', { ready_for: list(elements, '"one_time"') }),
    });
    expect(await codesOf(vacancy(LIMITS.listElements))).toEqual([]);
    expect(await codesOf(vacancy(LIMITS.listElements + 1))).toEqual(['bad-value']);
  });

  const one = '{"id": 1, "category": 1, "exact_category": 1}';
  const twice = (record: string) =>
    record.replace('{', `{${'"work_position": "A", '.repeat(1002)}`);
  it.each([
    ['wrong types', another('vacancies', { work_regions: list(1001, '"x"') })],
    ['ids that are taken', another('vacancies', { certificates: list(1002, one) })],
    ['keys that come again, and another', twice(another('vacancies', { views: '"x"' }))],
    [
      'keys that come again in a record that is too deep',
      twice(another('vacancies', { views: '['.repeat(600) + ']'.repeat(600) })),
    ],
  ])('problems of one record: %s', async (_, record) => {
    const { report } = await checkPortal({ 'vacancies/new.json': record });
    expect(report.problems).toHaveLength(LIMITS.recordProblems);
  });

  it('warnings of one record hide no error', async () => {
    const fields = { work_regions: list(1100, '1'), certificates: list(2, one) };
    const record = another('vacancies', fields);
    expect(await codesOf({ 'vacancies/new.json': record })).toContain('duplicate-id');
  });

  it('problems of one file', async () => {
    lower('fileProblems', 6);
    // Each has two of them: no name, and an id that is none.
    const { report } = await checkPortal({ 'districts/a.ndjson': '{"id":"x"}\n'.repeat(4) });
    expect(report.problems).toHaveLength(6);
  });

  // Of one rule, warnings in one field.
  it.each([
    ['same-slug', 'posts', { slug: '"news"' }],
    ['without-companions', 'posts', {}],
  ] as const)('warnings of a rule: %s', async (rule, collection, fields) => {
    lower('ruleWarnings', 5);
    const records = Array.from({ length: LIMITS.ruleWarnings + 2 }, (_, i) =>
      another(collection, { id: `${i + 100}`, ...fields }),
    );
    const { report } = await checkPortal(
      { [`${collection}/new.json`]: `[${records.join()}]` },
      { allow: [] },
    );
    const ofRule = report.problems.filter(({ hint }) => hint?.includes(`"${rule}"`));
    expect(ofRule).toHaveLength(LIMITS.ruleWarnings);
  });
});
