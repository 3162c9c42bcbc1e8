// Long texts in files of their own beside their record's file: read as if they were in it, and wrong ones
// told at their place.
import { mkdirSync, readFileSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { findingsOfTypes } from '../../src/engine/compile/judge.js';
import { withoutRecord, withTexts } from '../../src/engine/compile/texts.js';
import { makePlan } from '../../src/engine/plan.js';
import { readTextFile } from '../../src/files/source/texts.js';
import { build, check } from '../../src/index.js';
import { LIMITS } from '../../src/model/limits.js';
import { portal } from '../../src/portal/index.js';
import type { Finding } from '../../src/problems/problem.js';
import { temporaryFolder } from '../support/folders.js';
import { writeFile } from '../support/portal.js';
import { runIn } from '../support/run.js';
import { readTree } from '../support/tree.js';
import {
  another,
  anotherReply,
  base,
  checkPortal,
  expectOnlyProblem,
  type Scenario,
} from './portal.js';

const post = (fields: Record<string, string | null> = {}) =>
  another('posts', { text: null, ...fields });

const inJson = {
  'posts/0044-check.json': another('posts', {
    text: '"<p>Новые\\n</p>\\n"',
    short_text: '"<p>Но</p>"',
  }),
  'vacancies/7-ekspert.json': another('vacancies', { text: '"Ищем\\n  эксперта"' }),
  'comments/7.json': anotherReply({ text: '"<p>Да &amp; нет</p>"' }),
};
const split = {
  'posts/0044-check.json': post(),
  'posts/0044-check.text.html': '<p>Новые\n</p>\n\n',
  'posts/0044-check.short_text.html': '\ufeff<p>Но</p>',
  'vacancies/7-ekspert.json': another('vacancies', { text: null }),
  'vacancies/7-ekspert.text.txt': 'Ищем\n  эксперта\r\n',
  'comments/7.json': anotherReply({ text: null }),
  'comments/7.text.html': '<p>Да &amp; нет</p>\n',
};

/** A folder with the small portal and these files. */
function folder(files: Record<string, string | Buffer>): string {
  const cwd = temporaryFolder();
  for (const [name, text] of Object.entries({ ...base, ...files })) {
    writeFile(cwd, `data/${name}`, String(text));
  }
  return cwd;
}

async function built(cwd: string) {
  const { ok, problems } = await build({ cwd, allow: ['without-companions'] });
  expect([ok, problems]).toEqual([true, []]);
  return readTree(join(cwd, 'dist'));
}

it('a text beside its record makes the same snapshot as one in it', async () => {
  expect(await built(folder(split))).toEqual(await built(folder(inJson)));
});

it('a change of the text alone changes the snapshot, whatever the cache holds', async () => {
  const cwd = folder(split);
  writeFileSync(join(cwd, 'package.json'), '{}'); // so that there is a cache
  await built(cwd);
  writeFileSync(join(cwd, 'data/vacancies/7-ekspert.text.txt'), 'Ищем двоих\n');
  await built(cwd);
  const list = readFileSync(join(cwd, 'dist/api/job/vacancy/index.json'), 'utf8');
  expect(list).toContain('"text":"Ищем двоих"');
});

const problems: Record<string, Omit<Scenario, 'name'>> = {
  'a script, in its line': {
    files: { 'posts/1.json': post(), 'posts/1.text.html': '<p>Да</p>\n  ¶<script>x</script>\n' },
    code: 'unsafe-html',
    path: '/text',
  },
  'a frame, after a byte-order mark': {
    files: {
      'posts/1.json': post(),
      'posts/1.text.html': '\ufeff<p class="x">Я</p>¶<iframe srcdoc=""></iframe>',
    },
    code: 'unsafe-html',
    path: '/text',
  },
  'a style that covers the page, in its line': {
    files: {
      'posts/1.json': post(),
      'posts/1.text.html':
        '<p style="color:red">Я</p>\n<b>я</b> ¶<p style="position:fixed">Вход</p>',
    },
    code: 'unsafe-html',
    path: '/text',
  },
  'a comment that does not end, in its line': {
    files: { 'posts/1.json': post(), 'posts/1.text.html': '<p>я</p>\n¶<!-- я\n<b>я</b>\n' },
    code: 'unsafe-html',
    path: '/text',
  },
  'a tag that does not end, in its line': {
    files: { 'posts/1.json': post(), 'posts/1.text.html': '<p>я</p><!-- <b -->\nя ¶<b class="<i' },
    code: 'unsafe-html',
    path: '/text',
  },
  'a bare ampersand': {
    files: { 'posts/1.json': post(), 'posts/1.text.html': '<p>я\nR¶&D</p>' },
    code: 'implausible',
    severity: 'warning',
    path: '/text',
  },
  'a tag without an end': {
    files: {
      'posts/1.json': post(),
      'posts/1.text.html': '<ul>\n<li>я\n</ul> ¶<b class="x">я</p>',
    },
    code: 'implausible',
    severity: 'warning',
    path: '/text',
  },
  'a tag that is not closed, whose text is plain but for it': {
    files: {
      'posts/1.json': post(),
      'posts/1.text.html': '\ufeff<p>я\n<b>я</b> ¶<u title="a"></p>',
    },
    code: 'implausible',
    severity: 'warning',
    path: '/text',
  },
  'no text': {
    files: { 'posts/1.json': post(), 'posts/1.text.html': '¶\n' },
    code: 'implausible',
    severity: 'warning',
    path: '/text',
  },
  'a text of blanks': {
    files: {
      'vacancies/1.json': another('vacancies', { text: null }),
      'vacancies/1.text.txt': '¶  \n',
    },
    code: 'implausible',
    severity: 'warning',
    path: '/text',
  },
  'bytes that are not UTF-8': {
    files: {
      'posts/1.json': post(),
      'posts/1.text.html': Buffer.concat([Buffer.from('<p>\n¶'), Buffer.from([0xcf, 0xf1])]),
    },
    code: 'encoding',
    path: '/text',
    hint: 'save the file as UTF-8',
  },
  'both at once': {
    files: {
      'posts/1.json': another('posts', { text: '¶"<p>Да</p>"' }),
      'posts/1.text.html': '<p>Нет</p>',
    },
    code: 'inconsistent',
    path: '/text',
    hint: 'keep the one that is right',
  },
  neither: { files: { 'posts/1.json': `¶${post()}` }, code: 'missing-field', path: '/text' },
  'a text too large': {
    files: { 'posts/1.json': post(), 'posts/1.text.html': '' },
    arrange: (data) => truncateSync(join(data, 'posts/1.text.html'), 10 * 2 ** 30),
    whole: 'posts/1.text.html',
    code: 'bad-value',
    path: '/text',
  },
  'a text without a record': ignored('posts/2.text.html', { 'posts/1.json': another('posts') }),
  'a text beside a list': ignored('posts/1.text.html', { 'posts/1.json': `[${another('posts')}]` }),
  'a text beside no records': ignored('posts/1.text.html', { 'posts/1.json': '[]' }),
  'a text beside lines': ignored('comments/1.text.html', {
    'comments/1.ndjson': another('comments').replaceAll('\n', ''),
  }),
  'a text of a collection in one file': ignored('posts.text.html', {}),
  'a text that no field has': ignored('experts/1.text.html', {}),
  'HTML where the text is plain': ignored('vacancies/1.text.html', {
    'vacancies/1.json': another('vacancies'),
  }),
  'a link': {
    files: { 'vacancies/1.json': another('vacancies') },
    arrange: (data) => symlinkSync('/etc/hostname', join(data, 'vacancies/1.text.txt')),
    whole: 'vacancies/1.text.txt',
    code: 'ignored-file',
    severity: 'warning',
    path: '',
  },
  'a Markdown file with front matter': {
    files: { 'posts/1.md': '---\ntitle: Да\n---\n' },
    whole: 'posts/1.md',
    code: 'ignored-file',
    severity: 'warning',
    path: '',
  },
};

function ignored(name: string, files: Record<string, string>): Omit<Scenario, 'name'> {
  const all = { ...files, [name]: 'Да' };
  return { files: all, whole: name, code: 'ignored-file', severity: 'warning', path: '' };
}

describe('is told', () => {
  it.each(Object.entries(problems))('%s', (name, scenario) =>
    expectOnlyProblem({ name, ...scenario }),
  );
});

it('what cannot be read is not missing, and hides no other problem of its record', async () => {
  const { report } = await checkPortal({
    'posts/1.json': post({ created: '"gestern"' }),
    'posts/1.text.html': Buffer.from([0xff]),
  });
  expect(report.problems.map(({ file, code }) => [file, code])).toEqual([
    ['data/posts/1.json', 'bad-timestamp'],
    ['data/posts/1.text.html', 'encoding'],
  ]);
});

it('check FILE takes the file of a text, and shows the texts of a record with it', async () => {
  const cwd = folder({
    'posts/1.json': post(),
    'posts/1.text.html': '<script></script>',
    'regions/x.txt': '',
  });
  for (const name of ['data/posts/1.text.html', 'data/posts/1.json']) {
    const { status, stdout } = await runIn(cwd, 'check', name);
    expect(status).toBe(1);
    expect(stdout).toContain('data/posts/1.text.html\n  1:1  error  /text the element <script>');
    expect(stdout).toContain('in other files: 0 errors, ');
  }
});

it('the text of a withheld record is nowhere', async () => {
  const cwd = folder({
    'posts/1.json': post({ hidden: 'true' }),
    'posts/1.text.html': '<p>Тайное</p>',
  });
  const snapshot = await built(cwd);
  expect([...snapshot.values()].some((bytes) => bytes.includes('Тайное'))).toBe(false);
});

it('thousands of texts are read like one', async () => {
  const cwd = temporaryFolder();
  mkdirSync(join(cwd, 'data/vacancies'), { recursive: true });
  for (let id = 1; id <= 2000; id++) {
    const record = { id, category: 1, created_at: '2024-01-01T10:00:00+03:00' };
    writeFileSync(join(cwd, `data/vacancies/${id}.json`), JSON.stringify(record));
    writeFileSync(join(cwd, `data/vacancies/${id}.text.txt`), `Ищем ${id}\n`);
  }
  const { ok, summary } = await check({ cwd });
  expect([ok, summary.records['vacancies']]).toEqual([true, 2000]);
});

describe('what is found in texts beside a record, and where', () => {
  const one = { id: 1, title: 'Да' };
  /** What is made of a record at byte 7 with files of these bytes, in which something is found at the end of each text. */
  function of(record: unknown, beside: Readonly<Record<string, string | number>>) {
    const folder = temporaryFolder();
    const texts = Object.entries(beside).map(([field, content]) => {
      const name = `posts/1.${field}.html`;
      const path = join(folder, `${field}.html`);
      writeFileSync(path, typeof content === 'string' ? Buffer.from(content, 'latin1') : '');
      if (typeof content === 'number') truncateSync(path, content);
      return { field, name, path, hash: readTextFile(path).hash, bytes: 0 };
    });
    const whole = withTexts(record, 7, texts);
    const [finding] = findingsOfTypes([], makePlan(portal).collections[0]!, {
      kind: 'record',
      start: 7,
    });
    const some = ['/text', '/text/0', '/title', ''].map((path) => ({ ...finding!, path, at: 2 }));
    const missing = { ...finding!, name: 'missing-field', path: '/text' } as Finding;
    const told = whole.placed([...some, missing]).map(({ name, path, place, args, ...more }) => {
      const isOfRecord = name === 'wrong-type' || name === 'missing-field';
      const about = isOfRecord ? '' : ` ${JSON.stringify(args)}`;
      return `${name} ${path}${about} ${Object.values(place)}${'at' in more ? ` at ${more.at}` : ''}`;
    });
    return [whole.record, ...told];
  }
  const others = ['/title', ''].map((path) => `wrong-type ${path} record,7 at 2`);

  it('where they can be read', () => {
    expect(of(one, { text: '\xef\xbb\xbf\xd0\xaf\xd0\xaf\xd0\xaf\r\n', short_text: 'Z' })).toEqual([
      { ...one, text: 'ЯЯЯ', short_text: 'Z' },
      ...['/text', '/text/0'].map((path) => `wrong-type ${path} text,posts/1.text.html,7`),
      ...others,
      'missing-field /text text,posts/1.text.html,3',
    ]);
  });

  it.each<[what: string, record: unknown, content: string | number, told: string]>([
    [
      'which the record has, too',
      { ...one, text: '' },
      'A',
      'inconsistent/text-twice /text {"field":"text","file":"1.text.html"} record,7',
    ],
    [
      'with a conflict of git',
      one,
      'A\n<<<<<<< a\nB\n=======\nC\n>>>>>>> b\n',
      'syntax/conflict /text undefined text,posts/1.text.html,2',
    ],
    [
      'with a conflict of git, of which the first line was taken out',
      one,
      'A\n=======\nC\n>>>>>>> b\n',
      'syntax/conflict /text undefined text,posts/1.text.html,12',
    ],
    [
      'with a conflict of git, of which the first line is left',
      one,
      'A\n<<<<<<< a\nB\n',
      'syntax/conflict /text undefined text,posts/1.text.html,2',
    ],
    ['in another encoding', one, 'AB\xff', 'encoding /text undefined text,posts/1.text.html,2'],
    [
      'too large',
      one,
      LIMITS.textBytes + 1,
      `bad-value/text-size /text {"most":${LIMITS.textBytes}} text,posts/1.text.html,0`,
    ],
  ])('%s', (_, record, content, told) => {
    const isMissing = Object.hasOwn(record as object, 'text')
      ? ['missing-field /text record,7']
      : [];
    expect(of(record, { text: content })).toEqual([
      record,
      told,
      ...['/text', '/text/0'].map((path) => `wrong-type ${path} record,7 at 2`),
      ...others,
      ...isMissing,
    ]);
  });

  it('beside what is no record', () => {
    const all = ['/text', '/text/0', '/title', ''];
    const told = [
      ...all.map((path) => `wrong-type ${path} record,7 at 2`),
      'missing-field /text record,7',
    ];
    expect(of([], { text: 'A' })).toEqual([[], ...told]);
  });

  it('is not told of a file that has changed since it was hashed', () => {
    const path = join(temporaryFolder(), 'text.html');
    writeFileSync(path, 'A');
    const text = { field: 'text', name: 'posts/1.text.html', path, hash: '', bytes: 1 };
    const change = expect.objectContaining({ refusal: { name: 'data/changed', args: { path } } });
    expect(() => withTexts(one, 0, [text])).toThrow(change);
  });

  it('beside no record', () => {
    const text = { field: 'text', name: 'posts/1.text.html', path: '', hash: '', bytes: 1 };
    expect(withoutRecord([text])).toEqual([
      {
        name: 'ignored-file',
        args: { what: 'text' },
        place: { kind: 'text', name: 'posts/1.text.html', offset: 0 },
        path: '',
      },
    ]);
  });
});
