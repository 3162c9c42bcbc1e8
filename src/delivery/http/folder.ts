// Answers requests with the files of a snapshot's folder, as a web server would. Reads nothing outside of the folder.
import { setMaxListeners } from 'node:events';
import { createReadStream, realpathSync, statSync } from 'node:fs';
import { join, sep } from 'node:path';
import { type AskFor, type Blocks, noAnswer } from './answer.js';
import { Growing, MAX_BODY, MAX_KEPT } from './body.js';

/** Returns a function that answers addresses below `base` with files of `folder`, until `signal` is aborted. */
export function askFolder(folder: string, base: string, signal?: AbortSignal): AskFor {
  const root = realpathSync(folder);
  if (signal) setMaxListeners(0, signal);
  return async (url, { method = 'GET', read, most } = {}) => {
    const answer = { url, method, headers: new Map(), body: Buffer.alloc(0), bytes: 0 };
    try {
      const file = fileOf(url, base);
      const found = file === undefined ? undefined : pathInside(root, file);
      if (found === undefined) return { ...answer, status: 404 };
      const blocks: Blocks = createReadStream(found.path, { signal, highWaterMark: BLOCK });
      const head = { ...answer, status: 200, bytes: found.size };
      const longest = most ?? MAX_BODY;
      if (found.size > longest) throw new Error(`a file of more than ${longest} bytes`);
      const kept = new Growing(most ?? MAX_KEPT);
      await (read ? read(head, blocks) : kept.take(blocks));
      return { ...head, body: kept.bytes };
    } catch (error) {
      const failure = signal?.aborted ? 'no time is left' : (error as Error).message;
      return noAnswer(url, method, failure);
    }
  };
}

const BLOCK = 256 * 1024;

/** The file for an address below `base`: `api/region/index.json` for `<base>/api/region/`. */
function fileOf(url: string, base: string): string | undefined {
  if (!url.startsWith(`${base}/`)) return undefined;
  const path = url.slice(base.length + 1).replace(/[?#].*$/, '');
  return path === '' || path.endsWith('/') ? `${path}index.json` : path;
}

/**
 * The path and size of a file; undefined if there is none, or its name has unusual characters. Throws if a symbolic
 * link leads out of the folder.
 */
function pathInside(root: string, file: string) {
  if (!/^[\w.-]+(\/[\w.-]+)*$/.test(file)) return undefined;
  const path = join(root, file);
  const stat = statSync(path, { throwIfNoEntry: false });
  if (!stat?.isFile()) return undefined;
  if (!realpathSync(path).startsWith(root + sep)) throw new Error('a link out of the folder');
  return { path, size: stat.size };
}
