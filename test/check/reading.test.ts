// How much `check` reads of files with problems: each file a few times, whatever the number of its problems.
import { expect, it } from 'vitest';
import { replaceInFs } from '../support/node-fs.js';
import { type Changes, checkPortal } from './portal.js';

let bytes = 0;
replaceInFs(({ readSync, readFileSync }) => {
  const counted = ((...args: Parameters<typeof readSync>) => {
    const read = readSync(...args);
    bytes += read;
    return read;
  }) as typeof readSync;
  const countedWhole = ((...args: Parameters<typeof readFileSync>) => {
    const read = readFileSync(...args);
    bytes += read.length;
    return read;
  }) as typeof readFileSync;
  return { readSync: counted, readFileSync: countedWhole };
});

const NAME = 'Кран '.repeat(600);
const region = (id: number, name: string) => `{"id": ${id}, "name": "${name} ${NAME}"}`;
const lines = (count: number, line: (i: number) => string) =>
  Array.from({ length: count }, (_, i) => `${line(i)}\n`).join('');

const pairs =
  (other: string) =>
  (count: number): Changes => ({
    'regions/a.ndjson': lines(300, (i) => region(i + 10, 'а')),
    [other]: lines(300, (i) => region(i < count ? i + 10 : i + 1000, 'б')),
  });
const among =
  (line: (i: number) => string) =>
  (count: number): Changes => ({
    'regions/a.ndjson': lines(300, (i) => (i < count ? line(i) : region(i + 10, 'а'))),
  });

it.each<[string, number, (count: number) => Changes]>([
  ['two records with one id', 200, pairs('regions/b.ndjson')],
  ['many records with one id', 199, among((i) => region(10, `${i}`))],
  ['objects of a dump', 1, among((i) => `{"model": "a", "pk": ${i}, "fields": "${NAME}"}`)],
  ['lines that are not JSON', 200, among((i) => `${region(i, 'а')},`)],
  [
    'values of a wrong type',
    200,
    among((i) => region(i + 10, 'а').replace('"name"', '"district": "x", "name"')),
  ],
  [
    'missing records',
    200,
    among((i) => region(i + 10, 'а').replace('"name"', '"district": 77, "name"')),
  ],
])('%s: files are read no more often where there are more', async (_, problems, changes) => {
  const readFor = async (count: number) => {
    const files = changes(count);
    const size = Object.values(files).reduce((sum, one) => sum + Buffer.byteLength(one!), 0);
    bytes = 0;
    const { report } = await checkPortal(files);
    return { times: bytes / size, found: report.problems.length };
  };
  const one = await readFor(2);
  const many = await readFor(200);
  expect(many.found).toBe(problems);
  expect(one.times).toBeLessThan(5);
  expect(many.times).toBeLessThan(one.times + 3);
});
