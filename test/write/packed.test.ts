// Files that another machine made: their bytes are in packs, one after another.
import { hash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import { expect, it } from 'vitest';
import { BLOCK } from '../../src/engine/shard/bytes.js';
import { DamagedCache } from '../../src/engine/shard/store.js';
import { FileMaker, type MadeFile, type PackedFile } from '../../src/engine/write/make.js';
import { openFiles, temporaryFolder } from '../support/folders.js';

const sha256 = (text: string) => hash('sha256', text, 'hex');
const MEGABYTE = 1 << 20;
const texts: Readonly<Record<string, string>> = {
  'api/a/index.json': 'a'.repeat(7),
  'api/none.ndjson': '',
  'api/b/index.json': `${'b'.repeat(MEGABYTE - 1)}c`,
  'api/c/index.json': `${'d'.repeat(MEGABYTE)}e`,
  'api/d/index.json': 'f'.repeat(2 * MEGABYTE + 9),
  'api/f/index.json': 'g'.repeat(BLOCK - 17), // so that the next one begins where the last block ends
  'api/last.ndjson': '',
};
const packBytes = Buffer.from(Object.values(texts).join(''));
const sums = Uint32Array.from({ length: packBytes.length / BLOCK }, (_, block) =>
  crc32(packBytes.subarray(block * BLOCK, (block + 1) * BLOCK)),
);

/** Makes a file by its name, as a pack of these has it; the key of each is its name. */
async function make(name: string, key = name, more: Partial<PackedFile> = {}) {
  const cwd = temporaryFolder();
  const path = join(cwd, 'pack');
  writeFileSync(path, packBytes);
  let at = 0;
  const files = new Map<string, PackedFile>();
  for (const [own, text] of Object.entries(texts)) {
    const file = { name: own, key: own, hash: sha256(text), bytes: text.length, at, pack: 0 };
    files.set(own, { ...file, ...more });
    at += text.length;
  }
  const packed = { files, packs: [{ number: 0, path, sums }] };
  const stage = join(cwd, 'stage');
  const open = openFiles();
  const place = { root: join(cwd, 'dist'), stage, compress: [], known: new Map() };
  const maker = new FileMaker({ ...place, packed });
  const blocks = () => [{ bytes: Buffer.from('made here'), isLast: true }].values();
  try {
    const [made] = await maker.make({ name, role: 'page', key, blocks, withSiblings: false });
    return { made: made as MadeFile, text: readFileSync(join(stage, name), 'utf8') };
  } finally {
    await maker.finish();
    expect(openFiles()).toEqual(open);
    expect(existsSync(join(cwd, 'dist'))).toBe(false);
  }
}

it.each(Object.entries(texts))('%s is taken out of its pack', async (name, whole) => {
  const { made, text } = await make(name);
  expect(text === whole).toBe(true); // a difference would be long
  expect(made).toEqual({
    ...{ name, key: name, phase: 0, signature: undefined, isNew: true },
    ...{ hash: sha256(whole), bytes: whole.length },
  });
});

it('a file is known with the segments that it was made with', async () => {
  const segments = [{ key: 'k', from: 1, to: 6 }];
  expect((await make('api/a/index.json', 'api/a/index.json', { segments })).made).toMatchObject({
    segments,
  });
});

it('another file, or one with another key, is made here', async () => {
  expect((await make('api/a/index.json', 'another key')).text).toBe('made here');
  expect((await make('api/e/index.json')).text).toBe('made here');
});

it('a file whose bytes are others is no good', async () => {
  const made = make('api/a/index.json', 'api/a/index.json', { hash: sha256('another') });
  await expect(made).rejects.toThrow(DamagedCache);
});
