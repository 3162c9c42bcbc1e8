// Tables as text, a row a line, with ` ⇒ ` between the cells; `# a title` begins a part. Where a text is: ⏎ ends a line, ‹d› is
// a character by its number, ‹!ff› a byte (../check/cases.ts). Also files with given contents.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { oncePerFile } from '../support/at-end.js';
import { temporaryFolder } from '../support/folders.js';

export const folder = oncePerFile(temporaryFolder);

/** A file that holds this. */
export function holding(content: string | Buffer, name = 'file.json'): string {
  const path = join(folder(), name);
  writeFileSync(path, content);
  return path;
}

/** The rows of a part of a file beside this one. */
export function rowsIn(file: string, part: string): string[][] {
  const text = readFileSync(join(import.meta.dirname, file), 'utf8');
  const found = text.split(/^# /m).find((one) => one.startsWith(`${part}\n`))!;
  const [, ...lines] = found.split('\n');
  return lines.filter((line) => line !== '').map((line) => line.split(' ⇒ '));
}
