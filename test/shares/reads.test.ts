// How often several machines read data.
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, vi } from 'vitest';
import { hashFile } from '../../src/files/source/data-file.js';
import { portal as declared } from '../../src/portal/index.js';
import { build } from '../../src/snapshot/build.js';
import { compileShare, link, makePagesOf } from '../../src/snapshot/shares.js';
import { desk, each } from './desk.js';

vi.mock('../../src/files/source/data-file.js', async (original) => {
  const own = await original<typeof import('../../src/files/source/data-file.js')>();
  return { ...own, hashFile: vi.fn(own.hashFile) };
});
const hashed = vi.mocked(hashFile);

it('shares read each data file once, and what follows them none', async () => {
  const { options, data } = await desk();
  hashed.mockClear();
  await each(3, (share) => compileShare(declared, options, share));
  const files = readdirSync(data).map((name) => join(data, name));
  expect(hashed.mock.calls.map(([path]) => path).sort()).toEqual(files.sort());
  hashed.mockClear();
  const phases = new Set<string>();
  const onProgress = (phase: string) => void phases.add(phase);
  expect((await link(declared, { ...options, onProgress })).ok).toBe(true);
  await each(2, (share) => makePagesOf(declared, { ...options, onProgress }, share));
  expect((await build(declared, { ...options, onProgress })).ok).toBe(true);
  expect(hashed.mock.calls.filter(([path]) => path.startsWith(data))).toEqual([]);
  expect(phases).not.toContain('compiling');
});
