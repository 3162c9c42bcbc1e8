// Commands that change one data file at the same time.
import { expect, it } from 'vitest';
import { dataOf, desk } from '../../new/desk.js';
import { runCommand } from '../../support/command.js';
import { writeFile } from '../../support/portal.js';

it('several commands at once lose no record of one file', async () => {
  const cwd = desk();
  writeFile(cwd, 'data/regions.ndjson', '{"id": 1, "name": "Область 1"}\n');
  const names = ['Коми', 'Крым', 'Тува', 'Удмуртия'];
  const all = await Promise.all(
    names.map((name) => runCommand(['new', 'region', '--name', name], { cwd })),
  );
  for (const one of all) expect(one).toMatchObject({ status: 0, stderr: '' });
  const lines = dataOf(cwd).get('regions.ndjson')!.toString().trimEnd().split('\n');
  const [, ...records] = lines.map((line) => JSON.parse(line) as { id: number; name: string });
  expect(records.map(({ id }) => id)).toEqual([2, 3, 4, 5]);
  expect(records.map(({ name }) => name).sort()).toEqual(names);
  expect([...dataOf(cwd).keys()]).toEqual(['regions.ndjson']);
});
