// The fragments of a record that the fast path has read: members that are published as they stand are copied
// from the bytes of the file, neighbours in one piece; the others are written by their emitters. Which members are
// copied depends only on the record's layout. Most records have a known layout, so this is worked out once for each.
import type { JsonObject } from '../../../model/fields.js';
import type { FragmentEmitters, MemberEmitter } from '../emit.js';
import type { FragmentWriter } from '../fragment-writer.js';
import { ABSENT, NO_PLACE, NULL, type ObjectReader, VERBATIM } from './object.js';
import type { Reading } from './tokens.js';

const OPEN = '{';
const COMMA = ',';
const CLOSE = '}';

const NO_OWNERS: readonly JsonObject[] = [];

/** A step of writing a fragment: some bytes, then a member that is written or members that are copied. */
interface CopyStep {
  /** The bytes that are written first. */
  readonly before: Buffer;
  /** The member that is then written by its emitter, if there is one. */
  readonly member: MemberEmitter | undefined;
  /** The places of the first and the last member that are copied; {@link NO_PLACE} if none is. */
  readonly first: number;
  readonly last: number;
  /** Whether the copy begins at the key of the first member, or else at its value. */
  readonly isFromKey: boolean;
  /** How many bytes are copied before that (`{` or `,`) and after the last value (`}`): 0 or 1. */
  readonly lead: number;
  readonly trail: number;
}

/** A layout of records, and for each shape the steps that write it from a record with this layout. */
interface RecordLayout {
  readonly signature: Uint32Array;
  readonly shapes: readonly (readonly CopyStep[])[];
}

/** At most this many layouts of a collection are remembered: the records of a portal have few. */
const LAYOUTS = 16;

/** Returns a function that writes all fragments of the record that was read last. */
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
    // With white space, records with one signature may still differ in their layout.
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

/** Returns the steps that write a fragment of a record. */
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
    // A single byte between a value and the next key can only be a comma.
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
