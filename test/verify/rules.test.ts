// Every rule holds on a host that does everything right, and each finds the fault that it is for.

import { hash } from 'node:crypto';
import { join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { beforeAll, describe, expect, it } from 'vitest';
import type { VerifyReport } from '../../src/delivery/verify/report.js';
import { github, json, pretty } from '../../src/delivery/verify/reporters.js';
import {
  ruleNames,
  rules,
  type VerifyRule,
  type VerifyRuleName,
} from '../../src/delivery/verify/rules.js';
import { cacheControl } from '../../src/hosts/answers.js';
import { type Ability, abilities } from '../../src/hosts/host.js';
import { build } from '../../src/index.js';
import { idOf } from '../../src/site/snapshot-file.js';
import { temporaryFolder } from '../support/folders.js';
import { newKeys } from '../support/keys.js';
import { writeData } from '../support/portal.js';
import type { Reply, Request } from '../support/replies.js';
import { isNight } from '../support/runs.js';
import { examine } from '../support/tool.js';
import type { Tree } from '../support/tree.js';
import { answerTo, buildSnapshot, type Fault, filesIn, portal, wireless } from './reference.js';

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

/** One address, in one encoding, with the bytes of an older snapshot. */
const older =
  (path: string, encoding: 'br' | 'gzip'): Fault =>
  (request, reply) => {
    if (request.path !== path || reply.headers['content-encoding'] !== encoding) return undefined;
    const text = Buffer.from('{"results": []}');
    return { ...reply, body: encoding === 'br' ? brotliCompressSync(text) : gzipSync(text) };
  };

/** An answer without a body, in place of the page, for requests in which a header has a value. */
const bare =
  (code: number, name: string, value: RegExp, when: When = () => true): Fault =>
  (request, reply) => {
    const isMeant = reply.status === 200 && value.test(request.headers[name] ?? '');
    return isMeant && isRead(request) && when(request, reply)
      ? { ...reply, status: code, body: Buffer.alloc(0) }
      : undefined;
  };

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

/** Another list for requests with such a header. */
const otherFor =
  (name: string, value: RegExp): Fault =>
  ({ headers, ...request }) =>
    request.path === '/api/region/page/3/?page=3' && value.test(headers[name] ?? '')
      ? answerTo(tree, { ...request, headers, path: '/api/region/' })
      : undefined;

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

const is304: When = (_, { status }) => status === 304;

/** A refusal that other sites may not read: 412 for each condition, 416 for a range behind the end. */
const refusing =
  (code: number, name: string): Fault =>
  (request, reply) => {
    const from = Number(/^bytes=(\d+)-$/.exec(request.headers[name] ?? '')?.[1] ?? 0);
    const isRefused = code === 412 || from >= reply.body.length;
    const refused = isRefused ? bare(code, name, /./)(request, reply) : undefined;
    return refused && header(OPEN, undefined, () => true)(request, refused);
  };

/** The rule that finds it, what is wrong, and the other rules that must fail with it. */
type Planted = readonly [rule: VerifyRuleName, change: Edit | Fault, also?: string];

const first = 'api/region/index.json';
const lines = 'api/region/all.ndjson';

const planted: readonly Planted[] = [
  ['digests', status(500, at('/api/job/resume/page/2/?page=2'))],
  ['digests', edit(first, 'Елец', 'Яма')],
  ['digests', edit('api/snapshot.json', /"digest":"./, '"digest":"-')],
  ['digests', edit('api/snapshot.json', '"count":5', '"count":4')],
  ['digests', edit('api/snapshot.json', '"page/2/"', '"page/02/"')],
  ['digests', edit('api/snapshot.json', '"format":1', '"format":2')],
  ['digests', edit('api/snapshot.json', '"region":', '"regions":')],
  ['digests', edit('api/snapshot.json', '"id":"', '"id":"0')],
  ['digests', edit('api/snapshot.json', '"region/{id}":', '"regions/{id}":')],
  ['digests', edit('api/snapshot.json', '"api/index.json":', '"api/none.json":')],
  ['digests', edit('api/region/digests.json', '"1/":', '"01/":')],
  ['digests', insteadOf('/api/post/blog/digests.json', '/api/post/digests.json')],
  ['signature', edit('api/snapshot.json', /"signature":"[^"]+",/, '')],
  ['signature', edit('api/snapshot.json', /(?<="signature":")..../, 'AAAA')],
  ['signature', edit('api/snapshot.json', /"signature":"[^"]+"/, '"signature":"none"')],
  ['signature', edit('api/snapshot.json', '"count":5', '"count":4'), 'digests'],
  ['slash', header('location', 'region/', ({ path }) => path.includes('region?'))],
  ['digests', insteadOf('/api/region/1/', '/api/region/2/')],
  ['digests', status(404, at('/api/post/1/'))],
  ['not-found', insteadOf('/api/blog/01/', '/api/blog/1/')],
  ['digests', edit(lines, /\n$/, '')],
  ['digests', status(404, at(`/${lines}`))],
  ['pages-by-query', insteadOf('/api/post-comment/?post=1', '/api/post-comment/')],
  ['page-unknown', insteadOf('/api/post/?blog=abc', '/api/post/')],
  ['pages-by-query', insteadOf('/api/post/?blog=2&page=1', '/api/post/')],
  [
    'digests',
    insteadOf('/api/job/vacancy/summary/', '/api/pb-questions/exact-category/'),
    'other-parameters',
  ],
  ['other-parameters', status(404, ({ path }) => path.includes('/?utm'))],
  ['directories', insteadOf('/api/region/page/2/', '/api/region/')],
  ['pages-by-query', insteadOf('/api/region/?page=2', '/api/region/')],
  ['page-unknown', insteadOf('/api/region/?page=999999999', '/api/region/')],
  ['page-unknown', insteadOf('/api/region/?page=01', '/api/region/')],
  ['pages-by-query', insteadOf('/api/event/?cursor=3', '/api/event/')],
  ['page-unknown', insteadOf('/api/event/?cursor=abc', '/api/event/')],
  ['not-found', header('content-type', 'text/html', at('/api/no-such-file.json'))],
  ['not-found', insteadOf('/api/portal-profile/', '/api/region/')],
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
  // The other things that rules look at, rule by rule.
  ['digests', status(404, at('/api/openapi.json'))],
  ['content-type', header('content-type', 'text/yaml', at('/api/openapi.json'))],
  ['digests', edit('api/openapi.json', '/api/region/page/{page}/', '/api/regions/')],
  ['digests', edit('api/openapi.json', /.+/s, `${'['.repeat(600)}${']'.repeat(600)}`)],
  ['slash', status(404, at('/api'))],
  ['slash', header('location', 'https://evil.example/', at('/api'))],
  ['slash', insteadOf('/api', '/api/region/')],
  ['slash', insteadOf('/api/region', '/api/region/page/2/')],
  ['slash', header('location', 'event/', ({ path }) => path.includes('event?'))],
  ['pages-by-query', withoutNext('/api/region/?page=2')],
  ['directories', withoutNext('/api/region/page/2/')],
  ...['4', '5', '-1', 'abc'].map(
    (page): Planted => ['page-unknown', insteadOf(`/api/region/?page=${page}`, '/api/region/')],
  ),
  ['page-unknown', insteadOf('/api/region/?page=+1', '/api/region/')],
  ['page-unknown', insteadOf('/api/event/?cursor=02', '/api/event/cursor/2/')],
  ['not-found', status(200, at('/api/no-such-list/'))],
  ['not-found', status(410, at('/api/region/page/999999999/'))],
  ['not-found', another('/api/job/vacancy/page/999999999/')],
  ['not-found', another('/api/event/?cursor=abc')],
  ['not-found', header('content-type', 'text/html', at('/api/region/?page=abc'))],
  ['not-found', another('/api/portal-profile/')],
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
    'head',
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
    'encodings',
    (request) =>
      request.headers['accept-encoding'] === 'br' && request.path.startsWith('/api/event/cursor/')
        ? answerTo(tree, { ...request, path: '/api/event/' })
        : undefined,
  ],
  ['leftovers', insteadOf('/api/region/page/6/?page=6', '/api/region/')],
  ['leftovers', insteadOf('/api/region/6/', '/api/region/5/')],
  [
    'leftovers',
    (request) =>
      /^\/api\/post\/blog\/\d+\/page\/[234]\/\?/.test(request.path)
        ? answerTo(tree, { ...request, path: '/api/post/' })
        : undefined,
  ],
  ['pages-by-query', status(404, at('/api/region/?page=1'))],
  // One page of which one compressed copy is old.
  ['encodings', older('/api/post-comment/post/1/', 'br')],
  ['encodings', older('/api/post-comment/post/2/', 'gzip')],
  // Browsers send both conditions.
  [
    'if-none-match',
    bare(304, 'if-modified-since', /./, ({ headers }) => 'if-none-match' in headers),
  ],
  ['if-none-match', bare(304, 'if-none-match', /^W/)],
  ['if-none-match', bare(304, 'if-none-match', /,/)],
  ['if-none-match', bare(412, 'if-none-match', /^\*$/)],
  ['if-none-match', header('etag', undefined, is304), 'if-modified-since'],
  ['if-none-match', header('vary', 'Accept-Encoding', is304), 'if-modified-since'],
  ['if-none-match', header('cache-control', undefined, is304), 'if-modified-since'],
  ['etag', sameTag],
  ['cors', refusing(412, 'if-match')],
  ['cors', refusing(416, 'range')],
  ['methods', header(OPEN, undefined, (_, { status }) => status === 405)],
  ['ranges', part(1)],
  ['ranges', part(0, () => '*')],
  ['ranges', part(0, (length) => `${length + 1}`)],
  ['ranges', bare(416, 'range', /=-/)],
  ['content-type', header('content-type', 'application/json; charset=windows-1251', at('/api/'))],
  ['media-types', header('content-type', 'application/x-ndjson;charset="koi8-r"', at(`/${lines}`))],
  [
    'not-found',
    header('content-type', 'application/json; charset=koi8-r', at('/api/no-such-list/')),
  ],
  ['unwanted-headers', header('set-cookie', 'a=b', at('/api/region/2/'))],
  ['unwanted-headers', header('refresh', '5; url=/', (_, { status }) => status === 404)],
  ['unwanted-headers', header('content-disposition', 'attachment', is304)],
  ['same-for-all', otherFor('accept', /html/)],
  ['same-for-all', otherFor('user-agent', /curl/)],
  ['same-for-all', otherFor('origin', /other/)],
  ['same-for-all', otherFor('origin', /^$/)],
  ['leftovers', insteadOf('/api/event/cursor/9/?cursor=9', '/api/event/')],
];

describe('a planted fault', () => {
  // By day every eighth fault is shown to all rules, and the others to the rules that it is for.
  const numbered = planted.map(([rule, change, also = ''], i) => [rule, change, also, i] as const);

  it.for(numbered)('against %s is found, and named (%$)', async ([rule, change, also, number]) => {
    let served = tree;
    const isEdit = 'path' in change;
    if (isEdit) {
      const text = tree.get(change.path)?.toString() ?? '';
      served = new Map(tree).set(change.path, Buffer.from(change.worse(text)));
    }
    const target = wireless(base, served, isEdit ? undefined : change);
    const wantedKeys = rule === 'signature' ? keys : [];
    const wanted = [rule, ...also.split(' ')];
    const only = ruleNames.filter((name) => wanted.includes(name) || isNight || number % 8 === 0);
    const options = { against: folder, keys: wantedKeys, writeMethods: true, only };
    const report = await examine(target, options);
    expect(namesOf(report, 'fail')).toEqual(ruleNames.filter((name) => wanted.includes(name)));
    expect(report.ok).toBe(false);
    expect(pretty(report)).toMatch(new RegExp(`^FAIL  ${rule} `, 'm'));
  });

  it('is planted against every rule', () => {
    // Another snapshot is a case of its own, below.
    const others = ['same-bytes', 'root-index'];
    const covered = new Set([...planted.map(([rule]) => rule), ...others]);
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
  const fault = (path: string) => header('etag', '"other"', at(path, 'HEAD'));
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
  const pageFor =
    (when: When, type: string): Fault =>
    (request, reply) =>
      when(request, reply)
        ? { status: 200, headers: { ...reply.headers, 'content-type': type }, body: webPage }
        : undefined;
  const everywhere: When = () => true;

  it.each([
    ['nothing', status(404, at('/api/snapshot.json'))],
    ['a web page', pageFor(at('/api/snapshot.json'), 'text/html; charset=utf-8')],
    ['a web page for every address', pageFor(everywhere, 'text/html')],
    ['a web page, sent as JSON', pageFor(at('/api/snapshot.json'), 'application/json')],
  ])('is refused: %s in the place of snapshot.json', async (_, fault) => {
    await expect(examine(wireless(base, tree, fault))).rejects.toThrow(
      `there is no ${base}/api/snapshot.json, so that nothing is known of what should be there; of a server that portal-snapshot did not make, import ${base} --dry-run tells`,
    );
  });

  it.each(['text/html; charset=utf-8', 'application/json'])(
    'a web page in the place of a list is named as one, sent as %s',
    async (type) => {
      const fault = pageFor(at('/api/region/'), type);
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

  const withoutDirectories = status(404, ({ path }) => /\/(\?|$)/.test(path));

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
