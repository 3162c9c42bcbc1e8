// Each file of a snapshot with all that there can be (all extras, a signature, compressed siblings, the digests of a
// very long list) is known to everything that has to know its kind: who adds a kind of files and forgets one of these
// places is told here.
import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { runInNewContext } from 'node:vm';
import { beforeAll, describe, expect, it } from 'vitest';
import { idsIn, readSnapshot } from '../../src/delivery/publish/local.js';
import { asRecorded } from '../../src/delivery/publish/look.js';
import { makePlan } from '../../src/delivery/publish/plan.js';
import { addressesOf } from '../../src/delivery/publish/purge/addresses.js';
import { EMPTY, type ManifestEntry } from '../../src/delivery/publish/state.js';
import { build } from '../../src/index.js';
import { endpointOf } from '../../src/model/endpoint.js';
import { portal } from '../../src/portal/index.js';
import { fileBeside, kindOf, kinds, ownFilesOf } from '../../src/site/kinds.js';
import { makeRouter } from '../../src/site/route.js';
import type { BuildOptions } from '../../src/snapshot/settings/index.js';
import { temporaryFolder } from '../support/folders.js';
import { newKeys } from '../support/keys.js';
import { writeData } from '../support/portal.js';
import { verify } from '../support/tool.js';
import { filesOf, readTree, type Tree } from '../support/tree.js';
import { buildSnapshot, portal as data } from '../verify/reference.js';

const baseUrl = 'https://portal.example.org';
const signer = newKeys();
const home = temporaryFolder();
const folder = join(home, 'dist');
const settings: BuildOptions = {
  baseUrl,
  pageSize: { default: 2, region: 1 },
  extras: 'all',
  hosts: ['apache', 'cloudfront'],
  compress: ['gzip'],
  sign: signer.secret,
  cache: false,
};
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
  expect(others.sort()).toEqual(['.htaccess', 'api/snapshot.json.sig']);
  for (const name of alone) expect(kindOf(`${name}.br`)).toBeUndefined();
});

it('is taken for our own, and is answered at its address', () => {
  const route = makeRouter(portal, portal.extras.map(endpointOf));
  const isOurs = ownFilesOf(portal);
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

describe('for publish', () => {
  it('is sent with the type that its kind has, and kept long if it is a page that stays', async () => {
    const { files: sent, signature } = await readSnapshot(portal, folder, new Map());
    expect(signature).toBeDefined();
    expect([...sent.keys(), 'api/snapshot.json.sig'].sort()).toEqual([...tree.keys()].sort());
    for (const [name, { headers }] of sent) {
      const type = kindOf(name)?.mediaType ?? 'application/json';
      expect(headers).toContain(`Content-Type: ${type}\n`);
      expect(headers.includes('Content-Encoding: gzip')).toBe(name.endsWith('.gz'));
      expect(headers.includes('max-age=86400')).toBe(/^api\/event\/.*\bcursor\//.test(name));
    }
  });

  /** What goes at once when only some files of what is live are wanted. */
  async function goneWith(isLeft: (name: string) => boolean) {
    const { files: all } = await readSnapshot(portal, folder, new Map());
    const terms = { now: 0, grace: 1000, keep: 0 };
    const snapshot = (some: Iterable<readonly [string, ManifestEntry]>) => ({
      id: 'x',
      files: new Map(some),
    });
    const first = makePlan(EMPTY, new Map(), snapshot(all), terms);
    const state = { ...EMPTY, ...first.next };
    const left = [...all].filter(([name]) => isLeft(name));
    return makePlan(state, asRecorded(state).there, snapshot(left), terms).deletions;
  }

  it('of the search, goes as soon as it is not wanted: nobody can tell what it shows', async () => {
    const isSearch = (name: string) => name.startsWith('search/');
    const deletions = await goneWith((name) => !isSearch(name));
    expect([...deletions.keys()].sort()).toEqual(files.filter(isSearch).sort());
  });

  it('goes at once when a record in it is withdrawn, and waits otherwise', async () => {
    // What is left shows no record at all.
    const deletions = await goneWith((name) => !kindOf(name)?.showsRecords);
    for (const file of files) {
      const bytes = tree.get(file)!;
      const ids = await idsIn(file, bytes, bytes.length);
      // A feed calls a record by its address.
      const record = kindOf(file)?.showsRecords === 'feed' ? /\/\d\/["<]/ : /"id":\d/;
      const hasRecords = record.test(String(bytes)) && kindOf(file)?.name !== 'document';
      expect([file, ids !== ''], 'what it shows is known').toEqual([file, hasRecords]);
      expect([file, deletions.has(file)]).toEqual([file, hasRecords]);
    }
  });

  it('is purged by the addresses at which it is answered', () => {
    const route = makeRouter(portal, portal.extras.map(endpointOf));
    for (const file of addressed()) {
      const addresses = addressesOf([file], baseUrl, portal);
      expect(addresses).toContain(baseUrl + addressOf(file));
      for (const address of addresses) {
        const answer = route('GET', address.slice(baseUrl.length));
        expect(answer.status === 301 || answer).toEqual(
          answer.status === 301 ? true : { status: 200, file },
        );
      }
    }
  });
});

it('is held by verify against what it should be', async () => {
  const keys = [signer.publicKey];
  const only = ['digests', 'signature', 'not-found'];
  const small = await buildSnapshot(baseUrl, 'path', signer.secret, 'all');
  const target = temporaryFolder();
  cpSync(small, target, { recursive: true });
  const isRight = async () => (await verify({ target, against: small, keys, only })).ok;
  expect(await isRight()).toBe(true);
  for (const { name } of kinds) {
    const file = filesOf(small).findLast((file) => kindOf(file)?.name === name);
    // Settings of a server are not answered, and only a very long list has digests of its own.
    if (file === undefined) expect(['digests', 'settings of Apache']).toContain(name);
    else {
      const text = readFileSync(join(target, file), 'utf8');
      writeFileSync(join(target, file), text.replace(/[a-z]/, '_'));
      expect([name, await isRight()]).toEqual([name, false]);
      writeFileSync(join(target, file), text);
    }
  }
  const long = async () => (await verify({ target: folder, only: ['digests'] })).ok;
  expect(await long()).toBe(true);
  writeFileSync(join(folder, 'api/region/digests.json'), '{}');
  expect(await long()).toBe(false);
});
