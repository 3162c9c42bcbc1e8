// Each file of a snapshot with all that there can be (all extras, compressed siblings, the digests of a
// very long list) is known to everything that has to know its kind: who adds a kind of files and forgets one of these
// places is told here.
import { hash } from 'node:crypto';
import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { runInNewContext } from 'node:vm';
import { beforeAll, expect, it } from 'vitest';
import { localSnapshot } from '../../src/delivery/publish/local.js';
import { build } from '../../src/index.js';
import { endpointOf } from '../../src/model/endpoint.js';
import { portal } from '../../src/portal/index.js';
import { fileBeside, kindOf, kinds, snapshotFilesOf } from '../../src/site/kinds.js';
import { makeRouter } from '../../src/site/route.js';
import type { BuildOptions } from '../../src/snapshot/settings/index.js';
import { temporaryFolder } from '../support/folders.js';
import { writeData } from '../support/portal.js';
import { verify } from '../support/tool.js';
import { filesOf, readTree, type Tree } from '../support/tree.js';
import { buildSnapshot, portal as data } from '../verify/reference.js';

const baseUrl = 'https://portal.example.org';
const home = temporaryFolder();
const folder = join(home, 'dist');
const settings: BuildOptions = {
  baseUrl,
  pageSize: { default: 2, region: 1 },
  extras: 'all',
  hosts: ['apache', 'cloudfront'],
  compress: ['gzip'],
  cache: false,
};
const sha256 = (bytes: Buffer): string => hash('sha256', bytes, 'hex');
let tree: Tree;
/** All but compressed siblings. */
let files: string[];

beforeAll(async () => {
  const regions = Array.from({ length: 1001 }, (_, i) => ({ id: i + 1, name: `Область ${i}` }));
  writeData(join(home, 'data'), { ...data, regions });
  const { ok, problems } = await build({ cwd: home, ...settings });
  expect([ok, problems]).toEqual([true, []]);
  tree = readTree(folder);
  files = [...tree.keys()].filter((name) => fileBeside(name) === undefined);
});

/** Files of kinds that have an address of their own. */
const addressed = () => files.filter((name) => kindOf(name)?.address !== 'none');
/** The address at which readers ask for a file. */
const addressOf = (file: string) => `/${file.replace(/(?<=\/)index\.json$/, '')}`;

it('is of a kind in the table, and each kind is there', () => {
  const known = new Set(kinds.map(({ name }) => name));
  expect([...tree.keys()].filter((name) => !known.has(kindOf(name)?.name ?? ''))).toEqual([]);
  expect(new Set(files.map((name) => kindOf(name)?.name))).toEqual(known);
});

it('is the kind of its compressed siblings, too, but for those that never have one', () => {
  const alone = files.filter((name) => kindOf(`${name}.gz`) !== kindOf(name));
  const others = alone.filter((name) => !name.startsWith('search/'));
  expect(others).toEqual(['.htaccess']);
  for (const name of alone) expect(kindOf(`${name}.br`)).toBeUndefined();
});

it('is taken for our own, and is answered at its address', () => {
  const route = makeRouter(portal, portal.extras.map(endpointOf));
  const isOurs = snapshotFilesOf(portal);
  expect(addressed().filter((name) => !isOurs(name))).toEqual([]);
  for (const file of addressed()) {
    expect(route('GET', addressOf(file))).toEqual({ status: 200, file });
  }
});

it('is at an address that the OpenAPI document describes', () => {
  const { paths } = JSON.parse(String(tree.get('api/openapi.json')));
  const templates = Object.keys(paths).map(
    (path) =>
      new RegExp(
        `^${path
          .replaceAll('.', '\\.')
          .replaceAll('{id}', '[1-9]\\d*')
          .replace(/\{\w+\}/g, '[^/]+')}$`,
      ),
  );
  const lacks = (file: string) => !templates.some((template) => template.test(addressOf(file)));
  expect(addressed().filter(lacks)).toEqual([]);
});

it('is at an address that the files of hosts know', () => {
  const script = readFileSync(join(home, 'hosts/cloudfront/function.js'), 'utf8');
  const fileOf: (path: string, given: () => string[]) => string | undefined = runInNewContext(
    `${script}\nfileOf;`,
  );
  const lacks = (file: string) => fileOf(addressOf(file), () => []) === undefined;
  expect(addressed().filter(lacks)).toEqual([]);
});

it('is known to the files of hosts before there is data for it', async () => {
  const young = temporaryFolder();
  writeData(join(young, 'data'), { regions: [{ id: 1, name: 'Область' }] });
  await build({ cwd: young, ...settings });
  const [before, after] = [young, home].map((cwd) =>
    ['dist/.htaccess', 'hosts/cloudfront/function.js'].map((file) =>
      readFileSync(join(cwd, file), 'utf8'),
    ),
  );
  expect(before).toEqual(after);
});

it('is published with the type that its kind has, and kept long if it is a page that stays', async () => {
  const { files: sent } = await localSnapshot(portal, folder);
  // Compressed siblings and the files of hosts are for servers of a folder.
  const beside = ['.htaccess', '405.json'];
  expect([...sent.keys()].sort()).toEqual(files.filter((name) => !beside.includes(name)).sort());
  for (const [name, { hash, headers }] of sent) {
    const type = kindOf(name)?.mediaType ?? 'application/json';
    expect(headers).toContain(`Content-Type: ${type}\n`);
    expect(headers.includes('max-age=86400')).toBe(/^api\/event\/.*\bcursor\//.test(name));
    expect(hash).toBe(sha256(tree.get(name)!));
  }
});

it('is held by verify against what it should be', async () => {
  const small = await buildSnapshot(baseUrl, 'path', undefined, 'all');
  const target = temporaryFolder();
  cpSync(small, target, { recursive: true });
  /** The addresses of what verify finds once these files of a folder have other letters. */
  const told = async (dist: string, against: string | undefined, ...files: string[]) => {
    const texts = files.map((file) => readFileSync(join(dist, file), 'utf8'));
    files.forEach((file, i) => {
      writeFileSync(join(dist, file), texts[i]!.replace(/[a-z]/, '_'));
    });
    const only = ['digests', 'not-found'];
    const { rules } = await verify({ target: dist, ...(against && { against }), only });
    files.forEach((file, i) => {
      writeFileSync(join(dist, file), texts[i]!);
    });
    return rules.flatMap(({ failures }) =>
      failures.map(({ address }) => address.slice(baseUrl.length)),
    );
  };
  const lastOf = (kind: string) => filesOf(small).findLast((file) => kindOf(file)?.name === kind);
  const describing = ['snapshot', 'digests'];
  const others = kinds.map(({ name }) => name).filter((name) => !describing.includes(name));
  const files = others.flatMap((name) => lastOf(name) ?? []);
  // Settings of a server are not answered.
  expect(files.length).toBe(others.length - 1);
  const found = await told(target, small, ...files);
  expect(found.map((address) => address.replace(/\?.*/, '')).sort()).toEqual(
    files.map(addressOf).sort(),
  );
  for (const name of describing) {
    const file = lastOf(name)!;
    expect(await told(target, small, file)).toEqual([addressOf(file)]);
  }
  const digests = 'api/region/digests.json';
  expect(await told(folder, undefined, digests)).toEqual([`/${digests}`]);
});
