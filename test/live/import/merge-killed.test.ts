// An import that is killed while it puts files into their places: each of them is whole, the old or the new one,
// and the next import ends what it began, without a conflict that is none.
import { execFile } from 'node:child_process';
import { cpSync, mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { rolldown } from 'rolldown';
import { expect, it } from 'vitest';
import { alone, type Files, lines, list, workplace } from '../../import/merge/sides.js';
import { projectFolder, temporaryFolder } from '../../support/folders.js';
import { writeFile } from '../../support/portal.js';
import { expectTree, readTree } from '../../support/tree.js';

const moment = '2026-03-01T10:00:00+03:00';
const vacancy = (id: number, text: string) => ({ id, text, category: 1, created_at: moment });
const expert = (id: number, full_name: string) => ({ id, full_name, created_at: moment });

const before: Files = {
  'districts.json': list([{ id: 1, name: 'Южный' }]),
  'experts.ndjson': lines([expert(1, 'Орлова'), expert(2, 'Лебедев')]),
  'vacancies/1.json': alone(vacancy(1, 'Эксперт')),
  'vacancies/2.json': alone(vacancy(2, 'Лаборант')),
};
const after: Files = {
  'districts.json': list([{ id: 1, name: 'Уральский' }]),
  'experts.ndjson': lines([expert(1, 'Орлова'), expert(2, 'Лебедева'), expert(3, 'Сомов')]),
  'vacancies/1.json': alone(vacancy(1, 'Эксперт по кранам')),
  'vacancies/3.json': alone(vacancy(3, 'Сварщик')),
};
/** What an editor has made of the first state: one conflict, and a field that is no matter of the origin. */
const edited: Files = {
  'districts.json': list([{ id: 1, name: 'Северный' }]),
  'experts.ndjson': lines([expert(1, 'Орлова-Белова'), expert(2, 'Лебедев')]),
};

const disk = join(projectFolder, 'test/support/failing-disk.mjs');
const start = promisify(execFile);

it('is ended by the next one, whenever it was killed', async () => {
  const place = workplace();
  await place.import(before);
  place.edit(edited);
  const origin = temporaryFolder();
  for (const [name, text] of Object.entries(after)) writeFile(origin, name, text);
  // A process for each step: compiled once, it starts in a fraction of the time.
  const dir = join(temporaryFolder(), 'lib'); // src/files/shipped.ts looks for its name
  const input = join(projectFolder, 'test/live/import/bring-and-die.ts');
  const { output } = await (await rolldown({ input, platform: 'node' })).write({ dir });
  const child = join(dir, output[0].fileName);
  const begun = temporaryFolder();
  cpSync(place.data, begun, { recursive: true });
  const run = (nth: number) =>
    start(process.execPath, ['--import', disk, child, place.cwd, origin], {
      cwd: projectFolder,
      env: { ...process.env, DIE_AT: String(nth) },
    }).then(
      ({ stdout }) => stdout,
      ({ signal, stderr }) => {
        expect(signal, stderr).toBe('SIGKILL');
        return undefined;
      },
    );

  expect(await run(1e9)).toBe('1');
  const [old, ended] = [readTree(begun), readTree(place.data)];
  let killed = 0;
  for (let nth = 0; ; nth++) {
    rmSync(place.data, { recursive: true });
    mkdirSync(place.data);
    cpSync(begun, place.data, { recursive: true });
    if ((await run(nth)) !== undefined) break;
    killed++;
    const now = [...readTree(place.data)].filter(([name]) => !name.startsWith('.portal-snapshot'));
    const isWhole = ([name, bytes]: readonly [string, Buffer]) =>
      [old, ended].some((tree) => tree.get(name)?.equals(bytes));
    expect(now.filter((one) => !isWhole(one))).toEqual([]);
    // In a process of its own, as what a killed one left is looked for once a process.
    expect(await run(1e9), `killed before step ${nth}`).toBe('1');
    expectTree(place.data, ended);
  }
  expect(killed).toBeGreaterThan(10);
}, 600_000);
