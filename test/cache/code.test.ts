// What is kept is of use to the same code alone: all code of a folder is part of its hash.
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, it, vi } from 'vitest';
import { codeHash, HASH_FILE, hashOfFiles } from '../../src/engine/shard/code.js';
import { temporaryFolder } from '../support/folders.js';

const files = {
  'build.js': 'import { cut } from "./pages.js";\n',
  'pages.ts': 'export const cut = 1;\n',
  'hosts/worker.mjs': 'answers\n',
  'portal/index.js': 'export const portal = {};\n',
  // No code: types, maps, and what is for people.
  'build.d.ts': 'export {};\n',
  'build.js.map': '{}\n',
  'README.md': '# Code\n',
  'preview/docs/swagger-ui/swagger-ui-bundle.js': 'page()\n',
};

/** The hash of a folder with these files. */
const hashOf = (texts: Readonly<Record<string, string>>): string =>
  codeHash(pathToFileURL(`${codeFolder(texts)}/`));

function codeFolder(texts: Readonly<Record<string, string>>): string {
  const folder = temporaryFolder();
  for (const [name, text] of Object.entries(texts)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
  return folder;
}

it('notices each change of code, in any folder; and of nothing else', () => {
  const before = hashOf(files);
  expect(hashOf(files)).toBe(before);
  const noticed = Object.entries(files).flatMap(([name, text]) =>
    hashOf({ ...files, [name]: `${text}// more\n` }) === before ? [] : [name],
  );
  expect(noticed).toEqual(['build.js', 'pages.ts', 'hosts/worker.mjs', 'portal/index.js']);
});

it('notices code that is new, gone, renamed or moved to another file', () => {
  const { 'pages.ts': gone, ...fewer } = files;
  const hashes = [
    files,
    fewer,
    { ...files, 'new.js': '' },
    { ...fewer, 'sides.ts': gone },
    { ...fewer, 'build.js': `${files['build.js']}${gone}` },
  ].map(hashOf);
  expect(new Set(hashes).size).toBe(hashes.length);
});

it('is the same for a folder that is named twice, as lib/ is by the tool and by its portal', () => {
  const folder = temporaryFolder();
  writeFileSync(join(folder, 'portal.js'), 'export const portal = {};\n');
  const url = pathToFileURL(`${folder}/`);
  expect(codeHash(url, new URL('.', new URL('portal.js', url)))).toBe(codeHash(url));
});

it('is taken from a file of compiled code, where compiling left it', () => {
  const [one, other] = ['one', 'other'].map((code) => {
    const made = hashOfFiles(codeFolder({ 'build.js': code }));
    return hashOf({ 'build.js': 'bundled', [HASH_FILE]: made });
  });
  expect(one).not.toBe(other);
});

it('is another one for another version of Node, which may sort and compress otherwise', () => {
  const before = hashOf(files);
  vi.stubGlobal('process', { ...process, version: 'v99.0.0' });
  try {
    expect(hashOf(files)).not.toBe(before);
  } finally {
    vi.unstubAllGlobals();
  }
});
