// A checked record → its pieces of JSON, as bytes with slots (serialised once, joined often); see
// unit/format.ts for what a piece is.
import type { Field, Fields, Json, JsonObject, ListType, Type } from '../../model/fields.js';
import { type CollectionPlan, innerTextOf, type PiecePlan } from '../plan.js';
import { below, type Slot, slotsOf } from '../unit/slots.js';
import type { PieceWriter } from './piece-writer.js';

type Emit = (value: Json, owners: readonly JsonObject[], out: PieceWriter) => void;
type EmitMember = (self: JsonObject, owners: readonly JsonObject[], out: PieceWriter) => void;

/** Makes the function that writes all pieces of a record, kind after kind. */
export function makeEmitter(
  plan: CollectionPlan,
  withholdPersonal: boolean,
): (record: JsonObject, out: PieceWriter) => void {
  const pieces = plan.pieces.map((piece) => pieceEmitter(plan.fields, piece, withholdPersonal));
  const texts = plan.taken.map((name) => writtenOrOwn(name, plan.fields[name]!));
  return (record, out) => {
    for (const emit of pieces) {
      emit(record, [], out);
      out.endPiece();
    }
    for (const text of texts) {
      out.write(JSON.stringify(text(record, []) ?? null));
      out.endPiece();
    }
  };
}

/** What the emitters of a piece's members know of the piece. */
interface Whole {
  /** Its slots and their numbers, by the ways to them. */
  readonly slots: ReadonlyMap<string, Slot & { readonly number: number }>;
  readonly withhold: boolean;
}

function pieceEmitter(fields: Fields, piece: PiecePlan, withhold: boolean): EmitMember {
  const slots = slotsOf(fields, piece).map((slot, number) => ({ ...slot, number }));
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
    return absent.kind === 'own' ? absent.from(self, ...owners) : undefined;
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
