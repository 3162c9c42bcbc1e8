// Answers requests from a snapshot's folder as a plain web server would: each address with its file. Nothing outside
// the folder is read, whatever the links in its files say.
import { closeSync, constants, fstatSync, openSync, readSync, realpathSync } from 'node:fs';
import { join, sep } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { type AskFor, noAnswer } from './answer.js';
import { Growing, MAX_BODY, MAX_KEPT } from './body.js';

/** Returns a function that answers addresses below `base` with files of `folder`, until `signal` is aborted. */
export function askFolder(folder: string, base: string, signal?: AbortSignal): AskFor {
  const root = realpathSync(folder);
  return async (url, { method = 'GET', read } = {}) => {
    if (signal?.aborted) return noAnswer(url, method, 'no time is left');
    const file = fileOf(url, base);
    const fd = file === undefined ? undefined : openInside(root, file);
    if (typeof fd === 'string') return noAnswer(url, method, fd);
    const head = { url, method, status: fd === undefined ? 404 : 200, headers: new Map() };
    const kept = new Growing();
    let bytes = 0;
    try {
      const blocks = fd === undefined ? [] : blocksOf(fd);
      const come = async function* () {
        for await (const block of blocks) {
          if (signal?.aborted) return;
          bytes += block.length;
          yield block;
        }
      };
      if (read) await read(head, come());
      else for await (const block of come()) kept.append(block.subarray(0, MAX_KEPT - kept.length));
      return { ...head, bytes, body: kept.bytes };
    } catch (error) {
      return noAnswer(url, method, (error as Error).message);
    } finally {
      if (fd !== undefined) closeSync(fd);
    }
  };
}

const BLOCK = 256 * 1024;

/**
 * Reads an open file block by block, and lets other work run in between. Each block is a new buffer,
 * since a decompressor holds several of them at a time.
 */
async function* blocksOf(fd: number): AsyncGenerator<Buffer> {
  for (;;) {
    const block = Buffer.allocUnsafe(BLOCK);
    const length = readSync(fd, block, 0, BLOCK, null);
    if (length === 0) return;
    yield block.subarray(0, length);
    if (length === BLOCK) await setImmediate();
  }
}

/** The file of an address, relative to the folder; undefined for an address that can have no file. */
function fileOf(url: string, base: string): string | undefined {
  if (!url.startsWith(`${base}/`)) return undefined;
  const path = url.slice(base.length + 1).replace(/[?#].*$/, '');
  return path === '' || path.endsWith('/') ? `${path}index.json` : path;
}

/** Opens a file and returns its descriptor, or in words why it is not read; undefined if there is no such file. */
function openInside(root: string, file: string): number | string | undefined {
  if (!/^[\w.-]+(\/[\w.-]+)*$/.test(file)) return undefined;
  const path = join(root, file);
  try {
    if (!realpathSync(path).startsWith(root + sep)) return 'a link out of the folder';
    // Non-blocking, since opening a named pipe would wait for a writer.
    const fd = openSync(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
    const stat = fstatSync(fd);
    if (stat.isFile() && stat.size <= MAX_BODY) return fd;
    closeSync(fd);
    return stat.isFile() ? `a file of more than ${MAX_BODY} bytes` : undefined;
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    return code === 'ENOENT' || code === 'ENOTDIR' ? undefined : message;
  }
}
