// The pages of a snapshot as work that any number of threads do: each takes the next few pages of a
// list that all share, and makes them. Whoever takes part runs the same function.
import { hearSignals } from '../../disk/temporary.js';
import { int32 } from '../link/columns.js';
import { type RecordData, Records } from '../link/records.js';
import { Pieces } from '../unit/pieces.js';
import { Assembler } from './assemble.js';
import { FileMaker, type MadeFile, type Workplace } from './make.js';
import { PageKeys } from './page-keys.js';
import type { Page } from './pages.js';

/** So many pages, or pages with so many records, are taken at once. */
const PAGES = 16;
const ROWS = 500;

/** Pages to make, and all that they are made of. Plain data, with what is large in shared memory. */
export interface Work {
  /** All tables, in the order of the plan. */
  readonly tables: readonly RecordData[];
  readonly pages: readonly Page[];
  /** For each deal, the place of the first page that is no longer in it. */
  readonly ends: readonly number[];
  /** The deal that is next, as its only element. */
  readonly next: Int32Array;
  readonly workplace: Workplace;
}

/** Work to be done by {@link takePart}. The longest pages come first, so that the last ones are short. */
export function workOf(
  tables: readonly RecordData[],
  some: readonly Page[],
  workplace: Workplace,
): Work {
  const pages = [...some].sort((a, b) => b.rows.length - a.rows.length);
  const ends: number[] = [];
  let rows = 0;
  pages.forEach((page, i) => {
    rows += page.rows.length;
    const isFull = rows >= ROWS || i + 1 - (ends.at(-1) ?? 0) >= PAGES;
    if (!isFull && i + 1 < pages.length) return;
    ends.push(i + 1);
    rows = 0;
  });
  return { tables, pages, ends, next: int32(1), workplace };
}

/**
 * Makes pages until none is left to take; after a failure, nobody takes any. `kept`: bytes of pieces that
 * may be kept in memory.
 */
export async function takePart(
  work: Work,
  kept: number,
  made: (files: readonly MadeFile[], pages: number) => void,
): Promise<void> {
  const { tables, pages, ends, next, workplace } = work;
  const pieces = new Pieces(kept);
  const records = tables.map((data) => new Records(data, pieces));
  const assembler = new Assembler(records);
  const keys = new PageKeys(records);
  const maker = new FileMaker(workplace);
  try {
    for (;;) {
      const deal = Atomics.add(next, 0, 1);
      if (deal >= ends.length) break;
      const files: MadeFile[] = [];
      const taken = pages.slice(ends[deal - 1] ?? 0, ends[deal]);
      for (const page of taken) {
        const { key, stretches } = keys.keyOf(page);
        const role = page.isHead ? 'head' : 'page';
        const wanted = { name: page.file, role, key, withSiblings: true } as const;
        files.push(
          ...(await maker.make({
            ...wanted,
            blocks: (old, madeOf) => assembler.blocks(page, stretches, old, madeOf),
          })),
        );
      }
      made(files, taken.length);
      await hearSignals();
    }
    await maker.finish();
  } catch (error) {
    takeAll(work);
    throw error;
  } finally {
    pieces.close();
  }
}

/** Leaves nothing to take. */
export function takeAll({ ends, next }: Work): void {
  Atomics.store(next, 0, ends.length);
}
