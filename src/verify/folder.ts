// A snapshot's folder as if a plain host served it: an address is answered with its file. Nothing
// outside of the folder is read, whatever the addresses in its files say.
import { closeSync, constants, fstatSync, openSync, readFileSync, realpathSync } from 'node:fs';
import { join, sep } from 'node:path';
import { pageFile } from '../engine/address.js';
import { type Answer, type AskFor, MAX_BODY, noAnswer } from './answer.js';

/** Answers for addresses below `base` with the files below `folder`. */
export function askFolder(folder: string, base: string): AskFor {
  const root = realpathSync(folder);
  return async (url, { method = 'GET' } = {}) => {
    const file = fileOf(url, base);
    const body = file === undefined ? undefined : readInside(root, file);
    const common = { url, method, headers: new Map<string, string>() };
    if (body === undefined) return { ...common, status: 404, body: Buffer.alloc(0) };
    if (typeof body === 'string') return noAnswer(url, method, body);
    return { ...common, status: 200, body } satisfies Answer;
  };
}

/** The file behind an address, relative to the folder; undefined for an address of none. */
function fileOf(url: string, base: string): string | undefined {
  const { href, search, searchParams } = new URL(url);
  if (!href.startsWith(`${base}/`)) return undefined;
  const path = href.slice(base.length + 1, href.length - search.length).replace(/#.*$/, '');
  // The pages of a host that routes queries have no address of their own, but a file.
  const query = /^api\/(.+)\/$/.exec(path);
  for (const parameter of ['page', 'cursor'] as const) {
    const value = searchParams.get(parameter);
    if (!query || value === null || path.includes(`/${parameter}/`)) continue;
    if (!/^[1-9]\d{0,14}$/.test(value)) return undefined;
    const isFirst = parameter === 'page' && value === '1';
    return pageFile(query[1]!, isFirst ? undefined : { parameter, value: Number(value) });
  }
  return path === '' || path.endsWith('/') ? `${path}index.json` : path;
}

/** The bytes of a file, or why they are not read; undefined when there is no such file. */
function readInside(root: string, file: string): Buffer | string | undefined {
  if (!/^[\w.-]+(\/[\w.-]+)*$/.test(file)) return undefined;
  const path = join(root, file);
  try {
    if (!realpathSync(path).startsWith(root + sep)) return 'a link out of the folder';
    // Never waits for a pipe.
    const fd = openSync(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
    try {
      const stat = fstatSync(fd);
      if (!stat.isFile()) return undefined;
      return stat.size > MAX_BODY ? `a file of more than ${MAX_BODY} bytes` : readFileSync(fd);
    } finally {
      closeSync(fd);
    }
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    return code === 'ENOENT' || code === 'ENOTDIR' ? undefined : message;
  }
}
