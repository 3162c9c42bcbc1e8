// What scripts/find.script does not hold of `find` and `show`.
import { expect, it } from 'vitest';
import { recordName } from '../../src/model/collection.js';
import { portal as declared } from '../../src/portal/index.js';
import { runIn } from '../support/run.js';
import { portal, write } from './portal.js';

it('show calls each record by its name', () => {
  const names = declared.collections.map((collection) => {
    const record = Object.fromEntries(Object.keys(collection.fields).map((key) => [key, key]));
    return [collection.name, recordName(collection, record)];
  });
  expect(Object.fromEntries(names)).toMatchObject({
    districts: 'name',
    regions: 'name',
    cities: 'name',
    experts: 'full_name',
    categories: 'code title',
    'object-examinations': 'full_name',
    'exact-categories': 'name',
    vacancies: 'work_position',
    resumes: 'work_position',
    users: 'last_name first_name',
    blogs: 'title',
    posts: 'title',
  });
});

it('a list nested without end does no harm', async () => {
  const cwd = portal();
  const deep = `${'['.repeat(20_000)}"Глубина"${']'.repeat(20_000)}`;
  write(cwd, 'data/regions.json', `[{"id": 1, "name": "Дно", "more": ${deep}}]`);
  expect((await runIn(cwd, 'find', 'глубина')).stdout).toContain('regions  1  Дно');
  const shown = await runIn(cwd, 'show', 'region', '1');
  expect(shown).toMatchObject({ status: 0, stderr: expect.stringContaining('has errors') });
});
