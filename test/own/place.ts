// Copies of the portals of one's own, each in a folder as its owner would have it.
import { cpSync, mkdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { projectFolder, temporaryFolder } from '../support/folders.js';

/** A folder in which a module can import this package, as it is compiled, and zod. */
export function withPackages(): string {
  const cwd = temporaryFolder();
  mkdirSync(join(cwd, 'node_modules'));
  symlinkSync(projectFolder, join(cwd, 'node_modules/portal-snapshot'));
  symlinkSync(join(projectFolder, 'node_modules/zod'), join(cwd, 'node_modules/zod'));
  return cwd;
}

/** A copy of one of these portals: `catalogue` or `pokemon`. */
export function copyOf(name: 'catalogue' | 'pokemon'): string {
  const cwd = withPackages();
  cpSync(join(projectFolder, 'test/own', name), cwd, { recursive: true });
  return cwd;
}
