// Small texts on disk: read if they are there, and replaced whole or not at all.
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { asideOf } from './temporary.js';

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
  asideOf(path, (aside) => {
    writeFileSync(aside, text, { flag: 'wx' });
    renameSync(aside, path);
  });
}
