// Every good and bad input of test/check, held against the schemas: the same scenarios, asked of
// ajv instead of the checker, which test/check itself asks.
import { expect, it, vi } from 'vitest';
import { longFields } from '../../src/model/fields.js';
import { portal } from '../../src/portal/index.js';
import type { Changes, Report, Scenario } from '../check/portal.js';
import { acceptsFile } from './validators.js';

/** What a schema can tell of one file; the rest lies between fields or records, or in HTML. */
const TOLD = [
  'unknown-field',
  'missing-field',
  'wrong-type',
  'bad-value',
  'bad-timestamp',
  'bad-date',
];
const NOTHING_WRONG: Report = {
  ok: true,
  problems: [],
  summary: {
    records: {},
    withheld: {},
    files: { written: 0, unchanged: 0, removed: 0, total: 0 },
    bytes: 0,
    snapshot: null,
  },
  reasons: [],
};
const held = { accepted: 0, refused: 0 };

vi.mock('../check/portal.js', async (original) => {
  const real = await original<typeof import('../check/portal.js')>();
  const checkPortal: typeof real.checkPortal = async (files, ...more) => {
    // Good input, which test/check has checked.
    if (!Object.values(files).some((content) => content?.includes('¶'))) {
      hold(files, false);
      return { report: NOTHING_WRONG, marked: [] };
    }
    const checked = await real.checkPortal(files, ...more);
    const codes = checked.report.problems.map(({ code }) => code);
    hold(files, codes.length > 0 && codes.every((code) => TOLD.includes(code)));
    return checked;
  };
  const expectOnlyProblem = async ({ files, code, path, whole }: Scenario) => {
    // What is no plain file, or in no collection, has no schema.
    if (whole !== undefined) return;
    hold(files, TOLD.includes(code) && !isWorkedOut(files, code, path));
  };
  return { ...real, checkPortal, expectOnlyProblem };
});

/**
 * Of a field that need not be there, only the checker sees that there is nothing to take it from; and of a
 * long text, that it is in no file of its own.
 */
function isWorkedOut(files: Changes, code: string, path: string): boolean {
  if (code !== 'missing-field' || path.lastIndexOf('/') > 0) return false;
  const collection = Object.keys(files)[0]!.split('/', 1)[0];
  const fields = portal.collections.find(({ name }) => name === collection)?.fields ?? {};
  const isLong = longFields(fields).some(({ field }) => path === `/${field}`);
  return isLong || fields[path.slice(1)]?.required === false;
}

function hold(files: Changes, isRefused: boolean): void {
  const answers = Object.entries(files).flatMap(([name, content]) => {
    if (content === null || typeof content !== 'string') return [];
    const answer = acceptsFile(name, content.replaceAll('¶', ''));
    return answer === undefined ? [] : [answer];
  });
  if (answers.length === 0) return;
  expect(answers.every(Boolean)).toBe(!isRefused);
  held[isRefused ? 'refused' : 'accepted']++;
}

await import('../check/bad-shape.test.js');
await import('../check/bad-values.test.js');
await import('../check/bad-links.test.js');
await import('../check/bad-rules.test.js');
await import('../check/bad-html.test.js');
await import('../check/bad-syntax.test.js');
await import('../check/good-input.test.js');

it('are enough to say so', () => {
  expect(held.refused).toBeGreaterThan(180);
  expect(held.accepted).toBeGreaterThan(180);
});
