// What an import keeps for the next one, and that all of an import is written, or nothing.
import fs, { existsSync, mkdirSync, rmSync, symlinkSync } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { join, relative } from 'node:path';
import { describe, expect, it } from 'vitest';
import { lastChange } from '../../../src/editing/workspace/journal.js';
import { lastImport } from '../../../src/import/merge/state.js';
import { filesOf, identitiesOf } from '../../support/tree.js';
import { type Files, list, workplace } from './sides.js';

const region = (id: number, code: string) => ({ id, name: `Область ${id}`, code });
const side = (...codes: readonly string[]): Files => ({
  'regions.json': list(codes.map((code, i) => region(i + 1, code))),
});

describe('data/.import/', () => {
  it('is what the origin said, as data files, and how the import asked', async () => {
    const place = workplace();
    await place.import(side('01', '02'));
    place.edit(side('1', '02'));
    expect(place.kept()).toEqual({
      '.import/.asked.json': '{"header":null,"personal":"withhold"}\n',
      '.import/regions.json': side('01', '02')['regions.json'],
    });
  });

  it('goes with the last record of a collection', async () => {
    const place = workplace();
    await place.import({ ...side('01'), 'districts.json': list([{ id: 1, name: 'Южный' }]) });
    await place.import(side('01'));
    expect(Object.keys(place.kept())).toEqual(['.import/.asked.json', '.import/regions.json']);
  });

  it.each([
    ['cut off', '[\n  {"id": 1, "name": "Обл', 2],
    ['with an id twice', list([region(1, '01'), region(1, '02')]), 3],
  ])('is refused when it is %s', async (_, text, at) => {
    const place = workplace();
    await place.import(side('01'));
    place.edit({ '.import/regions.json': text });
    await expect(place.import(side('02'))).rejects.toMatchObject({
      message:
        'nothing can be imported while data/.import cannot be read in full: restore the folder from git',
      details: [expect.stringContaining(`data/.import/regions.json:${at}:`)],
    });
    expect(place.files()).toEqual(side('01'));
  });

  it('tells how the last import asked', async () => {
    const place = workplace();
    const name = '.import/.asked.json';
    expect(lastImport(place)).toBeUndefined();
    await place.import(side('01'), { signedIn: 'X-Token' });
    expect(lastImport(place)).toEqual({ header: 'X-Token', personal: 'withhold' });
    await place.import(side('02'));
    expect(lastImport(place)).toEqual({ header: null, personal: 'withhold' });
    for (const header of ['5', '"a b"', '""', '" X-Token"', '"X-Token "', '{}', 'null']) {
      place.edit({ [name]: `{"header":${header}}\n` });
      expect(() => lastImport(place)).toThrow(`data/${name} is not what an import writes there`);
    }
  });

  it('is refused when it leads elsewhere', async () => {
    const place = workplace();
    await place.import(side('01'));
    const elsewhere = join(place.cwd, 'elsewhere');
    mkdirSync(elsewhere);
    rmSync(join(place.data, '.import/regions.json'));
    symlinkSync(join(elsewhere, 'regions.json'), join(place.data, '.import/regions.json'));
    await expect(place.import(side('02'))).rejects.toThrow('something else has its name');
    rmSync(join(place.data, '.import'), { recursive: true });
    symlinkSync(elsewhere, join(place.data, '.import'));
    await expect(place.import(side('02'))).rejects.toThrow('link');
    expect(filesOf(elsewhere)).toEqual([]);
  });
});

describe('an import', () => {
  it('is kept as the last change, by its name', async () => {
    const place = workplace();
    await place.import(side('01', '02'));
    expect(lastChange(place.data)).toMatchObject({ command: ['import'] });
  });

  it('does not touch what it does not change', async () => {
    const place = workplace();
    await place.import(side('01', '02'));
    const before = identitiesOf(place.data);
    await place.import(side('01', '02'));
    expect(identitiesOf(place.data)).toEqual(before);
  });

  it('that is dry writes nothing, not even the folder, and tells the same', async () => {
    const place = workplace();
    const first = await place.import(side('01', '02'), { dryRun: true });
    expect(existsSync(place.data)).toBe(false);
    expect(await place.import(side('01', '02'))).toEqual(first);
    place.edit(side('1', '02'));
    const before = identitiesOf(place.data);
    const dry = await place.import(side('001', '002', '003'), { dryRun: true });
    expect(identitiesOf(place.data)).toEqual(before);
    expect(dry.told).toEqual(['import-conflict data/regions.json:2:42 /code']);
    expect(dry.records).toEqual({ regions: { added: 1, changed: 1, removed: 0 } });
    expect(await place.import(side('001', '002', '003'))).toEqual(dry);
  });

  it('takes in what an editor saves meanwhile', async () => {
    const place = workplace();
    await place.import(side('01', '02'));
    let reads = 0;
    const onProgress = (phase: string) => {
      // The origin’s side is read first.
      if (phase === 'linking' && ++reads === 2) place.edit(side('01', '2'));
    };
    const { told } = await place.import(side('001', '02'), { onProgress });
    expect(told).toEqual([]);
    expect(place.files()).toEqual(side('001', '2'));
  });

  it('takes in what an editor saves while files are put into their places', async () => {
    const place = workplace();
    const district = (name: string) => ({ 'districts.json': list([{ id: 1, name }]) });
    await place.import({ ...side('01', '02'), ...district('Южный') });
    const { renameSync } = fs;
    const put: string[] = [];
    fs.renameSync = (from, to) => {
      renameSync(from, to);
      const file = relative(place.data, String(to));
      if (!file.endsWith('s.json')) return;
      put.push(file);
      // The other file is yet to come.
      if (put.length === 1) place.edit(side('01', '2'));
    };
    syncBuiltinESMExports();
    try {
      await place.import({ ...side('001', '02'), ...district('Уральский') });
    } finally {
      fs.renameSync = renameSync;
      syncBuiltinESMExports();
    }
    expect(put.slice(0, 1)).toEqual(['districts.json']);
    expect(place.files()).toEqual({ ...side('001', '2'), ...district('Уральский') });
  });

  it.each([
    ['is no JSON', { 'regions.json': '[{"id": 1,' }],
    ['has one id twice', { 'regions.json': list([region(1, '01'), region(1, '02')]) }],
  ])('is refused into data that %s', async (_, files) => {
    const place = workplace();
    place.edit(files);
    const wrong = /^nothing can be imported while .*data cannot be read in full/;
    const name = Object.keys(files)[0]!;
    const error = await place.import(side('01')).catch((error: unknown) => error);
    expect(error).toMatchObject({
      message: expect.stringMatching(wrong),
      details: [expect.stringMatching(new RegExp(`^ {2}data/${name}:\\d:\\d+ [a-z-]+$`))],
    });
    expect(place.files()).toEqual(files);
    expect(place.kept()).toEqual({});
  });
});
