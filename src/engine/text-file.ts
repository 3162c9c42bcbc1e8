// Small texts on disk: read if they are there, and replaced whole or not at all.
import { randomUUID } from 'node:crypto';
import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { writing } from '../problems/failure.js';

/** The text of a file; undefined when it cannot be read. */
export function textOf(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
}

/** Puts a text in the place of a file, which may not be there yet, nor its folder. */
export function replaceText(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true });
  const aside = join(dirname(path), `.${basename(path)}.${randomUUID()}`);
  try {
    writing(path, () => writeFileSync(aside, text, { flag: 'wx' }));
    renameSync(aside, path);
  } finally {
    rmSync(aside, { force: true });
  }
}
