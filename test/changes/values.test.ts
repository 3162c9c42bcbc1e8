// What an edit did to the fields of records: values before and after, in words where they are long.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, it } from 'vitest';
import type { JsonObject } from '../../src/model/fields.js';
import { FILES } from '../query/portal.js';
import { temporaryFolder } from '../support/folders.js';
import { diffSince } from '../support/tool.js';
import { keepPast, usePasts, withPast } from './past.js';
import { change, type Files } from './repository.js';

usePasts();

const VACANCY = 'data/vacancies/0100-ekspert.json';
const POST = 'data/posts/5.json';
const cache = temporaryFolder();
const TEXT =
  '<p>Весной затопило архив и весь подвал, и паспорта на четырнадцать кранов пропали.</p>';
const member =
  '"first_name": "Анна", "email": "old@example.org", "profile": {"birthday": "1980-05-01"}';
const files: Files = {
  ...FILES,
  'data/regions/more.json':
    '[{"id": 54, "name": "Омская область"}, {"id": 69, "name": "Томская область"}]',
  [VACANCY]: FILES[VACANCY]!.replace(
    '"id": 100',
    '"id": 100, "work_salary": 138000, "views": 5',
  ).replace(/(?<="work_regions": )\[[^\]]*\]/, '[53, 69, 54]'),
  [POST]: FILES[POST]!.replace(/"text": ".*"/, `"text": ${JSON.stringify(TEXT)}`),
  'data/users.json': FILES['data/users.json']!.replace('"first_name": "Анна"', member),
};
let cwd = '';
beforeAll(() => {
  cwd = withPast(files);
});

type Edits = Record<string, (record: JsonObject) => JsonObject>;

/** What the edits of some files, of one record each or of users, did to the records' fields. */
async function changesOf(edits: Edits, settings: { readonly personal?: 'publish' } = {}) {
  change(cwd, files);
  for (const [file, edit] of Object.entries(edits)) {
    const path = join(cwd, file);
    const value = JSON.parse(readFileSync(path, 'utf8'));
    const edited = Array.isArray(value) ? value.map(edit) : edit(value);
    writeFileSync(path, JSON.stringify(edited));
  }
  const result = await diffSince('HEAD', { cwd, cache, ...settings });
  if ('errors' in result) throw new Error(`${result.errors} errors`);
  const changes = result.diff.edited!.flatMap(({ changes = [] }) => changes);
  return Object.fromEntries(changes.map(({ field, text }) => [field, text]));
}

const user7 = (edit: Edits[string]): Edits => ({
  'data/users.json': (user) => (user['id'] === 7 ? edit(user) : user),
});

it('values are shown with the names of embedded records, lists by their elements', async () => {
  const edit = { work_salary: 120000, work_city: 3, work_regions: [53, 47], views: undefined };
  const changes = await changesOf({ [VACANCY]: (vacancy) => ({ ...vacancy, ...edit }) });
  expect(changes).toEqual({
    work_salary: '138000 → 120000',
    work_city: '35 Липецк → 3 Новосибирск',
    work_regions:
      '53 Новосибирская область, [-69 Томская область, 54 Омская область-]{+47 Липецкая область+}',
    views: '5 → —',
  });
});

it('of a long text the words that changed are shown', async () => {
  const edit = ({ text, ...others }: JsonObject) => {
    return { ...others, text: String(text).replace('паспорта на', 'старые паспорта на') };
  };
  expect((await changesOf({ [POST]: edit }))['text']).toBe(
    '… подвал, и {+старые +}паспорта на четырнадцать …',
  );
});

it('a text that is another one altogether is not compared word by word', async () => {
  const text = `<p>${Array.from({ length: 3000 }, (_, n) => `слово${n}`).join(' ')}</p>`;
  const changes = await changesOf({ [POST]: (post) => ({ ...post, text }) });
  expect(changes['text']).toBe('…');
});

it('personal fields are shown where they are published, and else not even within a new profile', async () => {
  const renamed = user7(({ profile: _, ...user }) => ({ ...user, email: 'new@example.org' }));
  expect(await changesOf(renamed)).toEqual({});
  const published = await changesOf(renamed, { personal: 'publish' });
  expect(published['email']).toMatch(/ → "new@example\.org"$/);
  expect(published['profile']).toMatch(/birthday/);
});

it.each([
  ['other digits', '[{"2":1,"1":0.12345678901234567890124}]'],
  ['keys in another order', '[{"1":0.12345678901234567890123,"2":1}]'],
])('a value that readers get as it is written is edited by %s, too', async (_, now) => {
  const before = '[{"2":1,"1":0.12345678901234567890123}]';
  const file = 'data/comments/odd.ndjson';
  const cwd = withPast({});
  const write = (emoji: string) =>
    change(cwd, {
      [file]: `{"id": 1, "post": 1, "created": "2026-03-01T10:00:00+03:00", "emoji": ${emoji}}\n`,
    });
  change(cwd, {
    'data/posts/1.json':
      '{"id": 1, "title": "А", "slug": "a", "text": "<p>А</p>", "created": "2026-03-01T10:00:00+03:00", "blog": 1, "user": 1, "moderated_by": 1}',
    'data/blogs.json':
      '[{"id": 1, "title": "А", "slug": "a", "created": "2026-03-01T10:00:00+03:00"}]',
    'data/users.json':
      '[{"id": 1, "first_name": "А", "last_name": "А", "date_joined": "2024-01-01T00:00:00+03:00"}]',
  });
  write(before);
  keepPast(cwd);
  write(now.replaceAll(':', ' : '));
  const result = await diffSince('HEAD', { cwd });
  if ('errors' in result) throw new Error(`${result.errors} errors`);
  expect(result.diff.edited).toMatchObject([
    { id: 1, fields: ['emoji'], changes: [{ field: 'emoji', text: `${before} → ${now}` }] },
  ]);
  write(before.replaceAll(':', ' : '));
  expect(await diffSince('HEAD', { cwd })).toMatchObject({ diff: { same: true, edited: [] } });
});
