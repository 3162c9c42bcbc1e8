// Ids that are taken twice, ids that nobody has, and computed fields that say something else.

import { describe, expect, it } from 'vitest';
import { type BadInputs, itFinds } from './finds.js';
import {
  another,
  anotherReply,
  type Collection,
  checkPortal,
  essence,
  expectOnlyProblem,
} from './portal.js';

const certificates = (...ids: string[]) =>
  `[${ids.map((id) => `{"id": ${id}, "category": 1, "exact_category": 1}`).join(', ')}]`;

const vote = (id: string) => `{"id": ${id}, "user": 2}`;
const variant = (id: string, ...votes: string[]) =>
  `{"id": ${id}, "title": "Так", "votes": [${votes.join(', ')}]}`;
const poll = (id: string, ...variants: string[]) =>
  `{"id": ${id}, "title": "Как?", "variants": [${variants.join(', ')}]}`;
const polls = (...all: string[]) => ({
  'posts/new.json': another('posts', { polls: `[${all.join(', ')}]` }),
});

const taken: BadInputs = {
  'duplicate-id': {
    'two regions of one file': {
      files: { 'regions/new.json': '[{"id": 3, "name": "Псков"},\n {"name": "Пенза", "id": ¶3}]' },
      path: '/id',
    },
    'regions of two files, at the later file': {
      files: {
        'regions/b.json': '{"id": ¶3, "name": "Псков"}',
        'regions/a.json': '\n\n{"id": 3, "name": "Пенза"}',
      },
      path: '/id',
    },
    'the file of a collection comes before its folder': {
      files: { 'regions/a.json': '{"id": ¶1, "name": "Псков"}' },
      path: '/id',
    },
    'a .json and an .ndjson file of one collection': {
      files: {
        'experts.json': another('experts', { id: '2' }),
        'experts.ndjson': again('experts'),
      },
      path: '/id',
    },
    'an id that is written in two ways': {
      files: {
        'regions/new.json': '[{"id": 100, "name": "Псков"}, {"id": ¶1e2, "name": "Пенза"}]',
      },
      path: '/id',
    },
    // open: by the order of a locale, where a comes before B
    'file names are ordered by their code units': {
      files: {
        'regions/B.json': '{"id": 3, "name": "Псков"}',
        'regions/a.json': '{"id": ¶3, "name": "Пенза"}',
      },
      path: '/id',
    },
    'two certificates of a vacancy': {
      files: {
        'vacancies/new.json': another('vacancies', { certificates: certificates('7', '8', '¶7') }),
      },
      path: '/certificates/2/id',
    },
    'two certificates of a resume': {
      files: {
        'resumes/new.json': another('resumes', {
          certificates: certificates('7', '¶7').replaceAll(
            '"category"',
            '"certificate_expiry": "2026-01-01", "category"',
          ),
        }),
      },
      path: '/certificates/1/id',
    },
    'two polls of a post': { files: polls(poll('1'), poll('¶1')), path: '/polls/1/id' },
    'two variants of a poll': {
      files: polls(poll('1', variant('1'), variant('¶1'))),
      path: '/polls/0/variants/1/id',
    },
    'variants of two polls of a post': {
      files: polls(poll('1', variant('1')), poll('2', variant('¶1'))),
      path: '/polls/1/variants/0/id',
    },
    'votes for two variants': {
      files: polls(poll('1', variant('1', vote('1'), vote('2')), variant('2', vote('¶2')))),
      path: '/polls/0/variants/1/votes/0/id',
    },
  },
};

function again(collection: Collection): string {
  return `${another(collection, { id: '¶2' }).replace(/\n/g, ' ')}\n`;
}

// What an event about 99 could not default is given.
const settled = { user: '1', blog: '1', datetime: '"2024-05-01T10:00:00+03:00"' };

const named = (text: string) =>
  `[{"id": 1, "category": 1, "certificate_expiry": "2026-01-01", "exact_category_str": "Э9 ТУ",
    "exact_category": ${text}}]`;

const dangling: [Collection, string, Record<string, string | null>][] = [
  ['regions', '/district', { district: '¶99' }],
  ['exact-categories', '/category', { category: '¶99' }],
  ['exact-categories', '/object_examination', { object_examination: '¶99' }],
  ['vacancies', '/work_city', { work_city: '¶99' }],
  ['vacancies', '/work_regions/1', { work_regions: '[1, ¶99, 2]' }],
  [
    'vacancies',
    '/certificates/0/exact_category',
    { certificates: '[{"id": 1, "category": 1, "exact_category": ¶99}]' },
  ],
  ['vacancies', '/work_regions/2', { work_regions: '[1, 2, ¶99]' }],
  ['vacancies', '/work_regions/0', { work_regions: '[¶99]', certificates: certificates('7') }],
  [
    'vacancies',
    '/certificates/0/exact_category',
    {
      work_regions: '[1]',
      certificates: '[{"id": 1, "category": 1, "exact_category": ¶99}]',
    },
  ],
  ['resumes', '/region', { region: '¶99' }],
  ['resumes', '/work_city', { work_city: '¶99' }],
  ['resumes', '/work_regions/0', { work_regions: '[¶99]' }],
  ['resumes', '/certificates/0/exact_category', { certificates: named('¶99') }],
  ['posts', '/blog', { blog: '¶99' }],
  ['comments', '/post', { post: '¶99' }],
  ['comments', '/parent', { parent: '¶99', user: '2', text: '"Да"' }],
  ['comments', '/user', { parent: '1', user: '¶99', text: '"Да"' }],
  ['events', '/user', { user: '¶99' }],
  ['events', '/post', { ...settled, post: '¶99' }],
  ['events', '/comment', { ...settled, event_type: '2', post: null, comment: '¶99' }],
];

const unknown: [Collection, string, Record<string, string>][] = [
  ['cities', '/region', { region: '¶99' }],
  ['categories', '/parent', { parent: '¶99' }],
  ['users', '/profile/invited_by', { profile: '{"invited_by": ¶99}' }],
  ['users', '/profile/city', { profile: '{"city": ¶99}' }],
  ['users', '/profile/moderated_by', { profile: '{"moderated_by": ¶99}' }],
  // A blog whose parent is not known counts as topmost.
  ['blogs', '/parent', { parent: '¶99', level: '0' }],
  ['blogs', '/last_comment', { last_comment: '¶99' }],
  ['posts', '/user', { user: '¶99' }],
  ['posts', '/moderated_by', { moderated_by: '¶99' }],
  ['posts', '/last_comment', { last_comment: '¶99' }],
  ['posts', '/polls/0/user', { polls: '[{"id": 1, "title": "?", "variants": [], "user": ¶99}]' }],
  [
    'posts',
    '/polls/0/variants/0/votes/0/user',
    { polls: `[${poll('1', variant('1', '{"id": 1, "user": ¶99}'))}]` },
  ],
  ['comments', '/moderated_by', { moderated_by: '¶99' }],
  ['comments', '/deleted_by', { deleted_by: '¶99' }],
  ['comments', '/updated_by', { updated_by: '¶99' }],
  ['events', '/blog', { blog: '¶99' }],
];

const given: [Collection, string, Record<string, string>][] = [
  ['blogs', '/level', { level: '¶1' }],
  ['blogs', '/level', { parent: 'null', level: '¶1' }],
  ['blogs', '/level', { parent: '1', level: '¶0' }],
  ['posts', '/root_blog', { root_blog: '¶2' }],
  ['comments', '/blog', { blog: '¶2' }],
  ['comments', '/level', { level: '¶1' }],
  ['comments', '/level', { parent: '1', user: '2', text: '"Да"', level: '¶0' }],
  ['users', '/profile/user', { profile: '{"user": ¶1}' }],
  ['posts', '/polls/0/post', { polls: '[{"id": 1, "title": "?", "variants": [], "post": ¶1}]' }],
  [
    'posts',
    '/polls/0/variants/0/poll',
    { polls: `[${poll('7', '{"id": 1, "title": "Так", "poll": ¶8}')}]` },
  ],
  [
    'posts',
    '/polls/0/variants/0/votes/0/poll',
    { polls: `[${poll('7', variant('1', '{"id": 1, "user": 1, "poll": ¶8}'))}]` },
  ],
  [
    'posts',
    '/polls/0/variants/0/votes/0/variant',
    { polls: `[${poll('7', variant('1', '{"id": 1, "user": 1, "variant": ¶7}'))}]` },
  ],
];

describe('one id, two owners', () => {
  itFinds(taken);
});

describe('references to a record that the API embeds', () => {
  for (const [collection, path, fields] of dangling) {
    const files = { [`${collection}/new.json`]: another(collection, fields) };
    it(`${path} of ${collection}`, () =>
      expectOnlyProblem({ name: path, files, code: 'dangling-reference', path }));
  }

  it('a slip of the hand gives the id that was meant', () =>
    expectOnlyProblem({
      name: 'exact category 1502 for 1501',
      files: {
        'exact-categories/new.json': another('exact-categories', { id: '1501' }),
        'vacancies/new.json': another('vacancies', {
          certificates: '[{"id": 1, "category": 1, "exact_category": ¶1502}]',
        }),
      },
      code: 'dangling-reference',
      path: '/certificates/0/exact_category',
      hint: '1501',
    }));

  it.each([
    ['a neighbour in number', '199', ['200']],
    ['another single digit', '7', ['6', '8']],
    ['one of many that are a slip away', '45', ['40', '41', '42', '43', '44', '46']],
  ])('%s is not offered', (_, written, ids) =>
    expectOnlyProblem({
      name: `${written} among ${ids}`,
      files: {
        'categories/new.json': `[${ids.map((id) => another('categories', { id })).join(',')}]`,
        'exact-categories/new.json': another('exact-categories', { category: `¶${written}` }),
      },
      code: 'dangling-reference',
      path: '/category',
      hint: `add the record ${written} to categories, or write the id that was meant`,
    }),
  );

  it.each([
    ['two digits that changed places', '1051'],
    ['a digit too many', '15011'],
    ['a digit that is missing', '150'],
  ])('%s give the id that was meant', (_, written) =>
    expectOnlyProblem({
      name: `${written} for 1501`,
      files: {
        'categories/new.json': another('categories', { id: '1501' }),
        'exact-categories/new.json': another('exact-categories', { category: `¶${written}` }),
      },
      code: 'dangling-reference',
      path: '/category',
      hint: /^did you mean 1501, Э2 Краны\?$/,
    }),
  );

  it('an event whose user, by default that of its post, does not exist', async () => {
    const { report, marked } = await checkPortal({
      // open: at the /post or the /user that the default comes from
      'events/new.json': `¶${another('events', { post: '50' })}`,
      'posts/new.json': another('posts', { user: '¶99' }),
    });
    expect(report.problems.map(essence)).toEqual([
      { code: 'dangling-reference', severity: 'error', path: '/user', ...marked[0] },
      { code: 'unknown-id', severity: 'warning', path: '/user', ...marked[1] },
    ]);
  });
});

describe('references that the API publishes as bare numbers', () => {
  for (const [collection, path, fields] of unknown) {
    const files = { [`${collection}/new.json`]: another(collection, fields) };
    const name = `${path} of ${collection}`;
    const expected = { name, files, code: 'unknown-id', path };
    it(name, () => expectOnlyProblem({ ...expected, severity: 'warning' }));
    it(`${name}, strictly`, () => expectOnlyProblem({ ...expected, options: { strict: true } }));
  }
});

describe('computed fields that are given otherwise', () => {
  for (const [collection, path, fields] of given) {
    const files = { [`${collection}/new.json`]: another(collection, fields) };
    const name = `${path} of ${collection}: ${Object.values(fields).join(', ')}`;
    it(name, () => expectOnlyProblem({ name, files, code: 'disagrees', path }));
  }

  it('the topmost blog of a post two blogs down', () =>
    expectOnlyProblem({
      name: 'the parent is not the root',
      files: {
        'blogs/cranes.json': another('blogs', { parent: '1' }),
        'blogs/towers.json': another('blogs', { id: '51', parent: '50' }),
        'posts/new.json': another('posts', { blog: '51', root_blog: '¶50' }),
      },
      code: 'disagrees',
      path: '/root_blog',
    }));

  it('the blog of a reply to a post of another blog', () =>
    expectOnlyProblem({
      name: 'the blog is that of the post',
      files: {
        'blogs/cranes.json': another('blogs'),
        'comments/new.json': anotherReply({ blog: '¶50' }),
      },
      code: 'disagrees',
      path: '/blog',
    }));
});
