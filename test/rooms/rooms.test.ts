// The house keeps its rooms: what imports what is as the tables in src/README.md say, and folders and files stay
// small enough to be read.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';
import { describe, expect, it } from 'vitest';
import { projectFolder } from '../support/folders.js';
import { importsIn, ringsOf, roomOf, sourceFolder, sources, stageOf } from './sources.js';

const page = readFileSync(join(sourceFolder, 'README.md'), 'utf8');
const inCode = (text: string) => [...text.matchAll(/`([^`]+)`/g)].map(([, name]) => name!);

/** The rows of the table whose first column has this title, each by its first cell. */
function tableOf(title: string): Map<string, string[]> {
  const [, rows] = new RegExp(`^\\| ${title} \\|.*\\n.*\\n((?:\\|.*\\n)+)`, 'm').exec(page)!;
  const cells = rows!
    .trimEnd()
    .split('\n')
    .map((row) => row.slice(2, -2).split(' | '));
  return new Map(cells.map(([first = '', ...others]) => [inCode(first)[0] ?? first, others]));
}
const rooms = tableOf('room');
const stages = tableOf('stage');
/** What each room, then what each stage of the engine, may import. */
const allowedOf = (table: typeof rooms, column: number) =>
  new Map([...table].map(([name, cells]) => [name, new Set(inCode(cells[column]!))] as const));

/** Imports from one part into another one that its row does not name. */
function strangers(
  part: (file: string) => string | undefined,
  allowed: ReadonlyMap<string, ReadonlySet<string>>,
): string[] {
  return sources.flatMap(({ file, imports }) => {
    const from = part(file);
    if (from === undefined || !allowed.has(from)) return [];
    return imports
      .filter((to) => {
        const other = part(to);
        return other !== undefined && other !== from && !allowed.get(from)!.has(other);
      })
      .map((to) => `${file} → ${to}`);
  });
}

describe('the table of rooms', () => {
  it('has each folder of src/, and no other; beside them are two files', () => {
    const entries = readdirSync(sourceFolder, { withFileTypes: true });
    const folders = entries.filter((entry) => entry.isDirectory()).map(({ name }) => name);
    expect([...rooms.keys()].sort()).toEqual(folders.sort());
    expect(folders.length).toBeLessThanOrEqual(14);
    const files = entries.filter((entry) => entry.isFile()).map(({ name }) => name);
    expect(files.sort()).toEqual(['README.md', 'cli.ts', 'index.ts']);
  });

  it('goes downwards: a room imports only rooms that stand above it, and so does a stage', () => {
    for (const table of [rooms, stages]) {
      const order = [...table.keys()];
      for (const [name, allowed] of allowedOf(table, 1)) {
        const above = order.slice(0, order.indexOf(name));
        for (const other of allowed) expect(above, `${name} → ${other}`).toContain(other);
      }
    }
  });

  it('is kept by all imports', () => {
    expect(strangers((file) => roomOf(file), allowedOf(rooms, 1))).toEqual([]);
  });

  it('is kept by the stages of the engine', () => {
    const found = sources.map(({ file }) => stageOf(file)).filter((name) => name !== undefined);
    expect([...stages.keys()].sort()).toEqual([...new Set(found)].sort());
    expect(strangers(stageOf, allowedOf(stages, 1))).toEqual([]);
  });

  it('has the parts of the flow, which know neither it nor one another', () => {
    const partOf = (file: string) => /^snapshot\/(\w+)\//.exec(file)?.[1];
    const found = sources.flatMap(({ file }) => partOf(file) ?? []);
    expect([...tableOf('part').keys()].sort()).toEqual([...new Set(found)].sort());
    const within = sources.filter(({ file }) => partOf(file) !== undefined);
    const others = within.flatMap(({ file, imports }) =>
      imports
        .filter((to) => roomOf(to) === 'snapshot' && partOf(to) !== partOf(file))
        .map((to) => `${file} → ${to}`),
    );
    expect(others).toEqual([]);
  });

  it('allows nothing that is not used', () => {
    for (const [part, table] of [
      [roomOf, rooms],
      [stageOf, stages],
    ] as const) {
      const used = sources.flatMap(({ file, imports }) =>
        imports.map((to) => `${part(file)} → ${part(to)}`),
      );
      const pairs = [...allowedOf(table, 1)].flatMap(([from, to]) =>
        [...to].map((other) => `${from} → ${other}`),
      );
      expect(pairs.filter((pair) => !used.includes(pair))).toEqual([]);
    }
  });
});

it('imports are there, and many', () => {
  const all = sources.flatMap(({ imports }) => imports);
  expect(all.length).toBeGreaterThan(300);
  const known = new Set(sources.map(({ file }) => file));
  const texts = all.filter((file) => file.endsWith('.json'));
  expect(texts.sort()).toEqual(['portal/ru.json', 'problems/messages/en.json', 'problems/ru.json']);
  expect(all.filter((file) => !known.has(file) && !texts.includes(file))).toEqual([]);
});

it('no file imports itself by way of others', () => {
  expect(ringsOf(new Map(sources.map(({ file, imports }) => [file, new Set(imports)])))).toEqual(
    [],
  );
});

it('the oracle, and all that it imports, imports nothing of src/, which it is to judge', () => {
  const tests = join(projectFolder, 'test');
  const seen = new Set(['oracle/oracle.ts', 'oracle/portals.ts', 'spec/tables.ts']);
  for (const file of seen) {
    const imported = importsIn(readFileSync(join(tests, file), 'utf8'));
    for (const path of imported.filter((specifier) => specifier.startsWith('.')))
      seen.add(posix.join(dirname(file), path).replace(/js$/, 'ts'));
  }
  expect(seen).toContain('oracle/shapes.ts');
  expect([...seen].filter((file) => file.startsWith('../'))).toEqual([]);
});

it('rooms that do not read or write files do not', () => {
  const words = /^- (.*?) do not read or write files/m.exec(page)![1]!;
  const names = inCode(words);
  expect(names.length).toBeGreaterThan(3);
  for (const name of names) expect(existsSync(join(sourceFolder, name)), name).toBe(true);
  const reach = sources.filter(({ specifiers }) => specifiers.some((name) => /\bfs\b/.test(name)));
  const inNamed = reach.filter(({ file }) => names.some((name) => file.startsWith(name)));
  expect(inNamed.map(({ file }) => file)).toEqual([]);
});

it('a folder has at most 16 files', () => {
  const counts = new Map<string, number>();
  for (const { file } of sources) counts.set(dirname(file), (counts.get(dirname(file)) ?? 0) + 1);
  expect([...counts].filter(([, files]) => files > 16)).toEqual([]);
});

it('a file has at most 400 lines, but for the one that is generated', () => {
  const long = sources.filter(({ lines }) => lines > 400).map(({ file }) => file);
  expect(long).toEqual(['client/portal.ts']);
});

it('a ring is found', () => {
  const next = new Map([
    ['events', new Set(['comments'])],
    ['comments', new Set(['posts', 'users'])],
    ['posts', new Set(['comments'])],
    ['users', new Set<string>()],
  ]);
  expect(ringsOf(next)).toEqual([['comments', 'posts']]);
});
