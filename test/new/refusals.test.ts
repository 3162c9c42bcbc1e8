// What scripts/new.script does not hold of `new`.
import { readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, it } from 'vitest';
import { create } from '../../src/editing/new/create.js';
import { portal } from '../../src/portal/index.js';
import { resolveSettings } from '../../src/snapshot/settings/index.js';
import { temporaryFolder } from '../support/folders.js';
import { directory, forum, writeFile } from '../support/portal.js';
import { readJson } from '../support/tree.js';
import { desk, problemsOf, runNew } from './desk.js';

let cwd = '';
beforeEach(() => {
  cwd = desk({ ...directory(3), ...forum({ posts: 2, replies: 2 }) });
});

it('leaves data elsewhere alone: a collection that is a link', async () => {
  const elsewhere = temporaryFolder();
  symlinkSync(elsewhere, join(cwd, 'data/vacancies'));
  const before = await runNew(cwd, 'vacancy', '--category', '1', '--text', 'Ищем');
  expect(before).toMatchObject({ status: 2, stdout: '' });
  expect(before.stderr).toContain('data/vacancies is a symbolic link');
});

it('takes the least free id where there is none behind the greatest', async () => {
  const last = '{"id": 9007199254740991, "name": "Последняя"}\n';
  writeFile(cwd, 'data/regions/last.ndjson', last);
  const printed = await runNew(cwd, 'region', '--name', 'Коми');
  expect(printed).toEqual({ status: 0, stdout: 'data/regions/last.ndjson\n', stderr: '' });
  const text = readFileSync(join(cwd, 'data/regions/last.ndjson'), 'utf8');
  expect(text).toBe(`{"id": 4, "name": "Коми"}\n${last}`);
});

it('several at once take different ids, and all are there', async () => {
  const settings = resolveSettings({ cwd }, portal);
  const names = ['Коми', 'Тува', 'Крым'];
  const created = await Promise.all(
    names.map((name) => {
      const values = { post: 1, user: 2, text: name };
      const wanted = {
        collection: 'comments',
        values,
        dryRun: false,
        now: new Date(),
      };
      return create(portal, settings, wanted);
    }),
  );
  const written = created.flatMap((one) => one.records.map(({ file }) => file)).sort();
  expect(written).toEqual(['comments', 'events'].flatMap((name) => Array(3).fill(`${name}.json`)));
  const last = readJson<{ id: number; text: string }[]>(`${cwd}/data`, 'comments.json').slice(-3);
  expect(last.map(({ id }) => id)).toEqual([7, 8, 9]);
  expect(last.map(({ text }) => text).sort()).toEqual(['Коми', 'Крым', 'Тува']);
  expect(await problemsOf(cwd)).toEqual([]);
});
