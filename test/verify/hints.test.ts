// A rule that fails names the flag that mends it; what is built so passes.

import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, it } from 'vitest';
import { github, json, pretty } from '../../src/delivery/verify/reporters.js';
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
  hosts: readonly string[] = [],
): Promise<Record<string, string | null>> {
  const report = await examine(target, { hosts: chooseHosts(hosts), only });
  return Object.fromEntries(report.rules.map(({ name, hint }) => [name, hint]));
}

const plain: Fault = ({ method, path, headers }) =>
  answerTo(tree, { method, path, headers: { ...headers, 'accept-encoding': '' } });

it('a host is told what its own files would do', async () => {
  const bare: Fault = (_, reply) => ({ ...reply, headers: {} });
  const only = ['vary-accept', 'allow', 'other-parameters', 'head'];
  const { allow } = await hintsOf(wireless(base, tree, bare), only);
  expect(allow).toMatch(
    /^build --host NAME writes what makes a host do so \(.*nginx.*\); with verify --host NAME/,
  );
  expect(allow).not.toMatch(/github-pages|s3/);
  const hints = await hintsOf(wireless(base, tree, bare), only, ['caddy']);
  const hint = 'build --host caddy writes what makes a host do so: is it in force at this address?';
  expect(hints).toEqual({ 'vary-accept': hint, allow: hint, 'other-parameters': null, head: null });
});

it('links of another address are built with this one', async () => {
  let files: Tree = tree;
  const target = await listen(serverOf((request) => answerTo(files, request)));
  const only = ['root-index', 'digests'];
  const { rules } = await verify({ target, only });
  const hint = `if readers use this address: build --base-url ${target} (the links begin with ${base}); if it is a mirror: verify --mirror-of ${base}`;
  expect(rules.map((rule) => [rule.name, rule.hint])).toEqual([
    ['digests', null],
    ['root-index', hint],
  ]);
  const mirrorOf = 'https://other.example.org';
  const mirrored = await verify({ target, only: ['root-index'], mirrorOf });
  expect(mirrored.rules[0]?.hint).toBe(`verify --mirror-of ${base}: the links begin with it`);
  expect((await verify({ target, only, mirrorOf: base })).ok).toBe(true);
  const right = await buildSnapshot(target);
  files = filesIn(right);
  expect((await verify({ target, only, against: right })).ok).toBe(true);
});

it('is in every report, and in none about a fault that no flag mends', async () => {
  const hosts = chooseHosts(['nginx']);
  const report = await examine(wireless(base, tree, plain), { hosts, only: ['compression'] });
  const hint = 'build --host nginx writes what makes a host do so';
  expect(pretty(report)).toContain(`\n      → ${hint}`);
  expect(github(report)).toContain(`compressed) → ${hint}`);
  expect(json(report)).toContain(`"hint":"${hint}`);
  const broken = await buildSnapshot(base);
  rmSync(join(broken, 'api/region/index.json'));
  const files = await verify({ target: broken });
  expect(pretty(files)).toContain('FAIL  digests');
  expect(pretty(files)).not.toContain('→');
});
