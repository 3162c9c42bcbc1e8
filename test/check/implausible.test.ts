// What is valid and surely not meant: a warning at its place, by named rules, which `allow` switches off.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { check } from '../../src/index.js';
import { IMPLAUSIBLE } from '../../src/problems/messages/catalogue.js';
import { projectFolder, temporaryFolder } from '../support/folders.js';
import { writeData } from '../support/portal.js';
import {
  another,
  anotherReply,
  base,
  type Changes,
  checkPortal,
  expectOnlyProblem,
  type Scenario,
} from './portal.js';

type Rule = (typeof IMPLAUSIBLE)[number];

const html = (text: string) => ({
  'posts/new.json': another('posts', { text: `¶${JSON.stringify(text)}` }),
});
const twins = {
  'posts.json': base['posts.json']!,
  'posts/new.json': another('posts', { slug: '¶"open"' }),
};
const ofPost = (fields: Record<string, string>) => ({
  'posts/new.json': another('posts', fields),
});
const certified = (certificate: string) => ({
  'resumes/new.json': another('resumes', {
    certificates: `[{"id": 1, "exact_category": 1, ${certificate}}]`,
  }),
});

/** Of each rule what breaks it: the path, and the files, in which ¶ marks the place. */
const breaches: Record<Rule, Record<string, readonly [path: string, Changes]>> = {
  'negative-salary': {
    'of a vacancy': [
      '/work_salary',
      { 'vacancies/new.json': another('vacancies', { work_salary: '¶-1' }) },
    ],
    'of a resume': [
      '/work_salary',
      { 'resumes/new.json': another('resumes', { work_salary: '¶-90000' }) },
    ],
  },
  'high-salary': {
    'of a vacancy': [
      '/work_salary',
      { 'vacancies/new.json': another('vacancies', { work_salary: '¶138000000000' }) },
    ],
    'of a resume': [
      '/work_salary',
      { 'resumes/new.json': another('resumes', { work_salary: '¶100000001' }) },
    ],
  },
  'blank-text': {
    'a title of blanks': ['/title', { 'posts/new.json': another('posts', { title: '¶"  "' }) }],
    'a vacancy of line breaks': [
      '/text',
      { 'vacancies/new.json': another('vacancies', { text: '¶"\\n\\t \\u00a0"' }) },
    ],
    'a vacancy that begins with a blank as an escape': [
      '/text',
      { 'vacancies/new.json': another('vacancies', { text: '¶"\\u00a0\\u2003 "' }) },
    ],
    'a post whose empty paragraph is written in escapes': [
      '/text',
      { 'posts/new.json': another('posts', { text: '¶"\\u003cp\\u003e\\u0026nbsp;</p>"' }) },
    ],
    'a text of wide blanks': [
      '/text',
      { 'vacancies/new.json': another('vacancies', { text: '¶"\u00a0\u2003\u3000\ufeff"' }) },
    ],
    'a post of empty paragraphs': ['/text', html('<p>&nbsp;</p>\n<p> <br/></p>')],
    'an answer of a poll': [
      '/polls/0/variants/0/title',
      {
        'posts/new.json': another('posts', {
          polls: '[{"id": 1, "title": "Да?", "variants": [{"id": 1, "title": ¶" "}]}]',
        }),
      },
    ],
  },
  'empty-text': {
    'of a post': ['/text', html('')],
    'a title': ['/title', ofPost({ title: '¶""' })],
  },
  'null-character': {
    'in a title': ['/title', ofPost({ title: '¶"Котлы\\u0000"' })],
    'in markup': ['/text', { 'posts/new.json': another('posts', { text: '¶"<p>а</p>\\u0000"' }) }],
    'in an answer of a poll': [
      '/polls/0/variants/0/title',
      {
        'posts/new.json': another('posts', {
          polls: '[{"id": 1, "title": "Да?", "variants": [{"id": 1, "title": ¶"\\u0000"}]}]',
        }),
      },
    ],
  },
  'same-reference': {
    'a region of a vacancy': [
      '/work_regions/1',
      { 'vacancies/new.json': another('vacancies', { work_regions: '[1, ¶1]' }) },
    ],
    'a region of a resume, behind another': [
      '/work_regions/2',
      { 'resumes/new.json': another('resumes', { work_regions: '[1, 2, ¶1]' }) },
    ],
  },
  'unclosed-tag': {
    'bold to the end': ['/text', html('<p>а <b>б</p><p>в</p>')],
    'the first of two': ['/text', html('<ul><li>а<li>б <i>в')],
    'a closing tag without its slash': ['/text', html('<p><strong>а<strong></p>')],
    'what cannot be closed in itself': ['/text', html('<p>а <b/> б</p>')],
    'a tag in capitals, with an attribute': ['/text', html('<DIV class="note">а</p>')],
    'a link': ['/text', html('<p><a href="https://a.example/">а</p>')],
    'in a reply': ['/text', { 'comments/new.json': anotherReply({ text: '¶"<em>а"' }) }],
    'in a short text': ['/short_text', ofPost({ short_text: '¶"<p><b>а…</p>"' })],
    'one whose end is misspelt': ['/text', html('<p><strong>а</strnog></p>')],
    'an address of mail': ['/text', html('<p>Пишите: <info@portal.example></p>')],
  },
  'far-year': {
    'a thousand years ago': ['/created', ofPost({ created: '¶"1026-05-01T10:00:00+03:00"' })],
    'the first one too far ahead': [
      '/created',
      ofPost({ created: '¶"2100-01-01T10:00:00+03:00"' }),
    ],
    'ahead, in a field that few records give': [
      '/moderated_at',
      ofPost({ moderated_at: '¶"2206-01-02T10:00:00+03:00"' }),
    ],
    'the day of birth of a profile': [
      '/profile/birthday',
      { 'users/new.json': another('users', { profile: '{"birthday": ¶"1087-05-01"}' }) },
    ],
    'the end of a certificate': [
      '/certificates/0/certificate_expiry',
      certified('"category": 1, "certificate_expiry": ¶"2206-01-01"'),
    ],
  },
  'odd-slug': {
    'nothing at all': ['/slug', ofPost({ slug: '¶""' })],
    'a space': ['/slug', ofPost({ slug: '¶"nash god"' })],
    'a way up': ['/slug', ofPost({ slug: '¶"../novosti"' })],
    'dots alone': ['/slug', ofPost({ slug: '¶".."' })],
    'of a blog': ['/slug', { 'blogs/new.json': another('blogs', { slug: '¶"a?b"' }) }],
  },
  'odd-category': {
    'of a vacancy': [
      '/category',
      { 'vacancies/new.json': another('vacancies', { category: '¶4' }) },
    ],
    'of a certificate that a vacancy asks for': [
      '/certificates/0/category',
      {
        'vacancies/new.json': another('vacancies', {
          certificates: '[{"id": 1, "category": ¶0, "exact_category": 1}]',
        }),
      },
    ],
    "of somebody's certificate": [
      '/certificates/0/category',
      certified('"category": ¶12, "certificate_expiry": "2026-01-01"'),
    ],
  },
  'bare-markup': {
    'a comparison': ['/text', html('<p>a < b</p>')],
    'a number': ['/text', html('<p>зазор <3 мм</p>')],
    'an ampersand': ['/text', html('<p>R&D</p>')],
    'an ampersand between blanks': ['/text', html('<p>Рога & копыта</p>')],
    'an ampersand beside markup that is not plain': ['/text', html('<p class="x">R&D</p>')],
    'an unknown name': ['/text', html('<p>&котёл; &nosuch;</p>')],
    'what follows a reference': ['/text', html('<p>&laquo;R&D&raquo;</p>')],
    'in a reply': ['/text', { 'comments/new.json': anotherReply({ text: '¶"<p>1 < 2</p>"' }) }],
    'in a short text': [
      '/short_text',
      { 'posts/new.json': another('posts', { short_text: '¶"R&D"' }) },
    ],
  },
  'same-slug': { 'in one blog': ['/slug', twins] },
  'without-companions': {
    'a post of which there is neither comment nor event': [
      '',
      { 'posts/new.json': `¶${another('posts', {})}` },
    ],
  },
};

describe.each(IMPLAUSIBLE)('%s', (rule) => {
  const others = rule === 'without-companions' ? { options: { allow: [] } } : {};
  for (const [name, [path, files]] of Object.entries(breaches[rule])) {
    const scenario: Scenario = { name, files, code: 'implausible', path, severity: 'warning' };
    it(`${name}: a warning at the value, which allow switches off`, async () => {
      await expectOnlyProblem({ ...scenario, ...others, hint: `"${rule}" in the setting "allow"` });
      const { report } = await checkPortal(files, others.options);
      expect(report.problems.map((problem) => problem.rule)).toEqual([rule]);
      const allowed = await checkPortal(files, { allow: [rule, 'without-companions'] });
      expect(allowed.report.problems).toEqual([]);
    });
  }
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
      ...certified('"category": 2, "certificate_expiry": "2099-12-31"'),
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
  const codes = async (allow?: Rule[]) =>
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
    'allow names "negative-salery", which is no rule; did you mean negative-salary?',
  );
  writeFileSync(settings, '{"allow": ["x"]}');
  await expect(check({ cwd })).rejects.toThrow('there are negative-salary, high-salary');
  writeFileSync(settings, '{"allow": "blank-text"}');
  await expect(check({ cwd })).rejects.toThrow('allow must be a list of texts');
});
