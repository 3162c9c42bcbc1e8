// A stack trace of the bundle → the same trace in the lines of the source files, by the maps beside it.
import { readFileSync } from 'node:fs';

/** Names the source file and line where a line of a stack trace names bundled code that has a map. */
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
      return bundled; // its place in the bundle says more than why there is no map of it
    }
  });
}
