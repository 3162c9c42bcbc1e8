// The house keeps its rooms: what imports what is as the table in src/README.md says, and folders and
// files stay small enough to be read.
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ringsOf, sourceFolder, sources } from './sources.js';

const page = readFileSync(join(sourceFolder, 'README.md'), 'utf8');
const inCode = (text: string) => [...text.matchAll(/`([^`]+)`/g)].map(([, name]) => name!);
const table = /^\| room \| what it does \| may import \|\n.*\n((?:\|.*\n)+)/m.exec(page)![1]!;
const mayImport = new Map(
  [...table.matchAll(/^\| `([^`]+)` \|.*\| (.+) \|$/gm)].map(
    ([, room, allowed]) => [room!, new Set(inCode(allowed!))] as const,
  ),
);
/** What names the rooms of files that another one imports. */
const roomsBehind = new Map(sources.map(({ file, room }) => [file, room]));
const withCode = sources.filter(({ file }) => !/\.d\.ts$|^copy-assets\.mjs$/.test(file));

describe('the table of rooms', () => {
  it('has each room, and no other', () => {
    expect(mayImport.size).toBe(table.trimEnd().split('\n').length);
    expect([...mayImport.keys()].sort()).toEqual(
      [...new Set(withCode.map(({ room }) => room))].sort(),
    );
  });

  it('allows what is a room', () => {
    const allowed = [...mayImport.values()].flatMap((rooms) => [...rooms]);
    expect(allowed.filter((room) => !mayImport.has(room))).toEqual([]);
  });

  it('has no ring', () => {
    expect(ringsOf(mayImport)).toEqual([]);
  });
});

it('imports are there, and many', () => {
  const all = withCode.flatMap(({ imports }) => imports);
  expect(all.length).toBeGreaterThan(600);
  expect(all.filter((file) => !roomsBehind.has(file))).toEqual([]);
});

it.each([...mayImport])('%s imports what it may', (room, allowed) => {
  const strangers = withCode
    .filter((source) => source.room === room)
    .flatMap(({ file, imports }) =>
      imports
        .filter((to) => roomsBehind.get(to) !== room && !allowed.has(roomsBehind.get(to)!))
        .map((to) => `${file} → ${to}`),
    );
  expect(strangers).toEqual([]);
});

it('no file imports itself by way of others', () => {
  expect(ringsOf(new Map(sources.map(({ file, imports }) => [file, new Set(imports)])))).toEqual(
    [],
  );
});

it('no room imports itself by way of others', () => {
  const rooms = new Map([...mayImport.keys()].map((room) => [room, new Set<string>()]));
  for (const { room, imports } of withCode) {
    for (const to of imports) {
      const other = roomsBehind.get(to);
      if (other !== undefined && other !== room) rooms.get(room)?.add(other);
    }
  }
  expect(ringsOf(rooms)).toEqual([]);
});

it('rooms that reach no file by themselves do not', () => {
  const words = /^- (.*?) reach no file by themselves/m.exec(page)![1]!;
  const rooms = inCode(words).map((name) => name.replace(/\/$/, ''));
  expect(rooms.length).toBeGreaterThan(3);
  for (const room of rooms) expect([...mayImport.keys()]).toContain(room);
  const reach = sources.filter(({ specifiers }) => specifiers.some((name) => /\bfs\b/.test(name)));
  expect(reach.filter(({ room }) => rooms.includes(room)).map(({ file }) => file)).toEqual([]);
});

it('a folder has at most 16 files', () => {
  const counts = new Map<string, number>();
  for (const { file } of sources) counts.set(dirname(file), (counts.get(dirname(file)) ?? 0) + 1);
  expect([...counts].filter(([, files]) => files > 16)).toEqual([]);
});

it('a file has at most 400 lines, but for the one that is generated', () => {
  const long = sources.filter(({ lines }) => lines > 400).map(({ file }) => file);
  expect(long).toEqual(['client/types.ts']);
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
