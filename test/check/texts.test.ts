// Long texts in files of their own beside their record's file: read as if they were in it, and wrong ones
// told at their place.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { build } from '../../src/index.js';
import { temporaryFolder } from '../support/folders.js';
import { writeFile } from '../support/portal.js';
import { runIn } from '../support/run.js';
import { readTree } from '../support/tree.js';
import { another, anotherReply, base, checkPortal } from './portal.js';

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
