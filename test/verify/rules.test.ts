// Every rule holds on a host that does everything right, and each finds the fault that it is for.

import { hash } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { beforeAll, describe, expect, it } from 'vitest';
import type { VerifyReport } from '../../src/delivery/verify/report.js';
import { pretty } from '../../src/delivery/verify/reporters.js';
import { rules } from '../../src/delivery/verify/rules/index.js';
import { cacheControl } from '../../src/hosts/answers.js';
import { abilities } from '../../src/hosts/host.js';
import { isDescribedAlone, kindOf } from '../../src/site/kinds.js';
import { newKeys } from '../support/keys.js';
import type { Reply, Request } from '../support/replies.js';
import { allExtras, examine } from '../support/tool.js';
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

it.each([['/api/post/all.ndjson'], ['/api/city/', '/api/region/{id}/']])(
  'passes where a deployment publishes more than the extras that are wanted: %s',
  async (...wanted) => {
    const extras = allExtras.filter(({ template }) => wanted.includes(template));
    const report = await examine(wireless(base, tree), rules, { against: folder, extras });
    expect(extras).toHaveLength(wanted.length);
    expect(report.rules.flatMap(({ failures }) => failures)).toEqual([]);
  },
);

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

/** Another text of a file. */
interface Edit {
  readonly path: string;
  readonly worse: (text: string) => string;
}
const edit = (
  path: string,
  from: string | RegExp,
  to: string | ((text: string) => string),
): Edit => ({
  path,
  worse: (text) => {
    expect(text).toMatch(from);
    return typeof to === 'string' ? text.replace(from, to) : text.replace(from, to);
  },
});

/** The rule that finds it, what is wrong, and the other rules that must fail with it. */
type Planted = readonly [rule: string, change: Edit | Fault, also?: string];

const first = 'api/region/index.json';
const last = 'api/region/page/3/index.json';
const lines = 'api/region/all.ndjson';

const planted: readonly Planted[] = [
  ['answers', status(500, at('/api/job/resume/page/2/?page=2')), 'forward-walk'],
  ['root-index', edit('api/index.json', '"home":', '"house":')],
  ['envelope', edit(first, /"next":(.*?),"previous":(.*?),/, '"previous":$2,"next":$1,')],
  ['count', edit(first, '"count":5', '"count":6')],
  ['unique-ids', edit(last, '{"id":5', '{"id":4'), 'lines'],
  ['order', edit(first, 'Елец', 'Яма'), 'records lines'],
  ['trees', edit('api/post-comment/index.json', '"level":1', '"level":3'), 'lines'],
  [
    'shapes',
    edit('api/job/vacancy/index.json', /"id":(\d+),"text"/, '"note":"","id":$1,"text"'),
    'records lines',
  ],
  ['forward-walk', edit(last, '"next":null', `"next":"${base}/api/region/"`), 'links'],
  [
    'backward-walk',
    edit('api/event/cursor/1/index.json', /"previous":".*?"/, `"previous":"${base}/api/event/"`),
  ],
  ['links', edit(first, '?page=2', '?page=3')],
  ['digests', edit('api/snapshot.json', /"digest":"./, '"digest":"-')],
  ['digests', edit('api/snapshot.json', '"count":5', '"count":4')],
  ['digests', edit('api/snapshot.json', '"page/2/"', '"page/02/"')],
  ['digests', edit('api/snapshot.json', '"format":1', '"format":2')],
  ['digests', edit('api/snapshot.json', '"region":', '"regions":')],
  ['digests', edit('api/snapshot.json', '"id":"', '"id":"0')],
  ['digests', edit('api/snapshot.json', '"region/{id}":', '"regions/{id}":')],
  ['digests', edit('api/snapshot.json', '"api/index.json":', '"api/none.json":')],
  ['digests', edit('api/region/digests/1.json', '"1/":', '"01/":')],
  ['digests', insteadOf('/api/post/blog/digests/1.json', '/api/post/digests/1.json')],
  ['digests', status(404, at('/api/snapshot.json'))],
  ['signature', status(404, ({ path }) => path.includes('.sig'))],
  [
    'signature',
    edit('api/snapshot.json.sig', /".+"/, `"${Buffer.alloc(64, 7).toString('base64')}"`),
  ],
  ['signature', edit('api/snapshot.json.sig', /.+/, '"none"')],
  ['signature', edit('api/snapshot.json', '"count":5', '"count":4'), 'digests'],
  ['openapi', edit('api/openapi.json', '"null"', '"boolean"')],
  ['slash', header('location', 'region/', ({ path }) => path.includes('region?'))],
  ['records', insteadOf('/api/region/1/', '/api/region/2/'), 'digests'],
  ['records', insteadOf('/api/job/vacancy/5/', '/api/job/vacancy/summary/'), 'digests'],
  ['records', status(404, at('/api/post/1/')), 'digests'],
  ['records', insteadOf('/api/blog/01/', '/api/blog/1/')],
  ['lines', edit(lines, 'Елец', 'Ялта')],
  ['lines', edit(lines, /\n$/, '')],
  ['lines', edit(lines, '\n', '\r\n')],
  ['lines', edit(lines, /.*\n$/, '')],
  ['lines', edit(lines, /(.*\n)$/, '$1$1')],
  ['lines', edit(lines, /$/, '{}')],
  ['lines', status(404, at(`/${lines}`)), 'digests'],
  ['lines', edit('api/datapackage.json', /sha256:./, 'sha256:-')],
  ['lines', edit('api/datapackage.json', '"count":5', '"count":4')],
  ['lines', another('/api/datapackage.json'), 'digests'],
  ['lookups-by-query', insteadOf('/api/post-comment/?post=1', '/api/post-comment/')],
  ['lookups-by-query', insteadOf('/api/post/?blog=abc', '/api/post/')],
  ['lookups-by-query', insteadOf('/api/post/?blog=2&page=1', '/api/post/')],
  ['answers', status(404, at('/api/post-comment/post/3/')), 'forward-walk lookups-by-query'],
  [
    'shapes',
    insteadOf('/api/job/vacancy/summary/', '/api/pb-questions/exact-category/'),
    'digests other-parameters',
  ],
  ['other-parameters', status(404, ({ path }) => path.includes('/?utm'))],
  ['pages-by-path', insteadOf('/api/region/page/2/', '/api/region/')],
  ['pages-by-query', insteadOf('/api/region/?page=2', '/api/region/')],
  ['page-unknown', insteadOf('/api/region/?page=999999999', '/api/region/')],
  ['page-unknown', insteadOf('/api/region/?page=01', '/api/region/')],
  ['page-ambiguous', status(500, at('/api/region/?page=1&page=2'))],
  ['pages-by-query', insteadOf('/api/event/?cursor=3', '/api/event/')],
  ['page-unknown', insteadOf('/api/event/?cursor=abc', '/api/event/')],
  ['not-found', header('content-type', 'text/html', at('/api/no-such-file.json'))],
  ['unlisted-keys', insteadOf('/api/portal-profile/', '/api/region/')],
  ['content-type', header('content-type', 'text/html', at('/api/epb-e/expert/'))],
  ['media-types', header('content-type', 'text/plain', ({ path }) => path.endsWith('.ndjson'))],
  ['vary-accept', header('vary', 'Cookie', at('/api/epb-e/expert/'))],
  ['allow', header('allow', 'GET', at('/api/epb-e/expert/'))],
  ['cors', header('access-control-allow-origin', undefined, at('/api/region/'))],
  [
    'preflight',
    header('access-control-allow-headers', 'X-Other', ({ method }) => method === 'OPTIONS'),
  ],
  ['cache-control', header('cache-control', 'no-store', at('/api/epb-e/expert/'))],
  ['etag', header('etag', 'unquoted', at('/api/epb-e/expert/')), 'if-none-match'],
  ['if-none-match', deafTo('if-none-match')],
  ['if-modified-since', status(304, ({ headers }) => headers['if-modified-since'] !== undefined)],
  [
    'options',
    status(
      405,
      ({ method, headers }) => method === 'OPTIONS' && !headers['access-control-request-method'],
    ),
  ],
  [
    'methods',
    status(204, ({ method, path }) => method === 'DELETE' && path === '/api/post-comment/'),
  ],
  ['methods', status(201, at('/api/no-such-list/1/', 'POST'))],
  ['compression', deafTo('accept-encoding')],
  [
    'encodings',
    (_, reply) =>
      reply.headers['content-encoding'] === 'gzip'
        ? { ...reply, body: gzipSync('{"results": []}') }
        : undefined,
  ],
  [
    'vary-encoding',
    header('vary', 'Accept', (_, { headers }) => headers['content-encoding'] !== undefined),
  ],
  ['same-bytes', edit('api/event/cursor/3/index.json', 'обсуждение', 'осуждение'), 'lines'],
  // The other things that rules look at, rule by rule.
  ['root-index', edit('api/index.json', '/api/region/', '/api/regions/')],
  ['root-index', edit('api/index.json', '{"', '{"more":"","')],
  ['envelope', edit(first, '"count":5', '"count":"5"'), 'count'],
  ['shapes', edit('api/job/vacancy/index.json', '"views":0', '"views":"0"'), 'records lines'],
  // A resume for another region than that of the address.
  [
    'shapes',
    edit(
      'api/job/resume/region/1/index.json',
      '"work_regions":[{"id":1',
      '"work_regions":[{"id":2',
    ),
  ],
  // Where nothing names the extras, those that the root index has keys for are not listed.
  ['openapi', status(404, at('/api/openapi.json')), 'unlisted-keys digests'],
  ['openapi', another('/api/openapi.json'), 'unlisted-keys digests'],
  ['openapi', header('content-type', 'text/yaml', at('/api/openapi.json'))],
  ['openapi', edit('api/openapi.json', '/api/region/page/{page}/', '/api/regions/')],
  ['openapi', edit('api/openapi.json', base, 'https://other.example.org')],
  ['openapi', edit('api/openapi.json', '{"openapi"', '{"$schema":"","openapi"')],
  [
    'openapi',
    edit('api/openapi.json', /.+/s, `${'['.repeat(600)}${']'.repeat(600)}`),
    'unlisted-keys',
  ],
  ['openapi', edit('api/openapi.json', /.+/s, '{"paths":null}'), 'unlisted-keys'],
  ['page-size', edit('api/event/cursor/2/index.json', /.+/s, without(1)), 'lines'],
  ['page-size', edit('api/job/resume/page/2/index.json', /.+/s, without(9)), 'count lines'],
  ['links', edit(first, '"previous":null', `"previous":"${base}/api/region/"`)],
  ['links', edit(last, 'page/2/?page=2', 'page/2/?page=9')],
  ['links', edit('api/event/index.json', /\?cursor=\d+/, '')],
  ['slash', status(404, at('/api'))],
  ['slash', header('location', 'https://evil.example/', at('/api'))],
  ['slash', insteadOf('/api', '/api/region/')],
  ['slash', insteadOf('/api/region', '/api/region/page/2/')],
  ['slash', header('location', 'event/', ({ path }) => path.includes('event?'))],
  ['pages-by-query', withoutNext('/api/region/?page=2')],
  ['pages-by-path', withoutNext('/api/region/page/2/')],
  ...['4', '5', '-1', 'abc'].map(
    (page): Planted => ['page-unknown', insteadOf(`/api/region/?page=${page}`, '/api/region/')],
  ),
  ['page-unknown', insteadOf('/api/region/?page=+1', '/api/region/')],
  ['page-ambiguous', insteadOf('/api/region/?page=', '/api/region/page/2/')],
  ['page-ambiguous', status(500, ({ path }) => /cursor=\d+&cursor=/.test(path))],
  ['page-unknown', insteadOf('/api/event/?cursor=02', '/api/event/cursor/2/')],
  ['not-found', status(200, at('/api/no-such-list/'))],
  ['not-found', status(410, at('/api/region/page/999999999/'))],
  ['not-found', another('/api/job/vacancy/page/999999999/')],
  ['not-found', another('/api/event/?cursor=abc')],
  ['not-found', header('content-type', 'text/html', at('/api/region/?page=abc'))],
  ['unlisted-keys', another('/api/portal-profile/')],
  ['cors', header(OPEN, undefined, (_, { status }) => status === 404)],
  ['cors', header(OPEN, undefined, (_, { status }) => status === 308)],
  ['cors', header(OPEN, undefined, (_, { status }) => status === 304)],
  ['cors', header(OPEN, undefined, at('/api/job/vacancy/page/3/?page=3'))],
  [
    'cors',
    (request, reply) => {
      const open = request.headers['origin'] ?? undefined;
      return header(OPEN, open, ({ method }) => method === 'GET')(request, reply);
    },
  ],
  ['preflight', status(404, ({ headers }) => asksBefore in headers)],
  ['preflight', header(OPEN, undefined, ({ headers }) => asksBefore in headers)],
  ['cache-control', header('cache-control', 'no-store', at('/api/'))],
  [
    'cache-control',
    header('cache-control', cacheControl.volatile, at('/api/event/cursor/2/?cursor=2')),
  ],
  [
    'cache-control',
    header('cache-control', cacheControl.immutable, at('/api/event/cursor/999999999/')),
  ],
  [
    // Its newest records come last: a new one would stand on the last page.
    'cache-control',
    header('cache-control', cacheControl.immutable, at('/api/epb-e/expert/cursor/3/?cursor=3')),
  ],
  ['cache-control', header('cache-control', undefined, at('/api/event/?cursor=abc'))],
  ['if-none-match', status(304, ({ headers }) => 'if-none-match' in headers)],
  [
    'if-none-match',
    status(
      304,
      ({ headers }) => 'if-none-match' in headers && headers['accept-encoding'] === 'br, gzip',
    ),
  ],
  [
    'if-none-match',
    (_, reply) => (reply.status === 304 ? { ...reply, body: Buffer.from('[]') } : undefined),
    'if-modified-since',
  ],
  [
    'if-none-match',
    header('etag', '"another"', (_, reply) => reply.status === 304),
    'if-modified-since',
  ],
  ['if-modified-since', deafTo('if-modified-since')],
  ['head', status(500, ({ method }) => method === 'HEAD')],
  ['head', header('content-length', '1', ({ method }) => method === 'HEAD')],
  ['head', header('etag', undefined, ({ method }) => method === 'HEAD')],
  ['head', header('cache-control', 'no-store', ({ method }) => method === 'HEAD')],
  ['options', header('allow', 'GET', ({ method }) => method === 'OPTIONS')],
  ['methods', status(200, ({ method, path }) => method === 'POST' && path.includes('?page=2'))],
  ['methods', header('allow', undefined, (_, { status }) => status === 405)],
  ['methods', header('content-type', 'text/html', (_, { status }) => status === 405)],
  [
    'encodings',
    (request) =>
      /q=0,/.test(request.headers['accept-encoding'] ?? '') ? accepting(request, 'br') : undefined,
  ],
  [
    'encodings',
    (request) =>
      request.headers['accept-encoding'] === 'gzip' ? accepting(request, 'br') : undefined,
  ],
  ['encodings', header('cache-control', 'no-store', isPacked)],
  ['encodings', header('content-type', 'application/x-br', isPacked)],
  ['encodings', header('vary', 'Accept-Encoding', isPacked)],
  [
    'same-bytes',
    (request) =>
      request.headers['accept-encoding'] === 'br' && request.path.startsWith('/api/event/cursor/')
        ? answerTo(tree, { ...request, path: '/api/event/' })
        : undefined,
  ],
  ['same-bytes', insteadOf('/api/region/page/6/?page=6', '/api/region/')],
  ['same-bytes', insteadOf('/api/event/cursor/9/?cursor=9', '/api/event/')],
];

describe('a planted fault', () => {
  // Every eighth fault is shown to all rules, the others to the rules that it is for and to a quarter of the rest: another
  // quarter each time, so that each rule is held against faults of every kind.
  const numbered = planted.map(([rule, change, also = ''], i) => [rule, change, also, i] as const);

  it.for(numbered)('against %s is found, and named (%$)', async ([rule, change, also, number]) => {
    let served = tree;
    const isEdit = 'path' in change;
    if (isEdit) {
      const text = tree.get(change.path)?.toString() ?? '';
      served = new Map(tree).set(change.path, Buffer.from(change.worse(text)));
    }
    const target = wireless(base, served, isEdit ? undefined : change);
    const against = rule === 'same-bytes' ? folder : undefined;
    const wantedKeys = rule === 'signature' ? keys : [];
    const options = { against, keys: wantedKeys, maxPages: 50, writeMethods: true };
    // Other bytes of a file are never those that snapshot.json tells of; a walk that breaks off is
    // not held against it.
    const isDescribed =
      isEdit && (isDescribedAlone(change.path) || kindOf(change.path)?.showsRecords === 'page');
    const wanted = [
      rule,
      ...also.split(' '),
      ...(isDescribed && rule !== 'forward-walk' ? ['digests'] : []),
    ];
    const chosen = rules.filter(
      ({ name }, place) => wanted.includes(name) || number % 8 === 0 || (place + number) % 4 === 0,
    );
    const report = await examine(target, chosen, options);
    expect(namesOf(report, 'fail')).toEqual(
      rules.map(({ name }) => name).filter((name) => wanted.includes(name)),
    );
    expect(report.ok).toBe(false);
    expect(pretty(report)).toMatch(new RegExp(`^FAIL  ${rule} `, 'm'));
  });

  it('is planted against every rule', () => {
    // A host without directory indexes is a case of its own, below.
    const covered = new Set([...planted.map(([rule]) => rule), 'directories']);
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
    expect(namesOf(report, 'fail')).toEqual(['directories', 'pages-by-query', 'lookups-by-query']);
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
      ['page-unknown', true],
      ['page-ambiguous', true],
      ['lookups-by-query', false],
    ]);
    const lines = pretty(report).split('\n');
    const matched = lines.filter((line) => /^n\/d +(directories|page-unknown) /.test(line));
    const steady = matched.map((line) => line.replace(/ {2}\d\.\d\d s/, '').replace(/\d+/g, 'N'));
    expect(steady).toEqual([
      'n/d   directories        N of N  not declared',
      'n/d   page-unknown       N  not declared, but holds',
    ]);
  });
});
