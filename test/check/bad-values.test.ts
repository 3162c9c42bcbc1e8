// Values of a wrong type, out of their range, or that are no moment and no day.

import { describe, it } from 'vitest';
import { type BadInputs, itFinds } from './finds.js';
import {
  another,
  anotherReply,
  type Collection,
  expectOnlyProblem,
  type Scenario,
} from './portal.js';

type Row = [name: string, collection: Collection, field: string, text: string, path: string];

const wrongTypes: Row[] = [
  ['a name that is a number', 'regions', 'name', '¶5', '/name'],
  ['an id that is a string', 'regions', 'id', '¶"50"', '/id'],
  ['a reference that is a string', 'regions', 'district', '¶"1"', '/district'],
  ['a reference that is the record itself', 'regions', 'district', '¶{"id": 1}', '/district'],
  ['a flag that is a number', 'cities', 'not_uniq', '¶1', '/not_uniq'],
  ['a flag that is a word', 'blogs', 'guest_cannot_view', '¶"yes"', '/guest_cannot_view'],
  ['a price that is a string', 'exact-categories', 'cost1', '¶"500"', '/cost1'],
  // open: bad-value, here and for the id below
  ['a salary with kopecks', 'vacancies', 'work_salary', '¶100.5', '/work_salary'],
  ['an id with a fraction', 'regions', 'id', '¶50.5', '/id'],
  ['a list that is one value', 'vacancies', 'ready_for', '¶"one_time"', '/ready_for'],
  ['a list of words with a number', 'vacancies', 'ready_for', '["one_time", ¶1]', '/ready_for/1'],
  ['a region by its name', 'vacancies', 'work_regions', '[1, ¶"Тверь"]', '/work_regions/1'],
  ['a certificate that is an id', 'vacancies', 'certificates', '[¶1]', '/certificates/0'],
  ['certificates that are an object', 'resumes', 'certificates', '¶{}', '/certificates'],
  ['CRM data that is a list', 'vacancies', 'crm_data', '¶[]', '/crm_data'],
  ['a deal that is a string', 'vacancies', 'crm_data', '{"deal_id": ¶"7"}', '/crm_data/deal_id'],
  ['a profile that is a list', 'users', 'profile', '¶[]', '/profile'],
  ['a priority that is a number', 'users', 'profile', '{"priority": [¶1]}', '/profile/priority/0'],
  ['an avatar that is a string', 'users', 'avatar', '¶"/a.png"', '/avatar'],
  ['a sex that is a word', 'users', 'sex', '¶"f"', '/sex'],
  ['a moment that is a number', 'experts', 'created_at', '¶1714546800', '/created_at'],
  ['polls that are an object', 'posts', 'polls', '¶{}', '/polls'],
  ['emoji that are an object', 'comments', 'emoji', '¶{}', '/emoji'],
  ['members that are a number', 'posts', 'members', '¶3', '/members'],
  ['those who hid it as null', 'comments', 'hidden_by', '¶null', '/hidden_by'],
  ['a name that is null', 'regions', 'name', '¶null', '/name'],
  ['an id that is null', 'regions', 'id', '¶null', '/id'],
  ['a code that is null', 'regions', 'code', '¶null', '/code'],
  ['a required reference that is null', 'resumes', 'region', '¶null', '/region'],
  ['a required number that is null', 'categories', 'the_order', '¶null', '/the_order'],
  ['a flag that is null', 'vacancies', 'is_public', '¶null', '/is_public'],
  ['a list that is null', 'vacancies', 'certificates', '¶null', '/certificates'],
  ['a profile that is null', 'users', 'profile', '¶null', '/profile'],
  ['a site that is null', 'users', 'profile', '{"site": ¶null}', '/profile/site'],
  ['a part of an avatar that is null', 'users', 'avatar', '{"s": ¶null}', '/avatar/s'],
  ['a moment that is null', 'posts', 'updated', '¶null', '/updated'],
  ['the last comment as null', 'blogs', 'last_comment', '¶null', '/last_comment'],
  ['a moderator that is null', 'posts', 'moderated_by', '¶null', '/moderated_by'],
  ['a computed field that is null', 'blogs', 'level', '¶null', '/level'],
  ['a title of an event that is null', 'events', 'title', '¶null', '/title'],
  ['a birthday in a number', 'users', 'profile', '{"birthday": ¶1980}', '/profile/birthday'],
  // open: bad-value, for each of the six fields that hold only null
  ['an area of a city', 'cities', 'area', '¶1', '/area'],
  ['an exact category of a vacancy', 'vacancies', 'exact_category', '¶1', '/exact_category'],
  ['a user in favorites', 'users', 'in_favorite', '¶false', '/in_favorite'],
  ['a content type of a blog', 'blogs', 'content_type', '¶"post"', '/content_type'],
  ['a last view of a post', 'posts', 'last_view', '¶"2024-05-01T10:00:00+03:00"', '/last_view'],
  ['an address of a post', 'posts', 'ip', '¶"192.0.2.1"', '/ip'],
];

const noRecords: Record<string, string> = {
  'regions/number.json': '¶5',
  'regions/null.json': '¶null',
  'regions/word.json': '[¶"Псков"]',
  'regions/nested.json': '[{"id": 3, "name": "Псков"}, ¶[{"id": 4, "name": "Пенза"}]]',
  'regions/array.ndjson': '{"id": 3, "name": "Псков"}\n¶[{"id": 4, "name": "Пенза"}]\n',
};

describe('a type of event that there is not', () => {
  it.each(['4', '12'])('is offered no other: %s', (type) =>
    expectOnlyProblem({
      name: `an event of type ${type}`,
      files: { 'events/new.json': another('events', { event_type: `¶${type}` }) },
      code: 'bad-value',
      path: '/event_type',
      hint: 'write one of them',
    }),
  );
});

describe('wrong types', () => {
  for (const [name, collection, field, text, path] of wrongTypes) {
    const files = { [`${collection}/new.json`]: another(collection, { [field]: text }) };
    it(name, () => expectOnlyProblem({ name, files, code: 'wrong-type', path }));
  }
  for (const [file, text] of Object.entries(noRecords)) {
    const files = { [file]: text };
    it(`${file} holds what is no record`, () =>
      expectOnlyProblem({ name: file, files, code: 'wrong-type', path: '' }));
  }
});

const badValues: Row[] = [
  ['an event of type 4', 'events', 'event_type', '¶4', '/event_type'],
  ['an event of type 0', 'events', 'event_type', '¶0', '/event_type'],
  ['an id that is 0', 'regions', 'id', '¶0', '/id'],
  ['a negative id', 'regions', 'id', '¶-1', '/id'],
  ['an id that is 2^53', 'regions', 'id', '¶9007199254740992', '/id'],
  ['a vacancy for a tender', 'vacancies', 'ready_for', '["one_time", ¶"tender"]', '/ready_for/1'],
  ['a misspelt readiness', 'resumes', 'ready_for', '[¶"one-time"]', '/ready_for/0'],
  [
    'a certificate with the id 0',
    'vacancies',
    'certificates',
    '[{"id": ¶0, "category": 1, "exact_category": 1}]',
    '/certificates/0/id',
  ],
  [
    'a poll with the id 0',
    'posts',
    'polls',
    '[{"id": ¶0, "title": "Как?", "variants": []}]',
    '/polls/0/id',
  ],
];

const noMoments: Record<string, string> = {
  'the letter Z': '2024-05-01T10:00:00Z',
  'an offset without a colon': '2024-05-01T10:00:00+0300',
  'an offset of hours alone': '2024-05-01T10:00:00+03',
  'no offset': '2024-05-01T10:00:00',
  'no seconds': '2024-05-01T10:00+03:00',
  'the second 60': '2024-06-30T23:59:60+00:00',
  'the minute 60': '2024-05-01T10:60:00+03:00',
  'the hour 24': '2024-05-01T24:00:00+03:00',
  'the 30th of February': '2024-02-30T10:00:00+03:00',
  'a leap day of a common year': '2023-02-29T10:00:00+03:00',
  'a leap day of 1900': '1900-02-29T10:00:00+03:00',
  'the 31st of April': '2024-04-31T10:00:00+03:00',
  'the month 13': '2024-13-01T10:00:00+03:00',
  'the day 0': '2024-05-00T10:00:00+03:00',
  'the offset +24:00': '2024-05-01T10:00:00+24:00',
  'the offset +03:60': '2024-05-01T10:00:00+03:60',
  'a space in place of T': '2024-05-01 10:00:00+03:00',
  'a point without a fraction': '2024-05-01T10:00:00.+03:00',
  'a comma before the fraction': '2024-05-01T10:00:00,5+03:00',
  'a space at the end': '2024-05-01T10:00:00+03:00 ',
  'a day without a time': '2024-05-01',
  'a Russian date': '01.05.2024 10:00',
  'an empty string': '',
};

const momentFields: [Collection, string][] = [
  ['vacancies', 'created_at'],
  ['resumes', 'created_at'],
  ['users', 'last_login'],
  ['users', 'date_joined'],
  ['blogs', 'created'],
  ['posts', 'created'],
  ['posts', 'updated'],
  ['posts', 'last_activity'],
  ['posts', 'moderated_at'],
  ['comments', 'created'],
  ['comments', 'moderated_at'],
  ['comments', 'tree_updated_at'],
  ['events', 'datetime'],
];

const noDays: Record<string, string> = {
  'the 30th of February': '2026-02-30',
  'a leap day of a common year': '2025-02-29',
  'the month 0': '2026-00-10',
  'one digit a part': '2026-1-1',
  'a Russian date': '01.01.2026',
  'a day with a time': '2026-01-01T00:00:00+03:00',
  'an empty string': '',
};

describe('values out of range', () => {
  for (const [name, collection, field, text, path] of badValues) {
    const files = { [`${collection}/new.json`]: another(collection, { [field]: text }) };
    it(name, () => expectOnlyProblem({ name, files, code: 'bad-value', path }));
  }
});

describe('what is no timestamp', () => {
  for (const [name, moment] of Object.entries(noMoments)) {
    const files = { 'experts/new.json': another('experts', { created_at: `¶"${moment}"` }) };
    it(name, () => expectOnlyProblem({ name, files, code: 'bad-timestamp', path: '/created_at' }));
  }
  for (const [collection, field] of momentFields) {
    const name = `${field} of ${collection}`;
    const files = { [`${collection}/new.json`]: another(collection, { [field]: '¶"вчера"' }) };
    it(name, () => expectOnlyProblem({ name, files, code: 'bad-timestamp', path: `/${field}` }));
  }
  for (const field of ['moderated_at', 'last_visit']) {
    const files = {
      'users/new.json': another('users', { profile: `{"${field}": ¶"2024-05-01T10:00:00Z"}` }),
    };
    const path = `/profile/${field}`;
    it(path, () => expectOnlyProblem({ name: path, files, code: 'bad-timestamp', path }));
  }
});

describe('what is no date', () => {
  for (const [name, day] of Object.entries(noDays)) {
    const text = `[{"id": 1, "category": 1, "certificate_expiry": ¶"${day}", "exact_category": 1}]`;
    const files = { 'resumes/new.json': another('resumes', { certificates: text }) };
    const path = '/certificates/0/certificate_expiry';
    it(name, () => expectOnlyProblem({ name, files, code: 'bad-date', path }));
  }
  const birthday: Scenario = {
    name: 'a birthday on the 31st of June',
    files: { 'users/new.json': another('users', { profile: '{"birthday": ¶"1980-06-31"}' }) },
    code: 'bad-date',
    path: '/profile/birthday',
  };
  it(birthday.name, () => expectOnlyProblem(birthday));
});

describe('places in a line', () => {
  const lines: BadInputs = {
    'bad-value': {
      'an emoji before the value is two columns wide': {
        files: { 'regions/new.json': '{"name": "😀", "id": ¶0}' },
        path: '/id',
      },
      'a tab is one column wide': {
        files: { 'regions/new.json': '{\n\t\t"name": "Псков",\t"id":\t¶0\n}' },
        path: '/id',
      },
      'a byte-order mark is not counted': {
        files: { 'regions/new.ndjson': '\uFEFF{"id": ¶0, "name": "Псков"}' },
        path: '/id',
      },
      'a line separator of Unicode does not end a line': {
        files: { 'regions/new.ndjson': '{"name": "Псков\u2028\u2029\u0085", "id": ¶0}\r\n' },
        path: '/id',
      },
      'empty lines of .ndjson are counted': {
        files: { 'comments/new.ndjson': `\n\n${anotherReply({ id: '¶0' }).replace(/\n/g, ' ')}\n` },
        path: '/id',
      },
    },
  };
  itFinds(lines);
});
