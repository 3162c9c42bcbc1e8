// `fmt --split` and `--join`: long texts into files of their own, and back, without a loss.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { build } from '../../../src/index.js';
import { workingFolder } from '../../fmt/folder.js';
import { layOut, portal as portals, writeFiles } from '../../oracle/portals.js';
import { inFolder, runs, seed, TIMEOUT } from '../../oracle/publish.js';
import { runCommand } from '../../support/command.js';
import { format } from '../../support/tool.js';
import { readTree } from '../../support/tree.js';

const vacancy = (more: string) => `{
  "id": 7,
  ${more}"category": 1,
  "created_at": "2024-01-01T10:00:00+03:00"
}
`;
const whole = vacancy('"text": "Ищем\\n«эксперта»\\n",\n  ');
const bare = vacancy('');

const data = (cwd: string) =>
  Object.fromEntries([...readTree(join(cwd, 'data'))].map(([name, bytes]) => [name, `${bytes}`]));

it('goes both ways, and a text keeps the line end at its end', async () => {
  const cwd = workingFolder({ 'vacancies/7.json': whole });
  const split = { 'vacancies/7.json': bare, 'vacancies/7.text.txt': 'Ищем\n«эксперта»\n\n' };
  const report = await format({ cwd, texts: 'split' });
  expect(report).toMatchObject({ changed: [{ file: 'data/vacancies/7.json' }], kept: [] });
  expect(data(cwd)).toEqual(split);
  expect(await format({ cwd, texts: 'split' })).toMatchObject({ changed: [], kept: [] });
  expect(await format({ cwd })).toMatchObject({ files: 1, changed: [], refused: 0 });
  await format({ cwd, texts: 'join' });
  expect(data(cwd)).toEqual({ 'vacancies/7.json': whole });
});

it('only tells what would move with --check, and takes the name of a text for its record', async () => {
  const cwd = workingFolder({ 'vacancies/7.json': bare, 'vacancies/7.text.txt': 'Ищем' });
  const checked = await runCommand(['fmt', '--check', '--join', 'data/vacancies/7.text.txt'], {
    cwd,
  });
  expect([checked.status, checked.stdout.split('\n')[0]]).toEqual([1, 'data/vacancies/7.json']);
  expect(data(cwd)['vacancies/7.text.txt']).toBe('Ищем');
  expect((await runCommand(['fmt', '--split', '--join'], { cwd })).status).toBe(2);
});

it('leaves lists and lines as they are', async () => {
  const line = `${JSON.stringify(JSON.parse(whole))}\n`;
  const cwd = workingFolder({ 'vacancies/a.ndjson': line, 'vacancies/b.json': `[${line}]` });
  await format({ cwd });
  const before = data(cwd);
  expect(await format({ cwd, texts: 'split' })).toMatchObject({ changed: [], kept: [] });
  expect(data(cwd)).toEqual(before);
});

it.each(['a\\rb', 'a\\r\\nb', 'a\\u0000b', '\\ufeffa', 'a\\u001b[2J'])(
  'a text that editors and git may not keep as it is stays in its record, and is told: %s',
  async (text) => {
    const cwd = workingFolder({ 'vacancies/7.json': vacancy(`"text": "${text}",\n  `) });
    await format({ cwd });
    const before = data(cwd);
    const { status, stdout } = await runCommand(['fmt', '--split'], { cwd });
    expect(status).toBe(0);
    expect(stdout).toContain('data/vacancies/7.json: "text" stays in the record');
    expect(data(cwd)).toEqual(before);
    const ru = await runCommand(['fmt', '--split', '--lang', 'ru'], { cwd });
    expect(ru.stdout).toContain('«text» остаётся в записи');
  },
);

it('two texts that differ stay, and are told', async () => {
  const files = { 'vacancies/7.json': whole, 'vacancies/7.text.txt': 'Другое' };
  const cwd = workingFolder(files);
  for (const texts of ['split', 'join'] as const) {
    const { changed, kept } = await format({ cwd, texts });
    expect([changed, kept]).toEqual([
      [],
      [{ file: 'data/vacancies/7.json', field: 'text', why: 'differs' }],
    ]);
    expect(data(cwd)).toEqual(files);
  }
});

it('mends what it left when it was killed between the two files', async () => {
  const both = { 'vacancies/7.json': whole, 'vacancies/7.text.txt': 'Ищем\n«эксперта»\n\n' };
  const cwd = workingFolder(both);
  await format({ cwd, texts: 'split' });
  expect(data(cwd)).toEqual({ ...both, 'vacancies/7.json': bare });
  writeFileSync(join(cwd, 'data/vacancies/7.json'), whole);
  await format({ cwd, texts: 'join' });
  expect(data(cwd)).toEqual({ 'vacancies/7.json': whole });
});

it('a text that is not UTF-8 stays in its file', async () => {
  const cwd = workingFolder({
    'vacancies/7.json': bare,
    'vacancies/7.text.txt': Buffer.from([0xff]),
  });
  const { kept } = await format({ cwd, texts: 'join' });
  expect(kept).toMatchObject([{ field: 'text', why: 'unreadable' }]);
  expect(existsSync(join(cwd, 'data/vacancies/7.text.txt'))).toBe(true);
});

it('the snapshot of any portal stays as it is', { timeout: TIMEOUT }, async () => {
  let moved = 0;
  await fc.assert(
    fc.asyncProperty(portals, seed, async (portal, layout) => {
      await inFolder(async (cwd) => {
        writeFiles(join(cwd, 'data'), layOut(portal, layout));
        await format({ cwd });
        const before = data(cwd);
        const snapshot = async () => (await build({ cwd, personal: 'publish' })).summary.snapshot;
        const first = await snapshot();
        moved += (await format({ cwd, texts: 'split' })).changed.length;
        expect(await snapshot()).toBe(first);
        await format({ cwd, texts: 'join' });
        expect(data(cwd)).toEqual(before);
      });
    }),
    runs(15),
  );
  expect(moved).toBeGreaterThan(0);
});

it('a killed split has lost nothing at any instant', async () => {
  const cwd = workingFolder({ 'vacancies/7.json': whole });
  const path = join(cwd, 'data/vacancies/7.json');
  const { text } = JSON.parse(readFileSync(path, 'utf8')) as { text: string };
  // Each state in which it can be killed, by what is on the disk then.
  for (const files of [
    { 'vacancies/7.json': whole },
    { 'vacancies/7.json': whole, 'vacancies/7.text.txt': `${text}\n` },
    { 'vacancies/7.json': bare, 'vacancies/7.text.txt': `${text}\n` },
  ]) {
    const there = workingFolder(files);
    await format({ cwd: there, texts: 'join' });
    expect(data(there)).toEqual({ 'vacancies/7.json': whole });
  }
});
