// The workflows of this project, and the commands in them.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { projectFolder } from '../support/folders.js';

export const folder = join(projectFolder, '.github/workflows');
export const workflow = (name: string) => readFileSync(join(folder, name), 'utf8');

/** The commands of a workflow's steps, in their order: one line, or a block that is indented. */
export function stepsOf(text: string): string[] {
  const steps = text.matchAll(/^( *)(- )?run: (?:\|\n((?:\1 .*\n|\n)+)|(.+)\n)/gm);
  return [...steps].map(([, , , block, line]) => line ?? block!.replace(/^ +/gm, ''));
}
