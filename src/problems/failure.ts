// Explains to the user why a command failed. Wrong usage, or an error with a code such as ENOENT, is explained without
// a stack trace. An error without a code is an error of the tool itself, and keeps its stack trace.
import { readFileSync } from 'node:fs';
import type { Language } from './messages/catalogue.js';
import { UsageError } from './problem.js';
import { inLanguage, say, sentence, type Text } from './say.js';

/** What some codes of Node's errors mean. */
const MEANINGS: Readonly<Record<string, Text>> = {
  EMFILE: sentence('too many files are open at once; "ulimit -n 1024" allows more'),
  ENFILE: sentence('too many files are open at once on this machine; wait, or end other programs'),
  ERR_MODULE_NOT_FOUND: sentence(
    'if it is there, too many files are open; "ulimit -n 1024" allows more',
  ),
  ENOSPC: sentence('no space is left on the disk'),
  EDQUOT: sentence('the disk quota is used up'),
  EACCES: sentence('permission denied'),
  EPERM: sentence('it is not permitted'),
  EROFS: sentence('the file system is read-only'),
  ENOENT: sentence('there is no such file or folder'),
  ENOTDIR: sentence('it is not a folder'),
  EISDIR: sentence('it is a folder, where a file is needed'),
};

/** For these codes, an English explanation is the system's own message, which has more detail than `MEANINGS`. */
const ENGLISH_SUFFICES = new Set(['EACCES', 'EPERM', 'EROFS', 'ENOENT', 'ENOTDIR', 'EISDIR']);

/** Why a write was refused, by the code of the system's error. `otherwise`: the text for other codes. */
export const reasonText = (code: string, otherwise: string): Text | string =>
  MEANINGS[code] ?? otherwise;

/** The lines that explain to the user why a command failed. */
export function explain(error: unknown, language: Language = 'en'): readonly string[] {
  if (!(error instanceof Error)) return [String(error)];
  if (error instanceof UsageError) {
    return [error.what, ...error.details].map((line) => inLanguage(line, language));
  }
  // A function of a portal's declaration that fails: the message says which. Its class may be that of another copy.
  if (error.name === 'DeclarationError') return error.message.split('\n');
  const { code = '', path } = error as NodeJS.ErrnoException;
  const isSaid = language === 'en' && ENGLISH_SUFFICES.has(code);
  const text = isSaid ? undefined : MEANINGS[code];
  const refusal = text && say(text, language);
  // If too many files are open, Node reports a module that it cannot open as missing.
  if (code === 'ERR_MODULE_NOT_FOUND') return [`${error.message}; ${refusal}`];
  if (refusal !== undefined) return [`${refusal}${path === undefined ? '' : `: ${path}`}`];
  return code !== '' ? [error.message] : inSources(String(error.stack)).split('\n');
}

/** Whether an error says that too many files were open. Such an error does not tell whether the file to open exists. */
export const isOutOfFiles = (error: unknown): boolean =>
  ['EMFILE', 'ENFILE'].includes((error as NodeJS.ErrnoException).code ?? '');

/** Runs `write`. If it throws an error without a path, as a write to an open file does, adds `path` to the error. */
export function writing<T>(path: string, write: () => T): T {
  try {
    return write();
  } catch (error) {
    throw withPath(path, error);
  }
}

/** Returns the same error. If it is a system error without a path, the path is added. */
export function withPath(path: string, error: unknown): unknown {
  if (error instanceof Error && 'code' in error && !('path' in error)) {
    return Object.assign(error, { path });
  }
  return error;
}

/** In a stack trace, replaces places in bundled code by places in the sources. Needs the source map of the bundle. */
export function inSources(stack: string): string {
  // Loaded here, because only errors of the tool itself need it.
  const { SourceMap } = process.getBuiltinModule('node:module');
  return stack.replace(/(file:\S+?\.js):(\d+):(\d+)/g, (bundled, file, line, column) => {
    try {
      const map = new SourceMap(JSON.parse(readFileSync(new URL(`${file}.map`), 'utf8')));
      const entry = map.findEntry(line - 1, column - 1);
      if (!('originalSource' in entry)) return bundled;
      const { originalSource, originalLine, originalColumn } = entry;
      return `${new URL(originalSource, file).href}:${originalLine + 1}:${originalColumn + 1}`;
    } catch {
      return bundled; // the place in the bundle helps more than an error about its source map
    }
  });
}
