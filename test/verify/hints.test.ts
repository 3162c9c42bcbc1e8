// A rule that fails names the flag that mends it; what is built so passes.
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, it } from 'vitest';
import { github } from '../../src/delivery/verify/reporters/github.js';
import { json } from '../../src/delivery/verify/reporters/index.js';
import { pretty } from '../../src/delivery/verify/reporters/pretty.js';
import { rules } from '../../src/delivery/verify/rules/index.js';
import { chooseHosts } from '../../src/hosts/choose.js';
import { serverOf } from '../support/replies.js';
import { examine, verify } from '../support/tool.js';
import type { Tree } from '../support/tree.js';
import { answerTo, buildSnapshot, type Fault, filesIn, listen, wireless } from './reference.js';

const base = 'https://portal.example.org';
let folder: string;
let tree: Tree;

beforeAll(async () => {
  folder = await buildSnapshot(base);
  tree = filesIn(folder);
});

/** The hints of a deployment, by rule. */
async function hintsOf(
  target: ReturnType<typeof wireless>,
  only: readonly string[],
  { hosts = [], against }: { hosts?: readonly string[]; against?: string } = {},
): Promise<Record<string, string | null>> {
  const chosen = rules.filter(({ name }) => only.includes(name));
  const report = await examine(target, chosen, { hosts: chooseHosts(hosts), against });
  return Object.fromEntries(report.rules.map(({ name, hint }) => [name, hint]));
}

const plain: Fault = ({ method, path, headers }) =>
  answerTo(tree, { method, path, headers: { ...headers, 'accept-encoding': '' } });

it('a host without compressed siblings is built with them', async () => {
  const only = ['compression'];
  expect(await hintsOf(wireless(base, tree), only)).toEqual({ compression: null });
  expect((await hintsOf(wireless(base, tree, plain), only))['compression']).toMatch(
    /^build --host NAME writes compressed siblings, unless --compress none is set \(apache, caddy, .*nginx\);/,
  );
  expect(await hintsOf(wireless(base, tree, plain), only, { hosts: ['nginx', 's3'] })).toEqual({
    compression:
      'build --host nginx writes compressed siblings, unless --compress none is set: are they at this address?',
  });
});

it('a host is told what its own files would do', async () => {
  const bare: Fault = (_, reply) => ({ ...reply, headers: {} });
  const only = ['vary-accept', 'allow', 'count', 'head'];
  const { allow } = await hintsOf(wireless(base, tree, bare), only);
  expect(allow).toMatch(
    /^build --host NAME writes what makes a host do so \(.*nginx.*\); with verify --host NAME/,
  );
  expect(allow).not.toMatch(/github-pages|s3/);
  const hints = await hintsOf(wireless(base, tree, bare), only, { hosts: ['caddy'] });
  const hint = 'build --host caddy writes what makes a host do so: is it in force at this address?';
  expect(hints).toEqual({ 'vary-accept': hint, allow: hint, count: null, head: null });
});

it('links of another address are built with this one', async () => {
  let files: Tree = tree;
  const target = await listen(serverOf((request) => answerTo(files, request)));
  const only = ['root-index', 'forward-walk', 'links', 'same-bytes'];
  const { rules } = await verify({ target, only });
  const hint = `if readers use this address: build --base-url ${target} (the links begin with ${base}); if it is a mirror: verify --mirror-of ${base}`;
  expect(rules.map((rule) => [rule.name, rule.hint])).toEqual([
    ['root-index', hint],
    ['forward-walk', hint],
    ['links', hint],
    ['same-bytes', null],
  ]);
  const mirrorOf = 'https://other.example.org';
  const mirrored = await verify({ target, only: ['root-index'], mirrorOf });
  expect(mirrored.rules[0]?.hint).toBe(`verify --mirror-of ${base}: the links begin with it`);
  expect((await verify({ target, only, mirrorOf: base })).ok).toBe(true);
  const right = await buildSnapshot(target);
  files = filesIn(right);
  expect((await verify({ target, only, against: right })).ok).toBe(true);
  const compared = await verify({ target, only: ['same-bytes'], against: folder });
  expect(compared.rules[0]?.hint).toBe(
    `compare with a build --base-url ${target} (the links of the local snapshot begin with ${base})`,
  );
});

it('a host without directories, or deaf to queries, is built with other links', async () => {
  const only = ['root-index', 'forward-walk'];
  const flat: Fault = ({ path }) =>
    /\/(\?|$)/.test(path) ? { status: 404, headers: {}, body: Buffer.alloc(0) } : undefined;
  const files = 'build --links file: no address that ends in a slash is answered';
  expect(await hintsOf(wireless(base, tree, flat), only)).toEqual({
    'root-index': files,
    'forward-walk': files,
  });
  const byFile = filesIn(await buildSnapshot(base, 'file'));
  expect(await hintsOf(wireless(base, byFile, flat), only)).toEqual({
    'root-index': null,
    'forward-walk': null,
  });
  const byQuery = filesIn(await buildSnapshot(base, 'query'));
  const deaf: Fault = ({ path, ...request }) =>
    answerTo(byQuery, { ...request, path: path.replace(/\?.*/, '') });
  expect((await hintsOf(wireless(base, byQuery, deaf), only))['forward-walk']).toBe(
    'build --links path: page 1 is the answer to every query',
  );
  const deafToPaths: Fault = ({ path, ...request }) =>
    answerTo(tree, { ...request, path: path.replace(/\?.*/, '') });
  expect(await hintsOf(wireless(base, tree, deafToPaths), only)).toEqual({
    'root-index': null,
    'forward-walk': null,
  });
});

it('is in every report, and in none about a fault that no flag mends', async () => {
  const chosen = rules.filter(({ name }) => name === 'compression');
  const hosts = chooseHosts(['nginx']);
  const report = await examine(wireless(base, tree, plain), chosen, { hosts, against: undefined });
  const hint = 'build --host nginx writes compressed siblings, unless --compress none is set';
  expect(pretty(report)).toContain(`\n      → ${hint}`);
  expect(github(report)).toContain(`compressed) → ${hint}`);
  expect(json(report)).toContain(`"hint":"${hint}`);
  const broken = await buildSnapshot(base);
  rmSync(join(broken, 'api/region/index.json'));
  const files = await verify({ target: broken });
  expect(pretty(files)).toContain('FAIL  answers');
  expect(pretty(files)).not.toContain('→');
});
