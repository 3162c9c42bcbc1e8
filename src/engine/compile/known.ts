// What was compiled before of records that are still in a file, byte for byte, though others around them
// have changed: it is not compiled again. Records are known by the SHA-256 of spans of the file; where
// nothing is there from before, nothing is known, and all is compiled.
import { hash } from 'node:crypto';
import { readSync } from 'node:fs';
import { memo } from '../../memo.js';
import type { Window } from '../../source/data-file.js';
import { type CompiledFile, type CompiledUnit, piecesName, type Span } from '../unit/format.js';
import { type Bytes, type PieceFile, Pieces } from '../unit/pieces.js';
import { DamagedCache, type Store } from '../unit/store.js';
import type { UnitFile } from './units.js';

/** Bytes of pieces of a kind that are kept in memory. */
const KEPT = 1 << 20;

/** Rows of a unit that was compiled before. */
export interface KnownRows {
  readonly unit: CompiledUnit;
  readonly from: number;
  /** The first one after them. */
  readonly to: number;
  /** How much further on in their file the records stand now. */
  readonly shift: number;
  /** Their pieces, for each kind. */
  readonly pieces: readonly Bytes[];
}

interface KnownSpan {
  readonly span: Span;
  readonly rows: KnownRows;
}

/** A unit that was compiled before. */
interface Before {
  readonly unit: CompiledUnit;
  readonly pieces: readonly PieceFile[];
  readonly files: ReadonlyMap<string, CompiledFile>;
}

/** What is known of the files of one unit. */
export class Known {
  readonly #units = new Map<string, Before | null>();
  /** One for each kind, since what one has read is valid until it reads again. */
  readonly #pieces: Pieces[] = [];
  #opened = 0;

  constructor(private readonly store: Store) {}

  /** What is known of a file's records. `scope`: what else their compiled form depends on. */
  of(file: UnitFile, scope: string): KnownFile | undefined {
    const key = file.before;
    const before = key === undefined ? null : memo(this.#units, key, () => this.#find(key));
    const then = before?.unit.scope === scope ? before.files.get(file.name) : undefined;
    // Of a file with findings there may be more to know than its rows.
    if (!before || then?.findings.length !== 0) return undefined;
    return new KnownFile(file, before, then, this.#pieces);
  }

  close(): void {
    for (const pieces of this.#pieces) pieces.close();
  }

  #find(key: string): Before | null {
    const unit = this.store.read(key) as CompiledUnit | undefined; // the compiler wrote it
    if (!unit) return null;
    const pieces = unit.pieces.map(({ sums }, kind) => {
      this.#pieces[kind] ??= new Pieces(KEPT);
      const path = this.store.path(piecesName(key, kind));
      return { number: this.#opened++, path, sums, unit: key };
    });
    return { unit, pieces, files: new Map(unit.files.map((file) => [file.name, file])) };
  }
}

/** What is known of the records of a file. */
export class KnownFile {
  readonly #isSame: boolean;
  /** What stands before a change is where it was; what comes after it has moved. */
  readonly #shifts: readonly number[];
  readonly #spanAt = new Map<number, Span>();

  constructor(
    now: UnitFile,
    private readonly before: Before,
    readonly then: CompiledFile,
    private readonly pieces: readonly Pieces[],
  ) {
    this.#isSame = now.hash === then.hash;
    this.#shifts = [...new Set([0, now.bytes - then.bytes])];
    const { starts } = before.unit;
    for (const span of then.spans) this.#spanAt.set(starts[then.firstRow + span.from]!, span);
  }

  /** All its rows, if it is as it was. */
  all(): KnownRows | undefined {
    const { firstRow, rows } = this.then;
    return this.#isSame ? this.#rows(firstRow, firstRow + rows, 0) : undefined;
  }

  /** The span that begins at a byte of the file as it is now. */
  at(fd: number, start: number): KnownSpan | undefined {
    for (const shift of this.#shifts) {
      const span = this.#spanAt.get(start - shift);
      if (!span) continue;
      if (digestOf(fd, start, span.bytes) !== span.digest) continue;
      const { firstRow } = this.then;
      const rows = this.#rows(firstRow + span.from, firstRow + span.to, shift);
      return rows && { span, rows };
    }
    return undefined;
  }

  /** Rows with their pieces; undefined if those are damaged. */
  #rows(from: number, to: number, shift: number): KnownRows | undefined {
    const { unit, pieces: files } = this.before;
    try {
      const pieces = files.map((file, kind) => {
        const { offsets } = unit.pieces[kind]!;
        return this.pieces[kind]!.read(file, offsets[from]!, offsets[to]!);
      });
      return { unit, from, to, shift, pieces };
    } catch (error) {
      if (error instanceof DamagedCache) return undefined;
      throw error;
    }
  }
}

/** The SHA-256 of some bytes of a file. */
function digestOf(fd: number, from: number, length: number): string {
  const bytes = Buffer.allocUnsafe(length);
  const read = readSync(fd, bytes, 0, bytes.length, from);
  return hash('sha256', bytes.subarray(0, read), 'hex');
}

/** Cuts a file into spans, as its records come. */
export class Cutter {
  readonly spans: Span[] = [];
  #from = 0;
  #start = -1;

  /** `size`: a span ends where it is so long. */
  constructor(
    private readonly window: Window,
    private readonly size: number,
  ) {}

  /** The record of a row begins at a byte. */
  begin(row: number, start: number): void {
    if (this.#start >= 0 && start - this.#start < this.size) return;
    this.#end(row, start);
    this.window.beginSpan(start);
    this.#from = row;
    this.#start = start;
  }

  /** From a row on, at a byte, the records of a span are known. */
  pass(row: number, start: number, span: Span): void {
    this.#end(row, start);
    this.spans.push({ ...span, from: row, to: row + span.to - span.from });
  }

  #end(row: number, start: number): void {
    if (this.#start < 0) return;
    const digest = this.window.endSpan(start);
    this.spans.push({ from: this.#from, to: row, bytes: start - this.#start, digest });
    this.#start = -1;
  }
}
