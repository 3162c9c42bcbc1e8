// Each input of `cases/` gives its problem at its place, and no other.
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { rulesOf } from '../../src/model/rules.js';
import { portal } from '../../src/portal/index.js';
import messages from '../../src/problems/messages/en.json' with { type: 'json' };
import { projectFolder } from '../support/folders.js';
import { isNight } from '../support/runs.js';
import { type Case, filesOf, groupsOf, type Section, sectionsOf } from './cases.js';
import { checkPortal, essence } from './portal.js';

const all = readdirSync(join(projectFolder, 'test/check/cases')).map(
  (file) => [file, sectionsOf(file)] as const,
);

/** Checks some cases in one portal, and compares what is said of the files of each. */
async function expectEach(section: Section, cases: readonly Case[]): Promise<void> {
  const { code, severity, rule, options } = section;
  const files = cases.map((one, i) => filesOf(one, cases.length > 1 ? 1000 + i : undefined));
  const changes = Object.fromEntries(files.flat());
  const { report, marked } = await checkPortal(changes, options);
  for (const [i, { name, path, hint, whole }] of cases.entries()) {
    const own = new Set([whole, ...files[i]!.map(([file]) => file)].map((file) => `data/${file}`));
    const found = report.problems.filter(({ file }) => own.has(file));
    const place =
      whole === undefined
        ? marked.find(({ file }) => own.has(file))
        : { file: `data/${whole}`, line: 1, column: 1 };
    const expected = code === 'nothing' ? [] : [{ code, severity, path, ...place! }];
    expect(found.map(essence), name).toEqual(expected);
    if (hint !== undefined) expect(`${found[0]!.message}\n${found[0]!.hint}`, name).toMatch(hint);
  }
  expect(report.problems).toHaveLength(code === 'nothing' ? 0 : cases.length);
  expect(report.ok).toBe(severity === 'warning' || code === 'nothing');
  if (rule === undefined) return;
  for (const problem of report.problems) {
    expect(problem.rule).toBe(rule);
    expect(problem.hint).toContain(`"${rule}" in the setting "allow"`);
  }
  const allowed = await checkPortal(changes, { allow: [rule, 'without-companions'] });
  expect(allowed.report.problems).toEqual([]);
}

// At night each case is checked alone, so that none hangs on what is beside it.
describe.each(all)('%s', (_, sections) => {
  for (const section of sections) {
    const { code, rule = '', options, cases } = section;
    const title = [code, rule, ...Object.keys(options)].filter(Boolean).join(' ');
    const groups = isNight ? cases.map((one) => [one]) : groupsOf(cases);
    it.each(groups)(`${title} (%$)`, (...group) => expectEach(section, group));
  }
});

it('there is a case for each rule of what is hardly meant', () => {
  const rules = all.flatMap(([, sections]) => sections.flatMap(({ rule }) => rule ?? []));
  // A post without companions is in together.test.ts.
  expect(new Set([...rules, 'without-companions'])).toEqual(new Set(rulesOf(portal.collections)));
});

it('there is a case for each code of PROMISES.md §4.1 that is about data', () => {
  const codes = all.flatMap(([, sections]) => sections.map(({ code }) => code));
  // Trees are in trees.test.ts; the others are about snapshots and imports.
  const elsewhere = ['broken-tree', 'foreign-file', 'host-conflict', 'host-limit'].concat(
    'import-conflict',
    'search-left-out',
  );
  const told = Object.keys(messages).flatMap(
    (name) => /^[^.]*$/.exec(name)?.[0].split('/')[0] ?? [],
  );
  expect(new Set([...codes, ...elsewhere])).toEqual(new Set(['nothing', ...told]));
});
