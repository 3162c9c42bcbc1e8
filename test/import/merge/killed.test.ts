// An import that is killed while it puts files into their places: each of them is whole, the old or the new one,
// and the next import ends what it began, without a conflict that is none.
import { cpSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, it } from 'vitest';
import { temporaryFolder } from '../../support/folders.js';
import { killedAfter, makeDiskKillable } from '../../support/killed.js';
import { isNight } from '../../support/runs.js';
import { differences, readTree } from '../../support/tree.js';
import { alone, type Files, lines, list, workplace } from './sides.js';

beforeAll(makeDiskKillable);

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

const isShown = ([name]: readonly [string, unknown]) => !name.startsWith('.portal-snapshot');

it('is ended by the next one, whenever it was killed', async () => {
  const place = workplace();
  await place.import(before);
  place.edit(edited);
  const begun = temporaryFolder();
  cpSync(place.data, begun, { recursive: true });
  expect((await place.import(after)).problems).toHaveLength(1);
  const shown = () => new Map([...readTree(place.data)].filter(isShown));
  const [old, ended] = [readTree(begun), shown()];
  let kills = 0;
  for (; ; kills += isNight ? 1 : 4) {
    rmSync(place.data, { recursive: true });
    cpSync(begun, place.data, { recursive: true });
    if (!(await killedAfter(kills, place.data, () => place.import(after)))) break;
    const isWhole = ([name, bytes]: readonly [string, Buffer]) =>
      [old, ended].some((tree) => tree.get(name)?.equals(bytes));
    expect([...shown()].filter((one) => !isWhole(one))).toEqual([]);
    // The lock is of a process that lives.
    rmSync(join(place.data, '.portal-snapshot/lock'), { force: true });
    const { problems } = await place.import(after);
    expect(problems, `killed at change ${kills}`).toHaveLength(1);
    expect(differences(shown(), ended), `killed at change ${kills}`).toEqual([]);
  }
  expect(kills).toBeGreaterThan(10);
});
