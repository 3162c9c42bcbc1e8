// Makes the `all.ndjson` of a list from its pages, which have the same records: that halves what is fetched.
import { createHash } from 'node:crypto';
import { closeSync, createReadStream, openSync, writeSync } from 'node:fs';
import { Growing } from '../http/body.js';
import { readList } from '../http/list-body.js';

/** Bytes that are read, and written, at once. */
const BLOCK = 1 << 20;
const LINE_END = Buffer.from('\n');

/** Writes the records of pages to a file, one a line. Returns its SHA-256; undefined if a page is no list. */
export async function writeLines(
  path: string,
  pages: readonly string[],
): Promise<string | undefined> {
  const sum = createHash('sha256');
  const fd = openSync(path, 'w');
  const lines = new Growing();
  const write = () => {
    const { bytes } = lines;
    for (let at = 0; at < bytes.length; ) at += writeSync(fd, bytes, at);
    sum.update(bytes);
    lines.length = 0;
  };
  try {
    for (const page of pages) {
      const blocks = createReadStream(page, { highWaterMark: BLOCK })[Symbol.asyncIterator]();
      const { kind } = await readList(blocks, (record) => {
        lines.append(record);
        lines.append(LINE_END);
        if (lines.length > BLOCK) write();
      });
      if (kind === 'none') return undefined;
    }
    write();
    return sum.digest('hex');
  } finally {
    closeSync(fd);
  }
}
