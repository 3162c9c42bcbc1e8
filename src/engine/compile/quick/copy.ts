// The pieces of a record that was read in place: members that are published as they stand are copied
// from the bytes of the file, neighbours as one; the others are written as those of any record.
import type { JsonObject } from '../../../model/fields.js';
import type { Member, PieceEmitters } from '../emit.js';
import type { PieceWriter } from '../piece-writer.js';
import { NULL, type ObjectReader, VERBATIM } from './object.js';
import type { Reading } from './tokens.js';

const COMMA = Buffer.from(',');
const OPEN = Buffer.from('{');
const CLOSE = Buffer.from('}');

/** Makes the function that writes all pieces of the record that was read last. */
export function makeCopier(
  names: readonly string[],
  { shapes, texts }: PieceEmitters,
): (reading: Reading, object: ObjectReader, record: JsonObject, out: PieceWriter) => void {
  const placed = shapes.map((members) =>
    members.map((member) => ({
      member,
      place: names.indexOf(member.name),
      prefix: Buffer.from(member.prefix),
    })),
  );
  const placedTexts = texts.map((text) => ({ ...text, place: names.indexOf(text.name) }));
  return ({ bytes }, object, record, out) => {
    const { states, from, to, keys } = object;
    for (const members of placed) {
      let separator = OPEN;
      // Members that were not copied yet: from the key of the first to the end of the last.
      let start = 0;
      let end = -1;
      for (const { member, place, prefix } of members) {
        if (isPlain(member, states[place]!)) {
          // Only a comma fits between the end of a value and the next key.
          if (end >= 0 && keys[place] === end + 1) end = to[place]!;
          else {
            if (end >= 0) out.copy(bytes, start, end);
            out.copy(separator, 0, 1);
            if (keys[place]! < 0) out.copy(prefix, 0, prefix.length);
            start = keys[place]! < 0 ? from[place]! : keys[place]!;
            end = to[place]!;
          }
        } else {
          if (member.isOmitted?.(record)) continue;
          if (end >= 0) out.copy(bytes, start, end);
          end = -1;
          out.copy(separator, 0, 1);
          out.copy(prefix, 0, prefix.length);
          member.emit(record, [], out);
        }
        separator = COMMA;
      }
      if (end >= 0) out.copy(bytes, start, end);
      if (separator === OPEN) out.copy(OPEN, 0, 1);
      out.copy(CLOSE, 0, 1);
      out.endPiece();
    }
    for (const { place, json } of placedTexts) {
      const isWritten = states[place] === VERBATIM || states[place] === NULL;
      if (isWritten) out.copy(bytes, from[place]!, to[place]!);
      else out.write(json(record));
      out.endPiece();
    }
  };
}

function isPlain({ plain }: Member, state: number): boolean {
  if (state === NULL) return plain !== 'none';
  return state === VERBATIM && plain === 'all';
}
