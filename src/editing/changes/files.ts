// Whether two files hold the same bytes.
import { closeSync, fstatSync, readSync } from 'node:fs';
import { openData } from '../../files/source/data-file.js';

/** Whether two files hold the same bytes; reads them in blocks. */
export function isSameFile(a: string, b: string): boolean {
  const [left, right] = [openData(a), openData(b)];
  try {
    const { size } = fstatSync(left);
    if (size !== fstatSync(right).size) return false;
    const [one, other] = [Buffer.allocUnsafe(1 << 18), Buffer.allocUnsafe(1 << 18)];
    for (let at = 0; at < size; at += one.length) {
      const read = readSync(left, one, 0, one.length, at);
      readSync(right, other, 0, other.length, at);
      if (one.compare(other, 0, read, 0, read) !== 0) return false;
    }
    return true;
  } finally {
    closeSync(left);
    closeSync(right);
  }
}
