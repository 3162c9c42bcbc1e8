// Small texts on disk: read if they are there, and replaced whole or not at all, within a folder.
import { closeSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import fs from 'fs-extra';
import { writing } from '../problems/failure.js';
import { openData } from '../source/data-file.js';
import { mustStayBelow } from './boundary.js';
import { asideOf } from './temporary.js';

/** The text of a file; undefined when it cannot be read, or is no file. */
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

/** Puts a text in the place of a file below a folder; neither need be there yet. */
export function replaceText(root: string, name: string, text: string): void {
  mustStayBelow(root, name);
  const path = join(root, name);
  fs.ensureDirSync(dirname(path));
  asideOf(path, (aside) => {
    writing(path, () => writeFileSync(aside, text, { flag: 'wx' }));
    renameSync(aside, path);
  });
}
