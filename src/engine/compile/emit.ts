// A checked record → its pieces of JSON, as bytes with slots (serialised once, joined often); see
// unit/format.ts for what a piece is.

import { hash } from 'node:crypto';
import { plainText } from '../../html/plain-text.js';
import type { Field, Fields, Json, JsonObject, ListType, Type } from '../../model/fields.js';
import { type CollectionPlan, innerTextOf, type PiecePlan } from '../plan.js';
import { HASH_WORDS, type PieceIndex, PLACEHOLDER_SIZE } from '../unit/format.js';
import { below, type Slot, slotsOf } from '../unit/slots.js';

const BLOCK = 1 << 20;

/** Writes the pieces of one kind, one record after another, and hands on their bytes in blocks. */
export class PieceWriter {
  #bytes = Buffer.allocUnsafe(BLOCK / 16); // most units are small
  #base = 0; // where #bytes begins among all bytes
  #begin = 0;
  #end = 0;
  #text = '';
  readonly #placeholders: number[] = [];
  readonly #offsets: number[] = [0];
  readonly #hashes: number[] = [];

  constructor(private readonly sink: (bytes: Buffer) => void) {}

  write(text: string): void {
    this.#text += text;
  }

  placeholder(slot: number, id: number): void {
    this.#encode();
    this.#placeholders.push(this.#end - this.#begin, slot, id);
  }

  /** Ends the piece of a row, which is empty if nothing was written. */
  finish(): void {
    this.#encode();
    if (this.#end > this.#begin) {
      this.#finishPlaceholders();
    }
    // The digest as text: making a buffer for each piece would take longer than hashing it.
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

  #finishPlaceholders(): void {
    this.#reserve(2 + (this.#placeholders.length / 3) * PLACEHOLDER_SIZE);
    for (let i = 0; i < this.#placeholders.length; i += 3) {
      this.#bytes.writeUInt32LE(this.#placeholders[i]!, this.#end);
      this.#bytes.writeUInt16LE(this.#placeholders[i + 1]!, this.#end + 4);
      this.#end = this.#bytes.writeDoubleLE(this.#placeholders[i + 2]!, this.#end + 6);
    }
    this.#end = this.#bytes.writeUInt16LE(this.#placeholders.length / 3, this.#end);
    this.#placeholders.length = 0;
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

type Emit = (value: Json, owners: readonly JsonObject[], out: PieceWriter) => void;
type EmitMember = (self: JsonObject, owners: readonly JsonObject[], out: PieceWriter) => void;

/** Makes the function that writes all pieces of a record, each kind to its own writer. */
export function makeEmitter(
  plan: CollectionPlan,
  withholdPersonal: boolean,
): (record: JsonObject, writers: readonly PieceWriter[]) => void {
  const pieces = plan.pieces.map((piece) => pieceEmitter(piece, withholdPersonal));
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

/** What the emitters of a piece's members know of the piece. */
interface Whole {
  /** Its slots and their numbers, by the ways to them. */
  readonly slots: ReadonlyMap<string, Slot & { readonly number: number }>;
  readonly withhold: boolean;
}

function pieceEmitter(piece: PiecePlan, withhold: boolean): EmitMember {
  const { fields } = piece;
  const slots = slotsOf(piece).map((slot, number) => ({ ...slot, number }));
  const whole = { slots: new Map(slots.map((slot) => [slot.way, slot])), withhold };
  return objectEmitter(piece.keys.map((key) => memberEmitter(key, fields, key, whole)));
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

function memberEmitter(name: string, fields: Fields, way: string, whole: Whole): Member {
  const field = fields[name]!;
  const prefix = `${JSON.stringify(name)}:`;
  if (whole.withhold && field.withheldAs !== undefined) {
    const blank = JSON.stringify(field.withheldAs);
    return { prefix, emit: (_self, _owners, out) => out.write(blank) };
  }
  const emitValue = valueEmitter(field.type, way, whole);
  if (field.absent.kind === 'linked') {
    const { number, kind } = whole.slots.get(way)!;
    const by = kind === 'innerText' ? innerTextOf(field, fields)?.reference : undefined;
    return {
      prefix,
      emit(self, owners, out) {
        const value = self[name];
        if (value !== undefined) emitValue(value, owners, out);
        else out.placeholder(number, by === undefined ? Number.NaN : (self[by] as number));
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

/** The value of a field: written, constant, or worked out from its own record. */
function writtenOrOwn(
  name: string,
  { absent }: Field,
): (self: JsonObject, owners: readonly JsonObject[]) => Json | undefined {
  return (self, owners) => {
    const written = self[name];
    if (written !== undefined) return written;
    if (absent.kind === 'constant') return absent.value;
    if (absent.kind !== 'own') return undefined;
    const own = absent.from(self, ...owners);
    return absent.isMarkup && typeof own === 'string' ? plainText(own) : own;
  };
}

function valueEmitter(type: Type, way: string, whole: Whole): Emit {
  switch (type.kind) {
    case 'reference': {
      const slot = whole.slots.get(way);
      if (slot?.kind !== 'embed' && slot?.kind !== 'inner') return emitBare;
      const { number } = slot;
      return (value, _owners, out) =>
        value === null ? out.write('null') : out.placeholder(number, value as number);
    }
    case 'list':
      return isPlain(type.of) ? emitPlain : listEmitter(type, way, whole);
    case 'part': {
      const { fields } = type;
      const emit = objectEmitter(
        Object.keys(fields).map((name) => memberEmitter(name, fields, below(way, name), whole)),
      );
      return (value, owners, out) => emit(value as JsonObject, owners, out);
    }
    default:
      return emitPlain;
  }
}

const emitBare: Emit = (value, _owners, out) => out.write(String(value));
const emitPlain: Emit = (value, _owners, out) => out.write(jsonOf(value));

const SHORT = 64;
let lastText = '';
let lastJson = '""';

/** JSON of a value. Long texts often come twice in a row: in a field, and in one that defaults to it. */
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

function listEmitter(type: ListType, way: string, whole: Whole): Emit {
  const emit = valueEmitter(type.of, below(way, '*'), whole);
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
