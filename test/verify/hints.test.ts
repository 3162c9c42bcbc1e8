// A rule that fails says what to do, in every report; what is built so passes.
import { beforeAll, expect, it } from 'vitest';
import { github, json, pretty } from '../../src/delivery/verify/reporters.js';
import { serverOf } from '../support/replies.js';
import { examine, verify } from '../support/tool.js';
import type { Tree } from '../support/tree.js';
import { answerTo, buildSnapshot, filesIn, listen, wireless } from './reference.js';

const base = 'https://portal.example.org';
let tree: Tree;
beforeAll(async () => {
  tree = filesIn(await buildSnapshot(base));
});

it('is told of its host, and of nothing that no flag mends', async () => {
  const target = wireless(base, tree, (_, reply) => ({ ...reply, headers: {} }));
  const report = await examine(target, { only: ['allow', 'head'] });
  const hint = 'build --host NAME writes the configuration with which a host does this';
  expect(report.rules.map((rule) => [rule.name, rule.hint])).toEqual([
    ['allow', expect.stringContaining(hint)],
    ['head', null],
  ]);
  expect(pretty(report)).toContain(`\n      → ${hint}`);
  expect(github(report)).toContain(` → ${hint}`);
  expect(json(report)).toContain(`"hint":"${hint}`);
});

it('is told of links of another address, which are built with this one, or are those of a mirror', async () => {
  let files: Tree = tree;
  const target = await listen(serverOf((request) => answerTo(files, request)));
  const only = ['root-index', 'digests'];
  const { rules } = await verify({ target, only });
  expect(rules.map((rule) => [rule.name, rule.hint])).toEqual([
    ['digests', null],
    ['root-index', expect.stringMatching(/build --base-url; .* verify --mirror-of/)],
  ]);
  expect((await verify({ target, only, mirrorOf: base })).ok).toBe(true);
  const right = await buildSnapshot(target);
  files = filesIn(right);
  expect((await verify({ target, only, against: right })).ok).toBe(true);
});
