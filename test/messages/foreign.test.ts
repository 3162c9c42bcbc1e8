// Files that another program made, or that something damaged: each is told as what it is, in one problem.
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { check } from '../../src/index.js';
import { LANGUAGES } from '../../src/problems/messages/catalogue.js';
import { temporaryFolder } from '../support/folders.js';

const RECORDS = '[{"id": 1, "name": "Центральный"}]\n';
const page = (more: object) =>
  JSON.stringify({ next: null, previous: null, results: JSON.parse(RECORDS), ...more });
const dump = (pk: number) => ({ model: 'portal.district', pk, fields: { name: 'Центральный' } });

it.each<[what: string, name: string, content: string | Buffer, code: string, hint: RegExp]>([
  ['what gzip made', 'districts.json', gzipSync(RECORDS), 'syntax', /gzip -d/],
  ['lines that gzip made', 'districts.ndjson', gzipSync(RECORDS), 'syntax', /gzip -d/],
  [
    'a table of Excel',
    'districts.json',
    'PK\x03\x04\x14\0xl/workbook.xml',
    'syntax',
    /document|документ/,
  ],
  ['an encrypted file', 'districts.json', '\0GITCRYPT\0\x01\x02', 'syntax', /git-crypt unlock/],
  [
    'a page of an error',
    'districts.json',
    '<!DOCTYPE html>\n<title>404</title>',
    'syntax',
    /earlier|прежнюю/,
  ],
  ['a table', 'districts.json', 'id;name\n1;Центральный\n', 'syntax', /each row|каждую строку/],
  [
    'a table as lines',
    'districts.ndjson',
    'id,name\n1,Центральный\n',
    'syntax',
    /each row|каждую строку/,
  ],
  ['YAML', 'districts.json', '# округа\n- id: 1\n  name: Центральный\n', 'syntax', /"id": 1/],
  [
    'a module',
    'districts.json',
    `export default ${RECORDS};`,
    'syntax',
    /double quotes|двойных кавычках/,
  ],
  [
    'records by their ids',
    'districts.json',
    '{"1": {"name": "А"}, "2": {"name": "Б"}}',
    'wrong-type',
    /"id"/,
  ],
  [
    'records inside',
    'districts.json',
    `{"districts": ${RECORDS}, "total": 1}`,
    'wrong-type',
    /"districts"/,
  ],
  ['a name of gzip', 'districts.json.gz', gzipSync(RECORDS), 'ignored-file', /gzip -d/],
  ['zeros behind the records', 'districts.json', `${RECORDS}\0\0\0`, 'syntax', /of zero|нулевые/],
  ['zeros alone', 'districts.ndjson', '\0'.repeat(99), 'syntax', /of zero|нулевые/],
  ['.jsonl', 'districts.jsonl', RECORDS, 'ignored-file', /districts\.ndjson/],
  ['.JSON', 'districts.JSON', RECORDS, 'ignored-file', /districts\.json,/],
  ['.NDJSON', 'posts/2026.NDJSON', '', 'ignored-file', /2026\.ndjson,/],
  ['a page with a count', 'districts.json', page({ count: 1 }), 'wrong-type', /import/],
  ['a page with cursors', 'districts/1.json', page({}), 'wrong-type', /import/],
  ['a dump', 'districts.json', JSON.stringify([dump(1), dump(2)]), 'wrong-type', /"pk".*"id"/],
  ['a link', 'districts.json', '../common/districts.json', 'syntax', /core\.symlinks/],
  ['a link in this folder', 'districts.json', 'districts-2026.json', 'syntax', /core\.symlinks/],
  [
    'a link from the root',
    'districts.json',
    '/srv/общие данные/districts.json',
    'syntax',
    /core\.symlinks/,
  ],
])('%s', async (_, name, content, code, hint) => {
  const cwd = temporaryFolder();
  const path = join(cwd, 'data', name);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, content);
  for (const lang of LANGUAGES) {
    const { problems } = await check({ cwd, lang });
    expect(problems.map((problem) => problem.code)).toEqual([code]);
    expect(problems[0]!.hint).toMatch(hint);
  }
});

it('a record that lacks its id is a record, whatever is in it', async () => {
  const cwd = temporaryFolder();
  mkdirSync(join(cwd, 'data/posts'), { recursive: true });
  writeFileSync(join(cwd, 'data/posts/5.json'), '{"titel": "Формы", "polls": [{"id": 1}]}');
  const { problems } = await check({ cwd });
  expect(problems.map(({ code, path }) => [code, path])).toContainEqual(['missing-field', '/id']);
  expect(problems.map(({ code, path }) => [code, path])).toContainEqual([
    'unknown-field',
    '/titel',
  ]);
});

it.each(['x', '"a/b"', '12/2', '[1, 2].json'])('%s is no link', async (text) => {
  const cwd = temporaryFolder();
  mkdirSync(join(cwd, 'data'));
  writeFileSync(join(cwd, 'data/districts.json'), `${text}\n{`);
  const { problems } = await check({ cwd });
  expect(problems[0]!.hint).not.toContain('symlinks');
});
