// Machines that have their store in common in a bucket: each has a cache of its own, and a clone of the data. Who may only
// read writes nothing, and what is there does no harm, whatever it is.
import { cpSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { serialize } from 'node:v8';
import { crc32 } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { bucketStore } from '../../../src/delivery/store/bucket.js';
import { portal } from '../../../src/portal/index.js';
import { build } from '../../../src/snapshot/build.js';
import { compileShare, link, makePagesOf } from '../../../src/snapshot/shares.js';
import { CREDENTIALS, type StrictStore, startStrictStore } from '../../publish/strict-store.js';
import { runCommand } from '../../support/command.js';
import { temporaryFolder } from '../../support/folders.js';
import { directory, experts, forum, vacancies, writeData } from '../../support/portal.js';
import { expectTree, readTree, type Tree } from '../../support/tree.js';

const data = {
  ...directory(6),
  ...experts(9),
  ...vacancies(8),
  ...forum({ posts: 4, replies: 2 }),
};
const origin = temporaryFolder();
writeData(join(origin, 'data'), data);

let bucket: StrictStore;
/** What it told of itself. */
let told: string[];
let right: Tree;

beforeEach(async () => {
  bucket = await startStrictStore();
  told = [];
  for (const [name, value] of Object.entries(CREDENTIALS)) vi.stubEnv(name, value);
  const out = temporaryFolder();
  expect((await build(portal, { cwd: origin, cache: false, out, pageSize: 2 })).ok).toBe(true);
  right = readTree(out);
});
afterEach(async () => {
  vi.unstubAllEnvs();
  await bucket.close();
  expect(bucket.complaints).toEqual([]);
});

/** A machine: a clone of the data, with a cache of its own or none. */
function machine({ isReadOnly = false, cache = true } = {}) {
  const cwd = temporaryFolder();
  cpSync(join(origin, 'data'), join(cwd, 'data'), { recursive: true });
  const store = 's3://portal/ci';
  const phases = new Set<string>();
  const onUnusable = (reason: string) => void told.push(reason);
  const remote = bucketStore(store, { isReadOnly, onUnusable, endpoint: bucket.url });
  const onProgress = (phase: string) => void phases.add(phase);
  const where = { cwd, cache: cache && join(cwd, 'cache'), pageSize: 2 };
  return { options: { ...where, store, remote, onProgress }, cwd, phases };
}

/** Expects that a machine builds what one alone does; tells whether it compiled anything. */
async function builds({ options, cwd, phases }: ReturnType<typeof machine>): Promise<boolean> {
  const report = await build(portal, options);
  expect(report.problems).toEqual([]);
  expectTree(join(cwd, 'dist'), right);
  return phases.has('compiling');
}

const written = () => bucket.asked.filter((what) => !what.startsWith('GET'));

describe('a bucket', () => {
  it.each([true, false])('holds what machines have in common (cache: %s)', async (cache) => {
    const [one, two, three] = [machine({ cache }), machine({ cache }), machine({ cache })];
    await compileShare(portal, one.options, { number: 1, of: 2 });
    await compileShare(portal, two.options, { number: 2, of: 2 });
    expect((await link(portal, three.options)).ok).toBe(true);
    expect(three.phases).not.toContain('compiling');
    for (const [i, { options }] of [two, machine({ cache })].entries()) {
      const done = await makePagesOf(portal, options, { number: i + 1, of: 2 });
      expect(done).toMatchObject({ damaged: 0 });
      expect(done['made']).toBeGreaterThan(0);
    }
    bucket.asked.length = 0;
    expect(await builds(machine({ cache }))).toBe(false);
    expect(written()).toEqual([]);
    expect(
      [...bucket.objects.keys()].every((key) => key.startsWith('.portal-snapshot/ci/store/')),
    ).toBe(true);
    expect(told).toEqual([]);
  });

  it('serves as a cache, and is only read where that is all that is wanted', async () => {
    expect(await builds(machine({ isReadOnly: true }))).toBe(true);
    expect(written()).toEqual([]);
    expect(await builds(machine())).toBe(true);
    expect(written().length).toBeGreaterThan(10);
    bucket.asked.length = 0;
    expect(await builds(machine({ isReadOnly: true }))).toBe(false);
    expect(written()).toEqual([]);
    expect(told).toEqual([]);
  });

  it.each(['PUT', 'GET'])('that refuses %s is told of once', async (method) => {
    bucket.fault = (_, what) => (what.startsWith(method) ? 'denied' : undefined);
    await builds(machine());
    expect(told).toEqual(['s3://portal/ci refuses these credentials (AccessDenied, status 403)']);
  });

  it('with anything in it does no harm', async () => {
    const { options } = machine();
    await compileShare(portal, options, { number: 1, of: 1 });
    await link(portal, options);
    await makePagesOf(portal, options, { number: 1, of: 1 });
    const whole = new Map(bucket.objects);
    const value = (content: unknown) => (_: Buffer, name: string) => {
      const bytes = serialize(content);
      const head = Buffer.alloc(8);
      head.writeUInt32LE(crc32(bytes, crc32(name)));
      return Buffer.concat([head, bytes]);
    };
    const others: ((bytes: Buffer, name: string) => Buffer)[] = [
      (bytes) => bytes.subarray(0, bytes.length >> 1),
      (bytes) => Buffer.from(bytes).fill(1, bytes.length >> 1),
      () => Buffer.alloc(0),
      value({}),
      value(null),
      value('nothing'),
      value({ rows: 1e12, files: [], fragments: [], numbers: [], bundles: 7, id: '..' }),
    ];
    for (const other of others) {
      for (const only of [/[0-9a-f]$/, /[.]\d$/]) {
        for (const [key, object] of whole) {
          const name = key.slice(key.lastIndexOf('/') + 1);
          const isMeant = only.test(name) && only.source.includes('\\d') === name.includes('.');
          const bytes = isMeant ? other(object.bytes, name) : object.bytes;
          bucket.objects.set(key, { ...object, bytes });
        }
        await builds(machine({ isReadOnly: true }));
      }
    }
    expect(told).toEqual([]);
  });

  it('is asked for no more than is wanted', async () => {
    const { options } = machine();
    mkdirSync(options.cwd, { recursive: true });
    await options.remote.write('some', join(origin, 'data/regions.json'), 1 << 20);
    const bytes = readFileSync(join(origin, 'data/regions.json'));
    expect((await options.remote.read('some', bytes.length))?.equals(bytes)).toBe(true);
    expect(await options.remote.read('some', bytes.length - 1)).toBeUndefined();
    await options.remote.write('other', join(origin, 'data/regions.json'), bytes.length - 1);
    expect(await options.remote.read('other', 1 << 20)).toBeUndefined();
  });
});

describe('the command', () => {
  it('goes on without a bucket, unless it is for that alone', async () => {
    const { cwd } = machine();
    bucket.fault = (_, what) => (what.startsWith('PUT') ? 'denied' : undefined);
    const env = { ...CREDENTIALS, AWS_ENDPOINT_URL_S3: bucket.url };
    const run = (...args: string[]) =>
      runCommand([...args, '--cache', 'cache', '--store', 's3://portal/ci'], { cwd, env });
    const built = await run('build', '--page-size', '2');
    expect(built.status).toBe(0);
    expect(built.stderr).toBe(
      'portal-snapshot: the build goes on without its store: s3://portal/ci refuses these credentials (AccessDenied, status 403)\n',
    );
    expectTree(join(cwd, 'dist'), right);
    const shard = await run('build', '--shard', '1/1', '--no-stat', '--personal', 'publish');
    expect(shard.status).toBe(2);
    expect(shard.stderr).toContain('refuses these credentials');
    bucket.asked.length = 0;
    expect((await run('check', '--store-read-only')).stderr).toBe('');
    expect(written()).toEqual([]);
  });
});
