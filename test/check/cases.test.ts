// Each input of `cases/` gives its problem at its place, and no other.
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { rulesOf } from '../../src/model/rules.js';
import { portal } from '../../src/portal/index.js';
import { inWords } from '../../src/problems/in-words.js';
import { LANGUAGES } from '../../src/problems/messages/catalogue.js';
import messages from '../../src/problems/messages/en.json' with { type: 'json' };
import { expectSaid, samples } from '../messages/samples.js';
import { projectFolder } from '../support/folders.js';
import { isNight } from '../support/runs.js';
import { type Case, filesOf, groupsOf, type Section, sectionsOf } from './cases.js';
import { another, base, type Changes, checkPortal, essence } from './portal.js';

const nothing = Object.fromEntries(Object.keys(base).map((file) => [file, null]));

const all = readdirSync(join(projectFolder, 'test/check/cases')).map(
  (file) => [file, sectionsOf(file)] as const,
);

/** The messages that the cases so far led to. */
const met = new Set<string>();

/** Checks some cases in one portal, and compares what is said of the files of each. */
async function expectEach(section: Section, cases: readonly Case[]): Promise<void> {
  const { code, severity, rule, options } = section;
  const files = cases.map((one, i) => filesOf(one, cases.length > 1 ? 1000 + i : undefined));
  const changes = Object.fromEntries(files.flat());
  const { report, findings, marked } = await checkPortal(changes, options);
  for (const found of findings) {
    met.add(found.name);
    // A character may have a name, and a rule need not say what it found.
    const isNamed = found.name === 'syntax' || found.name === 'implausible/rule';
    const args = isNamed ? { ...found.args, found: undefined } : found.args;
    for (const language of LANGUAGES) expectSaid(args, inWords(found, language), language);
  }
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

it('there is a case for each message, or a sample of it', () => {
  const names = Object.keys(messages).filter((name) => !name.includes('.'));
  expect(names.filter((name) => !met.has(name) && !(name in samples))).toEqual([]);
});

it.each<[string, Changes]>([
  ['an empty data folder', nothing],
  ['a portal without a feed and without experts', { 'events.json': null, 'experts.ndjson': null }],
  ['a portal of one record', { ...nothing, 'experts/ivanov.json': another('experts') }],
])('%s has no problem', async (_, changes) => {
  const { report } = await checkPortal(changes);
  expect([report.ok, report.problems]).toEqual([true, []]);
});
