// A companion refers to the record with which it is made, although its declaration gives it no field, and may take values
// from it.
import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { projectFolder, temporaryFolder } from '../support/folders.js';
import { runIn } from '../support/run.js';
import { linkPackages } from './place.js';

it('`new release` writes a news item of it', async () => {
  const cwd = temporaryFolder();
  cpSync(join(projectFolder, 'test/own/catalogue'), cwd, { recursive: true });
  linkPackages(cwd);
  const module = join(cwd, 'portal/index.js');
  const text = readFileSync(module, 'utf8')
    .replace('  now,\n', '  now,\n  sameAs,\n')
    .replace(
      '    time: derived(',
      "    product: ref('products').meta({ filled: sameAs('release') }),\n    time: derived(",
    );
  writeFileSync(module, text);
  writeFileSync(join(cwd, 'data/news.ndjson'), '');
  const args = ['new', 'release', '--product', 'Wrench', '--version', '9.0', '--day', '2026-05-01'];
  const { status, stdout, stderr } = await runIn(cwd, ...args);
  expect([status, stderr]).toEqual([0, '']);
  expect(stdout).toBe('data/releases.ndjson\ndata/news.ndjson\n');
  const last = (file: string) =>
    JSON.parse(
      readFileSync(join(cwd, 'data', file), 'utf8')
        .trimEnd()
        .split('\n')
        .at(-1)!,
    );
  const { id, product } = last('releases.ndjson');
  expect(last('news.ndjson')).toMatchObject({ release: id, product });
});
