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
import { forum, writeFile } from '../support/portal.js';
import { runs } from '../support/runs.js';
import { changed, dataOf, desk, problemsOf, runNew } from './desk.js';

const created = '"created": "2024-01-01T10:00:00+03:00"';
const reply = (...more: readonly string[]) => {
  const said = ['comment', '--user', '2', '--text', 'Да'];
  return [...said, '--created', '2024-01-02T10:00:00+03:00', ...more];
};

it('a reply in a discussion that gives its nested sets is refused', async () => {
  const cwd = desk({ ...forum({ posts: 1, replies: 0 }), comments: [], events: [] });
  const own = `"post": 1, ${created}`;
  const answer = `{"id": 2, ${own}, "parent": 1, "user": 1, "text": "", "lft": 2, "rght": 3}`;
  const root = `{"id": 1, ${own}, "lft": 1, "rght": 4}`;
  writeFile(cwd, 'data/comments/a.json', `[${root}, ${answer}]`);
  const before = dataOf(cwd);
  for (const below of [
    ['--parent', '2'],
    ['--post', '1'],
  ]) {
    const { status, stdout, stderr } = await runNew(cwd, ...reply(...below));
    expect([status, stdout]).toEqual([2, '']);
    expect(stderr).toContain('leave such numbers out on the whole tree');
  }
  expect(changed(before, dataOf(cwd))).toEqual({});
});

it('a post without a root comment gets one with its first reply', async () => {
  const cwd = desk({ ...forum({ posts: 1, replies: 0 }), comments: [], events: [] });
  const printed = await runNew(cwd, ...reply('--post', '1'));
  expect(printed.status).toBe(0);
  const lines = dataOf(cwd).get('comments.json')!.toString().split('\n');
  expect(lines[1]).toBe('  {"id": 1, "post": 1, "created": "2024-01-01T01:40:00+03:00"},');
  expect(JSON.parse(lines[2]!)).toMatchObject({ id: 2, post: 1, parent: 1 });
  expect((await runNew(cwd, 'event', '--event_type', '1', '--post', '1')).status).toBe(0);
  expect(await problemsOf(cwd)).toEqual([]);
});

it('where some comments cannot be read, none is made that may be there already', async () => {
  const cwd = desk({ ...forum({ posts: 1, replies: 0 }), comments: [], events: [] });
  writeFile(cwd, 'data/comments/a.json', `{"id": 1, "post": 1, ${created},, "lft": 1, "rght": 2}`);
  const root = await runNew(cwd, ...reply('--post', '1'));
  expect(root).toMatchObject({ status: 2, stdout: '' });
  expect(root.stderr).toContain('comments cannot be read in full');
});

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
      const given = { parent: parent.id, user: user.id, text: 'Да' };
      const texts = Object.entries(given).map(([name, value]) => [name, [String(value)]] as const);
      const settings = resolveSettings({ cwd }, portal);
      const wanted = {
        collection: 'comments',
        given: new Map(texts),
        dryRun: false,
        lang: 'en' as const,
      };
      const before = dataOf(cwd);
      const creating = create(portal, settings, { ...wanted, now: new Date() });
      if ('lft' in parent) {
        await expect(creating).rejects.toThrow('leave such numbers out on the whole tree');
        return;
      }
      const { report, records } = await creating;
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
