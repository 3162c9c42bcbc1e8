// Every rule holds on a host that does everything right, and each finds the fault that it is for.
import { gzipSync } from 'node:zlib';
import { beforeAll, describe, expect, it } from 'vitest';
import { abilities } from '../../src/hosts/host.js';
import { examine } from '../../src/verify/index.js';
import type { VerifyReport } from '../../src/verify/report.js';
import { pretty } from '../../src/verify/reporters/pretty.js';
import { rules } from '../../src/verify/rules/index.js';
import type { Reply, Request } from '../support/replies.js';
import type { Tree } from '../support/tree.js';
import { answerTo, buildSnapshot, type Fault, filesIn, wireless } from './reference.js';

const base = 'https://portal.example.org/forum';
let folder: string;
let tree: Tree;

beforeAll(async () => {
  folder = await buildSnapshot(base);
  tree = filesIn(folder);
});

const namesOf = ({ rules }: VerifyReport, result: string): string[] =>
  rules.filter((rule) => rule.result === result).map(({ name }) => name);

it('passes every rule on a host that does everything right', async () => {
  const report = await examine(wireless(base, tree), rules, { against: folder });
  expect(report.rules.flatMap(({ failures }) => failures)).toEqual([]);
  expect(namesOf(report, 'pass')).toEqual(rules.map(({ name }) => name));
  expect(report.ok).toBe(true);
});

it('proves every ability of hosts', () => {
  const proved = new Set<string | undefined>(rules.map(({ ability }) => ability));
  expect(Object.keys(abilities).filter((ability) => !proved.has(ability))).toEqual([]);
});

type When = (request: Request, reply: Reply) => boolean;

const isRead = ({ method }: Request) => method === 'GET' || method === 'HEAD';
const at =
  (path: string): When =>
  (request) =>
    isRead(request) && request.path === path;

/** Another header, or none. */
const header =
  (name: string, value: string | undefined, when: When): Fault =>
  (request, reply) => {
    if (!when(request, reply)) return undefined;
    const { [name]: _, ...others } = reply.headers;
    return { ...reply, headers: value === undefined ? others : { ...others, [name]: value } };
  };

const status =
  (code: number, when: When): Fault =>
  (request, reply) =>
    when(request, reply) ? { ...reply, status: code } : undefined;

/** The answer to another address. */
const insteadOf =
  (path: string, other: string): Fault =>
  (request) =>
    request.path === path ? answerTo(tree, { ...request, path: other }) : undefined;

/** The answer as if a header had not been sent. */
const deafTo =
  (name: string): Fault =>
  (request) => {
    const { [name]: _, ...headers } = request.headers;
    return answerTo(tree, { ...request, headers });
  };

/** The same list, but longer by a blank each time. */
function growing(path: string): Fault {
  let times = 0;
  return (request, reply) => {
    if (request.path !== path) return undefined;
    const body = Buffer.concat([reply.body, Buffer.from(' '.repeat(++times))]);
    return { ...reply, body, headers: { ...reply.headers, etag: `"${times}"` } };
  };
}

interface Planted {
  readonly rule: string;
  /** Another text of a file. */
  readonly file?: readonly [path: string, from: string | RegExp, to: string];
  readonly fault?: Fault;
  /** The other rules that must fail with it. */
  readonly also?: string;
}

const first = 'api/region/index.json';
const last = 'api/region/page/3/index.json';

const planted: readonly Planted[] = [
  {
    rule: 'answers',
    fault: status(500, at('/api/job/resume/page/2/?page=2')),
    also: 'forward-walk',
  },
  { rule: 'root-index', file: ['api/index.json', '"home":', '"house":'] },
  {
    rule: 'envelope',
    file: [first, /"next":(.*?),"previous":(.*?),/, '"previous":$2,"next":$1,'],
  },
  { rule: 'count', file: [first, '"count":5', '"count":6'] },
  { rule: 'unique-ids', file: [last, '{"id":5', '{"id":4'] },
  { rule: 'order', file: [first, 'Елец', 'Яма'] },
  { rule: 'trees', file: ['api/post-comment/index.json', '"level":1', '"level":3'] },
  { rule: 'shapes', file: ['api/job/vacancy/index.json', '"views":0', '"views":"0"'] },
  {
    rule: 'forward-walk',
    file: [last, '"next":null', `"next":"${base}/api/region/"`],
    also: 'links',
  },
  {
    rule: 'backward-walk',
    file: ['api/event/cursor/1/index.json', /"previous":".*?"/, `"previous":"${base}/api/event/"`],
  },
  { rule: 'links', file: [first, '?page=2', '?page=3'] },
  { rule: 'stable', fault: growing('/api/job/vacancy/page/2/?page=2') },
  { rule: 'slash', fault: header('location', 'region/', ({ path }) => path.includes('region?')) },
  { rule: 'other-parameters', fault: status(404, ({ path }) => path.includes('/?utm')) },
  { rule: 'pages-by-path', fault: insteadOf('/api/region/page/2/', '/api/region/') },
  { rule: 'pages-by-query', fault: insteadOf('/api/region/?page=2', '/api/region/') },
  { rule: 'page-out-of-range', fault: insteadOf('/api/region/?page=99999', '/api/region/') },
  { rule: 'page-spelling', fault: insteadOf('/api/region/?page=01', '/api/region/') },
  { rule: 'page-ambiguous', fault: status(500, at('/api/region/?page=1&page=2')) },
  { rule: 'cursors-by-query', fault: insteadOf('/api/event/?cursor=3', '/api/event/') },
  { rule: 'cursor-unknown', fault: insteadOf('/api/event/?cursor=abc', '/api/event/') },
  { rule: 'not-found', fault: header('content-type', 'text/html', at('/api/no-such-file.json')) },
  { rule: 'unlisted-keys', fault: insteadOf('/api/company/', '/api/region/') },
  { rule: 'content-type', fault: header('content-type', 'text/html', at('/api/epb-e/expert/')) },
  { rule: 'vary-accept', fault: header('vary', 'Cookie', at('/api/epb-e/expert/')) },
  { rule: 'allow', fault: header('allow', 'GET', at('/api/epb-e/expert/')) },
  { rule: 'cors', fault: header('access-control-allow-origin', undefined, at('/api/region/')) },
  {
    rule: 'preflight',
    fault: header('access-control-allow-headers', 'X-Other', ({ method }) => method === 'OPTIONS'),
  },
  { rule: 'cache-control', fault: header('cache-control', 'no-store', at('/api/epb-e/expert/')) },
  { rule: 'etag', fault: header('etag', 'unquoted', at('/api/epb-e/expert/')) },
  { rule: 'if-none-match', fault: deafTo('if-none-match') },
  {
    rule: 'if-modified-since',
    fault: status(304, ({ headers }) => headers['if-modified-since'] !== undefined),
  },
  {
    rule: 'head',
    fault: ({ method }, reply) =>
      method === 'HEAD' ? { ...reply, body: Buffer.from('[]') } : undefined,
  },
  {
    rule: 'options',
    fault: status(
      405,
      ({ method, headers }) => method === 'OPTIONS' && !headers['access-control-request-method'],
    ),
  },
  {
    rule: 'methods',
    fault: status(204, ({ method, path }) => method === 'DELETE' && path === '/api/post-comment/'),
  },
  { rule: 'odd-methods', fault: status(200, ({ method }) => method === 'TRACE') },
  { rule: 'compression', fault: deafTo('accept-encoding') },
  {
    rule: 'encodings',
    fault: (_, reply) =>
      reply.headers['content-encoding'] === 'gzip'
        ? { ...reply, body: gzipSync('{"results": []}') }
        : undefined,
  },
  {
    rule: 'vary-encoding',
    fault: header('vary', 'Accept', (_, { headers }) => headers['content-encoding'] !== undefined),
  },
  {
    rule: 'ranges',
    fault: header('content-range', 'bytes 1-10/99', (_, reply) => reply.status === 206),
  },
  { rule: 'same-bytes', file: ['api/event/cursor/3/index.json', 'обсуждение', 'осуждение'] },
];

describe('a planted fault', () => {
  it.each(planted)(
    'against $rule is found, and named',
    async ({ rule, file, fault, also = '' }) => {
      let served = tree;
      if (file) {
        const [path, from, to] = file;
        const text = tree.get(path)?.toString() ?? '';
        expect(text).toMatch(from);
        served = new Map(tree).set(path, Buffer.from(text.replace(from, to)));
      }
      const target = wireless(base, served, fault);
      const against = rule === 'same-bytes' ? folder : undefined;
      const report = await examine(target, rules, { against, maxPages: 50 });
      expect(namesOf(report, 'fail')).toEqual(
        rules.map(({ name }) => name).filter((name) => `${rule} ${also}`.split(' ').includes(name)),
      );
      expect(report.ok).toBe(false);
      expect(pretty(report)).toMatch(new RegExp(`^FAIL  ${rule} `, 'm'));
    },
  );

  it('is planted against every rule', () => {
    // A host without directory indexes is a case of its own, below.
    const covered = new Set([...planted.map(({ rule }) => rule), 'directories']);
    expect(rules.map(({ name }) => name).filter((name) => !covered.has(name))).toEqual([]);
  });
});

describe('a snapshot with links to files', () => {
  let files: Tree;
  beforeAll(async () => {
    files = filesIn(await buildSnapshot(base, 'file'));
  });

  it('passes on a host that does everything right', async () => {
    const report = await examine(wireless(base, files), rules, { against: undefined });
    expect(report.rules.flatMap(({ failures }) => failures)).toEqual([]);
  });

  const withoutDirectories = status(404, ({ path }) => /\/(\?|$)/.test(path));

  it('shows what a host without directory indexes cannot do', async () => {
    const target = wireless(base, files, withoutDirectories);
    const report = await examine(target, rules, { against: undefined });
    expect(namesOf(report, 'fail')).toEqual(['directories', 'pages-by-query', 'cursors-by-query']);
  });

  it('wants of it only what its host declares', async () => {
    const can = Object.keys(abilities) as (keyof typeof abilities)[];
    const hosts = [
      { name: 'bucket', can: can.filter((each) => !['directories', 'queries'].includes(each)) },
    ];
    const target = wireless(base, files, withoutDirectories);
    const report = await examine(target, rules, { against: undefined, hosts });
    expect(report.ok).toBe(true);
    const undeclared = report.rules.filter(({ result }) => result === 'not-declared');
    expect(undeclared.map(({ name, holds }) => [name, holds])).toEqual([
      ['directories', false],
      ['pages-by-query', false],
      ['page-out-of-range', true],
      ['page-spelling', true],
      ['page-ambiguous', true],
      ['cursors-by-query', false],
      ['cursor-unknown', true],
    ]);
    const lines = pretty(report).split('\n');
    const matched = lines.filter((line) => /^n\/d +(directories|page-spelling) /.test(line));
    expect(matched.map((line) => line.replace(/ {2}\d\.\d\d s/, ''))).toEqual([
      'n/d   directories        12 of 12  not declared',
      'n/d   page-spelling      24  not declared, but holds',
    ]);
  });
});
