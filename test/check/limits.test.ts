// As much as may be, and one more. How wide columns are is in test/second/limits.test.ts; what takes long in test/live/large.
import { describe, expect, it } from 'vitest';
import { LIMITS } from '../../src/model/limits.js';
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

  it('problems of one record', async () => {
    const wrong = list(LIMITS.recordProblems + 1, '"x"');
    const changes = { 'vacancies/new.json': another('vacancies', { work_regions: wrong }) };
    const { report } = await checkPortal(changes);
    expect(report.problems).toHaveLength(LIMITS.recordProblems);
  });
});
