// The source files, what each imports of the others, and the room and stage that each is in.
import { readFileSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';
import glob from 'fast-glob';
import { projectFolder } from '../support/folders.js';

const IMPORT =
  /^\s*(?:import|export)\b[^'"`;]*?\bfrom\s+'([^']+)'|^import\s+'([^']+)'|\bimport\(\s*'([^']+)'/gm;

/** All that a file imports, as it is written: types and what is loaded later, too. */
export const importsIn = (code: string): string[] =>
  [...code.matchAll(IMPORT)].map(([, from, alone, later]) => (from ?? alone ?? later)!);

export const sourceFolder = join(projectFolder, 'src');

export interface SourceFile {
  /** Relative to src/, with slashes. */
  readonly file: string;
  readonly lines: number;
  readonly specifiers: readonly string[];
  /** Files of the project among them. */
  readonly imports: readonly string[];
}

/** The folder of src/ that a file is in. */
export const roomOf = (file: string): string => file.split('/')[0]!;

/** The folder or file of the engine that a file is in, or is; none outside of it. */
export const stageOf = (file: string): string | undefined =>
  roomOf(file) === 'engine' ? file.split('/')[1] : undefined;

const paths = glob.sync('**/*.{ts,tsx,js,mjs}', { cwd: sourceFolder }).sort();
const known = new Set(paths);

export const sources: readonly SourceFile[] = paths.map((file) => {
  const text = readFileSync(join(sourceFolder, file), 'utf8');
  const specifiers = importsIn(text);
  const imports = specifiers
    .filter((specifier) => specifier.startsWith('.'))
    .map((specifier) => posix.join(dirname(file), specifier))
    .map((path) => {
      const ends = ['js', 'ts', 'tsx'].map((end) => path.replace(/js$/, end));
      return ends.find((each) => known.has(each)) ?? path;
    });
  const lines = text.split('\n').length - 1;
  return { file, lines, specifiers, imports };
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
