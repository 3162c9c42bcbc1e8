// What is valid and surely not meant: a warning at its place, by named rules, which `allow` switches off.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { check } from '../../src/index.js';
import { projectFolder, temporaryFolder } from '../support/folders.js';
import { writeData } from '../support/portal.js';
import { another, base, type Changes, checkPortal, essence } from './portal.js';

const html = (text: string) => ({
  'posts/new.json': another('posts', { text: `¶${JSON.stringify(text)}` }),
});
const ofPost = (fields: Record<string, string>) => ({
  'posts/new.json': another('posts', fields),
});
const certificate = (fields: string) => `[{"id": 1, "exact_category": 1, ${fields}}]`;

it('a post without companions is told, and allow switches that off', async () => {
  const files = { 'posts/new.json': `¶${another('posts')}` };
  const { report, marked } = await checkPortal(files, { allow: [] });
  const told = { code: 'implausible', severity: 'warning', path: '', ...marked[0] };
  expect(report.problems.map(essence)).toEqual([told]);
  expect((await checkPortal(files)).report.problems).toEqual([]);
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
