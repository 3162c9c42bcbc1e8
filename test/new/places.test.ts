// Where new records go: as those of their collection lie, in the form of `fmt`.
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { create } from '../../src/editing/new/create.js';
import { check } from '../../src/index.js';
import type { JsonObject } from '../../src/model/fields.js';
import { portal } from '../../src/portal/index.js';
import { resolveSettings } from '../../src/snapshot/settings/index.js';
import { layOut, portal as portals, writeFiles } from '../oracle/portals.js';
import { Choices } from '../oracle/random.js';
import { FRAME_HOSTS } from '../oracle/values.js';
import { writeFile } from '../support/portal.js';
import { runs } from '../support/runs.js';
import { format } from '../support/tool.js';
import { desk, runNew } from './desk.js';

const region = (id: number) => `{"id": ${id}, "name": "Область ${id}"}`;

it('in any portal that is formatted it leaves nothing to do for fmt, and no new problem', async () => {
  await fc.assert(
    fc.asyncProperty(portals, fc.nat(), async (data, seed) => {
      const at = new Choices(seed);
      const cwd = desk();
      writeFiles(`${cwd}/data`, layOut(data, seed));
      writeFile(cwd, 'portal-snapshot.config.json', JSON.stringify({ frames: FRAME_HOSTS }));
      await format({ cwd });
      // Of posts that had no feed, the first entry tells that they lack one.
      const allow = ['without-companions'] as const;
      const before = await check({ cwd, allow });
      const settings = resolveSettings({ cwd }, portal);
      const made: Record<string, JsonObject> = {
        regions: { name: 'Коми' },
        experts: { full_name: 'Ким' },
        vacancies: { text: 'Нужен эксперт', category: 1 },
        blogs: { title: 'Котлы' },
        ...(data.blogs.length > 0 &&
          data.users.length > 0 && {
            posts: {
              ...{ title: 'Котлы', text: 'Да', moderated_by: 1 },
              ...{ blog: at.of(data.blogs).id, user: at.of(data.users).id },
            },
          }),
      };
      for (const [collection, values] of Object.entries(made)) {
        const wanted = { collection, values, dryRun: false, now: new Date() };
        const { report } = await create(portal, settings, wanted);
        expect(report.problems.filter(({ severity }) => severity === 'error')).toEqual([]);
      }
      expect(await format({ cwd, check: true })).toMatchObject({ changed: [], refused: [] });
      const after = await check({ cwd, allow });
      expect(after.ok).toBe(true);
      expect(after.problems.length - before.problems.length).toBeLessThanOrEqual(1); // moderated_by
    }),
    { ...runs(1), endOnFailure: true },
  );
});

it('a record in a list is shown by --dry-run alone, not its file', async () => {
  const cwd = desk();
  const many = Array.from({ length: 1000 }, (_, i) => region(i + 1)).join('\n');
  writeFile(cwd, 'data/regions.ndjson', `${many}\n`);
  expect(await runNew(cwd, 'region', '--name', 'Коми\u202e', '--dry-run')).toEqual({
    status: 0,
    stdout: 'data/regions.ndjson\n{"id": 1001, "name": "Коми\\u202e"}\n',
    stderr: '',
  });
});
