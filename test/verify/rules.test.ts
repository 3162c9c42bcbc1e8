// Every rule holds on a host that does everything right, and each finds the fault that it is for.

import { hash } from 'node:crypto';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import type { VerifyReport } from '../../src/delivery/verify/report.js';
import { github, json, pretty } from '../../src/delivery/verify/reporters.js';
import {
  ruleNames,
  rules,
  type VerifyRule,
  type VerifyRuleName,
} from '../../src/delivery/verify/rules.js';
import { type Ability, abilities } from '../../src/hosts/host.js';
import { build } from '../../src/index.js';
import { idOf } from '../../src/site/snapshot-file.js';
import { temporaryFolder } from '../support/folders.js';
import { newKeys } from '../support/keys.js';
import { writeData } from '../support/portal.js';
import { isNight } from '../support/runs.js';
import { examine } from '../support/tool.js';
import type { Tree } from '../support/tree.js';
import { faultOf, faultsOf, type Planted } from './faults.js';
import { buildSnapshot, type Fault, filesIn, portal, wireless } from './reference.js';

const base = 'https://portal.example.org/forum';
const signer = newKeys();
const keys = [signer.publicKey];
/** The extras that faults are planted in. */
const SOME = [
  ...['/api/region/{id}/', '/api/region/all.ndjson', '/api/post/', '/api/post/blog/{id}/'],
  ...[
    '/api/post/{id}/',
    '/api/blog/{id}/',
    '/api/job/vacancy/{id}/',
    '/api/job/resume/region/{id}/',
  ],
  ...['/api/post-comment/post/{id}/', '/api/job/vacancy/summary/', '/api/city/'],
];
let folder: string;
let tree: Tree;

beforeAll(async () => {
  folder = await buildSnapshot(base, 'path', signer.secret, SOME);
  tree = filesIn(folder);
});

const namesOf = ({ rules }: VerifyReport, result: string): string[] =>
  rules.filter((rule) => rule.result === result).map(({ name }) => name);

it('passes every rule on a host that does everything right', async () => {
  const options = { against: folder, keys, writeMethods: true };
  const report = await examine(wireless(base, tree), options);
  expect(report.rules.flatMap(({ failures }) => failures)).toEqual([]);
  expect(namesOf(report, 'pass')).toEqual(ruleNames);
  expect(report.ok).toBe(true);
});

it('proves every ability of hosts', () => {
  const proved = new Set(Object.values<VerifyRule>(rules).map(({ ability }) => ability));
  expect(Object.keys(abilities).filter((name) => !proved.has(name as Ability))).toEqual([]);
});

/** A part of a page from the first byte of the range to its last, or shifted by `shift`. */
const part =
  (shift: number, size = (length: number) => `${length}`): Fault =>
  (request, reply) => {
    const [, from = '', to = ''] = /^bytes=(\d+)-(\d+)$/.exec(request.headers['range'] ?? '') ?? [];
    if (from === '' || reply.status !== 200) return undefined;
    const body = reply.body.subarray(Number(from) + shift, Number(to) + 1 + shift);
    const headers = {
      ...reply.headers,
      'content-range': `bytes ${from}-${to}/${size(reply.body.length)}`,
    };
    return { status: 206, headers: { ...headers, 'content-length': String(body.length) }, body };
  };

/** The same ETag for all pages, and what follows from it. */
const sameTag: Fault = (request, reply) => {
  const etag = '"deployed"';
  if (reply.headers['etag'] === undefined) return undefined;
  const given = { ...reply, headers: { ...reply.headers, etag } };
  const isKnown = request.headers['if-none-match'] === etag;
  return isKnown ? { ...given, status: 304, body: Buffer.alloc(0) } : given;
};

const OPEN = 'access-control-allow-origin';

/** Only the origin that asks may read. */
const openToAsker: Fault = ({ method, headers }, reply) => {
  const { [OPEN]: _, ...others } = reply.headers;
  const own = headers['origin'] === undefined ? others : { ...others, [OPEN]: headers['origin'] };
  return method === 'GET' ? { ...reply, headers: own } : undefined;
};

/** A refusal that other sites may not read: 412 for each condition, 416 for a range behind the end. */
const refusing =
  (status: number, name: string): Fault =>
  ({ headers }, reply) => {
    const from = Number(/^bytes=(\d+)-$/.exec(headers[name] ?? '')?.[1] ?? 0);
    const isRefused = headers[name] && (status === 412 || from >= reply.body.length);
    if (reply.status !== 200 || !isRefused) return undefined;
    const { [OPEN]: _, ...others } = reply.headers;
    return { status, headers: others, body: Buffer.alloc(0) };
  };

const nested = Buffer.from(`${'['.repeat(600)}${']'.repeat(600)}`);

const planted: readonly Planted[] = [
  ...faultsOf(() => tree),
  { rule: 'digests', spoil: (files) => new Map(files).set('api/openapi.json', nested) },
  { rule: 'cors', fault: openToAsker, also: 'head' },
  { rule: 'cors', fault: refusing(412, 'if-match') },
  { rule: 'cors', fault: refusing(416, 'range') },
  { rule: 'etag', fault: sameTag },
  { rule: 'ranges', fault: part(1) },
  { rule: 'ranges', fault: part(0, () => '*') },
  { rule: 'ranges', fault: part(0, (length) => `${length + 1}`) },
];

describe('a planted fault', () => {
  // By day some faults are shown to all rules, and the others to the rules that it is for.
  const numbered = planted.map((one, number) => ({ ...one, number }));

  it.for(numbered)('against $rule is found, and named (%$)', async (one) => {
    const { rule, also = '', fault, spoil, number } = one;
    const target = wireless(base, spoil?.(tree) ?? tree, fault);
    const wantedKeys = rule === 'signature' ? keys : [];
    const wanted = [rule, ...also.split(' ')];
    const only = ruleNames.filter((name) => wanted.includes(name) || isNight || number % 24 === 0);
    const options = { against: folder, keys: wantedKeys, writeMethods: true, only };
    const report = await examine(target, options);
    expect(namesOf(report, 'fail')).toEqual(ruleNames.filter((name) => wanted.includes(name)));
    expect(report.ok).toBe(false);
    expect(pretty(report)).toMatch(new RegExp(`^FAIL  ${rule} `, 'm'));
  });

  it('is planted against every rule', () => {
    // Another snapshot is a case of its own, below.
    const others = ['same-bytes', 'root-index'];
    const covered = new Set([...planted.map(({ rule }) => rule), ...others]);
    expect(ruleNames.filter((name) => !covered.has(name))).toEqual([]);
  });
});

/** The only failure of a rule with a planted fault, with `--all` and without it. */
async function failuresWith(
  rule: VerifyRuleName,
  fault: Fault,
  served = tree,
): Promise<string[][]> {
  const found: string[][] = [];
  for (const all of [false, true]) {
    const report = await examine(wireless(base, served, fault), { only: [rule], all });
    found.push(report.rules[0]!.failures.map(({ address }) => address.slice(base.length)));
  }
  return found;
}

it('asks one page of each kind in other ways, and each page with --all', async () => {
  const [one, kind] = ['/api/region/1/', '/api/region/5/'];
  const fault = (path: string) => faultOf(`HEAD ${path}`, 'etag: "other"', () => tree);
  expect(await failuresWith('head', fault(one))).toEqual([[], [one]]);
  expect(await failuresWith('head', fault(kind))).toEqual([[kind], [kind]]);
});

it('finds a record between the others that was withdrawn, but is still served', async () => {
  const withdrawn = portal['regions']!.filter(({ id }) => id !== 3);
  const cwd = temporaryFolder();
  writeData(join(cwd, 'data'), { ...portal, regions: withdrawn });
  const { ok } = await build({ cwd, baseUrl: base, extras: SOME, pageSize: 2, cache: false });
  expect(ok).toBe(true);
  const now = filesIn(join(cwd, 'dist'));
  const left = new Map(now).set('api/region/3/index.json', tree.get('api/region/3/index.json')!);
  const path = '/api/region/3/';
  expect(await failuresWith('leftovers', () => undefined, left)).toEqual([[path], [path]]);
  expect(await failuresWith('leftovers', () => undefined, now)).toEqual([[], []]);
});

describe('what is no snapshot of this portal', () => {
  const webPage = Buffer.from('\n<!doctype html><title>Портал</title>');
  const pageAt =
    (paths: RegExp, type: string): Fault =>
    ({ path }, { headers }) =>
      paths.test(path)
        ? { status: 200, headers: { ...headers, 'content-type': type }, body: webPage }
        : undefined;
  const description = /snapshot\.json$/;

  it.each([
    ['nothing', faultOf('/api/snapshot.json', 'status 404', () => tree)],
    ['a web page', pageAt(description, 'text/html; charset=utf-8')],
    ['a web page for every address', pageAt(/^/, 'text/html')],
    ['a web page, sent as JSON', pageAt(description, 'application/json')],
  ])('is refused: %s in the place of snapshot.json', async (_, fault) => {
    await expect(examine(wireless(base, tree, fault))).rejects.toThrow(
      `there is no ${base}/api/snapshot.json, so that nothing is known of what should be there; of a server that portal-snapshot did not make, import ${base} --dry-run tells`,
    );
  });

  it.each(['text/html; charset=utf-8', 'application/json'])(
    'a web page in the place of a list is named as one, sent as %s',
    async (type) => {
      const fault = pageAt(/^\/api\/region\/$/, type);
      const report = await examine(wireless(base, tree, fault), { only: ['digests'] });
      expect(report.rules[0]?.failures).toEqual([
        expect.objectContaining({
          address: `${base}/api/region/`,
          found: expect.stringMatching(/^HTML, not JSON: a web page/),
        }),
      ]);
    },
  );

  it('another snapshot of it is told from that of a folder', async () => {
    const other = await buildSnapshot(base, 'path', undefined, []);
    const report = await examine(wireless(base, tree), { against: other });
    expect(namesOf(report, 'fail')).toEqual(['same-bytes']);
  });

  it('one whose links begin with another address is named, with the flags that mend it', async () => {
    const elsewhere = 'https://other.example.org';
    const report = await examine(wireless(elsewhere, tree), { only: ['root-index'] });
    expect(report.rules[0]?.hint).toMatch(/build --base-url; .* verify --mirror-of/);
  });

  it('tells of each rule that a host breaks what makes a host keep it, if a flag does', async () => {
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
});

describe('with a key', () => {
  const failed = async (served: Tree, known = keys, fault?: Fault) =>
    namesOf(await examine(wireless(base, served, fault), { keys: known }), 'fail');

  it('another one does not know the signature, unless the right one is given, too', async () => {
    const other = newKeys().publicKey;
    expect(await failed(tree, [other])).toEqual(['signature']);
    expect(await failed(tree, [other, ...keys])).toEqual([]);
  });

  it('whoever changes a file, its digest and the id cannot sign that', async () => {
    const file = 'api/openapi.json';
    const body = Buffer.from(`${tree.get(file)} `);
    const forged = JSON.parse(String(tree.get('api/snapshot.json')));
    forged.files[file] = hash('sha256', body, 'hex');
    const text = JSON.stringify({ ...forged, id: idOf(forged) });
    const served = new Map(tree).set(file, body).set('api/snapshot.json', Buffer.from(text));
    expect(await failed(served)).toEqual(['signature']);
  });
});

describe('a snapshot with links to files', () => {
  let files: Tree;
  beforeAll(async () => {
    files = filesIn(await buildSnapshot(base, 'file'));
  });

  it('passes on a host that does everything right', async () => {
    const report = await examine(wireless(base, files), {});
    expect(report.rules.flatMap(({ failures }) => failures)).toEqual([]);
  });

  const withoutDirectories: Fault = ({ path }, reply) =>
    /\/(\?|$)/.test(path) ? { ...reply, status: 404 } : undefined;

  it('shows what a host without directory indexes cannot do', async () => {
    const target = wireless(base, files, withoutDirectories);
    const report = await examine(target, {});
    expect(namesOf(report, 'fail')).toEqual(['directories', 'pages-by-query']);
  });

  it('wants of it only what its host declares', async () => {
    const can = Object.keys(abilities) as (keyof typeof abilities)[];
    const hosts = [
      { name: 'bucket', can: can.filter((each) => !['directories', 'queries'].includes(each)) },
    ];
    const target = wireless(base, files, withoutDirectories);
    const report = await examine(target, { hosts });
    expect(report.ok).toBe(true);
    const undeclared = report.rules.filter(({ result }) => result === 'not-declared');
    expect(undeclared.map(({ name, failed }) => [name, failed > 0])).toEqual([
      ['directories', true],
      ['pages-by-query', true],
      ['page-unknown', false],
    ]);
    const lines = pretty(report).split('\n');
    const matched = lines.filter((line) => /^n\/d +(directories|page-unknown) /.test(line));
    const steady = matched.map((line) => line.replace(/\d+/g, 'N'));
    expect(steady).toEqual([
      'n/d   directories        N of N  not declared',
      'n/d   page-unknown       N  not declared',
    ]);
  });
});
