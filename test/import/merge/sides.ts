// Both sides of an import that comes again: a data folder, and what the origin says as another one.
import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { makePlan } from '../../../src/engine/plan.js';
import { bring, type Theirs } from '../../../src/import/merge/index.js';
import type { Versions } from '../../../src/import/split/index.js';
import { portal } from '../../../src/portal/index.js';
import { inWords } from '../../../src/problems/in-words.js';
import type { OnProgress } from '../../../src/problems/report.js';
import { settingsOf } from '../../../src/snapshot/open.js';
import { temporaryFolder } from '../../support/folders.js';
import { type Portal, writeFile } from '../../support/portal.js';
import { readTree } from '../../support/tree.js';

/** File → its text. */
export type Files = Readonly<Record<string, string>>;

interface More {
  readonly dryRun?: boolean;
  readonly allowRemovals?: boolean;
  readonly draft?: boolean;
  readonly conflicts?: 'keep' | 'take';
  readonly versions?: readonly Versions[];
  readonly onProgress?: OnProgress;
}

/** A folder in which an origin is imported again and again. */
export function workplace() {
  const cwd = temporaryFolder();
  const data = join(cwd, 'data');
  let times = 0;
  return {
    cwd,
    data,
    /** Writes files of the data as an editor. */
    edit(files: Files): void {
      for (const [name, text] of Object.entries(files)) writeFile(data, name, text);
    },
    /** The files of the data, but for what imports keep. */
    files: (): Record<string, string> => textsIn(data, (name) => !name.startsWith('.import/')),
    /** The files that imports keep. */
    kept: (): Record<string, string> => textsIn(data, (name) => name.startsWith('.import/')),
    /** Imports an origin that says so. */
    async import(origin: Files, more: Partial<Omit<Theirs, 'folder'>> & More = {}) {
      const folder = join(cwd, `origin-${++times}`);
      mkdirSync(folder);
      for (const [name, text] of Object.entries(origin)) writeFile(folder, name, text);
      const { onProgress = () => {}, dryRun = false, signedIn = null, ...others } = more;
      const settings = await settingsOf(portal, { cwd, cache: join(cwd, 'cache'), onProgress });
      const theirs = { folder, signedIn };
      const brought = await bring(makePlan(portal), settings, theirs, { dryRun, ...others });
      const problems = brought.problems.map((one) => inWords(one, 'en'));
      return {
        ...brought,
        problems,
        /** Where the problems are, and what they are about. */
        told: problems.map(({ code, file, line, column, path }) => {
          return `${code} ${file}:${line}:${column} ${path}`.trimEnd();
        }),
      };
    },
  };
}

function textsIn(folder: string, isWanted: (name: string) => boolean): Record<string, string> {
  if (!existsSync(folder)) return {};
  const all = [...readTree(folder)].filter(([name]) => isWanted(name));
  return Object.fromEntries(all.map(([name, bytes]) => [name, bytes.toString()]));
}

/** Records on a line each, as in `.ndjson` files. */
export const lines = (records: Portal[string]): string =>
  records.map((record) => `${lineOf(record)}\n`).join('');

/** Records as a list, a line each. */
export const list = (records: Portal[string]): string =>
  `[\n${records.map((record) => `  ${lineOf(record)}`).join(',\n')}\n]\n`;

/** A record in a file of its own. */
export const alone = (record: Portal[string][number]): string =>
  `${JSON.stringify(record, null, 2)}\n`;

/** As `fmt` writes a record without inner objects. */
function lineOf(record: Portal[string][number]): string {
  const members = Object.entries(record).map(([name, value]) => {
    return `${JSON.stringify(name)}: ${JSON.stringify(value)}`;
  });
  return `{${members.join(', ')}}`;
}
