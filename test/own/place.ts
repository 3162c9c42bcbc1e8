// Copies of the portals of one's own, each in a folder as its owner would have it.
import { cpSync, mkdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { projectFolder, temporaryFolder } from '../support/folders.js';

/** Puts the packages of a portal into its folder, as `npm install` does. */
export function linkPackages(cwd: string): void {
  mkdirSync(join(cwd, 'node_modules'));
  symlinkSync(projectFolder, join(cwd, 'node_modules/portal-snapshot'));
  symlinkSync(join(projectFolder, 'node_modules/zod'), join(cwd, 'node_modules/zod'));
}

/** A copy of one of these portals: `catalogue` or `pokemon`. */
export function copyOf(name: 'catalogue' | 'pokemon'): string {
  const cwd = temporaryFolder();
  cpSync(join(projectFolder, 'test/own', name), cwd, { recursive: true });
  linkPackages(cwd);
  return cwd;
}
