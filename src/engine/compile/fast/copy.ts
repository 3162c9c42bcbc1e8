// Writes the fragments of a record that the fast path has read. If a member is published exactly as it was read, its
// bytes are copied. The other members are written by emitters.
import type { JsonObject } from '../../../model/fields.js';
import type { FragmentEmitters, MemberEmitter } from '../emit.js';
import type { FragmentWriter } from '../fragment-writer.js';
import { ABSENT, NULL, type ObjectReader, VERBATIM } from './object.js';
import type { Reading } from './tokens.js';

const NO_OWNERS: readonly JsonObject[] = [];
const CLOSE = Buffer.from('}');
const NOTHING = Buffer.from('{}');

/** Returns a function that writes all fragments of the record that was read last. */
export function makeCopier(
  names: readonly string[],
  { shapes, texts }: FragmentEmitters,
): (reading: Reading, object: ObjectReader, record: JsonObject, out: FragmentWriter) => void {
  const placed = shapes.map((members) =>
    members.map((member) => ({
      member,
      place: names.indexOf(member.name),
      first: Buffer.from(`{${member.prefix}`),
      next: Buffer.from(`,${member.prefix}`),
    })),
  );
  const placedTexts = texts.map((text) => ({ ...text, place: names.indexOf(text.name) }));
  return ({ bytes }, { states, from, to }, record, out) => {
    for (const members of placed) {
      let isFirst = true;
      // Members that are neighbours both in the file and in the fragment are copied in one step. If the gap between the
      // values of `a` and `b` is as long as `,"b":`, nothing else is in the gap.
      let start = 0;
      let end = 0;
      for (const { member, place, first, next } of members) {
        const isCopied = canBeCopied(member, states[place]!);
        if (isCopied && start < end && from[place]! - next.length === end) {
          end = to[place]!;
          continue;
        }
        if (!isCopied && member.isOmitted?.(record)) continue;
        out.copy(bytes, start, end);
        const before = isFirst ? first : next;
        isFirst = false;
        out.copy(before, 0, before.length);
        start = isCopied ? from[place]! : 0;
        end = isCopied ? to[place]! : 0;
        if (!isCopied) member.emit(record, NO_OWNERS, out);
      }
      out.copy(bytes, start, end);
      const last = isFirst ? NOTHING : CLOSE;
      out.copy(last, 0, last.length);
      out.endFragment();
    }
    for (const { place, json } of placedTexts) {
      if (states[place] === ABSENT) out.write(json(record));
      else out.copy(bytes, from[place]!, to[place]!);
      out.endFragment();
    }
  };
}

function canBeCopied({ plain }: MemberEmitter, state: number): boolean {
  if (state === NULL) return plain !== 'none';
  return state === VERBATIM && plain === 'all';
}
