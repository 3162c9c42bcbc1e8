// A build by several machines that have a store in common leaves what one machine alone makes: for any number of
// shares, in any order, repeated or left out, at the same time, in the same folder or in clones, over a damaged store, and
// where the data has errors.
import { cpSync, existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { shareOf } from '../../src/cli/commands/release/share.js';
import { portal as declared } from '../../src/portal/index.js';
import { argsOf } from '../../src/problems/problem.js';
import type { FindingsReport } from '../../src/problems/report.js';
import { build } from '../../src/snapshot/build.js';
import { compileShare, link, makePagesOf } from '../../src/snapshot/shares.js';
import { layOut, portal as portals, writeFiles } from '../oracle/portals.js';
import { inFolder, itHolds, seed, settings } from '../oracle/publish.js';
import { difference } from '../oracle/tree.js';
import { FRAME_HOSTS } from '../oracle/values.js';
import { readTree } from '../support/tree.js';

/** One thing that machines do. Numbers are taken modulo what there is. */
const step = fc.oneof(
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('shard' as const), share: fc.nat(9) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('together' as const) }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('link' as const) }) },
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('pages' as const), share: fc.nat(9) }) },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('damage' as const),
      file: fc.nat(),
      at: fc.nat(),
      how: fc.constantFrom('flipped', 'cut', 'gone' as const),
    }),
  },
);

/** Does harm to a file of a store. */
function damage(store: string, file: number, at: number, how: 'flipped' | 'cut' | 'gone'): void {
  const names = existsSync(store) ? readdirSync(store).sort() : [];
  if (names.length === 0) return;
  const path = join(store, names[file % names.length]!);
  const bytes = readFileSync(path);
  const place = at % Math.max(1, bytes.length);
  const flipped = Buffer.from(bytes);
  flipped[place] = (bytes[place] ?? 0) ^ 0x10;
  if (how === 'gone') rmSync(path);
  else writeFileSync(path, how === 'cut' ? bytes.subarray(0, place) : flipped);
}

/** What has to be the same; warnings name no folder but that of the data. */
const told = ({ ok, problems, reasons, summary }: FindingsReport) => ({
  ...{ ok, problems, reasons },
  summary: { ...summary, files: summary.files.total },
});

describe('a build by several machines', () => {
  itHolds(
    'leaves what one machine makes, whatever happens',
    30,
    [
      portals,
      seed,
      settings,
      fc.integer({ min: 1, max: 5 }),
      fc.array(step, { maxLength: 14 }),
      fc.record({ areClones: fc.boolean(), compress: fc.constantFrom([], ['gzip' as const]) }),
      fc.option(fc.constantFrom('{', '[{"id": 1}, {"id": 1}]', '{"id": 7, "nmae": "Омск"}')),
    ],
    async (portal, layout, chosen, of, steps, { areClones, compress }, wrong) => {
      await inFolder(async (cwd) => {
        writeFiles(join(cwd, 'data'), layOut(portal, layout));
        if (wrong) writeFileSync(join(cwd, 'data/regions.ndjson'), wrong);
        const store = join(cwd, 'store');
        const clone = join(cwd, 'clone');
        cpSync(join(cwd, 'data'), join(clone, 'data'), { recursive: true });
        const on = (machine: number) => ({
          ...{ frames: FRAME_HOSTS, ...chosen, compress, store },
          cwd: areClones && machine % 2 === 1 ? clone : cwd,
        });
        const { store: _, ...alone } = on(0);
        const one = await build(declared, { ...alone, cache: false, out: 'one' });
        for (const step of steps) {
          switch (step.kind) {
            case 'shard': {
              const number = (step.share % of) + 1;
              await compileShare(declared, on(number), { number, of });
              break;
            }
            case 'together': {
              const numbers = Array.from({ length: of }, (_, i) => i + 1);
              await Promise.all(
                [...numbers, 1].map((number) => compileShare(declared, on(number), { number, of })),
              );
              break;
            }
            case 'link': {
              const linked = await link(declared, on(0));
              expect(linked.problems).toEqual(one.problems);
              expect(linked.ok).toBe(one.ok);
              break;
            }
            case 'pages': {
              const number = (step.share % of) + 1;
              await makePagesOf(declared, on(number), { number, of }).catch((error) => {
                // Nothing was linked, or its plan was damaged.
                if (!argsOf(error, 'shares/no-plan')) throw error;
              });
              break;
            }
            case 'damage':
              damage(store, step.file, step.at, step.how);
          }
        }
        const all = await build(declared, on(0));
        expect(told(all)).toEqual(told(one));
        if (!one.ok) return expect(existsSync(join(cwd, 'dist'))).toBe(false);
        expect(difference(readTree(join(cwd, 'dist')), readTree(join(cwd, 'one')))).toBe('');
      });
    },
  );
});

describe('a share', () => {
  const slurm = (id: number, min: number, count: number) => ({
    SLURM_ARRAY_TASK_ID: `${id}`,
    SLURM_ARRAY_TASK_MIN: `${min}`,
    SLURM_ARRAY_TASK_COUNT: `${count}`,
  });
  it.each([
    ['2/4', {}, [2, 4]],
    ['2/4', { JOB_COMPLETION_INDEX: '0' }, [2, 4]],
    ['auto', slurm(1, 1, 8), [1, 8]],
    ['auto', slurm(7, 0, 8), [8, 8]],
    ['auto/8', { JOB_COMPLETION_INDEX: '0' }, [1, 8]],
    ['auto/8', { JOB_COMPLETION_INDEX: '7' }, [8, 8]],
    ['auto', { CI_NODE_INDEX: '3', CI_NODE_TOTAL: '3' }, [3, 3]],
  ])('%s with %j is %j', (text, env, [number, of]) => {
    expect(shareOf(text, env)).toEqual({ number, of });
  });

  it.each([
    ['0/4', {}],
    ['5/4', {}],
    ['4', {}],
    ['1/2/3', {}],
    ['auto', {}],
    ['auto/4', {}],
    ['auto', { JOB_COMPLETION_INDEX: '0' }], // no total
    ['auto/4', { JOB_COMPLETION_INDEX: '4' }],
    ['auto/4', { JOB_COMPLETION_INDEX: 'x' }],
    ['auto', { CI_NODE_INDEX: '3', CI_NODE_TOTAL: '2' }],
  ])('%s with %j is refused', (text, env) => {
    expect(() => shareOf(text, env)).toThrow(text);
  });
});
