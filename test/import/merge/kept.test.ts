// What an import keeps for the next one, and that all of an import is written, or nothing.
import fs, { existsSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { join, relative } from 'node:path';
import { describe, expect, it } from 'vitest';
import { lastChange } from '../../../src/editing/workspace/history.js';
import { lastImport } from '../../../src/import/merge/base.js';
import { check } from '../../../src/index.js';
import { filesOf, identitiesOf, readTree } from '../../support/tree.js';
import { type Files, list, workplace } from './sides.js';

const region = (id: number, code: string) => ({ id, name: `Область ${id}`, code });
const side = (...codes: readonly string[]): Files => ({
  'regions.json': list(codes.map((code, i) => region(i + 1, code))),
});

describe('data/.import/', () => {
  it('has a line a record, by id, with a hash of each field; the same for the same', async () => {
    const place = workplace();
    const reversed = { 'regions.json': list([region(2, '02'), region(1, '01')]) };
    await place.import(reversed);
    const kept = place.kept();
    expect(Object.keys(kept)).toEqual(['.import/regions.ndjson', '.import/signed-in.ndjson']);
    const [head, first, second, end] = kept['.import/regions.ndjson']!.split('\n');
    expect([head, end]).toEqual(['{"version":1}', '']);
    const hash = expect.stringMatching(/^[\w-]{8}$/);
    expect(JSON.parse(first!)).toEqual({ id: 1, code: hash, name: hash });
    expect(Object.keys(JSON.parse(first!))).toEqual(['id', 'code', 'name']);
    expect(JSON.parse(second!)).toEqual({ id: 2, code: hash, name: hash });
    const other = workplace();
    await other.import(side('01', '02'));
    expect(other.kept()).toEqual(kept);
    await other.import(side('01', '2'));
    const changed = other.kept()['.import/regions.ndjson']!.split('\n');
    expect(changed.slice(0, 2)).toEqual([head, first]);
    expect(changed[2]).not.toBe(second);
  });

  it('goes with the last record of a collection', async () => {
    const place = workplace();
    await place.import({ ...side('01'), 'districts.json': list([{ id: 1, name: 'Южный' }]) });
    await place.import(side('01'));
    expect(Object.keys(place.kept())).toEqual([
      '.import/regions.ndjson',
      '.import/signed-in.ndjson',
    ]);
  });

  it('is no data', async () => {
    const place = workplace();
    await place.import(side('01'));
    expect((await check({ cwd: place.cwd })).problems).toEqual([]);
  });

  const line = '{"id":1,"code":"abcdefgh"}';
  it.each([
    ['cut off', '{"version":1}\n{"id":1,"co', 2],
    ['empty', '', 1],
    ['of another version', '{"version":2}\n', 1],
    ['without its version', `${line}\n`, 1],
    ['with a merge conflict', `{"version":1}\n${line}\n<<<<<<< HEAD\n`, 3],
    ['with an id twice', `{"version":1}\n${line}\n${line}\n`, 3],
    ['with an id that is none', '{"version":1}\n{"id":"1","code":"abcdefgh"}\n', 2],
    ['with a key twice', '{"version":1}\n{"id":1,"code":"abcdefgh","code":"abcdefgh"}\n', 2],
    ['with values', '{"version":1}\n{"id":1,"code":"01"}\n', 2],
    ['with a value beside a hash', '{"version":1}\n{"id":1,"code":"abcdefgh","name":"01"}\n', 2],
    ['of lists', '{"version":1}\n[]\n', 2],
    ['with a number', '{"version":1}\n{"id":1,"code":12345678}\n', 2],
    ['with a longer hash', '{"version":1}\n{"id":1,"code":"abcdefghi"}\n', 2],
    ['with what is no hash', '{"version":1}\n{"id":1,"code":" abcdefgh"}\n', 2],
    ['damaged twice', `{"version":1}\n[]\n${line}\n[]\n`, 2],
  ])('is refused when it is %s', async (_, text, at) => {
    const place = workplace();
    await place.import(side('01'));
    place.edit({ '.import/regions.ndjson': text });
    const wrong = `data/.import/regions.ndjson:${at} is not what an import of this version writes`;
    await expect(place.import(side('02'))).rejects.toThrow(wrong);
    expect(place.files()).toEqual(side('01'));
  });

  it.each([
    ['of no collection', '{"collection":"regoins","id":1}'],
    ['of no record', '{"collection":"regions","id":0}'],
    ['of no field', '{"collection":"regions","id":1,"field":2}'],
  ])('is refused with a conflict %s', async (_, text) => {
    const place = workplace();
    await place.import(side('01'));
    place.edit({ '.import/conflicts.ndjson': `{"version":1}\n${text}\n` });
    await expect(place.import(side('01'))).rejects.toThrow(
      'data/.import/conflicts.ndjson:2 is not',
    );
  });

  it('tells how the last import signed in', async () => {
    const place = workplace();
    const name = '.import/signed-in.ndjson';
    const told = () => place.kept()[name];
    await place.import(side('01'), { signedIn: 'X-Token' });
    expect(told()).toBe('{"version":1}\n{"header":"X-Token"}\n');
    await place.import(side('02'));
    expect(told()).toBe('{"version":1}\n{"header":null}\n');
    for (const header of ['5', '"a b"', '""', '" X-Token"', '"X-Token "', '{}']) {
      place.edit({ [name]: `{"version":1}\n{"header":${header}}\n` });
      expect(() => lastImport(place)).toThrow(`data/${name}:2 is not`);
    }
  });

  it('is refused when it leads elsewhere', async () => {
    const place = workplace();
    await place.import(side('01'));
    const elsewhere = join(place.cwd, 'elsewhere');
    mkdirSync(elsewhere);
    rmSync(join(place.data, '.import/regions.ndjson'));
    symlinkSync(join(elsewhere, 'regions.ndjson'), join(place.data, '.import/regions.ndjson'));
    await expect(place.import(side('02'))).rejects.toThrow('regions.ndjson is not a file');
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
    expect(lastChange(place.data)).toMatchObject({ command: 'import' });
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

  it('does not bring back what the origin never had, and an editor removes meanwhile', async () => {
    const place = workplace();
    await place.import(side('01'));
    const kept = place.kept();
    // What the origin does not show was taken from the data when it still had region 2.
    const isFromOrigin = (_: string, id: number) => id !== 2;
    await place.import(side('01', '02'), { isFromOrigin, enumerated: new Set() });
    expect([place.files(), place.kept()]).toEqual([side('01'), kept]);
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
    ['has a record without id', { 'regions.json': list([{ name: 'Область' }]) }],
    ['has a record that is none', { 'regions.json': '[1]' }],
    ['has a key twice', { 'regions.json': '[{"id": 1, "name": "а", "name": "б"}]' }],
    [
      'is too deep',
      { 'users.json': `[{"id": 1, "privacy_settings": ${'['.repeat(9000)}${']'.repeat(9000)}}]` },
    ],
    ['names no collection', { 'regoins.json': '[]' }],
    [
      'has a text twice',
      {
        'vacancies/1.json':
          '{"id": 1, "text": "А", "category": 1, "created_at": "2026-03-01T10:00:00+03:00"}',
        'vacancies/1.text.txt': 'Б\n',
      },
    ],
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

  it('leaves nothing behind', async () => {
    const place = workplace();
    await place.import(side('01', '02'));
    await place.import(side('01'));
    writeFileSync(join(place.data, 'regions.json'), side('1')['regions.json']!);
    await place.import(side('2'));
    expect([...readTree(place.data).keys()]).toEqual([
      '.import/conflicts.ndjson',
      '.import/regions.ndjson',
      '.import/signed-in.ndjson',
      'regions.json',
    ]);
  });
});
