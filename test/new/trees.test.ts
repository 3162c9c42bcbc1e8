// A reply in a discussion that gives its nested sets gets its own numbers there, and room.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { create } from '../../src/editing/new/create.js';
import { check } from '../../src/index.js';
import { portal } from '../../src/portal/index.js';
import { resolveSettings } from '../../src/snapshot/settings/index.js';
import { layOut, portal as portals, writeFiles } from '../oracle/portals.js';
import { Choices } from '../oracle/random.js';
import type { Item } from '../oracle/types.js';
import { FRAME_HOSTS } from '../oracle/values.js';
import { forum, writeFile } from '../support/portal.js';
import { changed, dataOf, desk, problemsOf, runNew } from './desk.js';

const created = '"created": "2024-01-01T10:00:00+03:00"';
const reply = (...more: readonly string[]) => {
  const said = ['comment', '--user', '2', '--text', 'Да'];
  return [...said, '--created', '2024-01-02T10:00:00+03:00', ...more];
};

describe('a discussion with numbers of its own', () => {
  /** A forum of a post, with a discussion in two files, in strange but rightful ways of writing. */
  function discussion(): string {
    const cwd = desk({ ...forum({ posts: 1, replies: 0 }), comments: [], events: [] });
    writeFile(
      cwd,
      'data/comments/a.json',
      `\uFEFF[\r\n\t{"id": 1, "post": 1, ${created}, "lft" : 1,"rght":12, "tree_id": 77},\r\n` +
        `{"text": "ж😀 \\"lft\\": 2", "id": 2, "post": 1, "parent": 1, "user": 1, ${created},` +
        ` "\\u006cft": 2, "rght" :5e0 }]\r\n`,
    );
    writeFile(
      cwd,
      'data/comments/b.ndjson',
      `{"id": 3, "post": 1, "parent": 2, "user": 1, "text": "", ${created}, "lft": 3, "rght": 4}\n` +
        `\n{"id": 4,"post":1,"parent":1,"user":1,"text":"",${created},"lft":6.0,"rght":9}`,
    );
    return cwd;
  }
  const numbered = (id: number, parent: number, lft: number, rght: number) =>
    `{"id": ${id}, "post": 1, "parent": ${parent}, "user": 2, "text": "Да", ` +
    `"created": "2024-01-02T10:00:00+03:00", "lft": ${lft}, "rght": ${rght}}\n`;

  it('makes room by changing just the numbers that move', async () => {
    const cwd = discussion();
    const before = dataOf(cwd);
    expect(await runNew(cwd, ...reply('--parent', '2'))).toEqual({
      status: 0,
      stdout: 'data/comments/b.ndjson\ndata/events.json\ndata/comments/a.json\n',
      stderr: '',
    });
    const { 'events.json': _, ...files } = changed(before, dataOf(cwd));
    const old = (name: string) => before.get(name)!.toString();
    expect(files).toEqual({
      'comments/a.json': old('comments/a.json')
        .replace('"rght":12', '"rght":14')
        .replace('5e0', '7'),
      'comments/b.ndjson': `${old('comments/b.ndjson').replace('6.0,"rght":9', '8,"rght":11')}
${numbered(5, 2, 5, 6)}`,
    });
    expect(await problemsOf(cwd)).toEqual([]);
  });

  it('changes no file where there is room already', async () => {
    const cwd = discussion();
    const before = dataOf(cwd);
    await runNew(cwd, ...reply('--parent', '4'));
    const { 'events.json': _, ...files } = changed(before, dataOf(cwd));
    expect(files).toEqual({
      'comments/b.ndjson': `${before.get('comments/b.ndjson')}\n${numbered(5, 4, 7, 8)}`,
    });
    expect(await problemsOf(cwd)).toEqual([]);
  });

  it('keeps its numbers when the reply is refused, or only tried', async () => {
    const cwd = discussion();
    const before = dataOf(cwd);
    const wrong = await runNew(cwd, ...reply('--parent', '2', '--user', '9').slice(0, 1));
    expect(wrong.status).toBe(2);
    const dangling = ['comment', '--parent', '2', '--user', '9', '--text', 'Да'];
    expect((await runNew(cwd, ...dangling)).status).toBe(1);
    const dry = await runNew(cwd, ...reply('--parent', '2', '--dry-run'));
    expect(dry.stdout).toContain(
      `data/comments/b.ndjson\n${numbered(5, 2, 5, 6)}data/events.json\n`,
    );
    expect(changed(before, dataOf(cwd))).toEqual({});
  });
});

it('a post without a root comment gets one with its first reply', async () => {
  const cwd = desk({ ...forum({ posts: 1, replies: 0 }), comments: [], events: [] });
  const printed = await runNew(cwd, ...reply('--post', '1'));
  expect(printed).toMatchObject({ status: 0, stderr: '' });
  const lines = dataOf(cwd).get('comments.json')!.toString().split('\n');
  expect(lines[1]).toBe('  {"id": 1, "post": 1, "created": "2024-01-01T01:40:00+03:00"},');
  expect(JSON.parse(lines[2]!)).toMatchObject({ id: 2, post: 1, parent: 1 });
  expect(await problemsOf(cwd)).toEqual([]);
});

it('where some comments cannot be read, none is made that may be there already', async () => {
  const cwd = desk({ ...forum({ posts: 1, replies: 0 }), comments: [], events: [] });
  writeFile(cwd, 'data/comments/a.json', `{"id": 1, "post": 1, ${created},, "lft": 1, "rght": 2}`);
  const root = await runNew(cwd, ...reply('--post', '1'));
  expect(root).toMatchObject({ status: 2, stdout: '' });
  expect(root.stderr).toContain('some of the comments cannot be read');
  writeFile(cwd, 'data/comments/b.json', `{"id": 2, "post": 1, ${created}, "lft": 1, "rght": 2}`);
  const numbered = await runNew(cwd, ...reply('--parent', '2'));
  expect(numbered).toMatchObject({ status: 2, stdout: '' });
  expect(numbered.stderr).toContain('some of the comments cannot be read');
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
      const settings = await resolveSettings({ cwd }, portal);
      const wanted = {
        collection: 'comments',
        given: new Map(texts),
        dryRun: false,
        lang: 'en' as const,
      };
      const before = dataOf(cwd);
      const { report, records, edited } = await create(portal, settings, {
        ...wanted,
        now: new Date(),
        lang: 'en',
      });
      expect(report.problems.filter(({ severity }) => severity === 'error')).toEqual([]);
      const own: Item = JSON.parse(records[0]!.text);
      expect('lft' in own).toBe('lft' in parent);
      const others = changed(before, dataOf(cwd));
      const written = new Set([...records.map(({ file }) => file), ...edited]);
      expect(Object.keys(others).sort()).toEqual([...written].sort());
      for (const file of written) {
        let text = others[file]!;
        for (const record of records) text = text.replace(record.text.trimEnd(), '');
        const old = before.get(file)?.toString() ?? '';
        expect(withoutNumbers(text)).toBe(withoutNumbers(old));
      }
      expect((await check({ cwd })).ok).toBe(true);
    }),
    { numRuns: 6, endOnFailure: true },
  );
});

/** A file without numbers, which may move, and without what stands between its records. */
const withoutNumbers = (text: string) => text.replace(/-?\d[-+.\deE]*|[\s,]/g, '');
