// The source files, what each imports of the others, and the room that each is in.
import { readFileSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';
import glob from 'fast-glob';
import ts from 'typescript';
import { projectFolder } from '../support/folders.js';

export const sourceFolder = join(projectFolder, 'src');

export interface SourceFile {
  /** Relative to src/, with slashes. */
  readonly file: string;
  readonly room: string;
  readonly lines: number;
  /** All that it imports, as it is written: types and what is loaded later, too. */
  readonly specifiers: readonly string[];
  /** Files of the project among them. */
  readonly imports: readonly string[];
}

/** A folder of src/, and each of engine/'s own; a file beside them is a room by itself. */
export function roomOf(file: string): string {
  const [first, second, third] = file.split('/');
  if (second === undefined) return first!;
  if (first !== 'engine') return first!;
  return third === undefined ? file : `${first}/${second}`;
}

const paths = glob.sync('**/*.{ts,tsx,js,mjs}', { cwd: sourceFolder }).sort();
const known = new Set(paths);

export const sources: readonly SourceFile[] = paths.map((file) => {
  const text = readFileSync(join(sourceFolder, file), 'utf8');
  const { importedFiles } = ts.preProcessFile(text, true, true);
  const specifiers = importedFiles.map(({ fileName }) => fileName);
  const imports = specifiers
    .filter((specifier) => specifier.startsWith('.'))
    .map((specifier) => posix.join(dirname(file), specifier))
    .map((path) => {
      const ends = ['js', 'ts', 'tsx'].map((end) => path.replace(/js$/, end));
      return ends.find((each) => known.has(each)) ?? path;
    });
  const lines = text.split('\n').length - 1;
  return { file, room: roomOf(file), lines, specifiers, imports };
});

/** Names that reach one another in rings, ring by ring. */
export function ringsOf(next: ReadonlyMap<string, ReadonlySet<string>>): string[][] {
  const reached = new Map(
    [...next.keys()].map((name) => {
      const seen = new Set<string>();
      const ahead = [...(next.get(name) ?? [])];
      for (let at = ahead.pop(); at !== undefined; at = ahead.pop()) {
        if (seen.has(at)) continue;
        seen.add(at);
        ahead.push(...(next.get(at) ?? []));
      }
      return [name, seen] as const;
    }),
  );
  const rings = [...reached]
    .filter(([name, seen]) => seen.has(name))
    .map(([name, seen]) => [...seen].filter((other) => reached.get(other)?.has(name)).sort());
  return [...new Map(rings.map((ring) => [ring.join(), ring])).values()];
}
