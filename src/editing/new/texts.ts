// Texts given to flags as `@FILE`, or as `-` for standard input → the texts themselves, as those of a file
// beside a record: UTF-8, without a byte-order mark and one line end.
import { isUtf8 } from 'node:buffer';
import { readAtMost } from '../../files/disk/text-file.js';
import { textOf } from '../../files/source/texts.js';
import { LIMITS } from '../../model/limits.js';
import { refused } from '../../problems/problem.js';
import type { FieldFlag, Given } from './flags.js';

/** The given texts, with those read that are in files; `@@` begins a text that begins with `@`. */
export function withFiles(given: Given, flags: readonly FieldFlag[]): Given {
  const isText = new Set(
    flags.flatMap(({ name, field }) => (field.type.kind === 'text' ? [name] : [])),
  );
  let isInputRead = false;
  const read = (name: string, text: string): string => {
    if (text.startsWith('@@')) return text.slice(1);
    if (text !== '-' && !text.startsWith('@')) return text;
    const isInput = text === '-';
    if (isInput && isInputRead) throw refused('new/input-twice', undefined);
    isInputRead ||= isInput;
    return textIn(name, isInput ? 0 : text.slice(1));
  };
  return new Map(
    [...given].map(([name, texts]) => [
      name,
      isText.has(name) ? texts.map((text) => read(name, text)) : texts,
    ]),
  );
}

function textIn(name: string, file: string | 0): string {
  const from = file === 0 ? undefined : JSON.stringify(file);
  let bytes: Buffer;
  try {
    bytes = readAtMost(file, LIMITS.textBytes);
  } catch (error) {
    throw refused('new/text-unread', { field: name, file: from, reason: (error as Error).message });
  }
  if (!isUtf8(bytes)) throw refused('new/text-encoding', { field: name, file: from });
  return textOf(bytes).text;
}
