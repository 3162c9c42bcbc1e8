// The page about a portal of one's own: what it shows is built as it says, by the package as it is compiled.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { schemas } from '../../src/index.js';
import { linkPackages } from '../own/packages.js';
import { start } from '../support/command.js';
import { projectFolder, temporaryFolder } from '../support/folders.js';
import { writeFile } from '../support/portal.js';
import { readJson } from '../support/tree.js';

it('is built as the page says', async () => {
  const cwd = temporaryFolder();
  const text = readFileSync(join(projectFolder, 'src/model/README.md'), 'utf8');
  for (const [, path, body] of text.matchAll(/^```\w+ (\S+)\n([\s\S]*?)^```$/gm)) {
    writeFile(cwd, path!, body!);
  }
  writeFile(cwd, 'package.json', '{ "type": "module" }');
  linkPackages(cwd);
  const { status, stdout, stderr } = await start(process.execPath, ['build.js'], { cwd }).ended;
  expect([status, stderr]).toEqual([0, '']);
  expect(stdout).toMatch(/^\d+ files\n$/);
  const dist = join(cwd, 'dist/api');
  const release = { id: 1, product: { id: 7, name: 'Wrench' }, version: '1.0', day: '2026-01-10' };
  expect(readJson(dist, 'product/index.json')).toMatchObject({
    results: [
      { id: 8, name: 'Bolt', price: 0, kind: 'part' },
      { id: 7, name: 'Wrench', price: 1250, kind: 'tool' },
    ],
  });
  expect(readJson(dist, 'release/index.json')).toMatchObject({ results: [release] });
  expect(readJson(dist, 'release/product/7/index.json')).toMatchObject({ results: [release] });
  expect(text.split('\n').length).toBeLessThanOrEqual(121);
});

it('the schemas of the shipped portal judge its records', () => {
  const regions = readJson<object[]>(projectFolder, 'data/regions.json');
  for (const region of regions) expect(schemas['regions']!.safeParse(region).success).toBe(true);
  const wrong = { ...regions[0], nme: 1 };
  expect(schemas['regions']!.safeParse(wrong).success).toBe(false);
});
