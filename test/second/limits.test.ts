// Where numbers have a fixed width: as much as that tells apart is told apart, and what is more is refused.
import { join } from 'node:path';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { makePlan } from '../../src/engine/plan.js';
import { build } from '../../src/index.js';
import { shape } from '../../src/model/collection.js';
import { LIMITS } from '../../src/model/limits.js';
import { through } from '../../src/model/links.js';
import { derived, ref } from '../../src/model/types.js';
import { temporaryFolder } from '../support/folders.js';
import { directory, times, vacancies, writeData } from '../support/portal.js';
import { readJson } from '../support/tree.js';
import { plain, portalOf, published, withheldWhere } from './small.js';

afterEach(() => vi.restoreAllMocks());

describe('as many as a byte tells apart, and one more:', () => {
  const shelves = (n: number) => {
    const link = { next: ref('s1').nullable().default(null) };
    const withheld = [withheldWhere<{ readonly id: number }>(({ id }) => id === 9)];
    return portalOf(
      times(n, (at) => plain(`s${at}`, at === 1 || at === n ? link : {}, { withheld })),
    );
  };
  it('collections', async () => {
    const last = `s${LIMITS.collections}`;
    const { page } = await published(shelves(LIMITS.collections), {
      s1: [{ id: 8 }, { id: 9 }],
      // One refers to what is withheld.
      [last]: [
        { id: 1, next: 9 },
        { id: 2, next: 8 },
      ],
    });
    expect([page('s1'), page(last)]).toEqual([[{ id: 8, next: null }], [{ id: 2, next: 8 }]]);
    expect(() => makePlan(shelves(LIMITS.collections + 1))).toThrow('collections: 257');
  });

  const reasons = (n: number) => {
    const withheld = times(n, (at) =>
      withheldWhere<{ readonly id: number }>(({ id }) => id === at),
    );
    return portalOf([plain('notes', {}, { withheld })]);
  };
  it('reasons to withhold a record', async () => {
    const notes = times(LIMITS.reasons + 1, (id) => ({ id }));
    const { page } = await published(reasons(LIMITS.reasons), { notes });
    expect(page('notes')).toEqual([{ id: 256 }]);
    expect(() => makePlan(reasons(LIMITS.reasons + 1))).toThrow('reasons to withhold notes: 256');
  });

  const sources = (n: number) => {
    const all = times(n, (at) => `by${at}`);
    const fields = Object.fromEntries(
      all.map((name) => [name, ref('people').nullable().default(null)]),
    );
    const name = derived(z.string(), through(all, 'name'));
    return portalOf([
      plain('people', { name: z.string() }),
      plain('works', { ...fields, name }, { shapes: { full: shape('id name') } }),
    ]);
  };
  it('references that a text is taken through', async () => {
    const { page } = await published(sources(LIMITS.references), {
      people: [
        { id: 1, name: 'Первый' },
        { id: 2, name: 'Последний' },
      ],
      works: [
        { id: 1, by1: 1, by256: 2 },
        { id: 2, by256: 2 },
      ],
    });
    expect(page('works')).toEqual([
      { id: 1, name: 'Первый' },
      { id: 2, name: 'Последний' },
    ]);
    expect(() => makePlan(sources(LIMITS.references + 1))).toThrow(
      'works.name is taken through: 257',
    );
  });
});

describe('more than 16 bits tell apart:', () => {
  const MANY = 2 ** 16 + 2;

  it('references in one record, each copied once', async () => {
    const cwd = temporaryFolder();
    const [vacancy] = vacancies(1)['vacancies']!;
    const work_regions = times(MANY, (id) => id);
    writeData(join(cwd, 'data'), { ...directory(MANY), vacancies: [{ ...vacancy, work_regions }] });
    let bytes = 0;
    const { allocUnsafe } = Buffer;
    vi.spyOn(Buffer, 'allocUnsafe').mockImplementation((size) => {
      bytes += size;
      return allocUnsafe(size);
    });
    const { ok } = await build({ cwd, pageSize: 1000, workers: 1 });
    expect(ok).toBe(true);
    const page = readJson<{ results: [{ work_regions: { id: number }[] }] }>(
      join(cwd, 'dist'),
      'api/job/vacancy/index.json',
    );
    expect(page.results[0].work_regions.map(({ id }) => id)).toEqual(work_regions);
    expect(bytes).toBeLessThan(1 << 30);
  });
});
