// Texts for `new` from files and standard input, and records whose texts get files of their own.
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { commandFile, start } from '../support/command.js';
import { writeFile } from '../support/portal.js';
import { changed, dataOf, desk, problemsOf, runNew } from './desk.js';

const created_at = '2024-01-01T10:00:00+03:00';
const made = ['vacancy', '--category', '1', '--created_at', created_at];

async function written(cwd: string, ...args: string[]) {
  const before = dataOf(cwd);
  const { status, stderr } = await runNew(cwd, ...args);
  return { status, stderr, files: changed(before, dataOf(cwd)) };
}

describe('a text', () => {
  it('is read from a file, without a byte-order mark and one line end', async () => {
    const cwd = desk();
    writeFileSync(join(cwd, 'offer.txt'), '\ufeffИщем\nдвоих\r\n');
    const { status, files } = await written(cwd, ...made, '--text', '@offer.txt');
    expect(status).toBe(0);
    expect(JSON.parse(files['vacancies/1-ishchem-dvoikh.json']!)).toMatchObject({
      text: 'Ищем\nдвоих',
    });
  });

  it('is read from standard input', async () => {
    const cwd = desk();
    const command = `"${process.execPath}" "${commandFile}" new ${made.join(' ')} --text - --dry-run`;
    const piped = start('bash', ['-c', `printf 'Ищем\\n\\n' | ${command}`], { cwd });
    const { status, stdout } = await piped.ended;
    expect([status, stdout]).toEqual([0, expect.stringContaining('"text": "Ищем\\n"')]);
  });

  it('begins with an @ that is given twice', async () => {
    const cwd = desk();
    const { files } = await written(cwd, ...made, '--text', '@@home ищет');
    expect(JSON.parse(files['vacancies/1-home-ishchet.json']!)).toMatchObject({
      text: '@home ищет',
    });
  });

  it('that is not UTF-8, or not there, is refused', async () => {
    const cwd = desk();
    writeFileSync(join(cwd, 'offer.txt'), Buffer.from([0xcf, 0xf1]));
    const refused = await written(cwd, ...made, '--text', '@offer.txt');
    expect(refused).toMatchObject({ status: 2, files: {} });
    expect(refused.stderr).toContain('--text: the file "offer.txt" is not UTF-8');
    const missing = await written(cwd, ...made, '--text', '@nowhere.txt');
    expect(missing.stderr).toContain('a text that begins with @ is given as @@');
    const twice = await written(cwd, ...made, '--text', '-', '--work_position', '-');
    expect(twice.status).toBe(2);
  });

  it.runIf(existsSync('/dev/zero'))('that never ends is refused', async () => {
    const refused = await written(desk(), ...made, '--text', '@/dev/zero');
    expect(refused).toMatchObject({ status: 2, files: {} });
    expect(refused.stderr).toContain('"/dev/zero" cannot be read (more than 67108864 bytes)');
  });

  it('is that of a text field alone', async () => {
    const cwd = desk();
    writeFileSync(join(cwd, 'n.txt'), '5');
    const { status } = await written(cwd, ...made, '--text', 'Да', '--work_salary', '@n.txt');
    expect(status).toBe(2);
  });
});

describe('where the newest record has its text in a file of its own', () => {
  const record = { id: 6, category: 1, created_at };
  const split = (): string => {
    const cwd = desk();
    writeFile(cwd, 'data/vacancies/0006-iskali.json', JSON.stringify(record));
    writeFile(cwd, 'data/vacancies/0006-iskali.text.txt', 'Искали\n');
    return cwd;
  };

  it('so has a new one, and its files are printed', async () => {
    const cwd = split();
    const before = dataOf(cwd);
    const { status, stdout } = await runNew(cwd, ...made, '--text', 'Ищем\n');
    expect([status, stdout]).toEqual([
      0,
      'data/vacancies/0007-ishchem.json\ndata/vacancies/0007-ishchem.text.txt\n',
    ]);
    const files = changed(before, dataOf(cwd));
    expect(files['vacancies/0007-ishchem.text.txt']).toBe('Ищем\n\n');
    expect(JSON.parse(files['vacancies/0007-ishchem.json']!)).not.toHaveProperty('text');
    expect(await problemsOf(cwd)).toEqual([]);
  });

  it('a text of mere blanks is told in the file that it would get', async () => {
    const { status, stderr } = await runNew(split(), ...made, '--text', ' ', '--dry-run');
    expect(status).toBe(0);
    expect(stderr).toContain('shows nothing but blanks');
  });

  it('a text that waits for its record is not taken for that of a new one', async () => {
    const cwd = split();
    writeFile(cwd, 'data/vacancies/0007-ishchem.text.txt', 'Чужое\n');
    const { status } = await runNew(cwd, ...made, '--text', 'Ищем');
    expect(status).toBe(0);
    expect(`${dataOf(cwd).get('vacancies/0007-ishchem.text.txt')}`).toBe('Чужое\n');
    expect(await problemsOf(cwd)).toHaveLength(1);
  });
});
