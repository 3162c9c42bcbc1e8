// Files that belong to no collection, and records whose fields are not those of their collection.

import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type BadInputs, itFinds } from './finds.js';
import {
  another,
  anotherReply,
  type Collection,
  checkPortal,
  essence,
  expectOnlyProblem,
  required,
} from './portal.js';

const strays: BadInputs = {
  'unknown-collection': {
    'a file whose name is misspelt': {
      files: { 'regoins.json': '¶[{"id": 3, "name": "Псков"}]' },
      hint: 'regions',
    },
    'a misspelt .ndjson file': { files: { 'vacancy.ndjson': '¶' } },
    'a file whose name differs by a capital letter': {
      files: { 'Regions.json': '¶[]' },
      hint: 'regions',
    },
    'a folder whose name is misspelt, once and not for each file in it': {
      files: { 'expert/a.json': '{"id": 3}', 'expert/b.json': '{' },
      whole: 'expert',
      hint: 'experts',
    },
    'a folder that is named like a file of a collection': {
      files: { 'experts.json/a.json': '[]' },
      whole: 'experts.json',
    },
    'a folder of notes': { files: { 'notes/plan.md': 'Дописать регионы.' }, whole: 'notes' },
  },
  'ignored-file': {
    'a table beside the collections': { files: { 'regions.csv': '¶id;name' }, severity: 'warning' },
    'a file of another ending in a collection': {
      files: { 'regions/north/new.json.bak': '¶[{"id": 3, "name": "Псков"}]' },
      severity: 'warning',
    },
    'a file without an ending': { files: { 'regions/new': '¶[]' }, severity: 'warning' },
    'a page of a site generator among the records': {
      files: { 'posts/2026/котлы.md': '¶---\ntitle: Котлы\n---\nТекст\n' },
      severity: 'warning',
      hint: 'a note has no front matter',
    },
    'the same with a byte-order mark and CRLF': {
      files: { 'posts/котлы.md': '\ufeff¶---  \r\ntitle: Котлы\r\n---\r\n' },
      severity: 'warning',
    },
    'a symbolic link to a file of the same collection': {
      files: {},
      arrange: (data) => symlinkSync('regions.json', join(data, 'regions-of-today')),
      whole: 'regions-of-today',
      severity: 'warning',
    },
    'a symbolic link with the ending of a data file': {
      files: { 'regions/new.json': '{"id": 3, "name": "Псков"}' },
      arrange: (data) => {
        writeFileSync(join(data, '..', 'more.json'), '{"id": 4, "name": "Пенза", "nmae": 1}');
        symlinkSync('../../more.json', join(data, 'regions', 'more.json'));
      },
      whole: 'regions/more.json',
      severity: 'warning',
    },
  },
  encoding: {
    'a file whose name is not UTF-8': {
      files: { 'posts/a.md': 'Заметка' },
      arrange: (data) => writeFileSync(bytes(data, 'posts/a\xff.json'), '{}'),
      whole: 'posts/a\\xff.json',
    },
    'a folder whose name is not UTF-8, with a line break': {
      files: {},
      arrange: (data) => {
        mkdirSync(bytes(data, 'posts/\xcf\n'), { recursive: true });
        writeFileSync(bytes(data, 'posts/\xcf\n/1.json'), '{}');
      },
      whole: 'posts/\\xcf\n',
    },
  },
};

/** A path below the data folder, of the bytes that are the letters' codes. */
function bytes(data: string, path: string): Buffer {
  return Buffer.concat([Buffer.from(`${data}/`), Buffer.from(path, 'latin1')]);
}

const unknown: BadInputs = {
  'unknown-field': {
    'a field whose name is misspelt': {
      files: { 'regions/new.json': '{"id": 3, "name": "Псков", ¶"distrct": 1}' },
      path: '/distrct',
      hint: 'district',
    },
    'a misspelt field of a certificate': {
      files: {
        'vacancies/new.json': another('vacancies', {
          certificates: '[{"id": 1, "category": 1, "exact_category": 1, ¶"exact_categry": 1}]',
        }),
      },
      path: '/certificates/0/exact_categry',
      hint: 'exact_category',
    },
    'a misspelt field of a profile': {
      files: { 'users/new.json': another('users', { profile: '{¶"birth_day": null}' }) },
      path: '/profile/birth_day',
      hint: 'birthday',
    },
    'a size that avatars do not have': {
      files: { 'users/new.json': another('users', { avatar: '{"s": "/a.png", ¶"xl": "/b.png"}' }) },
      path: '/avatar/xl',
    },
    'a misspelt deal of a vacancy': {
      files: { 'vacancies/new.json': another('vacancies', { crm_data: '{¶"dealid": 7}' }) },
      path: '/crm_data/dealid',
      hint: 'deal_id',
    },
    'a misspelt privacy setting': {
      files: { 'users/new.json': another('users', { privacy_settings: '{¶"writepm": "all"}' }) },
      path: '/privacy_settings/writepm',
      hint: 'write_pm',
    },
    'a misspelt field of a vote': {
      files: {
        'posts/new.json': another('posts', {
          polls:
            '[{"id": 1, "title": "Как?", "variants": [{"id": 1, "title": "Так", "votes": ' +
            '[{"id": 1, "user": 1, ¶"pol": 1}]}]}]',
        }),
      },
      path: '/polls/0/variants/0/votes/0/pol',
      hint: 'poll',
    },
    'a field of another collection': {
      files: { 'regions/new.json': '{"id": 3, "name": "Псков", ¶"work_salary": 1}' },
      path: '/work_salary',
    },
    'a field whose name needs escapes in a pointer': {
      files: { 'regions/new.json': '{"id": 3, "name": "Псков", ¶"a/b~c": 1}' },
      path: '/a~1b~0c',
    },
    'a field whose name is empty': {
      files: { 'regions/new.json': '{"id": 3, "name": "Псков", ¶"": 1}' },
      path: '/',
    },
    'a field that is named __proto__': {
      files: { 'regions/new.json': '{"id": 3, "name": "Псков", ¶"__proto__": {"code": "60"}}' },
      path: '/__proto__',
    },
    '$schema in a record of an array': {
      files: { 'regions/new.json': '[{¶"$schema": "./region.json", "id": 3, "name": "Псков"}]' },
      path: '/$schema',
    },
    // open: an .ndjson file of one line is a single-record file too
    '$schema in a line of .ndjson': {
      files: { 'regions/new.ndjson': '{¶"$schema": "./region.json", "id": 3, "name": "Псков"}\n' },
      path: '/$schema',
    },
    '$schema in a part of a record': {
      files: { 'users/new.json': another('users', { avatar: '{¶"$schema": "./avatar.json"}' }) },
      path: '/avatar/$schema',
    },
  },
};

const requiredParts: [Collection, string, string, string][] = [
  ['vacancies', 'certificates', '[¶{"category": 1, "exact_category": 1}]', '/0/id'],
  ['vacancies', 'certificates', '[¶{"id": 1, "exact_category": 1}]', '/0/category'],
  ['vacancies', 'certificates', '[¶{"id": 1, "category": 1}]', '/0/exact_category'],
  [
    'resumes',
    'certificates',
    '[¶{"id": 1, "category": 1, "exact_category": 1}]',
    '/0/certificate_expiry',
  ],
  [
    'posts',
    'polls',
    '[{"id": 1, "title": "Как?", "variants": [{"id": 1, "title": "Так", "votes": [¶{"id": 1}]}]}]',
    '/0/variants/0/votes/0/user',
  ],
  ['posts', 'polls', '[¶{"id": 1, "title": "Как?"}]', '/0/variants'],
  ['posts', 'polls', '[¶{"id": 1, "variants": []}]', '/0/title'],
  [
    'posts',
    'polls',
    '[{"id": 1, "title": "Как?", "variants": [¶{"id": 1}]}]',
    '/0/variants/0/title',
  ],
];

describe('what is not read', () => {
  itFinds(strays);

  it("hides no other problem, nor any record but its own collection's", async () => {
    const { report, marked } = await checkPortal(
      {
        'experts/a.json': another('experts', { id: '¶1' }),
        'cities/new.json': another('cities', { region: '¶99' }),
        'exact-categories.json': null,
      },
      {},
      (data) => {
        mkdirSync(join(data, 'exact-categories'));
        writeFileSync(bytes(data, 'exact-categories/\xfc.json'), '[]');
      },
    );
    const whole = { file: 'data/exact-categories/\\xfc.json', line: 1, column: 1 };
    expect(report.problems.map(essence)).toEqual([
      { code: 'unknown-id', severity: 'warning', path: '/region', ...marked[1] },
      { code: 'encoding', severity: 'error', path: '', ...whole },
      { code: 'duplicate-id', severity: 'error', path: '/id', ...marked[0] },
    ]);
    expect(report.problems[1]?.hint).toBe(
      'rename it (references to exact-categories were not checked)',
    );
  });
});

describe('unknown fields', () => {
  itFinds(unknown);
});

// open: the path names the missing field and the place is the object; or the path is the object's.
describe('missing fields', () => {
  for (const [collection, fields] of required) {
    for (const field of fields) {
      const name = `${field} of ${collection}`;
      const files = { [`${collection}/new.json`]: `[¶${another(collection, { [field]: null })}]` };
      it(name, () => expectOnlyProblem({ name, files, code: 'missing-field', path: `/${field}` }));
    }
  }
  for (const [collection, field, text, end] of requiredParts) {
    const path = `/${field}${end}`;
    const files = { [`${collection}/new.json`]: another(collection, { [field]: text }) };
    it(`${path} of ${collection}`, () =>
      expectOnlyProblem({ name: path, files, code: 'missing-field', path }));
  }

  it('the text of a reply', () =>
    expectOnlyProblem({
      name: 'a reply has no default text',
      files: { 'comments/new.json': `¶${anotherReply({ text: null })}` },
      code: 'missing-field',
      path: '/text',
    }));

  it('the user of an event about a root comment, which has none to take', () =>
    expectOnlyProblem({
      name: 'nothing to default from',
      files: {
        'events/new.json': `¶${another('events', { event_type: '2', post: null, comment: '1' })}`,
      },
      code: 'missing-field',
      path: '/user',
    }));
});
