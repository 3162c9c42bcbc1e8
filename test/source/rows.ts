// Tables as text, a row a line, with ` ⇒ ` between the cells; `# a title` begins a part. Where a text is: ⏎ ends a line, ‹d› is
// a character by its number, ‹!ff› a byte (../check/cases.ts).
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The rows of a part of a file beside this one. */
export function rowsIn(file: string, part: string): string[][] {
  const text = readFileSync(join(import.meta.dirname, file), 'utf8');
  const found = text.split(/^# /m).find((one) => one.startsWith(`${part}\n`))!;
  const [, ...lines] = found.split('\n');
  return lines.filter((line) => line !== '').map((line) => line.split(' ⇒ '));
}
