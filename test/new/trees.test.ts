// Replies: none where the discussion gives its nested sets, and anywhere else without harm.
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { create } from '../../src/editing/new/create.js';
import { check } from '../../src/index.js';
import { portal } from '../../src/portal/index.js';
import { resolveSettings } from '../../src/snapshot/settings/index.js';
import { layOut, portal as portals, writeFiles } from '../oracle/portals.js';
import { Choices } from '../oracle/random.js';
import { FRAME_HOSTS } from '../oracle/values.js';
import { writeFile } from '../support/portal.js';
import { runs } from '../support/runs.js';
import { changed, dataOf, desk } from './desk.js';

it('a reply anywhere in any portal leaves it without errors, and all else as it was', async () => {
  await fc.assert(
    fc.asyncProperty(portals, fc.nat(), async (data, seed) => {
      const { comments, users } = data;
      fc.pre(comments.length > 0 && users.length > 0);
      const at = new Choices(seed);
      const [parent, user] = [at.of(comments), at.of(users)];
      const cwd = desk();
      writeFiles(`${cwd}/data`, layOut(data, seed));
      writeFile(cwd, 'portal-snapshot.config.json', JSON.stringify({ frames: FRAME_HOSTS }));
      const values = { parent: parent.id, user: user.id, text: 'Да' };
      const settings = resolveSettings({ cwd }, portal);
      const wanted = {
        collection: 'comments',
        values,
        dryRun: false,
      };
      const before = dataOf(cwd);
      const { report, records } = await create(portal, settings, { ...wanted, now: new Date() });
      if ('lft' in parent) {
        expect(report.problems).toContainEqual(expect.objectContaining({ code: 'broken-tree' }));
        expect(changed(before, dataOf(cwd))).toEqual({});
        return;
      }
      expect(report.problems.filter(({ severity }) => severity === 'error')).toEqual([]);
      const others = changed(before, dataOf(cwd));
      const written = new Set(records.map(({ file }) => file));
      expect(Object.keys(others).sort()).toEqual([...written].sort());
      for (const file of written) {
        let text = others[file]!;
        for (const record of records) text = text.replace(record.text.trimEnd(), '');
        const old = before.get(file)?.toString() ?? '';
        expect(withoutSpace(text)).toBe(withoutSpace(old));
      }
      expect((await check({ cwd })).ok).toBe(true);
    }),
    { ...runs(3), endOnFailure: true },
  );
});

/** A file without what stands between its records. */
const withoutSpace = (text: string) => text.replace(/[\s,]/g, '');
