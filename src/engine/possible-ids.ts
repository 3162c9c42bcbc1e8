// Ids of records that are there, but that a misspelt name hides: of their folder or file, or of
// their field `id`. References to them are not at fault: mending the name mends them.
import { closeSync, statSync } from 'node:fs';
import { join } from 'node:path';
import fastGlob from 'fast-glob';
import { type Finding, pointerSteps } from '../problems/problem.js';
import type { PossibleIds } from './check.js';
import { openData, readRecordAt, readText } from './data-file.js';
import type { FoundFiles } from './files.js';
import { isObject } from './inner.js';
import { memo } from './memo.js';

/** Finds hidden ids, by the collection that was meant. `folder`: the data folder. */
export async function hiddenIds(
  folder: string,
  found: FoundFiles,
  findings: ReadonlyMap<string, readonly Finding[]>,
): Promise<PossibleIds> {
  const ids = new Map<string, Set<number>>();
  for (const finding of found.findings) {
    if (finding.name !== 'unknown-collection') continue;
    const { nearest } = finding.args;
    if (nearest === undefined) continue;
    const known = memo(ids, nearest, () => new Set());
    for (const path of await filesAt(join(folder, finding.file))) addIds(path, known);
  }
  for (const { collection, name, path } of found.files) {
    for (const finding of findings.get(name) ?? []) {
      if (finding.name !== 'unknown-field' || finding.args.nearest !== 'id') continue;
      const { place, path: pointer } = finding;
      if (place.kind !== 'record' || pointerSteps(pointer).length !== 1) continue;
      const record = readRecordAt(path, place.start);
      const id = isObject(record) ? Number(record[finding.args.key]) : Number.NaN;
      memo(ids, collection, () => new Set()).add(id);
    }
  }
  return ids;
}

/** The file at a path, or the data files below the folder there. */
async function filesAt(path: string): Promise<string[]> {
  if (!statSync(path).isDirectory()) return [path];
  const all = { cwd: path, absolute: true, followSymbolicLinks: false };
  return fastGlob('**/*.{json,ndjson}', all);
}

/** Adds what look like the ids of records in a file. */
function addIds(path: string, ids: Set<number>): void {
  const fd = openData(path);
  try {
    readText(fd, (text) => {
      for (const [, digits] of text.matchAll(/"id"\s*:\s*"?(\d{1,16})/g)) ids.add(Number(digits));
    });
  } finally {
    closeSync(fd);
  }
}
