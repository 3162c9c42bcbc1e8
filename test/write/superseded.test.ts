// A build that ends at the worst instant, between a page and its compressed sibling: no client may get
// the old page compressed and the new one plain.
import * as fs from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, it, vi } from 'vitest';
import { build } from '../../src/index.js';
import { temporaryFolder } from '../support/folders.js';
import { experts, writeData } from '../support/portal.js';
import { readTree, siblingsIn } from '../support/tree.js';

const ends = vi.hoisted(() => ({ at: '' }));

vi.mock('node:fs', async (original) => {
  const fs = await original<typeof import('node:fs')>();
  const renameSync: typeof fs.renameSync = (from, to) => {
    if (ends.at !== '' && String(to).endsWith(ends.at)) throw new Error('the end');
    fs.renameSync(from, to);
  };
  return { ...fs, renameSync };
});

afterEach(() => {
  ends.at = '';
});

it.each(['.br', '.gz'])(
  'leaves no older sibling when it ends before %s is in place',
  async (ending) => {
    const cwd = temporaryFolder();
    const settings = { cwd, compress: ['br', 'gzip'] as const, cache: 'cache' };
    const portal = experts(30);
    writeData(join(cwd, 'data'), portal);
    await build(settings);
    const page = 'api/epb-e/expert/index.json';
    const before = fs.readFileSync(join(cwd, 'dist', page));

    writeData(join(cwd, 'data'), {
      experts: portal['experts']!.map((expert) => ({ ...expert, full_name: 'Щукин Лев' })),
    });
    ends.at = `${page}${ending}`;
    await expect(build(settings)).rejects.toThrow('the end');
    const tree = readTree(join(cwd, 'dist'));
    expect(tree.get(page)?.equals(before)).toBe(false);
    expect(tree.has(page + ending)).toBe(false);
    siblingsIn(tree);

    ends.at = '';
    expect((await build(settings)).ok).toBe(true);
    expect(siblingsIn(readTree(join(cwd, 'dist')))).toContain(page + ending);
  },
);
