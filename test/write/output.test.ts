// The published folder from one state to the next: what is written, kept, removed and told.
import { hash } from 'node:crypto';
import {
  closeSync,
  existsSync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { queueOf } from '../../src/engine/pool/queue.js';
import { compressFile } from '../../src/engine/write/compressed.js';
import {
  asLeft,
  type Left,
  lookPart,
  scanDirectory,
  signaturesOfFolders,
} from '../../src/engine/write/directory-scan.js';
import { readFully } from '../../src/engine/write/new-file.js';
import { Output, type OutputResult } from '../../src/engine/write/output.js';
import { statSignature } from '../../src/files/disk/stat-signature.js';
import type { Encoding } from '../../src/site/address.js';
import { temporaryFolder } from '../support/folders.js';
import { replaceInFs } from '../support/node-fs.js';
import { writeFile } from '../support/portal.js';
import { filesOf, foldersOf, identitiesOf } from '../support/tree.js';

const NOTHING: Left = { files: new Map(), folders: new Map() };
const sha256 = (text: string | Buffer) => hash('sha256', text, 'hex');

/** The folders that were read, and what was put in its place and removed, in turn. */
let read: string[] = [];
let moved: string[] = [];
let removed: string[] = [];
/** How often a build gave a sign of life. */
let signs = 0;
/** How many bytes the disk gives at once. */
let atOnce = Number.POSITIVE_INFINITY;
let cwd = '';
let dist = '';

beforeAll(() => {
  const below = (path: unknown) => String(path).slice(dist.length + 1);
  replaceInFs((own) => ({
    readdirSync: ((path: string, ...more: never[]) => {
      if (path.startsWith(dist)) read.push(below(path));
      return own.readdirSync(path, ...more);
    }) as typeof own.readdirSync,
    rmSync(path, options) {
      own.rmSync(path, options);
      if (String(path).startsWith(`${dist}/`)) removed.push(below(path));
    },
    renameSync(from, to) {
      own.renameSync(from, to);
      if (String(to).startsWith(`${dist}/`)) moved.push(below(to));
    },
    readSync: ((fd: number, into: Buffer, offset: number, length: number, at: number) =>
      own.readSync(fd, into, offset, Math.min(length, atOnce), at)) as typeof own.readSync,
    utimesSync(path, ...times) {
      own.utimesSync(path, ...times);
      if (String(path).endsWith('/lock')) signs++;
    },
  }));
});

beforeEach(() => {
  cwd = temporaryFolder();
  dist = join(cwd, 'dist');
});

interface Run {
  readonly left?: Left;
  readonly compress?: readonly Encoding[];
  readonly looks?: boolean;
}

/** Publishes these files; what is in `api/` is ours. */
async function publish(
  files: Readonly<Record<string, string>>,
  { left = NOTHING, compress = [], looks = false }: Run = {},
): Promise<OutputResult> {
  [read, moved, removed] = [[], [], []];
  const isOurs = (name: string) => /^api\/.*\.json(\.gz|\.br)?$/.test(name);
  const output = new Output({ out: dist, compress, breakLock: false }, isOurs, left);
  try {
    if (looks) await lookPart(output.look(), (changed) => output.saw(changed));
    for (const [name, text] of Object.entries(files)) {
      await output.file(name, text, name.endsWith('index.json') ? { role: 'page' } : {});
    }
    return output.publish();
  } finally {
    output.close();
  }
}

/** As if all in the published folder were of some time ago. */
function settled({ files, folders }: Left): Left {
  const sign = (name: string) => statSignature(lstatSync(join(dist, name)));
  const all = new Map(
    [...files].map(([name, file]) => [name, { ...file, signature: sign(name) }] as const),
  );
  const names = folders.size > 0 ? folders.keys() : ['', ...foldersOf(dist)];
  return { files: all, folders: new Map([...names].map((name) => [name, sign(name)])) };
}

const two = { 'api/a/index.json': '{"a":1}', 'api/b/index.json': '{"b":22}' };

describe('a snapshot', () => {
  it('is written where none was, and counted', async () => {
    const { files, bytes, foreign, left } = await publish(two);
    expect(files).toEqual({ written: 2, unchanged: 0, removed: 0, total: 2 });
    expect([bytes, foreign]).toEqual([15, []]);
    expect([...left.files]).toEqual(
      Object.entries(two).map(([name, text]) => [
        name,
        {
          key: sha256(text),
          hash: sha256(text),
          bytes: text.length,
          signature: statSignature(lstatSync(join(dist, name))),
        },
      ]),
    );
    expect(readdirSync(cwd)).toEqual(['dist']);
  });

  it.each([
    ['known', true],
    ['not known', false],
  ])('touches no file that is as it was, %s', async (_, isKnown) => {
    const { left } = await publish(two);
    const before = identitiesOf(dist);
    const next = { ...two, 'api/b/index.json': '{"b":33}' };
    const { files, left: after } = await publish(next, isKnown ? { left } : {});
    expect(files).toEqual({ written: 1, unchanged: 1, removed: 0, total: 2 });
    expect(identitiesOf(dist).get('api/a/index.json')).toEqual(before.get('api/a/index.json'));
    expect(after.files.get('api/a/index.json')).toEqual(left.files.get('api/a/index.json'));
    expect(after.files.get('api/b/index.json')?.bytes).toBe(8);
    expect(readFileSync(join(dist, 'api/b/index.json'), 'utf8')).toBe('{"b":33}');
  });

  it('puts pages in their places before what leads to them', async () => {
    const before = { ...two, 'api/a/digests.json': '{}' };
    await publish(before);
    await publish({ ...before, 'api/a/digests.json': '[]', 'api/b/index.json': '{"b":33}' });
    expect(moved).toEqual(['api/b/index.json', 'api/a/digests.json']);
  });

  it('knows a file as it was when it was looked at', async () => {
    await publish(two);
    const output = new Output({ out: dist, compress: [], breakLock: false }, () => true, NOTHING);
    for (const [name, text] of Object.entries(two)) await output.file(name, text);
    writeFileSync(join(dist, 'api/b/index.json'), '{"b":99}');
    const { files, left } = output.publish();
    output.close();
    expect(files.written).toBe(0);
    expect((await publish(two, { left })).files.written).toBe(1);
  });

  it('knows of a long page what it is made of', async () => {
    await publish({ page: 'records' });
    const output = new Output({ out: dist, compress: [], breakLock: false }, () => false, NOTHING);
    const signature = statSignature(lstatSync(join(dist, 'page')));
    const segments = [{ key: 'one', from: 0, to: 7 }];
    const whole = { key: 'all', hash: sha256('records'), bytes: 7, signature, segments };
    output.add([{ ...whole, name: 'page', phase: 1, isNew: false }]);
    expect(output.publish().left.files).toEqual(new Map([['page', whole]]));
    output.close();
  });

  it('gives a sign of life from time to time while it is made', async () => {
    const output = new Output({ out: dist, compress: [], breakLock: false }, () => false, NOTHING);
    signs = 0;
    for (let page = 0; page < 1200; page++) {
      const file = { name: `${page}`, phase: 0, isNew: true, signature: undefined } as const;
      output.add([{ ...file, key: '', hash: '', bytes: 0 }]);
    }
    output.close();
    expect(signs).toBeGreaterThan(1);
    expect(signs).toBeLessThan(10);
  });

  it('goes siblings first, in whatever order files were made, and all of it where there is none any more', async () => {
    const compress = ['gzip'] as const;
    const all = { ...two, 'api/c/index.json': ' '.repeat(2000) };
    const { left } = await publish(all, { compress });
    const turned = settled({ ...left, files: new Map([...left.files].reverse()) });
    await publish(two, { left: turned, looks: true });
    expect(removed).toEqual(['api/c/index.json.gz', 'api/c/index.json']);
    expect((await publish({})).files.removed).toBe(2);
    expect(readdirSync(cwd)).toEqual([]);
  });

  it('takes pages away before what leads to them, siblings first, and their folders', async () => {
    const compress = ['gzip'] as const;
    const long = { 'api/b/page/2/index.json': ' '.repeat(2000) };
    const first = await publish(
      { ...two, ...long, 'api/snapshot.json': '{}', 'api/b/digests.json': '{}' },
      { compress },
    );
    expect(first.files.total).toBe(6);
    mkdirSync(join(dist, 'api/empty/too'), { recursive: true });
    mkdirSync(join(dist, 'theirs'));
    const { files } = await publish({ 'api/a/index.json': '{"a":1}' });
    expect(files).toEqual({ written: 0, unchanged: 1, removed: 5, total: 1 });
    expect(removed).toEqual([
      'api/snapshot.json',
      'api/b/index.json',
      'api/b/digests.json',
      'api/b/page/2/index.json.gz',
      'api/b/page/2/index.json',
    ]);
    expect(foldersOf(dist)).toEqual(['api', 'api/a', 'theirs']);
  });

  it('keeps all files that were made with a key, unless one is not as it was left', async () => {
    const make = async (left: Left) => {
      const output = new Output({ out: dist, compress: [], breakLock: false }, () => true, left);
      try {
        const isKept = output.keep('key');
        if (!isKept)
          for (const [name, text] of Object.entries(two))
            await output.file(name, text, { key: 'key' });
        return { isKept, ...output.publish() };
      } finally {
        output.close();
      }
    };
    const first = await make(NOTHING);
    expect(first).toMatchObject({ isKept: false, files: { written: 2 } });
    const second = await make(first.left);
    expect(second).toMatchObject({ isKept: true, files: { written: 0, total: 2 } });
    rmSync(join(dist, 'api/b'), { recursive: true });
    expect(await make(second.left)).toMatchObject({ isKept: false, files: { written: 1 } });
  });

  it('leaves what is of others, and tells of it', async () => {
    await publish(two);
    const theirs = ['robots.txt', 'api/notes.txt', 'theirs/a', 'theirs/deep/b', 'api/c/x/y.txt'];
    for (const name of theirs) writeFile(dist, name, 'of somebody');
    writeFile(dist, 'api/c/page/index.json', '{}');
    symlinkSync('a', join(dist, 'api/link.json'));
    const { foreign, files } = await publish(two);
    expect(foreign).toEqual(['api/c/x', 'api/link.json', 'api/notes.txt', 'robots.txt', 'theirs']);
    expect(files.removed).toBe(1);
    for (const name of theirs) expect(existsSync(join(dist, name))).toBe(true);
    expect(existsSync(join(dist, 'api/c/page'))).toBe(false);
  });

  it('takes away what it left elsewhere, if that is as it was', async () => {
    const { left } = await publish({ ...two, _headers: 'x', 'search/index.js': 'y' });
    writeFileSync(join(dist, '_headers'), 'of somebody');
    const { foreign, files } = await publish(two, { left });
    expect([foreign, files.removed]).toEqual([['_headers'], 1]);
    expect(filesOf(dist)).toEqual(['_headers', ...Object.keys(two)]);
    expect(existsSync(join(dist, 'search'))).toBe(false);
  });

  it('is refused where something else is in the place of a file or a folder', async () => {
    mkdirSync(join(dist, 'api/a/index.json'), { recursive: true });
    await expect(publish(two)).rejects.toThrow('index.json is in the way: it is not a file');
    rmSync(dist, { recursive: true });
    writeFile(dist, 'api/a', 'of somebody');
    await expect(publish(two)).rejects.toThrow();
    rmSync(join(dist, 'api/a'));
    mkdirSync(join(cwd, 'elsewhere'));
    symlinkSync(join(cwd, 'elsewhere'), join(dist, 'api/a'));
    await expect(publish(two)).rejects.toThrow('api/a is a symbolic link');
    // Though it leads to the same.
    writeFile(cwd, 'elsewhere/index.json', two['api/a/index.json']);
    writeFile(dist, 'api/b/index.json', two['api/b/index.json']);
    await expect(publish(two)).rejects.toThrow('api/a is a symbolic link');
  });

  it('has siblings of what is worth it, and they go with the level', async () => {
    const text = JSON.stringify('word '.repeat(400));
    const all = {
      'api/long.json': text,
      'api/short.json': '"'.repeat(1023),
      'api/just.json': '"'.repeat(1024),
    };
    const compress = ['gzip', 'br'] as const;
    const { left, files, bytes } = await publish(all, { compress });
    expect(filesOf(dist)).toEqual([
      ...['api/just.json', 'api/just.json.br', 'api/just.json.gz'],
      ...['api/long.json', 'api/long.json.br', 'api/long.json.gz', 'api/short.json'],
    ]);
    expect(files.written).toBe(7);
    expect(gunzipSync(readFileSync(join(dist, 'api/long.json.gz'))).toString()).toBe(text);
    expect(brotliDecompressSync(readFileSync(join(dist, 'api/long.json.br'))).toString()).toBe(
      text,
    );
    const sizes = filesOf(dist).map((name) => lstatSync(join(dist, name)).size);
    expect(bytes).toBe(sizes.reduce((sum, size) => sum + size, 0));
    for (const [name, { hash: digest, bytes: size }] of left.files) {
      expect([digest, size]).toEqual([
        sha256(readFileSync(join(dist, name))),
        lstatSync(join(dist, name)).size,
      ]);
    }
    const before = identitiesOf(dist);
    expect((await publish(all, { left, compress })).files.written).toBe(0);
    expect((await publish(all, { compress })).files.written).toBe(0);
    expect(identitiesOf(dist)).toEqual(before);
    const other = { ...all, 'api/long.json': JSON.stringify('more '.repeat(500)) };
    expect((await publish(other, { left, compress })).files.written).toBe(3);
    expect(gunzipSync(readFileSync(join(dist, 'api/long.json.gz'))).toString()).toBe(
      other['api/long.json'],
    );
    const { files: less } = await publish(other, { left, compress: compress.slice(1) });
    expect(less).toMatchObject({ written: 0, removed: 2 });
    const last = await publish({ ...all, 'api/just.json': `${all['api/just.json']} ` });
    expect(last.files).toMatchObject({ written: 2, removed: 2 }); // long.json is as it was first
    expect(filesOf(dist)).toEqual(Object.keys(all).sort());
  });

  it('tells its size, and that of each file, before it is there', async () => {
    const output = new Output({ out: dist, compress: [], breakLock: false }, () => false, NOTHING);
    expect(output.tally()).toEqual({ files: 0, bytes: 0, largest: { name: '', bytes: 0 } });
    for (const [name, text] of Object.entries({ ...two, c: '{"c":33}' }))
      await output.file(name, text);
    expect(output.tally()).toEqual({
      ...{ files: 3, bytes: 23 },
      largest: { name: 'api/b/index.json', bytes: 8 },
    });
    expect(output.names()).toEqual(['api/a/index.json', 'api/b/index.json', 'c']);
    expect(output.bytesOf('api/a/index.json')).toBe(7);
    expect(output.hashOf('api/a/index.json')).toBe(sha256('{"a":1}'));
    output.touch();
    writeFileSync(join(cwd, '.dist.portal-snapshot/lock'), 'ci-7.example 4711 1 0b6f-9e');
    expect(() => output.touch()).toThrow('dist');
    expect(() => output.publish()).toThrow('dist');
    output.close();
    expect(existsSync(join(dist, 'c'))).toBe(false);
  });

  it('keeps what was made of the same, all of it or nothing', async () => {
    const make = (output: Output) =>
      Promise.all(['x', 'y'].map((name) => output.file(name, name, { key: 'search' })));
    const open = (left: Left) =>
      new Output({ out: dist, compress: [], breakLock: false }, () => false, left);
    const first = open(NOTHING);
    await make(first);
    await first.file('z', 'z');
    const { left } = first.publish();
    first.close();
    const second = open(left);
    expect(second.keep('of something else')).toBe(false);
    expect(second.names()).toEqual([]);
    expect(second.keep('search')).toBe(true);
    expect(second.names()).toEqual(['x', 'y']);
    expect(second.publish().files).toEqual({ written: 0, unchanged: 2, removed: 1, total: 2 });
    second.close();
    writeFileSync(join(dist, 'y'), 'of somebody');
    const third = open(left);
    expect(third.keep('search')).toBe(false);
    expect(third.names()).toEqual([]);
    third.close();
  });
});

it('a file is read whole from a disk that gives few bytes at once', () => {
  writeFile(cwd, 'page', '{"count":3}');
  const fd = openSync(join(cwd, 'page'), 'r');
  atOnce = 3;
  const into = Buffer.alloc(7);
  expect(readFully(fd, into, 7, 1)).toBe(7);
  expect(into.toString()).toBe('"count"');
  expect(readFully(fd, into, 7, 9)).toBe(2);
  atOnce = Number.POSITIVE_INFINITY;
  closeSync(fd);
});

describe('a compressed sibling', () => {
  const source = () => join(cwd, 'source');
  const staged = () => join(cwd, 'stage/sibling');
  const compressed = async (text: string, encoding: Encoding) => {
    writeFileSync(source(), text);
    rmSync(staged(), { force: true });
    await compressFile(source(), text.length, encoding, staged(), undefined);
    return readFileSync(staged());
  };

  it('of brotli has a small window where that sees all of its file', async () => {
    // A stream whose first bit is 0 has one of 64 KB (RFC 7932, section 9.1).
    const bit = async (length: number) => (await compressed(' '.repeat(length), 'br'))[0]! & 1;
    expect([await bit(65_520), await bit(65_521)]).toEqual([0, 1]);
  });

  it('that cannot be written is told of', async () => {
    await compressed('', 'gzip');
    const again = compressFile(source(), 0, 'gzip', staged(), undefined);
    await expect(again).rejects.toThrow(staged());
  });

  it('that is as it was is not touched when other files are', async () => {
    const compress = ['gzip'] as const;
    const all = { ...two, 'api/c/index.json': ' '.repeat(2000) };
    await publish(all, { compress });
    const before = identitiesOf(dist).get('api/c/index.json.gz');
    await publish({ ...all, 'api/a/index.json': '{"a":2}' }, { compress });
    expect(moved).toEqual(['api/a/index.json']);
    expect(identitiesOf(dist).get('api/c/index.json.gz')).toEqual(before);
  });

  it.each([
    ['zlib', 'gzip', 'gz'],
    ['brotli', 'br', 'br'],
  ] as const)('is made anew by another version of %s', async (library, encoding, ending) => {
    const compress = [encoding];
    const all = { 'api/c/index.json': ' '.repeat(2000) };
    const { left } = await publish(all, { compress });
    writeFile(dist, `api/c/index.json.${ending}`, 'of another version');
    const known = settled(left);
    expect((await publish(all, { left: known, compress })).files.written).toBe(0);
    const versions = { ...process.versions, [library]: 'another' };
    vi.stubGlobal('process', Object.create(process, { versions: { value: versions } }));
    const { files } = await publish(all, { left: known, compress });
    vi.unstubAllGlobals();
    expect(files.written).toBe(1);
  });
});

describe('folders that are as they were left', () => {
  const paged = { ...two, 'api/a/page/2/index.json': '{"a":2}' };
  const folders = ['', 'api', 'api/a', 'api/a/page', 'api/a/page/2', 'api/b'];

  it('are known to the next build once they are of some time ago, and not read', async () => {
    const { left } = await publish(paged);
    expect(left.folders.size).toBe(0); // too young
    const known = settled(left);
    const again = await publish(paged, { left: known, looks: true });
    expect(read).toEqual([]);
    // The folder itself is looked at each time.
    expect(again.left.files).toEqual(known.files);
    expect([...again.left.folders.keys()].sort()).toEqual(folders.slice(1));
    expect(again.files).toEqual({ written: 0, unchanged: 3, removed: 0, total: 3 });
    const fewer = await publish(two, { left: known, looks: true });
    expect(fewer.files.removed).toBe(1);
    expect(existsSync(join(dist, 'api/a/page'))).toBe(false);
    expect([...fewer.left.folders.keys()]).toEqual(['api/b']);
  });

  it('are told from others', async () => {
    const known = settled((await publish(paged)).left);
    writeFile(dist, 'api/b/notes.txt', 'of somebody');
    rmSync(join(dist, 'api/a/page'), { recursive: true });
    const told: (readonly string[])[] = [];
    const queue = { ...queueOf(1), root: dist, folders: known.folders };
    for (let thread = 0; thread < 2; thread++)
      await lookPart(queue, (changed) => void told.push([...changed].sort()));
    expect(told).toEqual([['api/a', 'api/a/page', 'api/a/page/2', 'api/b']]);
    const { foreign, files } = await publish(paged, { left: known, looks: true });
    expect([foreign, files.written]).toEqual([['api/b/notes.txt'], 1]);
  });

  it('are all of a snapshot with which nothing was done', async () => {
    const known = settled((await publish(paged)).left);
    read = [];
    expect(asLeft(dist, known)).toEqual(known.folders);
    expect(read).toEqual([]);
    expect([...known.folders.keys()].sort()).toEqual(folders);
    // Too young to be known by their times, and a while later.
    expect(asLeft(dist, { ...known, folders: new Map() })).toEqual(new Map());
    const later = vi.spyOn(Date, 'now').mockReturnValue(Date.now() + 60_000);
    expect(asLeft(dist, { ...known, folders: new Map() })).toEqual(known.folders);
    later.mockRestore();
    expect(asLeft(join(cwd, 'none'), NOTHING)).toBe(undefined);
    writeFile(cwd, '.dist.portal-snapshot/lock', '');
    expect(asLeft(dist, known)).toBe(undefined);
    rmSync(join(cwd, '.dist.portal-snapshot'), { recursive: true });
    const others: Record<string, () => void> = {
      'api/b/notes.txt': () => writeFile(dist, 'api/b/notes.txt', 'of somebody'),
      'api/b/index.json': () => writeFileSync(join(dist, 'api/b/index.json'), '{}'),
      'api/a/index.json': () => rmSync(join(dist, 'api/a/index.json')),
    };
    for (const [name, harm] of Object.entries(others)) {
      harm();
      expect(asLeft(dist, known), name).toBe(undefined);
      rmSync(join(dist, name), { force: true });
    }
  });

  it('are no links', async () => {
    const known = settled((await publish({ 'api/index.json': '{}' })).left);
    const index = known.files.get('api/index.json')!;
    const api = join(dist, 'api');
    writeFile(cwd, 'elsewhere/index.json', '{}');
    rmSync(api, { recursive: true });
    symlinkSync(join(cwd, 'elsewhere'), api);
    const signature = statSignature(lstatSync(join(api, 'index.json')));
    const told = {
      files: new Map([['api/index.json', { ...index, signature }]]),
      folders: new Map([
        ['', statSignature(lstatSync(dist))],
        ['api', statSignature(lstatSync(api))],
      ]),
    };
    expect(asLeft(dist, told)).toBe(undefined);
  });

  it('are those that were not read, and those that are older than the look', async () => {
    await publish(paged);
    const before = new Map(folders.map((name) => [name, 'before']));
    const signed = (mixed: readonly string[], changed: readonly string[], moment: number) =>
      signaturesOfFolders(
        dist,
        Object.keys(paged),
        { mixed: new Set(mixed) },
        before,
        changed,
        moment,
      );
    expect([...signed([], [], 0).keys()].sort()).toEqual(folders.slice(1));
    const touched = ['', 'api', 'api/a', 'api/a/page'];
    const left = signed([], ['api/a/page/x'], 0);
    expect([...left.keys()].sort()).toEqual(folders.filter((name) => !touched.includes(name)));
    const later = Date.now() + 60_000;
    const all = signed(['api/b'], ['api/a/page/x'], later);
    expect([...all.keys()].sort()).toEqual(folders.filter((name) => name !== 'api/b'));
    for (const name of touched) {
      expect(all.get(name)).toBe(statSignature(lstatSync(join(dist, name))));
    }
  });
});

describe('a look at the folder', () => {
  const scan = (stage?: string, left = NOTHING) =>
    scanDirectory(
      dist,
      new Map(Object.entries(two)),
      left,
      (name) => name.endsWith('index.json'),
      stage,
    );

  it('tells what is old, foreign and empty, and which folders hold such', async () => {
    await publish(two);
    expect(scan()).toEqual({ stale: [], foreign: [], empty: [], mixed: new Set() });
    mkdirSync(join(dist, '.portal-snapshot/x'), { recursive: true });
    writeFile(dist, '.portal-snapshot/x/y', '');
    for (const name of ['api/empty', 'none']) mkdirSync(join(dist, name));
    writeFile(dist, 'api/old/index.json', '{}');
    writeFile(dist, 'api/z/mine/index.json', '{}');
    writeFile(dist, 'api/z/a.txt', '');
    writeFile(dist, 'api/z/b.txt', '');
    const found = scan('.portal-snapshot');
    expect({ ...found, stale: [...found.stale].sort() }).toEqual({
      stale: ['api/old/index.json', 'api/z/mine/index.json'],
      foreign: ['api/z/a.txt', 'api/z/b.txt'],
      empty: ['api/empty'],
      mixed: new Set(['', 'api', 'api/old', 'api/z', 'api/z/mine']),
    });
    expect(scan().foreign).toEqual(['.portal-snapshot', 'api/z/a.txt', 'api/z/b.txt']);
  });

  it('follows a link that is the folder itself, and none below it', async () => {
    await publish(two);
    mkdirSync(join(cwd, 'real'));
    writeFile(cwd, 'real/index.json', '{}');
    symlinkSync(join(cwd, 'real'), join(dist, 'api/c'));
    expect(scan()).toMatchObject({ stale: [], foreign: ['api/c'] });
    symlinkSync(dist, join(cwd, 'link'));
    dist = join(cwd, 'link');
    expect(scan()).toMatchObject({ stale: [], foreign: ['api/c'] });
    const known = settled({ files: new Map(), folders: new Map() });
    expect(known.folders.has(dirname('api/a'))).toBe(true);
  });

  it('of a file with the times of before sees that it was written', async () => {
    const { left } = await publish(two);
    const file = join(dist, 'api/a/index.json');
    const { atime, mtime } = lstatSync(file);
    writeFileSync(file, '{"a":9}');
    utimesSync(file, atime, mtime);
    const { files } = await publish(two, { left });
    expect(files.written).toBe(1);
    expect(readFileSync(file, 'utf8')).toBe('{"a":1}');
  });
});
