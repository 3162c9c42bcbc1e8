// Files that are larger than what Node reads at once, or a store copies at once.
import { hash } from 'node:crypto';
import type * as Fs from 'node:fs';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { openTarget } from '../../src/delivery/publish/index.js';
import { temporaryFolder } from '../support/folders.js';
import { CREDENTIALS, startStrictStore } from './strict-store.js';

const MB = 1024 * 1024;
const PAGE = 'live/api/post-comment/index.json';
const KEPT = 'kept/objects/x';

/** The most bytes that Node reads at once. */
const node = vi.hoisted(() => ({ most: Number.POSITIVE_INFINITY }));
vi.mock('node:fs', async (load) => {
  const fs = await load<typeof Fs>();
  const readFileSync = (path: string, options: BufferEncoding) => {
    if (fs.statSync(path).size > node.most) throw new RangeError('ERR_FS_FILE_TOO_LARGE');
    return fs.readFileSync(path, options);
  };
  return { ...fs, readFileSync };
});

function fileOf(size: number) {
  const path = join(temporaryFolder(), 'index.json');
  const bytes = Buffer.alloc(size, 'котёл');
  writeFileSync(path, bytes);
  return { bytes, file: { path, size, hash: hash('sha256', bytes, 'hex') } };
}

describe('in a folder', () => {
  afterEach(() => {
    node.most = Number.POSITIVE_INFINITY;
  });

  it('are written and kept block by block, and only as they were hashed', async () => {
    const { bytes, file } = fileOf(2.5 * MB);
    const cwd = temporaryFolder();
    const target = await openTarget(pathToFileURL(join(cwd, 'www')).href, {});
    node.most = MB;
    expect(await target.write(PAGE, file, '')).toBe(file.hash);
    expect(await target.copy(PAGE, KEPT, { ...file, etag: file.hash }, '')).toBe(file.hash);
    expect(target.meter.sent).toBe(file.size);
    writeFileSync(file.path, bytes.fill('x', MB, MB + 1));
    await expect(target.write(PAGE, file, '')).rejects.toThrow('was changed while');
    expect(await target.copy(PAGE, KEPT, { ...file, etag: 'another' }, '')).toBeUndefined();
    node.most = Number.POSITIVE_INFINITY;
    for (const path of ['www/api/post-comment/index.json', '.www.published/objects/x']) {
      expect(hash('sha256', readFileSync(join(cwd, path)), 'hex')).toBe(file.hash);
    }
  });
});

describe('in a bucket', () => {
  afterEach(() => vi.unstubAllEnvs());

  it('are copied in parts', async () => {
    const store = await startStrictStore();
    for (const [name, value] of Object.entries(CREDENTIALS)) vi.stubEnv(name, value);
    const { bytes, file } = fileOf(5.5 * MB);
    store.mostCopied = 5 * MB;
    const how = { endpoint: store.url, mostCopied: store.mostCopied };
    const target = await openTarget('s3://portal/forum', how);
    const headers = 'Content-Type: application/json\nCache-Control: no-store';
    const etag = (await target.write(PAGE, file, headers))!;
    const source = { etag, size: file.size };
    const copied = await target.copy(PAGE, KEPT, source, headers);
    const kept = store.objects.get('.portal-snapshot/forum/objects/x');
    expect(kept?.bytes.equals(bytes)).toBe(true);
    expect(kept?.etag).toBe(`"${copied}"`);
    expect(kept?.headers).toEqual({
      'content-type': 'application/json',
      'cache-control': 'no-store',
    });
    // Someone else replaced it.
    expect(await target.copy(PAGE, KEPT, { ...source, etag: 'another' }, headers)).toBeUndefined();
    expect([...store.uploads.keys()]).toEqual([]);
    target.close();
    await store.close();
    expect(store.complaints).toEqual([]);
  });
});
