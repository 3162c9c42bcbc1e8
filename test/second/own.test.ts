// The page about a portal of one's own: what it shows is built as it says, by the package as it is compiled.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { schemas } from '../../src/index.js';
import { linkPackages } from '../own/place.js';
import { start } from '../support/command.js';
import { projectFolder, temporaryFolder } from '../support/folders.js';
import { writeFile } from '../support/portal.js';
import { runIn } from '../support/run.js';
import { readJson, readTree } from '../support/tree.js';

it('is built as the page says', async () => {
  const cwd = temporaryFolder();
  const text = readFileSync(join(projectFolder, 'src/model/README.md'), 'utf8');
  const shown = [...text.matchAll(/^```\w+ (\S+)\n([\s\S]*?)^```$/gm)];
  for (const [, path, body] of shown) writeFile(cwd, path!, body!);
  // The page shows what `init --own` writes.
  const template = 'src/cli/init/files/own';
  const begun = readTree(join(projectFolder, template));
  expect(shown.map(([, path]) => path)).toEqual(
    expect.arrayContaining(['portal/index.js', 'data/products.json', 'data/releases.json']),
  );
  for (const [, path, body] of shown)
    if (path !== 'build.js') expect([path, String(begun.get(path!))]).toEqual([path, body]);
  writeFile(cwd, 'package.json', '{ "type": "module" }');
  writeFile(cwd, 'portal-snapshot.config.json', '{ "portal": "./portal/index.js" }');
  linkPackages(cwd);
  const { status, stdout, stderr } = await start(process.execPath, ['build.js'], { cwd }).ended;
  expect([status, stderr]).toEqual([0, '']);
  expect(stdout).toMatch(/^\d+ files\n$/);
  const dist = join(cwd, 'dist/api');
  const release = {
    id: 1,
    product: { id: 1, name: 'Wrench', slug: 'wrench' },
    version: '1.0',
    day: '2026-01-10',
  };
  expect(readJson(dist, 'product/index.json')).toMatchObject({
    results: [
      { id: 2, name: 'Bolt', slug: 'bolt', price: 0, kind: 'part' },
      { id: 1, name: 'Wrench', slug: 'wrench', price: 1250, kind: 'tool' },
    ],
  });
  expect(readJson(dist, 'release/index.json')).toMatchObject({ results: [release] });
  expect(readJson(dist, 'release/product/1/index.json')).toMatchObject({ results: [release] });
  expect(text.split('\n').length).toBeLessThanOrEqual(400);
  const commands = [...text.matchAll(/^npx portal-snapshot ((?:new|change|check|build)\b.*)$/gm)];
  expect(commands.length).toBeGreaterThan(3);
  for (const [, words] of commands) {
    const ended = await runIn(cwd, ...words!.split(' '));
    expect([words, ended.status, ended.stderr]).toEqual([words, 0, '']);
  }
});

it('the schemas of the shipped portal judge its records', () => {
  const regions = readJson<object[]>(projectFolder, 'data/regions.json');
  for (const region of regions) expect(schemas['regions']!.safeParse(region).success).toBe(true);
  const wrong = { ...regions[0], nme: 1 };
  expect(schemas['regions']!.safeParse(wrong).success).toBe(false);
});
