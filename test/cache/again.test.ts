// After an edit, how many records are read again: those around it, and of the others what was made of them before.
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { inFolder } from '../oracle/publish.js';
import { times, writeFile } from '../support/portal.js';
import { Desk } from './desk.js';

/** Records of some 230 bytes, with all that is kept of records: numbers, instants, ids inside of them, names in their order. */
const vacancies = times(40, (id) =>
  JSON.stringify({
    id,
    text: `Вакансия ${id}: ${'котлы '.repeat(8)}`,
    category: (id % 3) + 1,
    created_at: `2024-05-01T10:00:00.${'12345678901234567890'.slice(0, id % 21)}+03:00`.replace(
      '.+',
      '+',
    ),
    work_regions: [id, 1].slice(id % 3),
    ...(id % 5 === 0 && { is_public: false }),
  }),
);
const regions = times(9, (id) => JSON.stringify({ id, name: `Область ${id}`, code: `${id}` }));
const folder = ['vacancies/a.json', 'vacancies/b.ndjson', 'regions.json'] as const;
type Files = Readonly<Record<(typeof folder)[number], readonly string[]>>;
const portal: Files = {
  'vacancies/a.json': vacancies.slice(0, 20),
  'vacancies/b.ndjson': vacancies.slice(20),
  'regions.json': regions,
};

function write(cwd: string, files: Files): void {
  for (const name of folder) {
    const lines = files[name];
    const text = name.endsWith('.json') ? `[\n${lines.join(',\n')}\n]` : lines.join('\n');
    writeFile(cwd, join('data', name), `${text}\n`);
  }
}

const [a, b] = ['vacancies/a.json', 'vacancies/b.ndjson'] as const;
const editing = (name: keyof Files, edit: (lines: readonly string[]) => readonly string[]) => ({
  ...portal,
  [name]: edit(portal[name]),
});
const shorter = (line: string) => line.replace('котлы ', '');
const other = (line: string) => line.replace('котлы ', 'трубы ');
const wrong = (line: string) => line.replace('"text"', '"txt"');

it.each<[what: string, edited: Files, inChunksOf: Readonly<Record<number, number>>]>([
  ['nothing changes', portal, { 100: 0, 300: 0, 3000: 0 }],
  [
    'the first changes',
    editing(a, (all) => all.with(0, other(all[0]!))),
    { 100: 2, 300: 3, 3000: 16 },
  ],
  [
    'one changes in place',
    editing(a, (all) => all.with(9, other(all[9]!))),
    { 100: 2, 300: 3, 3000: 16 },
  ],
  [
    'one becomes shorter',
    editing(a, (all) => all.with(9, shorter(all[9]!))),
    { 100: 2, 300: 3, 3000: 16 },
  ],
  [
    'one of lines becomes shorter',
    editing(b, (all) => all.with(9, shorter(all[9]!))),
    { 100: 2, 300: 3, 3000: 16 },
  ],
  [
    'the last changes',
    editing(b, (all) => all.with(19, other(all[19]!))),
    { 100: 1, 300: 2, 3000: 6 },
  ],
  [
    'two change',
    editing(a, (all) => all.with(3, other(all[3]!)).with(15, shorter(all[15]!))),
    { 100: 4, 300: 5, 3000: 20 },
  ],
  [
    'an instant loses its digits',
    editing(a, (all) => all.with(17, all[17]!.replace(/\.\d+/, ''))),
    { 100: 3, 300: 4, 3000: 6 },
  ],
  ['one goes', editing(a, (all) => all.toSpliced(5, 1)), { 100: 3, 300: 4, 3000: 15 }],
  [
    'one comes',
    editing(b, (all) => all.toSpliced(5, 0, vacancies[0]!)),
    { 100: 4, 300: 4, 3000: 17 },
  ],
  ['the last goes', editing(b, (all) => all.slice(0, -1)), { 100: 1, 300: 1, 3000: 5 }],
  ['all but one go', editing(a, (all) => all.slice(0, 1)), { 100: 1, 300: 1, 3000: 1 }],
  [
    'two change places',
    editing(a, (all) => all.with(2, all[7]!).with(7, all[2]!)),
    { 100: 9, 300: 9, 3000: 16 },
  ],
  ['one is wrong', editing(a, (all) => all.with(9, wrong(all[9]!))), { 100: 3, 300: 3, 3000: 16 }],
  [
    'one of another collection changes',
    editing('regions.json', (all) => all.with(6, all[6]!.replace('Область', 'Край'))),
    { 100: 3, 300: 3, 3000: 9 },
  ],
  [
    'another collection changes',
    editing('regions.json', (all) => all.toReversed()),
    { 100: 9, 300: 9, 3000: 9 },
  ],
])('%s', async (_, edited, expected) => {
  const counts: Record<number, number> = {};
  for (const chunkBytes of [100, 300, 3000]) {
    const desk = new Desk();
    await inFolder(async (cwd) => {
      write(cwd, portal);
      await desk.expectSame(join(cwd, 'data'), chunkBytes);
      const before = desk.read.knowing;
      write(cwd, edited);
      await desk.expectSame(join(cwd, 'data'), chunkBytes);
      counts[chunkBytes] = desk.read.knowing - before;
    });
    desk.close();
  }
  expect(counts).toEqual(expected);
});

it('what was inside of a record is not passed over when it stands alone', async () => {
  const desk = new Desk();
  const head = '{"id":1,"text":"A","category":1,"created_at":"2024-05-01T10:00:00+03:00"';
  const inside = ',"certificates":[';
  const parts = times(9, (id) => `{"id":${id},"category":1,"exact_category":2}`);
  const behind = `${parts}]},${vacancies.slice(20)}]`;
  await inFolder(async (cwd) => {
    for (const between of [inside, `}${','.padStart(inside.length - 1)}`]) {
      writeFile(cwd, 'data/vacancies.json', `[${head}${between}${behind}`);
      await desk.expectSame(join(cwd, 'data'), 100);
    }
  });
  desk.close();
});

it('if more has changed than files, all are', async () => {
  const desk = new Desk();
  await inFolder(async (cwd) => {
    write(cwd, portal);
    await desk.expectSame(join(cwd, 'data'), 300);
    const { knowing } = desk.read;
    await desk.expectSame(join(cwd, 'data'), 300, 'other settings');
    expect(desk.read.knowing - knowing).toBe(49);
  });
  desk.close();
});

it('of a file in which something was wrong, all are', async () => {
  const desk = new Desk();
  await inFolder(async (cwd) => {
    const before = editing(a, (all) => all.with(9, wrong(all[9]!)));
    write(cwd, before);
    await desk.expectSame(join(cwd, 'data'), 300);
    const { knowing } = desk.read;
    write(cwd, portal);
    await desk.expectSame(join(cwd, 'data'), 300);
    expect(desk.read.knowing - knowing).toBe(20);
  });
  desk.close();
});
