// Every rule holds on a host that does everything right, and each finds the fault that it is for.
import { hash } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { beforeAll, describe, expect, it } from 'vitest';
import type { VerifyReport } from '../../src/delivery/verify/report.js';
import { pretty } from '../../src/delivery/verify/reporters/pretty.js';
import { rules } from '../../src/delivery/verify/rules/index.js';
import { cacheControl } from '../../src/hosts/caching.js';
import { abilities } from '../../src/hosts/host.js';
import { newKeys } from '../support/keys.js';
import type { Reply, Request } from '../support/replies.js';
import { examine } from '../support/tool.js';
import type { Tree } from '../support/tree.js';
import { answerTo, buildSnapshot, type Fault, filesIn, wireless } from './reference.js';

const base = 'https://portal.example.org/forum';
const signer = newKeys();
const keys = [signer.publicKey];
let folder: string;
let tree: Tree;

beforeAll(async () => {
  folder = await buildSnapshot(base, 'path', signer.secret);
  tree = filesIn(folder);
});

const namesOf = ({ rules }: VerifyReport, result: string): string[] =>
  rules.filter((rule) => rule.result === result).map(({ name }) => name);

it('passes every rule on a host that does everything right', async () => {
  const options = { against: folder, keys, writeMethods: true };
  const report = await examine(wireless(base, tree), rules, options);
  expect(report.rules.flatMap(({ failures }) => failures)).toEqual([]);
  expect(namesOf(report, 'pass')).toEqual(rules.map(({ name }) => name));
  expect(report.ok).toBe(true);
});

it('notes one strong ETag for bytes that differ', async () => {
  const tagless: Fault = (request, reply) =>
    isPacked(request, reply) && request.headers['if-none-match'] === undefined
      ? { ...reply, headers: { ...reply.headers, etag: accepting(request, '').headers['etag']! } }
      : undefined;
  const chosen = rules.filter(({ name }) => name === 'etag');
  const report = await examine(wireless(base, tree, tagless), chosen, { against: undefined });
  const note = 'one strong ETag for the same page in several encodings';
  expect(report.rules).toMatchObject([{ result: 'pass', notes: [note] }]);
});

it('proves every ability of hosts', () => {
  const proved = new Set<string | undefined>(rules.map(({ ability }) => ability));
  expect(Object.keys(abilities).filter((ability) => !proved.has(ability))).toEqual([]);
});

type When = (request: Request, reply: Reply) => boolean;

const isRead = ({ method }: Request) => method === 'GET' || method === 'HEAD';
const at =
  (path: string, method?: string): When =>
  (request) =>
    (method === undefined ? isRead(request) : request.method === method) && request.path === path;

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
function growing(path: string, etag?: 'kept'): Fault {
  let times = 0;
  return (request, reply) => {
    if (request.path !== path) return undefined;
    const body = Buffer.concat([reply.body, Buffer.from(' '.repeat(++times))]);
    const headers = etag === 'kept' ? reply.headers : { ...reply.headers, etag: `"${times}"` };
    return { ...reply, body, headers };
  };
}

/** A page without its first records. */
const without =
  (number: number) =>
  (text: string): string => {
    const page = JSON.parse(text) as { results: unknown[] };
    return JSON.stringify({ ...page, results: page.results.slice(number) });
  };

/** A page that says that it is the last. */
const withoutNext =
  (path: string): Fault =>
  (request, reply) => {
    const text = reply.body.toString().replace(/"next":".*?"/, '"next":null');
    return request.path === path ? { ...reply, body: Buffer.from(text) } : undefined;
  };

/** Another body in JSON. */
const another =
  (path: string): Fault =>
  (request, reply) =>
    request.path === path ? { ...reply, body: Buffer.from('{"detail":"?"}') } : undefined;

/** The answer to one who accepts other encodings. */
const accepting = (request: Request, encodings: string): Reply =>
  answerTo(tree, { ...request, headers: { ...request.headers, 'accept-encoding': encodings } });

const isPacked: When = (_, { headers }) => headers['content-encoding'] !== undefined;
const OPEN = 'access-control-allow-origin';
const asksBefore = 'access-control-request-method';

interface Planted {
  readonly rule: string;
  /** Another text of a file. */
  readonly file?: readonly [
    path: string,
    from: string | RegExp,
    to: string | ((text: string) => string),
  ];
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
  { rule: 'order', file: [first, 'Елец', 'Яма'], also: 'records' },
  { rule: 'trees', file: ['api/post-comment/index.json', '"level":1', '"level":3'] },
  {
    rule: 'shapes',
    file: ['api/job/vacancy/index.json', /"id":(\d+),"text"/, '"note":"","id":$1,"text"'],
    also: 'records',
  },
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
  { rule: 'digests', file: ['api/snapshot.json', /"digest":"./, '"digest":"-'] },
  { rule: 'digests', file: ['api/snapshot.json', '"count":5', '"count":4'] },
  { rule: 'digests', file: ['api/snapshot.json', '"page/2/"', '"page/02/"'] },
  { rule: 'digests', file: ['api/snapshot.json', '"format":1', '"format":2'] },
  { rule: 'digests', file: ['api/snapshot.json', '"region":', '"regions":'] },
  { rule: 'digests', fault: status(404, at('/api/snapshot.json')) },
  { rule: 'signature', fault: status(404, ({ path }) => path.includes('.sig')) },
  {
    rule: 'signature',
    file: ['api/snapshot.json.sig', /".+"/, `"${Buffer.alloc(64, 7).toString('base64')}"`],
  },
  { rule: 'signature', file: ['api/snapshot.json.sig', /.+/, '"none"'] },
  { rule: 'signature', file: ['api/snapshot.json', '"count":5', '"count":4'], also: 'digests' },
  { rule: 'openapi', file: ['api/openapi.json', '"null"', '"boolean"'] },
  { rule: 'slash', fault: header('location', 'region/', ({ path }) => path.includes('region?')) },
  { rule: 'records', fault: insteadOf('/api/region/1/', '/api/region/2/') },
  { rule: 'records', fault: insteadOf('/api/job/vacancy/5/', '/api/job/vacancy/summary/') },
  { rule: 'records', fault: status(404, at('/api/post/1/')) },
  { rule: 'records', fault: insteadOf('/api/blog/01/', '/api/blog/1/') },
  { rule: 'lookups-by-query', fault: insteadOf('/api/post-comment/?post=1', '/api/post-comment/') },
  { rule: 'lookups-by-query', fault: insteadOf('/api/post/?blog=abc', '/api/post/') },
  { rule: 'lookups-by-query', fault: insteadOf('/api/post/?blog=2&page=1', '/api/post/') },
  {
    rule: 'answers',
    fault: status(404, at('/api/post-comment/post/3/')),
    also: 'forward-walk lookups-by-query',
  },
  {
    rule: 'shapes',
    fault: insteadOf('/api/job/vacancy/summary/', '/api/pb-questions/exact-category/'),
    also: 'digests other-parameters',
  },
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
  {
    rule: 'etag',
    fault: header('etag', 'unquoted', at('/api/epb-e/expert/')),
    also: 'if-none-match',
  },
  { rule: 'if-none-match', fault: deafTo('if-none-match') },
  {
    rule: 'if-modified-since',
    fault: status(304, ({ headers }) => headers['if-modified-since'] !== undefined),
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
  { rule: 'methods', fault: status(201, at('/api/no-such-list/1/', 'POST')) },
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
  { rule: 'same-bytes', file: ['api/event/cursor/3/index.json', 'обсуждение', 'осуждение'] },
  // The other things that rules look at, rule by rule.
  { rule: 'root-index', file: ['api/index.json', '/api/region/', '/api/regions/'] },
  { rule: 'root-index', file: ['api/index.json', '{"', '{"more":"","'] },
  { rule: 'envelope', file: [first, '"count":5', '"count":"5"'], also: 'count' },
  {
    rule: 'shapes',
    file: ['api/job/vacancy/index.json', '"views":0', '"views":"0"'],
    also: 'records',
  },
  // Where nothing names the extras, those that the root index has keys for are not listed.
  { rule: 'openapi', fault: status(404, at('/api/openapi.json')), also: 'unlisted-keys' },
  { rule: 'openapi', fault: another('/api/openapi.json'), also: 'unlisted-keys' },
  { rule: 'openapi', fault: header('content-type', 'text/yaml', at('/api/openapi.json')) },
  { rule: 'openapi', file: ['api/openapi.json', '/api/region/page/{page}/', '/api/regions/'] },
  { rule: 'openapi', file: ['api/openapi.json', base, 'https://other.example.org'] },
  { rule: 'openapi', file: ['api/openapi.json', '{"openapi"', '{"$schema":"","openapi"'] },
  {
    rule: 'openapi',
    file: ['api/openapi.json', /.+/s, `${'['.repeat(600)}${']'.repeat(600)}`],
    also: 'unlisted-keys',
  },
  {
    rule: 'openapi',
    file: ['api/openapi.json', /.+/s, '{"paths":null}'],
    also: 'unlisted-keys',
  },
  { rule: 'page-size', file: ['api/event/cursor/2/index.json', /.+/s, without(1)] },
  {
    rule: 'page-size',
    file: ['api/job/resume/page/2/index.json', /.+/s, without(9)],
    also: 'count',
  },
  {
    rule: 'links',
    file: [first, '"previous":null', `"previous":"${base}/api/region/"`],
    also: 'backward-walk',
  },
  { rule: 'links', file: [last, 'page/2/?page=2', 'page/2/?page=9'] },
  { rule: 'links', file: ['api/event/index.json', /\?cursor=\d+/, ''] },
  { rule: 'slash', fault: status(404, at('/api')) },
  { rule: 'slash', fault: header('location', 'https://evil.example/', at('/api')) },
  { rule: 'slash', fault: insteadOf('/api', '/api/region/') },
  { rule: 'slash', fault: insteadOf('/api/region', '/api/region/page/2/') },
  { rule: 'slash', fault: header('location', 'event/', ({ path }) => path.includes('event?')) },
  { rule: 'pages-by-query', fault: withoutNext('/api/region/?page=2') },
  { rule: 'pages-by-path', fault: withoutNext('/api/region/page/2/') },
  ...['4', '5', '0', '-1', '1.5', 'abc'].map((page) => ({
    rule: 'page-out-of-range',
    fault: insteadOf(`/api/region/?page=${page}`, '/api/region/'),
  })),
  { rule: 'page-spelling', fault: insteadOf('/api/region/?page=02', '/api/region/page/2/') },
  { rule: 'page-spelling', fault: insteadOf('/api/region/?page=+1', '/api/region/') },
  { rule: 'page-ambiguous', fault: insteadOf('/api/region/?page=', '/api/region/page/2/') },
  { rule: 'page-ambiguous', fault: status(500, ({ path }) => /cursor=\d+&cursor=/.test(path)) },
  { rule: 'cursor-unknown', fault: insteadOf('/api/event/?cursor=02', '/api/event/cursor/2/') },
  { rule: 'not-found', fault: status(200, at('/api/no-such-list/')) },
  { rule: 'not-found', fault: status(410, at('/api/region/page/99999/')) },
  { rule: 'not-found', fault: another('/api/job/vacancy/page/99999/') },
  { rule: 'not-found', fault: another('/api/event/?cursor=abc') },
  { rule: 'not-found', fault: header('content-type', 'text/html', at('/api/region/?page=abc')) },
  { rule: 'unlisted-keys', fault: another('/api/company/') },
  { rule: 'cors', fault: header(OPEN, undefined, (_, { status }) => status === 404) },
  { rule: 'cors', fault: header(OPEN, undefined, (_, { status }) => status === 308) },
  { rule: 'cors', fault: header(OPEN, undefined, (_, { status }) => status === 304) },
  { rule: 'cors', fault: header(OPEN, undefined, at('/api/job/vacancy/page/3/?page=3')) },
  {
    rule: 'cors',
    fault: (request, reply) => {
      const open = request.headers['origin'] ?? undefined;
      return header(OPEN, open, ({ method }) => method === 'GET')(request, reply);
    },
  },
  { rule: 'preflight', fault: status(404, ({ headers }) => asksBefore in headers) },
  { rule: 'preflight', fault: header(OPEN, undefined, ({ headers }) => asksBefore in headers) },
  { rule: 'cache-control', fault: header('cache-control', 'no-store', at('/api/')) },
  {
    rule: 'cache-control',
    fault: header('cache-control', cacheControl.head, at('/api/event/cursor/2/?cursor=2')),
  },
  {
    rule: 'cache-control',
    fault: header('cache-control', cacheControl.settled, at('/api/event/cursor/99999/')),
  },
  {
    rule: 'cache-control',
    fault: header('cache-control', undefined, at('/api/event/?cursor=abc')),
  },
  {
    rule: 'etag',
    fault: growing('/api/job/vacancy/page/2/?page=2', 'kept'),
    also: 'stable',
  },
  { rule: 'if-none-match', fault: status(304, ({ headers }) => 'if-none-match' in headers) },
  {
    rule: 'if-none-match',
    fault: status(
      304,
      ({ headers }) => 'if-none-match' in headers && headers['accept-encoding'] === 'br, gzip',
    ),
  },
  {
    rule: 'if-none-match',
    fault: (_, reply) => (reply.status === 304 ? { ...reply, body: Buffer.from('[]') } : undefined),
    also: 'if-modified-since',
  },
  {
    rule: 'if-none-match',
    fault: header('etag', '"another"', (_, reply) => reply.status === 304),
    also: 'if-modified-since',
  },
  { rule: 'if-modified-since', fault: deafTo('if-modified-since') },
  { rule: 'head', fault: status(500, ({ method }) => method === 'HEAD') },
  { rule: 'head', fault: header('content-length', '1', ({ method }) => method === 'HEAD') },
  { rule: 'head', fault: header('etag', undefined, ({ method }) => method === 'HEAD') },
  { rule: 'head', fault: header('cache-control', 'no-store', ({ method }) => method === 'HEAD') },
  { rule: 'options', fault: header('allow', 'GET', ({ method }) => method === 'OPTIONS') },
  {
    rule: 'methods',
    fault: status(200, ({ method, path }) => method === 'POST' && path.includes('?page=2')),
  },
  { rule: 'methods', fault: header('allow', undefined, (_, { status }) => status === 405) },
  {
    rule: 'methods',
    fault: header('content-type', 'text/html', (_, { status }) => status === 405),
  },
  {
    rule: 'encodings',
    fault: (request) =>
      /q=0,/.test(request.headers['accept-encoding'] ?? '') ? accepting(request, 'br') : undefined,
  },
  {
    rule: 'encodings',
    fault: (request) =>
      request.headers['accept-encoding'] === 'gzip' ? accepting(request, 'br') : undefined,
  },
  { rule: 'encodings', fault: header('cache-control', 'no-store', isPacked) },
  { rule: 'encodings', fault: header('content-type', 'application/x-br', isPacked) },
  { rule: 'encodings', fault: header('vary', 'Accept-Encoding', isPacked) },
  {
    rule: 'same-bytes',
    fault: (request) =>
      request.headers['accept-encoding'] === 'br' && request.path.startsWith('/api/event/cursor/')
        ? answerTo(tree, { ...request, path: '/api/event/' })
        : undefined,
  },
  { rule: 'same-bytes', fault: insteadOf('/api/region/page/6/?page=6', '/api/region/') },
  { rule: 'same-bytes', fault: insteadOf('/api/event/cursor/9/?cursor=9', '/api/event/') },
];

describe('a planted fault', () => {
  it.each(planted)(
    'against $rule is found, and named (%$)',
    async ({ rule, file, fault, also = '' }) => {
      let served = tree;
      if (file) {
        const [path, from, to] = file;
        const text = tree.get(path)?.toString() ?? '';
        expect(text).toMatch(from);
        const worse = typeof to === 'string' ? text.replace(from, to) : text.replace(from, to);
        served = new Map(tree).set(path, Buffer.from(worse));
      }
      const target = wireless(base, served, fault);
      const against = rule === 'same-bytes' ? folder : undefined;
      const wantedKeys = rule === 'signature' ? keys : [];
      const options = { against, keys: wantedKeys, maxPages: 50, writeMethods: true };
      const report = await examine(target, rules, options);
      // Other bytes of a page are never those that snapshot.json tells of; a walk that breaks off is
      // not held against it.
      const isPage = file !== undefined && /^api\/.+\/index\.json$/.test(file[0]);
      const wanted = [
        rule,
        ...also.split(' '),
        ...(isPage && rule !== 'forward-walk' ? ['digests'] : []),
      ];
      expect(namesOf(report, 'fail')).toEqual(
        rules.map(({ name }) => name).filter((name) => wanted.includes(name)),
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

describe('with a key', () => {
  const failed = async (served: Tree, known = keys, fault?: Fault) =>
    namesOf(
      await examine(wireless(base, served, fault), rules, { against: undefined, keys: known }),
      'fail',
    );

  it('another one does not know the signature, unless the right one is given, too', async () => {
    const other = newKeys().publicKey;
    expect(await failed(tree, [other])).toEqual(['signature']);
    expect(await failed(tree, [other, ...keys])).toEqual([]);
  });

  it('a page that is not what was signed fails by its digest', async () => {
    const page = tree
      .get(last)!
      .toString()
      .replace(/"name":"[^"]+"/, '"name":"Тмутаракань"');
    const served = new Map(tree).set(last, Buffer.from(page));
    expect(await failed(served)).toContain('digests');
    // Whoever puts the digests right as well cannot sign them.
    const described = tree.get('api/snapshot.json')!.toString();
    const [from, to] = [tree.get(last)!, page].map((text) => hash('sha256', text, 'hex'));
    served.set('api/snapshot.json', Buffer.from(described.replace(from!, to!)));
    expect(await failed(served)).toContain('signature');
  });

  it('files of which a cache has one from before are asked for past it', async () => {
    const stale: Fault = ({ path }, reply) =>
      path === '/api/snapshot.json.sig' ? { ...reply, body: Buffer.from('["before"]') } : undefined;
    expect(await failed(tree, keys, stale)).toEqual([]);
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
    expect(namesOf(report, 'fail')).toEqual([
      ...['directories', 'pages-by-query', 'cursors-by-query', 'lookups-by-query'],
    ]);
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
      ['lookups-by-query', false],
    ]);
    const lines = pretty(report).split('\n');
    const matched = lines.filter((line) => /^n\/d +(directories|page-spelling) /.test(line));
    expect(matched.map((line) => line.replace(/ {2}\d\.\d\d s/, ''))).toEqual([
      'n/d   directories        22 of 22  not declared',
      'n/d   page-spelling      78  not declared, but holds',
    ]);
  });
});
