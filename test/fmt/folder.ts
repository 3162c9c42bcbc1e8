// A few data files in a fresh folder, what `format` says of them, and what they hold afterwards.
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { FormatOptions, FormatReport } from '../../src/editing/format/index.js';
import { temporaryFolder } from '../support/folders.js';
import { format } from '../support/tool.js';

export type Files = Readonly<Record<string, string | Buffer>>;

/** A working folder whose data folder holds these files. */
export function workingFolder(files: Files): string {
  const cwd = temporaryFolder();
  fill(cwd, files);
  return cwd;
}

/** Makes the data folder of a working folder hold these files and nothing else. */
export function fill(cwd: string, files: Files): void {
  rmSync(join(cwd, 'data'), { recursive: true, force: true });
  for (const [name, content] of Object.entries(files)) {
    const path = join(cwd, 'data', name);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, content);
  }
}

/** Formats the data of a folder; the report, and the files' bytes by their names below data/. */
export async function formatFolder(
  cwd: string,
  options: FormatOptions = {},
): Promise<{ report: FormatReport; text: (name: string) => string }> {
  const report = await format({ cwd, ...options });
  return { report, text: (name) => readFileSync(join(cwd, 'data', name), 'utf8') };
}
