// A checked record → its pieces of JSON, as bytes with slots (serialised once, joined often). A
// piece is its body, then for each hole u32 place in the body, u16 slot and f64 id (NaN when the
// record does not give one), then u16 number of holes.
import { hash } from 'node:crypto';
import {
  type Field,
  type Fields,
  isText,
  type Json,
  type JsonObject,
  type ListType,
  referenceOf,
  type Type,
} from '../model/fields.js';
import { type CollectionPlan, innerTextOf, type PiecePlan, type Slot } from './plan.js';

export const HOLE_SIZE = 14;
/** The 32-bit words kept of a piece's SHA-256: pieces with the same ones count as the same. */
export const HASH_WORDS = 4;
const BLOCK = 1 << 20;

/** The pieces of one kind of a unit's records, but for their bytes. */
export interface PieceIndex {
  /** Where each row's piece begins in the bytes, and where the last one ends. */
  readonly offsets: Float64Array;
  /** {@link HASH_WORDS} a row. */
  readonly hashes: Uint32Array;
}

/** Writes the pieces of one kind, one record after another, and hands on their bytes in blocks. */
export class PieceWriter {
  #bytes = Buffer.allocUnsafe(BLOCK / 16); // most units are small
  #base = 0; // of #bytes among all bytes
  #begin = 0;
  #end = 0;
  #text = '';
  readonly #holes: number[] = [];
  readonly #offsets: number[] = [0];
  readonly #hashes: number[] = [];

  constructor(private readonly sink: (bytes: Buffer) => void) {}

  write(text: string): void {
    this.#text += text;
  }

  hole(slot: number, id: number): void {
    this.#encode();
    this.#holes.push(this.#end - this.#begin, slot, id);
  }

  /** Ends the piece of a row, which is empty if nothing was written. */
  finish(): void {
    this.#encode();
    if (this.#end > this.#begin) {
      this.#finishHoles();
    }
    // As text: a buffer for each piece would be more work than its hash.
    const digest = hash('sha256', this.#bytes.subarray(this.#begin, this.#end), 'binary');
    for (let at = 0; at < HASH_WORDS * 4; at += 4) this.#hashes.push(wordAt(digest, at));
    this.#offsets.push(this.#base + this.#end);
    this.#begin = this.#end;
    if (this.#end >= BLOCK / 2) this.#handOn();
  }

  /** Hands on the rest; the writer is done. */
  close(): PieceIndex {
    this.#handOn();
    return { offsets: Float64Array.from(this.#offsets), hashes: Uint32Array.from(this.#hashes) };
  }

  #finishHoles(): void {
    this.#reserve(2 + (this.#holes.length / 3) * HOLE_SIZE);
    for (let i = 0; i < this.#holes.length; i += 3) {
      this.#bytes.writeUInt32LE(this.#holes[i]!, this.#end);
      this.#bytes.writeUInt16LE(this.#holes[i + 1]!, this.#end + 4);
      this.#end = this.#bytes.writeDoubleLE(this.#holes[i + 2]!, this.#end + 6);
    }
    this.#end = this.#bytes.writeUInt16LE(this.#holes.length / 3, this.#end);
    this.#holes.length = 0;
  }

  #handOn(): void {
    this.sink(this.#bytes.subarray(0, this.#end));
    this.#base += this.#end;
    this.#begin = 0;
    this.#end = 0;
  }

  #encode(): void {
    // A UTF-16 unit is at most three bytes of UTF-8.
    this.#reserve(this.#text.length * 3);
    this.#end += this.#bytes.write(this.#text, this.#end, 'utf8');
    this.#text = '';
  }

  #reserve(more: number): void {
    const needed = this.#end + more;
    if (needed <= this.#bytes.length) return;
    const larger = Buffer.allocUnsafe(Math.max(needed, this.#bytes.length * 2));
    this.#bytes.copy(larger, 0, 0, this.#end);
    this.#bytes = larger;
  }
}

/** Four characters of a digest as a number. */
function wordAt(digest: string, at: number): number {
  const [a, b] = [digest.charCodeAt(at), digest.charCodeAt(at + 1)];
  return (
    (a | (b << 8) | (digest.charCodeAt(at + 2) << 16) | (digest.charCodeAt(at + 3) << 24)) >>> 0
  );
}

/** How many kinds of pieces a collection has: one for each distinct shape, then the taken texts. */
export function pieceKinds(plan: CollectionPlan): number {
  return plan.pieces.length + plan.taken.length;
}

/** The slots of each piece of a collection, in the order in which holes name them. */
export function pieceSlots(plan: CollectionPlan): Slot[][] {
  return plan.pieces.map((piece) => {
    const slots: Slot[] = [];
    pieceEmitter(plan.fields, piece, slots, false);
    return slots;
  });
}

type Emit = (value: Json, owners: readonly JsonObject[], out: PieceWriter) => void;
type EmitMember = (self: JsonObject, owners: readonly JsonObject[], out: PieceWriter) => void;

/** Makes the function that writes all pieces of a record, each kind to its own writer. */
export function makeEmitter(
  plan: CollectionPlan,
  withholdPersonal: boolean,
): (record: JsonObject, writers: readonly PieceWriter[]) => void {
  const pieces = plan.pieces.map((piece) => pieceEmitter(plan.fields, piece, [], withholdPersonal));
  const texts = plan.taken.map((name) => writtenOrOwn(name, plan.fields[name]!));
  return (record, writers) => {
    pieces.forEach((emit, kind) => {
      emit(record, [], writers[kind]!);
    });
    texts.forEach((text, index) => {
      writers[pieces.length + index]!.write(JSON.stringify(text(record, []) ?? null));
    });
  };
}

function pieceEmitter(
  fields: Fields,
  piece: PiecePlan,
  slots: Slot[],
  withhold: boolean,
): EmitMember {
  const members = piece.keys.map((key) => {
    const reference = referenceOf(fields[key]!.type);
    const embedded = reference && piece.embedded.has(key);
    const slot: Slot | undefined = embedded
      ? { kind: 'embed', field: key, collection: reference.collection }
      : undefined;
    return memberEmitter(key, fields, slots, slot, withhold, true);
  });
  return objectEmitter(members);
}

function objectEmitter(members: readonly Member[]): EmitMember {
  return (self, owners, out) => {
    let separator = '{';
    for (const { prefix, isOmitted, emit } of members) {
      if (isOmitted?.(self)) continue;
      out.write(separator + prefix);
      separator = ',';
      emit(self, owners, out);
    }
    out.write(separator === '{' ? '{}' : '}');
  };
}

interface Member {
  readonly prefix: string;
  readonly isOmitted?: (self: JsonObject) => boolean;
  readonly emit: EmitMember;
}

function memberEmitter(
  name: string,
  fields: Fields,
  slots: Slot[],
  embedSlot: Slot | undefined,
  withhold: boolean,
  top: boolean,
): Member {
  const field = fields[name]!;
  const prefix = `${JSON.stringify(name)}:`;
  if (withhold && field.withheldAs !== undefined) {
    const blank = JSON.stringify(field.withheldAs);
    return { prefix, emit: (_self, _owners, out) => out.write(blank) };
  }
  const slot = embedSlot ?? linkSlot(name, field, fields, top);
  const slotIndex = slot ? slots.push(slot) - 1 : -1;
  // A reference of the record itself that no shape embeds here is published bare.
  const emitValue: Emit = embedSlot
    ? (value, _owners, out) =>
        value === null ? out.write('null') : out.hole(slotIndex, value as number)
    : top && field.type.kind === 'reference'
      ? (value, _owners, out) => out.write(String(value))
      : valueEmitter(field.type, slots, withhold);
  if (field.absent.kind === 'linked') {
    const reference = top ? undefined : innerTextOf(field, fields)?.reference;
    return {
      prefix,
      emit(self, owners, out) {
        const value = self[name];
        if (value !== undefined) emitValue(value, owners, out);
        else
          out.hole(slotIndex, reference === undefined ? Number.NaN : (self[reference] as number));
      },
    };
  }
  const value = writtenOrOwn(name, field);
  const holdsParts = !isPlain(field.type);
  return {
    prefix,
    ...(field.absent.kind === 'omitted' && { isOmitted: (self) => self[name] === undefined }),
    emit: (self, owners, out) =>
      emitValue(value(self, owners)!, holdsParts ? [self, ...owners] : owners, out),
  };
}

/** The slot of a field that other records decide when it is not written. */
function linkSlot(name: string, field: Field, fields: Fields, top: boolean): Slot | undefined {
  if (field.absent.kind !== 'linked') return undefined;
  const inner = top ? undefined : innerTextOf(field, fields);
  if (inner) return { kind: 'innerText', collection: inner.collection, field: inner.field };
  return { kind: isText(field.type) ? 'text' : 'number', field: name };
}

/** The value of a field: written, constant, or worked out from its own record. */
function writtenOrOwn(
  name: string,
  { absent }: Field,
): (self: JsonObject, owners: readonly JsonObject[]) => Json | undefined {
  return (self, owners) => {
    const written = self[name];
    if (written !== undefined) return written;
    if (absent.kind === 'constant') return absent.value;
    return absent.kind === 'own' ? absent.from(self, ...owners) : undefined;
  };
}

function valueEmitter(type: Type, slots: Slot[], withhold: boolean): Emit {
  if (type.kind === 'reference') {
    const { collection, shape } = type;
    if (shape === undefined) return (value, _owners, out) => out.write(String(value));
    const slot = slots.push({ kind: 'inner', collection, shape }) - 1;
    return (value, _owners, out) =>
      value === null ? out.write('null') : out.hole(slot, value as number);
  }
  if (type.kind === 'list' && !isPlain(type.of)) return listEmitter(type, slots, withhold);
  if (type.kind === 'part') {
    const part = type.fields;
    const emit = objectEmitter(
      Object.keys(part).map((name) => memberEmitter(name, part, slots, undefined, withhold, false)),
    );
    return (value, owners, out) => emit(value as JsonObject, owners, out);
  }
  return (value, _owners, out) => out.write(jsonOf(value));
}

const SHORT = 64;
let lastText = '';
let lastJson = '""';

/** JSON of a value. Long texts often come twice in a row: as themselves, and as their own default. */
function jsonOf(value: Json): string {
  if (typeof value !== 'string' || value.length < SHORT) return JSON.stringify(value);
  if (value !== lastText) {
    lastText = value;
    lastJson = JSON.stringify(value);
  }
  return lastJson;
}

const isPlain = ({ kind }: Type): boolean =>
  kind !== 'reference' && kind !== 'part' && kind !== 'list';

function listEmitter(type: ListType, slots: Slot[], withhold: boolean): Emit {
  const emit = valueEmitter(type.of, slots, withhold);
  return (value, owners, out) => {
    let elements = value as readonly Json[];
    if (type.descending) {
      elements = [...elements].sort(
        (a, b) => ((b as JsonObject)['id'] as number) - ((a as JsonObject)['id'] as number),
      );
    }
    let separator = '[';
    for (const element of elements) {
      out.write(separator);
      separator = ',';
      emit(element, owners, out);
    }
    out.write(separator === '[' ? '[]' : ']');
  };
}
