// What ended a command, in a line for its user: a mistake of theirs, or what the system refused; a
// mistake of our own with its trace.
import { closeSync, openSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { UsageError } from './problem.js';

/** Refusals of the system that its own words leave unclear; what follows them is a path. */
const REFUSALS: Readonly<Record<string, string>> = {
  EMFILE: 'too many files are open at once; "ulimit -n 1024" allows more',
  ENFILE: 'too many files are open at once on this machine; wait, or end other programs',
  ENOSPC: 'there is no space left to write to',
  EDQUOT: 'the disk quota is used up; nothing more can be written to',
};

/** Why a command failed, in lines. */
export function explain(error: unknown): readonly string[] {
  if (!(error instanceof Error)) return [String(error)];
  if (error instanceof UsageError) return [error.message, ...error.details];
  const { code, path } = error as NodeJS.ErrnoException;
  // Node looks for a module in files that it then cannot open, and takes them for absent.
  const refused = code === 'ERR_MODULE_NOT_FOUND' ? refusedToOpen() : code;
  const refusal = REFUSALS[refused ?? ''];
  if (refusal !== undefined) return [`${refusal}${path === undefined ? '' : `: ${path}`}`];
  return code !== undefined ? [error.message] : String(error.stack).split('\n');
}

/** Whether there was no file left to open: nothing that it was opened for is known to be wrong. */
export const isOutOfFiles = (error: unknown): boolean =>
  ['EMFILE', 'ENFILE'].includes((error as NodeJS.ErrnoException).code ?? '');

/** Does what writes to a path. What the system refuses when a file is open does not name it by itself. */
export function writing<T>(path: string, write: () => T): T {
  try {
    return write();
  } catch (error) {
    throw withPath(path, error);
  }
}

/** The same failure, with the path that it is about. */
export function withPath(path: string, error: unknown): unknown {
  if (error instanceof Error && 'code' in error && !('path' in error)) {
    return Object.assign(error, { path });
  }
  return error;
}

/** Loading a command opens fewer files at once. */
const ENOUGH = 256;

/** How the system refuses to open {@link ENOUGH} files; undefined when it does not. */
function refusedToOpen(): string | undefined {
  const open: number[] = [];
  try {
    while (open.length < ENOUGH) open.push(openSync(fileURLToPath(import.meta.url), 'r'));
    return undefined;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code;
  } finally {
    for (const fd of open) closeSync(fd);
  }
}
