// Other functions in the place of some of node:fs, for all who import them by name, while a test file runs.
import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { atEnd } from './at-end.js';

/** `make` is given the functions as they are, and gives those that take their place until the test file ends. */
export function replaceInFs(make: (own: typeof fs) => Partial<typeof fs>): void {
  const own = { ...fs };
  const others = make(own);
  Object.assign(fs, others);
  syncBuiltinESMExports();
  // What functions of Node itself call stays as it is.
  for (const name of Object.keys(others)) Object.assign(fs, { [name]: own[name as 'rmSync'] });
  atEnd(syncBuiltinESMExports);
}
