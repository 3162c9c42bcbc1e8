// The packages that a portal of one's own needs.
import { mkdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { projectFolder } from '../support/folders.js';

/** Puts the packages of a portal into its folder, as `npm install` does. */
export function linkPackages(cwd: string): void {
  mkdirSync(join(cwd, 'node_modules'));
  symlinkSync(projectFolder, join(cwd, 'node_modules/portal-snapshot'));
  symlinkSync(join(projectFolder, 'node_modules/zod'), join(cwd, 'node_modules/zod'));
}
