// Each bad input of `cases/` gives its problem at its place, and no other.
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { rulesOf } from '../../src/model/rules.js';
import { portal } from '../../src/portal/index.js';
import { projectFolder } from '../support/folders.js';
import { isNight } from '../support/runs.js';
import { type Case, changesOf, type Section, sectionsOf } from './cases.js';
import { checkPortal, essence, expectOnlyProblem } from './portal.js';

const all = readdirSync(join(projectFolder, 'test/check/cases')).map(
  (file) => [file, sectionsOf(file)] as const,
);

/** Checks cases of one record each all at once, and compares what is said of each. */
async function expectTogether(section: Section, cases: readonly Case[]): Promise<void> {
  const { code, severity, rule, options } = section;
  const { changes, names } = changesOf(cases);
  const { report, marked } = await checkPortal(changes, options);
  for (const [i, { name, path, hint }] of cases.entries()) {
    const place = marked.find(({ file }) => file === `data/${names[i]}`)!;
    const found = report.problems.filter(({ file }) => file === place.file);
    expect(found.map(essence), name).toEqual([{ code, severity, path, ...place }]);
    if (hint !== undefined) expect(found[0]!.hint, name).toMatch(hint);
    expect([name, found[0]!.rule]).toEqual([name, rule]);
  }
  expect(report.problems).toHaveLength(cases.length);
  expect(report.ok).toBe(severity === 'warning');
  if (rule === undefined) return;
  for (const { hint } of report.problems)
    expect(hint).toContain(`"${rule}" in the setting "allow"`);
  const allowed = await checkPortal(changes, { allow: [rule, 'without-companions'] });
  expect(allowed.report.problems).toEqual([]);
}

async function expectAlone({ code, severity, options }: Section, one: Case): Promise<void> {
  if (code === 'nothing') {
    expect((await checkPortal(changesOf([one]).changes, options)).report.problems).toEqual([]);
    return;
  }
  return expectOnlyProblem({ ...one, files: changesOf([one]).changes, code, severity, options });
}

describe.each(all)('%s', (_, sections) => {
  for (const section of sections) {
    const { code, rule = '', options, cases } = section;
    const title = [code, rule, ...Object.keys(options)].filter(Boolean).join(' ');
    // What is one record can be checked beside others; at night each of them is checked alone, too.
    const records = cases.filter(
      ({ files }) => code !== 'nothing' && files.length === 1 && files[0]!.mayShare,
    );
    if (records.length > 0) it(`${title}, together`, () => expectTogether(section, records));
    const alone = isNight ? cases : cases.filter((one) => !records.includes(one));
    for (const one of alone) it(one.name, () => expectAlone(section, one));
  }
});

it('there is a case for each rule of what is hardly meant', () => {
  const rules = all.flatMap(([, sections]) => sections.flatMap(({ rule }) => rule ?? []));
  // A post without companions is in together.test.ts.
  expect(new Set([...rules, 'without-companions'])).toEqual(new Set(rulesOf(portal.collections)));
});
