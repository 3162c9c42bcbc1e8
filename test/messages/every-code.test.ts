// A mistake of each code of PROMISES.md §4.1, made by hand in a copy of the shipped data: it is
// found once, at its place, and told so that it can be mended.
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { check } from '../../src/index.js';
import en from '../../src/problems/messages/en.json' with { type: 'json' };
import { projectFolder, temporaryFolder } from '../support/folders.js';

interface Mistake {
  readonly code: string;
  /** Below `data/`. */
  readonly file: string;
  /** A text of the file; undefined for a file that is not there yet. */
  readonly from?: string;
  /** What is written in its place; ¶ marks where the problem is, and is not written. */
  readonly to: string;
  readonly severity?: 'warning';
  readonly path?: string;
  readonly message: string;
  readonly hint: string;
}

const northWest = '{"id": 2, "name": "Северо-Западный федеральный округ"}';
const price = '"name": "Э1 ТУ", "order": 10, "cost1": 18500, "cost2": 24000, "cost3": 31500';
const vacancy = 'vacancies/100-ekspert-zavod-plastmass-novosibirsk.json';
const post = 'posts/0004-skolko-stoit-ekspertiza-krana-2025.json';
const root = '{"id": 9, "post": 3, "created": "2025-02-04T17:46:03.426195+03:00"}';
/** The bytes of «Псков» in Windows-1251, as latin1. */
const pskov = '\xcf\xf1\xea\xee\xe2';

const mistakes: readonly Mistake[] = [
  {
    code: 'syntax',
    file: 'districts.json',
    from: `${northWest},\n  `,
    to: `${northWest}\n  ¶`,
    message: 'not JSON: "{" does not belong here',
    hint: 'put a comma before it; a " inside a text is written \\"',
  },
  {
    code: 'syntax',
    file: 'cities/new.json',
    to: '{"id": 200, "name": "Бийск", "region": 4,\n¶}',
    message: 'not JSON: "}" does not belong here',
    hint: 'remove the comma before it: the last element has none',
  },
  {
    code: 'encoding',
    file: 'districts/new.json',
    to: `{"id": 90, "name": "¶${pskov}"}`,
    message: 'not UTF-8: the byte 0xCF does not belong here',
    hint: 'it seems to be Windows-1251 (Псков): save the file as UTF-8',
  },
  {
    code: 'duplicate-key',
    file: 'regions.json',
    from: '"name": "Республика Башкортостан"',
    to: '"name": "Башкирия", ¶"name": "Республика Башкортостан"',
    path: '/name',
    message: 'the key "name" is given twice; only the last one would be read',
    hint: 'remove one of the two',
  },
  {
    code: 'unsafe-integer',
    file: vacancy,
    from: '"views": 409',
    to: '"views": ¶90071992547409930',
    path: '/views',
    message: '90071992547409930 is too large to be kept exactly',
    hint: 'write a whole number of at most 9007199254740991, the last that is exact',
  },
  {
    code: 'unknown-collection',
    file: 'regoin.json',
    to: '¶[]',
    message: 'there is no collection "regoin"',
    hint: 'did you mean regions?',
  },
  {
    code: 'ignored-file',
    file: 'regions/notes.txt',
    to: '¶Проверить коды.',
    severity: 'warning',
    message: 'this file is not read',
    hint: 'data files end in .json or .ndjson; start the name with a dot to keep it here unread',
  },
  {
    code: 'unknown-field',
    file: 'regions.json',
    from: '"code": "02"',
    to: '¶"cod": "02"',
    path: '/cod',
    message: 'there is no field "cod"',
    hint: 'did you mean code?',
  },
  {
    code: 'missing-field',
    file: 'experts.json',
    from: '"full_name": "Багров Семён Ильич", ',
    to: '',
    path: '/full_name',
    message: 'the field "full_name" is required',
    hint: 'add "full_name", a text',
  },
  {
    code: 'wrong-type',
    file: 'exact-categories.json',
    from: '"cost1": 18500',
    to: '"cost1": ¶"18500"',
    path: '/cost1',
    message: 'expected a whole number, found "18500"',
    hint: 'write 18500',
  },
  {
    code: 'bad-value',
    file: 'experts.json',
    from: '"id": 1,',
    to: '"id": ¶0,',
    path: '/id',
    message: '0 is out of range',
    hint: 'a whole number from 1 to 9007199254740991',
  },
  {
    code: 'bad-timestamp',
    file: 'experts.json',
    from: '"2021-03-15T15:27:55.394203+05:00"',
    to: '¶"15.03.2021 15:27"',
    path: '/created_at',
    message: '"15.03.2021 15:27" is not a timestamp',
    hint: 'write "2021-03-15T15:27:00+03:00" (that is Moscow time; write the offset of the place)',
  },
  {
    code: 'bad-date',
    file: 'resumes.ndjson',
    from: '"2027-09-18"',
    to: '¶"31.09.2027"',
    path: '/certificates/0/certificate_expiry',
    message: '"31.09.2027" is not a date: day 31, but that month has 30 days',
    hint: 'a day of the calendar, such as "2026-03-05"',
  },
  {
    code: 'duplicate-id',
    file: 'experts.json',
    from: '"id": 4,',
    to: '"id": ¶1,',
    path: '/id',
    message: 'the id 1 is taken by Багров Семён Ильич in data/experts.json:2',
    hint: 'these are two records: `npx portal-snapshot renumber expert 1 --file data/experts.json:3` gives one of the two another id, with all that belongs to it',
  },
  {
    code: 'dangling-reference',
    file: vacancy,
    from: '"exact_category": 134',
    to: '"exact_category": ¶1344',
    path: '/certificates/0/exact_category',
    message: 'there is no record 1344 in exact-categories',
    hint: 'did you mean 134, Э7 ТУ; or 144, Э8 ТУ?',
  },
  {
    code: 'unknown-id',
    file: 'cities.json',
    from: '"name": "Новосибирск", "region": 53',
    to: '"name": "Новосибирск", "region": ¶530',
    severity: 'warning',
    path: '/region',
    message: 'there is no record 530 in regions; the number is published all the same',
    hint: 'did you mean 30, Белгородская область; or 50, Мурманская область; or 53, Новосибирская область?',
  },
  {
    code: 'disagrees',
    file: 'blogs.json',
    from: '"parent": 3',
    to: '"level": ¶2, "parent": 3',
    path: '/level',
    message: '"level" is given as 2, but the records say 1',
    hint: 'write 1, or leave the field out',
  },
  {
    code: 'cycle',
    file: 'blogs.json',
    from: '"slug": "obschiy-razdel"',
    to: '"slug": "obschiy-razdel", "parent": ¶7',
    path: '/parent',
    message: 'the parents form a ring: 1 → 7 → 1',
    hint: 'give one of them another parent, or none',
  },
  {
    code: 'broken-tree',
    file: 'comments/2025.ndjson',
    from: `${root}\n`,
    to: `${root.replace('3,', '3, "lft": ¶1, "rght": 8,')}\n`,
    path: '/lft',
    message: 'lft is given here, but most other records of the tree 9 give none',
    hint: 'remove lft and rght from this record, and from any other of the tree that gives them',
  },
  {
    code: 'inconsistent',
    file: 'exact-categories.json',
    from: price,
    to: price
      .replace('"cost1": 18500', '"na": true, "cost1": ¶18500')
      .replace('24000', '0')
      .replace('31500', '0'),
    path: '/cost1',
    message: 'cost1 is 18500, but prices are null or 0 where na is true',
    hint: 'write null for cost1, or false for na',
  },
  {
    code: 'unsafe-html',
    file: post,
    from: '"text": "<p>',
    to: '"text": ¶"<p onclick=\\"vote()\\">',
    path: '/text',
    message: 'the attribute onclick runs code',
    hint: 'remove the attribute',
  },
  {
    code: 'implausible',
    file: vacancy,
    from: '"work_salary": ',
    to: '"work_salary": ¶-',
    severity: 'warning',
    path: '/work_salary',
    message: 'work_salary is -138000, but pay is never below zero',
    hint: 'write the amount without the minus, or leave the field out; if it is meant, name "negative-salary" in the setting "allow"',
  },
];

const shipped = join(projectFolder, 'data');
const cwd = temporaryFolder();
cpSync(shipped, join(cwd, 'data'), { recursive: true });
const cache = join(cwd, 'cache');

describe('a mistake in the shipped data', () => {
  it('is made of each code', () => {
    const codes = Object.keys(en)
      .filter((name) => !name.includes('.'))
      .map((name) => name.split('/')[0]);
    // These are about snapshots and imports, not about the data by itself.
    const notOfData = new Set([
      'foreign-file',
      'host-conflict',
      'host-limit',
      'import-conflict',
      'search-left-out',
    ]);
    const inData = codes.filter((code) => !notOfData.has(code!));
    expect(new Set(mistakes.map(({ code }) => code))).toEqual(new Set(inData));
  });

  for (const mistake of mistakes) {
    const { code, path = '', severity = 'error', message, hint } = mistake;
    it(`${code}: ${message}`, async () => {
      const place = make(mistake);
      try {
        const { problems } = await check({ cwd, cache });
        const expected = { code, severity, path, message, hint, ...place };
        expect(problems.map(({ cause: _, rule: __, ...problem }) => problem)).toEqual([expected]);
      } finally {
        unmake(mistake);
      }
    });
  }
});

/** Makes a mistake; where its problem is to be found. */
function make({ file, from, to }: Mistake): { file: string; line: number; column: number } {
  const path = join(cwd, 'data', file);
  mkdirSync(dirname(path), { recursive: true });
  const before = from === undefined ? '' : readFileSync(path, 'utf8');
  const at = from === undefined ? 0 : before.indexOf(from);
  if (at < 0) throw new Error(`${file} does not say ${from}`);
  const marked = before.slice(0, at) + to + before.slice(at + (from ?? '').length);
  // Without a mark, the record that was changed is at fault.
  const place = marked.includes('¶') ? marked.indexOf('¶') : marked.lastIndexOf('{', at);
  const text = marked.replace('¶', '');
  writeFileSync(path, text.includes(pskov) ? Buffer.from(text, 'latin1') : text);
  const lines = text.slice(0, place).split('\n');
  return { file: `data/${file}`, line: lines.length, column: lines.at(-1)!.length + 1 };
}

/** Takes a mistake back. */
function unmake({ file, from }: Mistake): void {
  const path = join(cwd, 'data', file);
  // A new file goes with the folder that may have been made for it.
  if (from !== undefined) cpSync(join(shipped, file), path);
  else rmSync(existsSync(join(shipped, dirname(file))) ? path : dirname(path), { recursive: true });
}
