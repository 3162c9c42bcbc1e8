// Records that embed each other, each in a field that it needs, are removed together.
import { expect, it } from 'vitest';
import { z } from 'zod';
import { remove } from '../../src/editing/edit/remove.js';
import { shape } from '../../src/model/collection.js';
import { ref } from '../../src/model/types.js';
import { check } from '../../src/snapshot/build.js';
import { resolveSettings } from '../../src/snapshot/settings/index.js';
import { workingFolder } from '../fmt/folder.js';
import { readJson } from '../support/tree.js';
import { plain, portalOf } from './small.js';

const portal = portalOf(
  [
    ['departments', 'head', 'people'],
    ['people', 'department', 'departments'],
  ].map(([name = '', field = '', to = '']) =>
    plain(
      name,
      { name: z.string(), [field]: ref(to, 'short') },
      { shapes: { full: shape(['id', 'name', field]), short: shape(['id', 'name']) } },
    ),
  ),
);

it('a department goes with its head, who is in it, and with nobody else', async () => {
  const cwd = workingFolder({
    'departments.json': JSON.stringify([
      { id: 1, name: 'Краны', head: 1 },
      { id: 2, name: 'Котлы', head: 2 },
    ]),
    'people.json': JSON.stringify([
      { id: 1, name: 'Орлова', department: 1 },
      { id: 2, name: 'Попов', department: 2 },
      { id: 3, name: 'Сизов', department: 1 },
    ]),
  });
  const removed = await remove(portal, resolveSettings({ cwd, cache: false }, portal), {
    query: { of: 'departments', id: 1 },
    ...{ cascade: true, dryRun: false },
  });
  expect(removed.outcome).toBe('removed');
  expect(removed.others.map(({ collection, id }) => [collection, id])).toEqual([
    ['people', 1],
    ['people', 3],
  ]);
  expect((await check(portal, { cwd })).problems).toEqual([]);
  const left = ['departments', 'people'].map((name) =>
    readJson<{ id: number }[]>(cwd, `data/${name}.json`).map(({ id }) => id),
  );
  expect(left).toEqual([[2], [2]]);
});
