// Divides the pages of a snapshot among threads. A deal is a group of pages that a thread takes at once.
import { hearSignals } from '../../files/disk/temporary.js';
import { extensions } from '../../site/address.js';
import { type RecordData, Records } from '../link/records.js';
import { MANY_RECORDS, next, type Queue, queueOf } from '../pool/queue.js';
import { Fragments } from '../shard/fragments.js';
import { Assembler } from './assemble.js';
import { type MakeBlocks, makeFile, type Workplace } from './make.js';
import type { OutputFile } from './output-file.js';
import { PageKeys } from './page-keys.js';
import type { PagePlan } from './pages.js';

/** A deal is complete when it has this many pages, or when its pages have at least this many rows. */
const AT_ONCE = { pages: 16, rows: 500 };
/** How many bytes of fragments stay in memory at most, for all threads together. */
export const KEPT = 64 << 20;
/** A record on a page takes this many times as long if the page is also compressed. */
const COMPRESSING = 10;

/** Whether starting worker threads saves more time than it costs. */
export const isMuchWork = (records: number, compress: readonly unknown[]): boolean =>
  (compress.length > 0 ? records * COMPRESSING : records) >= MANY_RECORDS;

/** The pages to make, and the data for them. Plain data, which can be sent to threads. Large arrays are shared. */
export interface PageQueue extends Queue {
  /** The records of each table, in the order of the portal's collections. */
  readonly tables: readonly RecordData[];
  readonly pages: readonly PagePlan[];
  /** Deal `i` has the pages from `ends[i - 1]` (0 for the first deal) up to, but not including, `ends[i]`. */
  readonly ends: readonly number[];
  readonly workplace: Workplace;
  /** Bytes of fragments that each thread may keep in memory. */
  readonly kept: number;
}

/** The files that a thread has made, and the number of pages among them. */
export interface MadePages {
  readonly files: readonly OutputFile[];
  readonly pages: number;
}

/**
 * Makes the queue for {@link writePart}. The longest pages come first, so that all threads finish at about the same
 * time.
 */
export function pageQueue(
  tables: readonly RecordData[],
  some: readonly PagePlan[],
  workplace: Workplace,
  kept: number,
): PageQueue {
  const pages = [...some].sort((a, b) => b.rows.length - a.rows.length);
  const ends = endsOf(pages, AT_ONCE);
  const own = { ...workplace, known: knownOf(pages, workplace) };
  return { ...queueOf(ends.length), tables, pages, ends, workplace: own, kept };
}

/**
 * Divides pages into groups. A group is complete when it has `most.pages` pages, or when its pages have at least
 * `most.rows` rows. Returns, for each group, the index after its last page.
 */
export function endsOf(
  pages: readonly PagePlan[],
  most: { readonly pages: number; readonly rows: number },
): number[] {
  const ends: number[] = [];
  let rows = 0;
  pages.forEach((page, i) => {
    rows += page.rows.length;
    const isFull = rows >= most.rows || i + 1 - (ends.at(-1) ?? 0) >= most.pages;
    if (!isFull && i + 1 < pages.length) return;
    ends.push(i + 1);
    rows = 0;
  });
  return ends;
}

/**
 * Returns the files of the last build that have the names of these pages or of their compressed copies. All other files
 * are left out, because each thread gets a copy of this map.
 */
function knownOf(pages: readonly PagePlan[], { compress, known }: Workplace): Workplace['known'] {
  const endings = ['', ...compress.map((encoding) => extensions[encoding])];
  const names = pages.flatMap(({ file }) => endings.map((ending) => file + ending));
  return new Map(
    names.flatMap((name) => {
      const file = known.get(name);
      return file ? [[name, file]] : [];
    }),
  );
}

/** Makes the pages of one deal after another, until no deal is left. Calls `say` after each deal. */
export async function writePart(queue: PageQueue, say: (made: MadePages) => void): Promise<void> {
  const { tables, pages, ends, workplace, kept } = queue;
  const fragments = new Fragments(kept);
  const records = tables.map((data) => new Records(data, fragments));
  const assembler = new Assembler(records);
  const keys = new PageKeys(records);
  try {
    for (let deal = next(queue); deal >= 0; deal = next(queue)) {
      const files: OutputFile[] = [];
      const taken = pages.slice(ends[deal - 1] ?? 0, ends[deal]);
      for (const page of taken) {
        const { key, segments } = keys.keyOf(page);
        const planned = { name: page.file, key };
        const blocks: MakeBlocks = (old, made) => assembler.blocks(page, segments, old, made);
        files.push(...(await makeFile(workplace, planned, blocks, true)));
      }
      say({ files, pages: taken.length });
      await hearSignals();
    }
  } finally {
    fragments.close();
  }
}
