// What is valid and surely not meant: a warning at its place, by named rules, which `allow` switches off.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { check } from '../../src/index.js';
import { rulesOf } from '../../src/model/rules.js';
import { portal } from '../../src/portal/index.js';
import { projectFolder, temporaryFolder } from '../support/folders.js';
import { writeData } from '../support/portal.js';
import {
  another,
  base,
  type Changes,
  type Collection,
  checkPortal,
  expectOnlyProblem,
  type Scenario,
} from './portal.js';

const html = (text: string) => ({
  'posts/new.json': another('posts', { text: `¶${JSON.stringify(text)}` }),
});
const ofPost = (fields: Record<string, string>) => ({
  'posts/new.json': another('posts', fields),
});
type Fields = Parameters<typeof another>[1];
const poll = (variant: string) =>
  `[{"id": 1, "title": "Да?", "variants": [{"id": 1, "title": ${variant}}]}]`;
const certificate = (fields: string) => `[{"id": 1, "exact_category": 1, ${fields}}]`;

/** What breaks rules in one more record: the rule, the collection, the fields, in which ¶ marks the place, and the path. */
const breaches: readonly (readonly [string, Collection, Fields, path: string])[] = [
  ['negative-salary', 'vacancies', { work_salary: '¶-1' }, '/work_salary'],
  ['negative-salary', 'resumes', { work_salary: '¶-90000' }, '/work_salary'],
  ['high-salary', 'vacancies', { work_salary: '¶138000000000' }, '/work_salary'],
  ['high-salary', 'resumes', { work_salary: '¶100000001' }, '/work_salary'],
  ['blank-text', 'posts', { title: '¶"  "' }, '/title'],
  ['blank-text', 'vacancies', { text: '¶"\\n\\t \\u00a0"' }, '/text'],
  ['blank-text', 'vacancies', { text: '¶"\\u00a0\\u2003 "' }, '/text'],
  ['blank-text', 'posts', { text: '¶"\\u003cp\\u003e\\u0026nbsp;</p>"' }, '/text'],
  ['blank-text', 'vacancies', { text: '¶"\u00a0\u2003\u3000\ufeff"' }, '/text'],
  ['blank-text', 'posts', { text: '¶"<p>&nbsp;</p>\\n<p> <br/></p>"' }, '/text'],
  ['blank-text', 'posts', { polls: poll('¶" "') }, '/polls/0/variants/0/title'],
  ['empty-text', 'posts', { text: '¶""' }, '/text'],
  ['empty-text', 'posts', { title: '¶""' }, '/title'],
  ['null-character', 'posts', { title: '¶"Котлы\\u0000"' }, '/title'],
  ['null-character', 'posts', { text: '¶"<p>а</p>\\u0000"' }, '/text'],
  ['null-character', 'posts', { polls: poll('¶"\\u0000"') }, '/polls/0/variants/0/title'],
  ['same-reference', 'vacancies', { work_regions: '[1, ¶1]' }, '/work_regions/1'],
  ['same-reference', 'resumes', { work_regions: '[1, 2, ¶1]' }, '/work_regions/2'],
  ['unclosed-tag', 'comments', { parent: '1', user: '2', text: '¶"<em>а"' }, '/text'],
  ['unclosed-tag', 'posts', { short_text: '¶"<p><b>а…</p>"' }, '/short_text'],
  ['bare-markup', 'comments', { parent: '1', user: '2', text: '¶"<p>1 < 2</p>"' }, '/text'],
  ['bare-markup', 'posts', { short_text: '¶"R&D"' }, '/short_text'],
  ['far-year', 'posts', { created: '¶"1026-05-01T10:00:00+03:00"' }, '/created'],
  ['far-year', 'posts', { created: '¶"2100-01-01T10:00:00+03:00"' }, '/created'],
  ['far-year', 'posts', { moderated_at: '¶"2206-01-02T10:00:00+03:00"' }, '/moderated_at'],
  ['far-year', 'users', { profile: '{"birthday": ¶"1087-05-01"}' }, '/profile/birthday'],
  [
    'far-year',
    'resumes',
    { certificates: certificate('"category": 1, "certificate_expiry": ¶"2206-01-01"') },
    '/certificates/0/certificate_expiry',
  ],
  ['odd-slug', 'posts', { slug: '¶""' }, '/slug'],
  ['odd-slug', 'posts', { slug: '¶"nash god"' }, '/slug'],
  ['odd-slug', 'posts', { slug: '¶"../novosti"' }, '/slug'],
  ['odd-slug', 'posts', { slug: '¶".."' }, '/slug'],
  ['odd-slug', 'blogs', { slug: '¶"a?b"' }, '/slug'],
  ['odd-category', 'vacancies', { category: '¶4' }, '/category'],
  [
    'odd-category',
    'vacancies',
    { certificates: certificate('"category": ¶0') },
    '/certificates/0/category',
  ],
  [
    'odd-category',
    'resumes',
    { certificates: certificate('"category": ¶12, "certificate_expiry": "2026-01-01"') },
    '/certificates/0/category',
  ],
  ['same-slug', 'posts', { slug: '¶"open"' }, '/slug'],
];
const texts: readonly (readonly [string, string])[] = [
  ['unclosed-tag', '<p>а <b>б</p><p>в</p>'],
  ['unclosed-tag', '<ul><li>а<li>б <i>в'],
  ['unclosed-tag', '<p><strong>а<strong></p>'],
  ['unclosed-tag', '<p>а <b/> б</p>'],
  ['unclosed-tag', '<DIV class="note">а</p>'],
  ['unclosed-tag', '<p><a href="https://a.example/">а</a><b></p>'],
  ['unclosed-tag', '<p><strong>а</strnog></p>'],
  ['unclosed-tag', '<p>Пишите: <info@portal.example></p>'],
  ['bare-markup', '<p>a < b</p>'],
  ['bare-markup', '<p>зазор <3 мм</p>'],
  ['bare-markup', '<p>R&D</p>'],
  ['bare-markup', '<p>Рога & копыта</p>'],
  ['bare-markup', '<p class="x">R&D</p>'],
  ['bare-markup', '<p>&котёл; &nosuch;</p>'],
  ['bare-markup', '<p>&laquo;R&D&raquo;</p>'],
];

async function expectWarning(rule: string, path: string, files: Changes): Promise<void> {
  const others = rule === 'without-companions' ? { options: { allow: [] } } : {};
  const scenario: Scenario = { name: '', files, code: 'implausible', path, severity: 'warning' };
  await expectOnlyProblem({ ...scenario, ...others, hint: `"${rule}" in the setting "allow"` });
  const { report } = await checkPortal(files, others.options);
  expect(report.problems.map((problem) => problem.rule)).toEqual([rule]);
  const allowed = await checkPortal(files, { allow: [rule, 'without-companions'] });
  expect(allowed.report.problems).toEqual([]);
}

describe('what is hardly meant is a warning at its place, which allow switches off:', () => {
  it.each(breaches)('%s in %s, %j', (rule, collection, fields, path) =>
    expectWarning(rule, path, { [`${collection}/new.json`]: another(collection, fields) }),
  );
  it.each(texts)('%s in %s', (rule, text) => expectWarning(rule, '/text', html(text)));

  it('a post without companions', () =>
    expectWarning('without-companions', '', { 'posts/new.json': `¶${another('posts')}` }));

  it('by each rule that there is', () => {
    const told = [...breaches, ...texts].map(([rule]) => rule);
    expect(new Set([...told, 'without-companions'])).toEqual(new Set(rulesOf(portal.collections)));
  });
});

describe('what is meant', () => {
  const meant: Record<string, Changes> = {
    'references to characters': html(
      '<p>&nbsp;&laquo;R&amp;D&raquo; &#1234; &#x4D2; &copy 3 &lt; 4 &CounterClockwiseContourIntegral;</p>',
    ),
    'ampersands in addresses': html(
      '<p><a href="https://a.example/?b=1&c=2" title="a < b & c">сюда</a></p>',
    ),
    'comments and other elements': html(
      '<!-- R&D < 3 <b> --><section>да</section><my-map></my-map>',
    ),
    'ends that may be left out': html(
      '<p>а<p>б<ul><li>в<li>г</ul><dl><dt>д<dd>е</dl><table><tr><td>ж<tr><th>з</table><br><img src="/a.png">',
    ),
    'tags that cross': html('<p><b>а <i>б</b> в</i></p>'),
    'capitals, and a closing tag too many': html('<B>а</b></p> б'),
    'a > in an attribute': html('<p title="<b>">а</p>'),
    'links and images beside the page': html(
      '<p><a href="b/c">а</a> <a href="#d">б</a> <a href="www.f.example">г</a> <img src="a.png"></p>',
    ),
    'a post that is its poll': ofPost({
      text: '""',
      polls: '[{"id": 1, "title": "Да?", "variants": [{"id": 1, "title": "Да"}]}]',
    }),
    'slugs of all letters, with dots and underscores': {
      'blogs/new.json': another('blogs', { slug: '"..новости_v2.0.."' }),
    },
    'the greatest pay': {
      'vacancies/new.json': another('vacancies', { work_salary: '100000000' }),
    },
    'somebody born long ago': {
      'users/new.json': another('users', { profile: '{"birthday": "1900-01-01"}' }),
    },
    'categories of three kinds': {
      'resumes/new.json': another('resumes', {
        certificates: certificate('"category": 2, "certificate_expiry": "2099-12-31"'),
      }),
      'vacancies/new.json': another('vacancies', { category: '3' }),
    },
    'a picture alone': html('<p><img src="/a.png"></p>'),
    'an empty text': { 'vacancies/new.json': another('vacancies', { work_position: '""' }) },
    'texts that begin like blanks': html('<p>«Да»</p>'),
    'no pay': { 'vacancies/new.json': another('vacancies', { work_salary: '0' }) },
    'a city outside of the regions': {
      'vacancies/new.json': another('vacancies', { work_city: '1', work_regions: '[2]' }),
    },
    'one slug in two blogs': {
      'blogs/new.json': another('blogs'),
      'posts/new.json': another('posts', { slug: '"open"', blog: '50' }),
    },
    'a certificate that is valid for long': {
      'resumes/new.json': another('resumes', {
        certificates:
          '[{"id": 1, "category": 1, "certificate_expiry": "2040-01-01", "exact_category": 1}]',
      }),
    },
    'a date long after all others': ofPost({ created: '"2062-05-01T10:00:00+03:00"' }),
  };
  it.each(Object.entries(meant))('%s', async (_, files) => {
    const plain = Object.fromEntries(
      Object.entries(files).map(([file, text]) => [file, String(text).replaceAll('¶', '')]),
    );
    expect((await checkPortal(plain)).report.problems).toEqual([]);
  });

  it('all of the shipped data', async () => {
    const report = await check({ cwd: projectFolder, cache: false, strict: true });
    expect(report.problems).toEqual([]);
  });
});

it.each<[what: string, files: Changes, told: readonly string[]]>([
  [
    'posts of a blog without slugs are not told to have the same',
    {
      'posts/new.json': another('posts', { slug: '""' }),
      'posts.json': base['posts.json']!.replace('"open"', '""'),
    },
    ['implausible /slug', 'implausible /slug'],
  ],
  [
    'the last day that there is, is told by its year alone',
    ofPost({ created: '"9999-12-31T10:00:00+03:00"' }),
    ['implausible /created'],
  ],
])('%s', async (_, files, told) => {
  const { report } = await checkPortal(files);
  expect(report.problems.map(({ code, path }) => `${code} ${path}`)).toEqual(told);
});

it.each([
  ['/text', '<p>а <b>б</p>', '</b>', '<p>а <b>б</b></p>'],
  ['/text', '<p>5 <b и 7</p>', '&lt;', '<p>5 &lt;b и 7</p>'],
  ['/text', '<p>Пишите: <info@a.example></p>', '&lt;', '<p>Пишите: &lt;info@a.example></p>'],
  ['/slug', '../наш год', 'novosti-2026', 'novosti-2026'],
])('what the hint says mends %s: %s', async (path, wrong, advice, right) => {
  const hintsOf = async (value: string) => {
    const { report } = await checkPortal(ofPost({ [path.slice(1)]: JSON.stringify(value) }));
    return report.problems.map(({ hint }) => hint);
  };
  expect(await hintsOf(wrong)).toEqual([expect.stringContaining(advice)]);
  expect(await hintsOf(right)).toEqual([]);
});

it('what is kept of a check knows what was allowed then', async () => {
  const cwd = temporaryFolder();
  writeData(join(cwd, 'data'), { vacancies: [{ ...vacancy, work_salary: -1 }] });
  const codes = async (allow?: string[]) =>
    (await check({ cwd, ...(allow && { allow }) })).problems.map(({ code }) => code);
  expect(await codes()).toEqual(['implausible']);
  expect(await codes(['negative-salary'])).toEqual([]);
  expect(await codes()).toEqual(['implausible']);
  expect(await codes(['blank-text'])).toEqual(['implausible']);
});

const vacancy = {
  id: 1,
  text: 'Нужен эксперт',
  category: 1,
  created_at: '2024-02-01T10:00:00+03:00',
};

it('allow takes names of rules alone, and offers the nearest', async () => {
  const cwd = temporaryFolder();
  writeData(join(cwd, 'data'), {});
  const settings = join(cwd, 'portal-snapshot.config.json');
  writeFileSync(settings, '{"allow": ["negative-salery"]}');
  await expect(check({ cwd })).rejects.toThrow(
    'allow has no "negative-salery"; did you mean negative-salary?',
  );
  writeFileSync(settings, '{"allow": ["x"]}');
  await expect(check({ cwd })).rejects.toThrow('expected one of "negative-salary"|"high-salary"');
  writeFileSync(settings, '{"allow": "blank-text"}');
  await expect(check({ cwd })).rejects.toThrow(
    'allow: Invalid input: expected array, received string',
  );
});
