// Small text files: read if they exist, and replaced atomically, within one folder.
import { closeSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import fs from 'fs-extra';
import { writing } from '../problems/failure.js';
import { openData } from '../source/data-file.js';
import { mustStayBelow } from './boundary.js';
import { asideOf } from './temporary.js';

/** The text of a file; undefined when it cannot be read, or is not a regular file. */
export function textOf(path: string): string | undefined {
  try {
    const fd = openData(path);
    try {
      return readFileSync(fd, 'utf8');
    } finally {
      closeSync(fd);
    }
  } catch {
    return undefined;
  }
}

/** Writes a text as a file below a folder, atomically; neither has to exist yet. */
export function replaceText(root: string, name: string, text: string): void {
  mustStayBelow(root, name);
  const path = join(root, name);
  fs.ensureDirSync(dirname(path));
  asideOf(path, (aside) => {
    writing(path, () => writeFileSync(aside, text, { flag: 'wx' }));
    renameSync(aside, path);
  });
}
