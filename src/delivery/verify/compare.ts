// Compares a body with a file block by block, so that neither is ever whole in memory.
import { closeSync, openSync, readSync } from 'node:fs';
import { quote } from '../../problems/quote.js';
import type { Blocks } from '../http/answer.js';

/** How many bytes are shown before a difference, and from it on. */
const BEFORE = 10;
const BEHIND = 30;

/** How a body, which is read to its end, differs from a file; undefined where it does not. */
export async function differenceFrom(path: string, body: Blocks): Promise<string | undefined> {
  const fd = openSync(path, 'r');
  try {
    let passed = 0;
    let last: Buffer = Buffer.alloc(0);
    let difference: string | undefined;
    for await (const block of body) {
      if (difference !== undefined) continue;
      const wanted = bytesAt(fd, passed, block.length);
      if (wanted.equals(block)) {
        last = Buffer.from(Buffer.concat([last, block.subarray(-BEFORE)]).subarray(-BEFORE));
        passed += block.length;
        continue;
      }
      let at = 0;
      while (at < block.length && block[at] === wanted[at]) at++;
      // The bytes before the difference may be in the previous block.
      const around = Buffer.concat([last, block.subarray(0, at + BEHIND)]);
      const found = around.subarray(Math.max(0, last.length + at - BEFORE));
      difference = shown(fd, passed + at, found);
    }
    if (difference === undefined && bytesAt(fd, passed, 1).length > 0) {
      difference = shown(fd, passed, last);
    }
    return difference;
  } finally {
    closeSync(fd);
  }
}

/** `found`: the bytes of the body around the difference. */
function shown(fd: number, at: number, found: Buffer): string {
  const from = Math.max(0, at - BEFORE);
  const wanted = bytesAt(fd, from, at + BEHIND - from);
  return `from byte ${at} on ${quote(found.toString())} instead of ${quote(wanted.toString())}`;
}

/** The bytes of a file from a place on, fewer at its end. */
function bytesAt(fd: number, place: number, length: number): Buffer {
  const bytes = Buffer.allocUnsafe(length);
  let read = 0;
  for (let more = -1; read < length && more !== 0; read += more) {
    more = readSync(fd, bytes, read, length - read, place + read);
  }
  return bytes.subarray(0, read);
}
