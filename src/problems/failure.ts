// Why a command failed, in lines for its user: a usage error or a refusal of the system in words, an
// error of the tool itself with its stack trace.
import { readFileSync } from 'node:fs';
import type { Language } from './messages/catalogue.js';
import { en } from './messages/en-refusals.js';
import type { FailureWords } from './messages/refusals.js';
import { UsageError, wordRefusal } from './problem.js';

/** The texts of a language for errors that end a command. */
export async function failureWords(lang: Language): Promise<FailureWords> {
  return lang === 'en' ? en : (await import('./messages/ru-refusals.js')).ru;
}

/** The lines that explain to the user why a command failed. */
export function explain(error: unknown, words: FailureWords = en): readonly string[] {
  if (!(error instanceof Error)) return [String(error)];
  if (error instanceof UsageError) {
    const { message, details, refusal } = error;
    return [refusal ? wordRefusal(refusal, words) : message, ...details];
  }
  const { code, path } = error as NodeJS.ErrnoException;
  const refusal = words.system[code ?? ''];
  // When too many files are open, Node takes a module that it cannot open for a missing one.
  if (code === 'ERR_MODULE_NOT_FOUND') return [`${error.message}; ${refusal}`];
  if (refusal !== undefined) return [`${refusal}${path === undefined ? '' : `: ${path}`}`];
  return code !== undefined ? [error.message] : inSources(String(error.stack)).split('\n');
}

/** Whether too many files were open; such an error says nothing about the file to be opened. */
export const isOutOfFiles = (error: unknown): boolean =>
  ['EMFILE', 'ENFILE'].includes((error as NodeJS.ErrnoException).code ?? '');

/** Does a write, and adds its path to an error that lacks one: errors on open files name no path. */
export function writing<T>(path: string, write: () => T): T {
  try {
    return write();
  } catch (error) {
    throw withPath(path, error);
  }
}

/** The same error, with the path added if it is a system error without one. */
export function withPath(path: string, error: unknown): unknown {
  if (error instanceof Error && 'code' in error && !('path' in error)) {
    return Object.assign(error, { path });
  }
  return error;
}

/** Replaces places in bundled code in a stack trace by those in the sources, where there is a source map. */
export function inSources(stack: string): string {
  // Loaded here: only errors of the tool itself need it.
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
