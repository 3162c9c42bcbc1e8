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
  ['what gzip made', 'districts.json', gzipSync(RECORDS), 'encoding', /gzip -d/],
  ['lines that gzip made', 'districts.ndjson', gzipSync(RECORDS), 'encoding', /gzip -d/],
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

it.each(['x', '"a/b"', '12/2', '[1, 2].json'])('%s is no link', async (text) => {
  const cwd = temporaryFolder();
  mkdirSync(join(cwd, 'data'));
  writeFileSync(join(cwd, 'data/districts.json'), `${text}\n{`);
  const { problems } = await check({ cwd });
  expect(problems[0]!.hint).not.toContain('symlinks');
});
