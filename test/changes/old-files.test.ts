// Old versions of files, as git streams them.
import { readdirSync } from 'node:fs';
import { expect, it } from 'vitest';
import { writtenBlobs } from '../../src/snapshot/git/git.js';
import { temporaryFolder } from '../support/folders.js';
import { repository } from './repository.js';

it('are written one at a time, as they are asked for, but for those that are too large', async () => {
  const folder = repository({ a: '1', b: '22', c: '3', d: '4' });
  const files = ['a', 'b', 'c', 'd'].map((path) => ({ object: `HEAD:${path}`, path }));
  const into = temporaryFolder();
  const seen: string[][] = [];
  for await (const { path } of writtenBlobs({ folder, ref: 'HEAD' }, files, into, { most: 1 })) {
    seen.push(readdirSync(into).sort());
    if (path === 'c') break;
  }
  expect(seen).toEqual([['a'], ['a', 'c']]);
  expect(readdirSync(into).sort()).toEqual(['a', 'c']);
});
