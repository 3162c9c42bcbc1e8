// What somebody saves while `new` and `remove` work is neither lost nor half read: they begin again.
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { remove } from '../../src/editing/edit/remove.js';
import { create } from '../../src/editing/new/create.js';
import type { JsonObject } from '../../src/model/fields.js';
import { portal } from '../../src/portal/index.js';
import type { Phase } from '../../src/problems/report.js';
import { resolveSettings } from '../../src/snapshot/settings/index.js';
import { replaceInFs } from '../support/node-fs.js';
import { writeFile } from '../support/portal.js';
import { dataOf, desk, problemsOf } from './desk.js';

/** What is done once when a change has begun, before its first file is put in place. */
let whenBegun = () => {};
beforeAll(() => {
  replaceInFs((own) => ({
    renameSync(from, to) {
      own.renameSync(from, to);
      if (!String(to).endsWith('.portal-snapshot.change')) return;
      const now = whenBegun;
      whenBegun = () => {};
      now();
    },
  }));
});

let cwd = '';
beforeEach(() => {
  cwd = desk();
  writeFile(cwd, 'data/regions.json', '[\n  {"id": 2, "name": "Коми"}\n]\n');
  writeFile(
    cwd,
    'data/cities.ndjson',
    '{"id":1,"name":"Инта","region":2}\n{"id":2,"name":"Ухта","region":2}\n',
  );
  const vacancy = { id: 6, category: 1, created_at: '2024-01-01T10:00:00+03:00' };
  writeFile(cwd, 'data/vacancies/6.json', JSON.stringify(vacancy));
  writeFile(cwd, 'data/vacancies/6.text.txt', 'Искали\n');
});

const line = (...of: { id: number; name: string }[]) =>
  of.map((city) => `${JSON.stringify({ ...city, region: 2 })}\n`).join('');

/** Settings by which something is saved when the data is first at this phase, or each time. */
function settings(when: Phase, save: () => void, isOften = false) {
  let isDone = false;
  const onProgress = (phase: Phase) => {
    if (phase !== when || (isDone && !isOften)) return;
    isDone = true;
    save();
  };
  return resolveSettings({ cwd, cache: false, onProgress }, portal);
}

const removing = async (collection: string, id: number, on: ReturnType<typeof settings>) =>
  remove(portal, await on, {
    query: { of: collection, id },
    ...{ cascade: false, dryRun: false },
  });

const making = async (values: JsonObject, on: ReturnType<typeof settings>) =>
  create(portal, await on, {
    collection: 'vacancies',
    values,
    ...{ dryRun: false, now: new Date('2024-02-01T10:00:00Z') },
  });

describe.each<Phase>(['reading', 'compiling', 'linking'])('what is saved at "%s"', (phase) => {
  it('of the file of a record that is removed stays: it alone goes', async () => {
    const first = { id: 3, name: 'Воркута' };
    const save = () => {
      const path = join(cwd, 'data/cities.ndjson');
      writeFileSync(path, line(first) + readFileSync(path, 'utf8'));
    };
    expect(await removing('cities', 1, settings(phase, save))).toMatchObject({
      outcome: 'removed',
    });
    const left = line(first, { id: 2, name: 'Ухта' });
    expect(dataOf(cwd).get('cities.ndjson')!.toString()).toBe(left);
  });

  it.each(['as there was', 'where there was none'])(
    'as its text, %s, goes with a record',
    async (how) => {
      const text = join(cwd, 'data/vacancies/6.text.txt');
      if (how !== 'as there was') rmSync(text);
      await removing(
        'vacancies',
        6,
        settings(phase, () => writeFileSync(text, 'Ищем снова\n')),
      );
      expect([...dataOf(cwd).keys()].filter((file) => file.startsWith('vacancies'))).toEqual([]);
    },
  );

  it('under the name of a new text is not written over', async () => {
    const save = () => writeFile(cwd, 'data/vacancies/7.text.txt', 'Чужое\n');
    const { records } = await making({ category: 1, text: 'Ищем' }, settings(phase, save));
    expect(dataOf(cwd).get('vacancies/7.text.txt')!.toString()).toBe('Чужое\n');
    expect(records.every(({ file }) => existsSync(join(cwd, 'data', file)))).toBe(true);
  });

  it('that takes the id of a new record gives it the next one', async () => {
    const other = { id: 7, category: 1, text: 'Да', created_at: '2024-01-02T10:00:00+03:00' };
    const save = () => writeFile(cwd, 'data/vacancies/other.json', JSON.stringify(other));
    await making({ category: 1, text: 'Ищем' }, settings(phase, save));
    expect(await problemsOf(cwd)).toEqual([]);
    expect([...dataOf(cwd).keys()]).toContain('vacancies/8.json');
  });
});

it('what is saved into a file that is just about to go stays: the record alone goes', async () => {
  const path = join(cwd, 'data/vacancies/6.json');
  const other = { id: 9, category: 1, text: 'Да', created_at: '2024-01-02T10:00:00+03:00' };
  whenBegun = () =>
    writeFileSync(path, `[${JSON.stringify(other)}, ${readFileSync(path, 'utf8')}]\n`);
  rmSync(join(cwd, 'data/vacancies/6.text.txt'));
  writeFileSync(path, JSON.stringify({ ...other, id: 6 }));
  expect(await removing('vacancies', 6, resolveSettings({ cwd }, portal))).toMatchObject({
    outcome: 'removed',
  });
  expect(JSON.parse(readFileSync(path, 'utf8'))).toEqual([other]);
});

it('is told when it never ends', async () => {
  let count = 0;
  const save = () => writeFile(cwd, 'data/vacancies/6.text.txt', `Искали ${count++}\n`);
  const before = dataOf(cwd).get('cities.ndjson')!;
  const removal = removing('cities', 1, settings('linking', save, true));
  await expect(removal).rejects.toThrow(`${join(cwd, 'data')} is changed by others all the time`);
  expect(dataOf(cwd).get('cities.ndjson')!.equals(before)).toBe(true);
});
