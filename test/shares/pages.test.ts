// Pages that other machines made: a build takes them as they are, and makes the rest.
import { readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { portal as declared } from '../../src/portal/index.js';
import { build } from '../../src/snapshot/build.js';
import { compileShare, link, makePagesOf } from '../../src/snapshot/shares.js';
import { temporaryFolder } from '../support/folders.js';
import { experts, vacancies, writeData } from '../support/portal.js';
import { expectTree, readTree } from '../support/tree.js';
import { desk, each } from './desk.js';

describe('shares', () => {
  it('leave pages that the build need not make', async () => {
    const { cwd, options } = await desk();
    const { store: _, ...alone } = options;
    await build(declared, { ...alone, cache: false, out: 'one' });
    await compileShare(declared, options, { number: 1, of: 1 });
    const fragments = readdirSync(join(cwd, 'store')).filter((name) => /\.\d+$/.test(name));
    await link(declared, options);
    await each(4, async (share) => {
      expect(await makePagesOf(declared, options, share)).toMatchObject({ damaged: 0 });
      expect(await makePagesOf(declared, options, share)).toMatchObject({ made: 0 });
    });
    for (const name of fragments) rmSync(join(cwd, 'store', name)); // of which pages are made
    const phases = new Set<string>();
    const onProgress = (phase: string) => void phases.add(phase);
    await build(declared, { ...options, onProgress });
    expect(phases).not.toContain('compiling');
    expectTree(join(cwd, 'dist'), readTree(join(cwd, 'one')));
  });

  it('of pages have as many bytes each, where records are longer in some lists than in others', async () => {
    const cwd = temporaryFolder();
    writeData(join(cwd, 'data'), { ...experts(8000), ...vacancies(16, 20_000) });
    const pageSize = { default: 1, 'epb-e/expert': 500 };
    const options = { cwd, store: 'store', pageSize, workers: 1 };
    const store = join(cwd, 'store');
    const bytes = () =>
      readdirSync(store).reduce((sum, name) => sum + statSync(join(store, name)).size, 0);
    await link(declared, options);
    const sizes: number[] = [];
    await each(2, async (share) => {
      const before = bytes();
      await makePagesOf(declared, options, share);
      sizes.push(bytes() - before);
    });
    expect(Math.max(...sizes)).toBeLessThan(1.3 * Math.min(...sizes));
  });

  it('are of no use to data of the same names and sizes, and do no harm', async () => {
    const { cwd, options, data } = await desk();
    await link(declared, options);
    const regions = join(data, 'regions.json');
    writeFileSync(regions, readFileSync(regions, 'utf8').replaceAll('Область', 'Волость'));
    await each(2, (share) => makePagesOf(declared, options, share));
    await build(declared, options);
    const { store: _, ...alone } = options;
    await build(declared, { ...alone, cache: false, out: 'one' });
    expectTree(join(cwd, 'dist'), readTree(join(cwd, 'one')));
    expect(readFileSync(join(cwd, 'dist/api/region/index.json'), 'utf8')).toContain('Волость');
  });

  it('of pages want a plan of these settings', async () => {
    const { options } = await desk();
    await link(declared, options);
    for (const other of [{ pageSize: 4 }, { audience: 'all' as const }]) {
      const wanted = makePagesOf(declared, { ...options, ...other }, { number: 1, of: 1 });
      await expect(wanted).rejects.toThrow('build --link --store store');
    }
  });

  it('of pages for everyone are not those that withhold nothing', async () => {
    const { options } = await desk();
    const made: unknown[] = [];
    for (const audience of ['all', 'public', 'public'] as const) {
      await link(declared, { ...options, audience });
      const done = await makePagesOf(declared, { ...options, audience }, { number: 1, of: 1 });
      made.push(done['made']);
    }
    expect(made).toEqual([expect.any(Number), made[0], 0]);
    expect(made[0]).toBeGreaterThan(0);
  });
});
