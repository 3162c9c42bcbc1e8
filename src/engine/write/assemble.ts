// Finished pieces → the bytes of a page. Nothing is parsed or serialised here: pieces are copied,
// and the slots in them filled from their sources (see templates.ts).

import { NO_ROW, type Table } from '../link/table.js';
import { PLACEHOLDER_SIZE } from '../unit/format.js';
import type { Page } from './pages.js';
import type { Template, Templates } from './templates.js';

/** Bytes are handed on in blocks of about this size. */
const BLOCK = 1 << 20;

/** Some bytes of a page: valid until the block after the next one of the page is asked for. */
export interface Block {
  readonly bytes: Buffer;
  readonly isLast: boolean;
}

/** Gathers small copies into blocks. */
class Gatherer {
  #bytes: Buffer = Buffer.allocUnsafe(BLOCK / 4);
  #other: Buffer | undefined;
  #end = 0;

  get isFull(): boolean {
    return this.#end >= BLOCK;
  }

  copy(from: Buffer, start: number, end: number): void {
    this.#reserve(end - start);
    this.#end += from.copy(this.#bytes, this.#end, start, end);
  }

  /** Writes a short text. */
  text(text: string): void {
    this.#reserve(text.length * 3);
    this.#end += this.#bytes.write(text, this.#end);
  }

  /** The block that was gathered; a new one begins. */
  next(): Block {
    const bytes = this.#bytes.subarray(0, this.#end);
    [this.#bytes, this.#other] = [
      this.#other ?? Buffer.allocUnsafe(this.#bytes.length),
      this.#bytes,
    ];
    this.#end = 0;
    return { bytes, isLast: false };
  }

  /** The last block of a page. */
  last(): Block {
    const bytes = this.#bytes.subarray(0, this.#end);
    this.#end = 0;
    return { bytes, isLast: true };
  }

  #reserve(more: number): void {
    const needed = this.#end + more;
    if (needed <= this.#bytes.length) return;
    const larger = Buffer.allocUnsafe(Math.max(needed, this.#bytes.length * 2));
    this.#bytes.copy(larger, 0, 0, this.#end);
    this.#bytes = larger;
  }
}

/** Puts pages together from records in their shapes. */
export class Assembler {
  /** Gatherers of finished pages, to be used again. */
  readonly #spare: Gatherer[] = [];

  constructor(private readonly templates: Templates) {}

  /**
   * The bytes of a page, block after block: its records in a shape of their table, in its envelope.
   * Several pages can be assembled at once; each gives back its buffers when its iteration ends.
   */
  *blocks({ head, rows, tail }: Page, table: Table | undefined, shape: string): Generator<Block> {
    const template = table && this.templates.shape(table, shape);
    const out = this.#spare.pop() ?? new Gatherer();
    try {
      out.text(head);
      for (let i = 0; i < rows.length; i++) {
        if (i > 0) out.text(',');
        append(template!, rows[i]!, out);
        if (out.isFull) yield out.next();
      }
      out.text(tail);
      yield out.last();
    } finally {
      this.#spare.push(out);
    }
  }
}

/** Copies the piece of a row, and fills its placeholders from the sources of their slots. */
function append({ table, piece, sources }: Template, row: number, out: Gatherer): void {
  if (row === NO_ROW) throw new Error(`a record of ${table.name} is wanted that is not there`);
  const { bytes, start, end } = table.piece(piece, row);
  const placeholders = bytes.readUInt16LE(end - 2);
  const body = end - 2 - placeholders * PLACEHOLDER_SIZE;
  let copied = start;
  for (let placeholder = body; placeholder < end - 2; placeholder += PLACEHOLDER_SIZE) {
    const place = start + bytes.readUInt32LE(placeholder);
    out.copy(bytes, copied, place);
    copied = place;
    const source = sources[bytes.readUInt16LE(placeholder + 4)]!;
    switch (source.kind) {
      case 'number':
        out.text(String(source.numbers[row]!));
        break;
      case 'row':
        append(source.templates[source.which?.[row] ?? 0]!, source.rows[row]!, out);
        break;
      case 'inner': {
        const id = bytes.readDoubleLE(placeholder + 6);
        append(source.template, source.template.table.rowOf(id), out);
        break;
      }
    }
  }
  out.copy(bytes, copied, body);
}
