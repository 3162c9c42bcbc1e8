// Replaces functions of node:fs for all modules that import them by name, while a test file runs.
import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { atEnd } from './at-end.js';

/** Replaces functions until the test file ends. `make` gets the original functions, and returns the new ones. */
export function replaceInFs(make: (own: typeof fs) => Partial<typeof fs>): void {
  const own = { ...fs };
  const others = make(own);
  Object.assign(fs, others);
  syncBuiltinESMExports();
  // Node's own code still uses the original functions.
  for (const name of Object.keys(others)) Object.assign(fs, { [name]: own[name as 'rmSync'] });
  atEnd(syncBuiltinESMExports);
}
