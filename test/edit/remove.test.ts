// What a change writes: all of its files, or none. What `remove` prints and changes: ../scripts/remove.script.
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { putFiles } from '../../src/editing/workspace/put.js';
import { changed, dataOf } from '../new/desk.js';
import { portal } from '../query/portal.js';

it('is all or nothing: a file that somebody saved meanwhile keeps the others', () => {
  const cwd = portal();
  const before = dataOf(cwd);
  const bytes = (file: string) => before.get(file)!;
  const edits = [
    { file: 'events.json', before: bytes('events.json'), after: Buffer.from('[]\n') },
    { file: 'posts/5.json', before: bytes('posts/5.json'), after: undefined },
  ];
  const saved = { file: 'posts/6.json', before: Buffer.from('{}'), after: undefined };
  const settings = { data: join(cwd, 'data') };
  expect(putFiles(settings, [...edits, saved], 'remove post 5')).toBe(false);
  expect(putFiles(settings, [...edits, { ...saved, file: 'posts/7.json' }], 'remove post 5')).toBe(
    false,
  );
  expect(changed(before, dataOf(cwd))).toEqual({});
  expect(putFiles(settings, edits, 'remove post 5')).toBe(true);
  expect(changed(before, dataOf(cwd))).toEqual({ 'events.json': '[]\n', 'posts/5.json': 'gone' });
});
