// Texts given to flags as `@FILE`, or as `-` for standard input → the texts themselves, as those of a file
// beside a record: UTF-8, without a byte-order mark and one line end.
import { isUtf8 } from 'node:buffer';
import { readFileSync } from 'node:fs';
import { UsageError } from '../problems/problem.js';
import { textOf } from '../source/texts.js';
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
    if (isInput && isInputRead) throw new UsageError('standard input can be one text only');
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

function textIn(name: string, file: string | number): string {
  const from = file === 0 ? 'standard input' : `the file ${JSON.stringify(file)}`;
  let bytes: Buffer;
  try {
    bytes = readFileSync(file);
  } catch (error) {
    const why = (error as Error).message;
    throw new UsageError(
      `--${name}: ${from} cannot be read (${why}); a text that begins with @ is given as @@`,
    );
  }
  if (!isUtf8(bytes)) throw new UsageError(`--${name}: ${from} is not UTF-8`);
  return textOf(bytes).text;
}
