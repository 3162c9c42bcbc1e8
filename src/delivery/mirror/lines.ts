// Lines of a list (`all.ndjson`) made of its pages: they have the same records, so that what is fetched is half as much.
import { createHash } from 'node:crypto';
import { closeSync, mkdirSync, openSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';
import { hearSignals } from '../../files/disk/temporary.js';
import { UsageError } from '../../problems/problem.js';
import { readPage } from '../../snapshot/changed/records.js';

/** So many characters are written at once. */
const BLOCK = 1 << 16;

/** Writes the records of pages to a file, a line each; its SHA-256. Undefined where something is no page of a list. */
export async function writeLines(
  path: string,
  pages: readonly string[],
): Promise<string | undefined> {
  const sum = createHash('sha256');
  mkdirSync(dirname(path), { recursive: true });
  const fd = openSync(path, 'w');
  let lines = '';
  const write = () => {
    const bytes = Buffer.from(lines);
    for (let at = 0; at < bytes.length; ) at += writeSync(fd, bytes, at);
    sum.update(bytes);
    lines = '';
  };
  try {
    for (const page of pages) {
      readPage(page, false, ({ text }) => {
        lines += `${text}\n`;
        if (lines.length > BLOCK) write();
      });
      await hearSignals();
    }
    write();
    return sum.digest('hex');
  } catch (error) {
    if (error instanceof UsageError) return undefined;
    throw error;
  } finally {
    closeSync(fd);
  }
}
