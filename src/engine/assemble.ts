// Finished pieces → the bytes of a page. Nothing is parsed or serialised here: pieces are copied,
// and the slots in them filled with other pieces or numbers.
import type { Derivation } from './derive.js';
import { HOLE_SIZE, pieceSlots } from './emit.js';
import { memo } from './memo.js';
import type { Page } from './pages.js';
import { BARE, type ShapePlan, type Slot } from './plan.js';
import { NO_ROW, type Table } from './table.js';

/** Bytes are handed on in blocks of about this size. */
const BLOCK = 1 << 20;

/** Some bytes of a page: valid until the next block but one of its page is asked for. */
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

  /** What was gathered; the next block begins. */
  next(): Block {
    const bytes = this.#bytes.subarray(0, this.#end);
    [this.#bytes, this.#other] = [
      this.#other ?? Buffer.allocUnsafe(this.#bytes.length),
      this.#bytes,
    ];
    this.#end = 0;
    return { bytes, isLast: false };
  }

  /** What was gathered since. */
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

/** Fills one slot of a piece: `row` holds the piece, `id` is what the record gives there, or NaN. */
type Fill = (row: number, id: number) => void;

/** A shape of a table, ready to be written again and again. */
interface Assembly {
  readonly table: Table;
  readonly piece: number;
  readonly fills: readonly Fill[];
}

/** Puts pages together from records in their shapes. */
export class Assembler {
  /** Of the page that is being put together. */
  #out = new Gatherer();
  /** Of pages that are done. */
  readonly #spare: Gatherer[] = [];
  readonly #shapes = new Map<string, Assembly>();
  readonly #texts = new Map<string, Assembly>();

  constructor(private readonly derivation: Derivation) {}

  /**
   * The bytes of a page, block after block: its records in a shape of their table, in its envelope.
   * Several pages can be on their way at once; each is done with when its iteration ends.
   */
  *blocks({ head, rows, tail }: Page, table: Table | undefined, shape: string): Generator<Block> {
    const assembly = table && this.#shape(table, shape);
    const out = this.#spare.pop() ?? new Gatherer();
    try {
      this.#out = out;
      out.text(head);
      for (let i = 0; i < rows.length; i++) {
        if (i > 0) out.text(',');
        this.#append(assembly!, rows[i]!);
        if (out.isFull) {
          yield out.next();
          this.#out = out;
        }
      }
      out.text(tail);
      yield out.last();
    } finally {
      this.#spare.push(out);
    }
  }

  #append({ table, piece, fills }: Assembly, row: number): void {
    const { bytes, start, end } = table.piece(piece, row);
    const holes = bytes.readUInt16LE(end - 2);
    const body = end - 2 - holes * HOLE_SIZE;
    let copied = start;
    for (let hole = body; hole < end - 2; hole += HOLE_SIZE) {
      const place = start + bytes.readUInt32LE(hole);
      this.#out.copy(bytes, copied, place);
      copied = place;
      fills[bytes.readUInt16LE(hole + 4)]!(row, bytes.readDoubleLE(hole + 6));
    }
    this.#out.copy(bytes, copied, body);
  }

  #shape(table: Table, name: string): Assembly {
    const key = `${table.name} ${name}`;
    let assembly = this.#shapes.get(key);
    if (!assembly) {
      const shape = table.plan.shapes.get(name)!;
      const fills: Fill[] = [];
      assembly = { table, piece: shape.piece, fills };
      this.#shapes.set(key, assembly); // before its fills: shapes embed one another
      for (const slot of pieceSlots(table.plan)[shape.piece]!) {
        fills.push(this.#fill(table, shape, slot));
      }
    }
    return assembly;
  }

  /** The text of a field of a table: a piece of its own, after those of the shapes. */
  #text(table: Table, field: string): Assembly {
    const key = `${table.name} ${field}`;
    return memo(this.#texts, key, () => ({
      table,
      piece: table.plan.pieces.length + table.plan.taken.indexOf(field),
      fills: [],
    }));
  }

  #fill(table: Table, shape: ShapePlan, slot: Slot): Fill {
    const { derivation } = this;
    switch (slot.kind) {
      case 'embed': {
        const chosen = shape.references.get(slot.field)!;
        const id = (row: number, given: number) =>
          Number.isNaN(given) ? derivation.numbers(table, slot.field)[row]! : given;
        if (chosen === BARE) return (row, given) => this.#out.text(String(id(row, given)));
        const target = derivation.tables.get(slot.collection)!;
        const assembly = this.#shape(target, chosen);
        return (row, given) => this.#append(assembly, target.rowOf(id(row, given)));
      }
      case 'inner': {
        const target = derivation.tables.get(slot.collection)!;
        const assembly = this.#shape(target, slot.shape);
        return (_row, id) => this.#append(assembly, target.rowOf(id));
      }
      case 'number': {
        const numbers = derivation.numbers(table, slot.field);
        return (row) => this.#out.text(String(numbers[row]!));
      }
      case 'text': {
        const source = derivation.textSource(table, slot.field);
        const assemblies = source.tables.map((from) => this.#text(from, source.field));
        return (row) => {
          const from = source.row[row]!;
          if (from === NO_ROW) throw new Error(`${table.name}: nothing to take ${slot.field} from`);
          this.#append(assemblies[source.which[row]!]!, from);
        };
      }
      case 'innerText': {
        const target = derivation.tables.get(slot.collection)!;
        const assembly = this.#text(target, slot.field);
        return (_row, id) => this.#append(assembly, target.rowOf(id));
      }
    }
  }
}
