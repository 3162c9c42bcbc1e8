// Whatever happens to the data folder, the preview ends at the state of the last save, and each
// answer is of one state alone.
import {
  appendFileSync,
  closeSync,
  cpSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { join, relative } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { inWords } from '../../../src/problems/in-words.js';
import { ask, isBad, isGood, type Running, start } from '../../preview/support.js';
import { directory, experts, times, writeData, writeFile } from '../../support/portal.js';

/** Regions that all say of which save they are. */
const regions = (save: number, n = 45) =>
  JSON.stringify(times(n, (id) => ({ id, name: `Область ${id}`, code: String(save) })));

/** The saves that an answer shows records of, and how many records. */
function savesIn(body: string): { saves: Set<number>; records: number } {
  const codes = [...body.matchAll(/"code":"(\d+)"/g)].map(([, code]) => Number(code));
  return { saves: new Set(codes), records: codes.length };
}

async function region({ port }: Running): Promise<number[]> {
  return [...savesIn((await ask(port, '/api/region/')).body).saves];
}

/** Waits for an answer, however many builds that takes. */
async function answers(preview: Running, ...saves: number[]): Promise<void> {
  await expect.poll(() => region(preview), { interval: 5 }).toEqual(saves);
}

it('300 saves in a row, while a client walks: no stale and no mixed answer', async () => {
  const preview = await start((data) => writeFile(data, 'regions.json', regions(0)));
  const { port, data, rebuilds } = preview;
  const file = join(data, 'regions.json');
  let saved = 0;
  let isDone = false;
  const seen = new Set<number>();
  const walk = async () => {
    let last = 0;
    while (!isDone) {
      for (const [query, records] of [
        ['', 20],
        ['?page=2', 20],
        ['?page=3', 5],
      ] as const) {
        const { status, body } = await ask(port, `/api/region/${query}`);
        const found = savesIn(body);
        expect([status, found.records, found.saves.size]).toEqual([200, records, 1]);
        const [save = -1] = found.saves;
        expect(save).toBeGreaterThanOrEqual(last);
        expect(save).toBeLessThanOrEqual(saved);
        last = save;
        seen.add(save);
      }
    }
  };
  const walking = walk();
  for (saved = 1; saved <= 300; saved++) {
    // As editors save: over the file, or beside it and renamed.
    if (saved % 2 === 0) writeFileSync(file, regions(saved));
    else {
      writeFileSync(`${file}~`, regions(saved));
      renameSync(`${file}~`, file);
    }
    if (saved % 50 === 0) await answers(preview, saved);
    else await sleep(saved % 3);
  }
  saved = 300;
  isDone = true;
  await walking;
  expect(seen.size).toBeGreaterThan(3);
  // What is announced is what is served: the last build found nothing wrong, and it is the last.
  expect(rebuilds.at(-1)?.report?.problems).toEqual([]);
  await sleep(250);
  expect(await region(preview)).toEqual([300]);
});

it('a file saved half-written, and finished later', async () => {
  const preview = await start((data) => writeFile(data, 'regions.json', regions(1)));
  const whole = regions(2);
  const file = openSync(join(preview.data, 'regions.json'), 'w');
  writeSync(file, whole.slice(0, 500));
  const { report } = await preview.until(isBad);
  expect(report?.problems.map(({ code, file }) => [code, file])).toEqual([
    ['syntax', 'data/regions.json'],
  ]);
  expect(await region(preview)).toEqual([1]);
  writeSync(file, whole.slice(500));
  closeSync(file);
  await preview.until(isGood);
  expect(await region(preview)).toEqual([2]);
});

it('folders that are renamed, deleted, made anew and replaced', async () => {
  const preview = await start((data) => {
    writeFile(data, 'regions/north/1.json', regions(1, 1));
    writeFile(data, 'experts.json', '[]');
  });
  const { data, until } = preview;
  const [folder, other] = [join(data, 'regions'), join(data, 'regoins')];

  renameSync(folder, other);
  const { report } = await until(isBad);
  const told = report?.problems.map((found) => inWords(found, 'en'));
  expect(told?.map(({ code, hint }) => [code, hint])).toEqual([
    ['unknown-collection', 'did you mean regions?'],
  ]);
  expect(await region(preview)).toEqual([1]);
  renameSync(other, folder);
  await until(isGood);
  writeFileSync(join(folder, 'north/1.json'), regions(2, 1)); // it is watched in its old place again
  await answers(preview, 2);

  rmSync(folder, { recursive: true });
  await answers(preview);
  writeFile(data, 'regions/a/b/c/1.json', regions(3, 1));
  await answers(preview, 3);
  writeFileSync(join(folder, 'a/b/c/1.json'), regions(4, 1));
  await answers(preview, 4);

  // All at once, so that there is never a moment without the folder.
  cpSync(folder, other, { recursive: true });
  rmSync(folder, { recursive: true });
  renameSync(other, folder);
  writeFileSync(join(folder, 'a/b/c/1.json'), regions(5, 1));
  await answers(preview, 5);
  writeFileSync(join(folder, 'a/b/c/1.json'), regions(6, 1));
  await answers(preview, 6);
});

it('the data folder itself deleted and made again', async () => {
  const preview = await start((data) => writeData(data, directory(3)));
  const { data, port, until } = preview;
  const before = await ask(port, '/api/region/');
  rmSync(data, { recursive: true });
  const { failure } = await until(({ failure }) => failure !== undefined);
  expect(failure?.en).toContain(`there is no data folder ${data};`);
  expect(failure?.ru).toContain(`нет папки с данными ${data};`);
  expect(await ask(port, '/api/region/')).toMatchObject({ status: 200, body: before.body });

  mkdirSync(data);
  await sleep(20);
  writeFileSync(join(data, 'regions.json'), regions(1));
  await answers(preview, 1);
  writeFileSync(join(data, 'regions.json'), regions(2));
  await answers(preview, 2);

  rmSync(data, { recursive: true }); // and back before anyone looks
  writeFile(data, 'regions.json', regions(3));
  await answers(preview, 3);
  writeFileSync(join(data, 'regions.json'), regions(4));
  await answers(preview, 4);
});

it('a folder put in the place of another one, as tools do that fetch data', async () => {
  const preview = await start((data) => writeFile(data, 'regions/1.json', regions(1)));
  const { cwd, data } = preview;
  const swap = async (folder: string, save: number) => {
    const [fetched, old] = [join(cwd, `new-${save}`), join(cwd, `old-${save}`)];
    const file = relative(folder, join(data, 'regions/1.json'));
    writeFile(fetched, file, regions(save));
    renameSync(folder, old);
    renameSync(fetched, folder);
    await answers(preview, save);
    await sleep(250);
    writeFile(folder, file, regions(save + 1));
    await answers(preview, save + 1);
  };
  await swap(data, 2);
  await swap(join(data, 'regions'), 4);
});

it('the folders above it deleted and made again', async () => {
  const fill = (data: string) => writeFile(data, 'regions.json', regions(1));
  const preview = await start(fill, { data: 'content/data' });
  const { cwd, data, until } = preview;
  rmSync(join(cwd, 'content'), { recursive: true });
  await until(({ failure }) => failure !== undefined);
  expect(await region(preview)).toEqual([1]);
  mkdirSync(join(cwd, 'content'));
  await sleep(20);
  writeFile(data, 'regions.json', regions(2));
  await answers(preview, 2);
  writeFileSync(join(data, 'regions.json'), regions(3));
  await answers(preview, 3);
});

it('notes and hidden files are no saves, the settings are', async () => {
  const preview = await start((data) => writeData(data, { ...directory(30), ...experts(2) }));
  const { cwd, data, port, rebuilds, until } = preview;
  writeFileSync(join(data, '.regions.json.swp'), 'x');
  writeFileSync(join(data, 'README.md'), '# Notes');
  appendFileSync(join(cwd, 'other.txt'), 'x');
  await sleep(250); // longer than any save takes to be seen
  expect(rebuilds).toHaveLength(1);
  const config = join(cwd, 'portal-snapshot.config.json');
  writeFileSync(config, '{"pageSize": 3}');
  await until(isGood);
  expect(JSON.parse((await ask(port, '/api/region/')).body).results).toHaveLength(3);
  writeFileSync(config, '{"pageSize": 0}');
  const { failure } = await until(({ failure }) => failure !== undefined);
  expect(failure?.en).toMatch(/^pageSize: Too small/);
  expect(readFileSync(config, 'utf8')).toBe('{"pageSize": 0}');
});
