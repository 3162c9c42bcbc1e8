// The fragments of a record that was read in place: members that are published as they stand are copied
// from the bytes of the file, neighbours as one; the others are written as those of any record. Which ones
// go how follows from how the record is laid out, as most are like one before: so it is found out once.
import type { JsonObject } from '../../../model/fields.js';
import type { FragmentEmitters, MemberEmitter } from '../emit.js';
import type { FragmentWriter } from '../fragment-writer.js';
import { ABSENT, NO_PLACE, NULL, type ObjectReader, VERBATIM } from './object.js';
import type { Reading } from './tokens.js';

const OPEN = '{';
const COMMA = ',';
const CLOSE = '}';

const NO_OWNERS: readonly JsonObject[] = [];

/** A part of a fragment. */
interface CopyStep {
  /** What is written first. */
  readonly before: Buffer;
  /** Then a member is written. */
  readonly member: MemberEmitter | undefined;
  /** Or members are copied: the places of the first and of the last; {@link NO_PLACE} if there is none. */
  readonly first: number;
  readonly last: number;
  /** From the key of the first one on, or only from its value. */
  readonly isFromKey: boolean;
  /** Bytes that are copied before and after. */
  readonly lead: number;
  readonly trail: number;
}

/** What is made of each record that is laid out so; for each shape. */
interface RecordLayout {
  readonly signature: Uint32Array;
  readonly shapes: readonly (readonly CopyStep[])[];
}

/** At most this many layouts of a collection are remembered: the records of a portal have few. */
const LAYOUTS = 16;

/** Makes the function that writes all fragments of the record that was read last. */
export function makeCopier(
  names: readonly string[],
  { shapes, texts }: FragmentEmitters,
): (reading: Reading, object: ObjectReader, record: JsonObject, out: FragmentWriter) => void {
  const placed = shapes.map((members) =>
    members.map((member) => ({ member, place: names.indexOf(member.name) })),
  );
  const placedTexts = texts.map((text) => ({ ...text, place: names.indexOf(text.name) }));
  const known: RecordLayout[] = [];
  let last: RecordLayout | undefined;
  let forgotten = 0;
  const layoutOf = (bytes: Buffer, object: ObjectReader, record: JsonObject): RecordLayout => {
    if (last && object.isLaidOut(last.signature)) return last;
    const found = known.find(({ signature }) => object.isLaidOut(signature));
    if (found) {
      last = found;
      return found;
    }
    const signature = object.signature();
    const shapes = placed.map((members) => stepsOf(members, bytes, object, record));
    const made = { signature, shapes };
    // Where there is white space, more tells one record from another.
    if (!object.isSpaced) {
      known[forgotten++ % LAYOUTS] = made;
      last = made;
    }
    return made;
  };
  return ({ bytes }, object, record, out) => {
    const { states, from, to, keys } = object;
    for (const steps of layoutOf(bytes, object, record).shapes) {
      for (const { before, member, first, last, isFromKey, lead, trail } of steps) {
        if (before.length > 0) out.copy(before, 0, before.length);
        if (member) member.emit(record, NO_OWNERS, out);
        else if (first !== NO_PLACE) {
          const start = isFromKey ? keys[first]! : from[first]!;
          out.copy(bytes, start - lead, to[last]! + trail);
        }
      }
      out.endFragment();
    }
    for (const { place, json } of placedTexts) {
      if (states[place] === ABSENT) out.write(json(record));
      else out.copy(bytes, from[place]!, to[place]!);
      out.endFragment();
    }
  };
}

interface PlacedMember {
  readonly member: MemberEmitter;
  readonly place: number;
}

/** Finds out how a fragment is put together. */
function stepsOf(
  members: readonly PlacedMember[],
  bytes: Buffer,
  object: ObjectReader,
  record: JsonObject,
): CopyStep[] {
  const { states, to, keys } = object;
  const steps: CopyStep[] = [];
  let separator = OPEN;
  for (const { member, place } of members) {
    const isPlain = canBeCopied(member, states[place]!);
    if (!isPlain && member.isOmitted?.(record)) continue;
    const isFromKey = isPlain && keys[place] !== NO_PLACE;
    const run = steps.at(-1);
    // Only a comma fits between the end of a value and the next key.
    if (isFromKey && run && run.last !== NO_PLACE && keys[place] === to[run.last]! + 1) {
      steps[steps.length - 1] = { ...run, last: place };
    } else {
      const hasLead = isFromKey && bytes[keys[place]! - 1] === separator.charCodeAt(0);
      const prefix = isFromKey ? '' : member.prefix;
      steps.push({
        before: Buffer.from(hasLead ? '' : separator + prefix),
        member: isPlain ? undefined : member,
        first: isPlain ? place : NO_PLACE,
        last: isPlain ? place : NO_PLACE,
        isFromKey,
        lead: hasLead ? 1 : 0,
        trail: 0,
      });
    }
    separator = COMMA;
  }
  const run = steps.at(-1);
  if (run && run.last !== NO_PLACE && bytes[to[run.last]!] === CLOSE.charCodeAt(0)) {
    steps[steps.length - 1] = { ...run, trail: 1 };
  } else steps.push(written(separator === OPEN ? OPEN + CLOSE : CLOSE));
  return steps;
}

const written = (text: string): CopyStep => ({
  before: Buffer.from(text),
  member: undefined,
  first: NO_PLACE,
  last: NO_PLACE,
  isFromKey: false,
  lead: 0,
  trail: 0,
});

function canBeCopied({ plain }: MemberEmitter, state: number): boolean {
  if (state === NULL) return plain !== 'none';
  return state === VERBATIM && plain === 'all';
}
