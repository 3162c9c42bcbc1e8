// The client on a real wire: polite to a server, and wary of it.

import { createServer, type IncomingMessage, type Server } from 'node:http';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { MAX_KEPT } from '../../src/delivery/http/body.js';
import { HttpClient, type HttpClientOptions } from '../../src/delivery/http/client.js';
import type { VerifyReport } from '../../src/delivery/verify/report.js';
import { github, pretty } from '../../src/delivery/verify/reporters.js';
import { oncePerFile } from '../support/at-end.js';
import { newKeys } from '../support/keys.js';
import { type Reply, serverOf } from '../support/replies.js';
import { verify } from '../support/tool.js';
import type { Tree } from '../support/tree.js';
import { answerTo, buildSnapshot, filesIn, listen } from './reference.js';

const failing = ({ rules }: VerifyReport): string[] =>
  rules.filter(({ result }) => result === 'fail').map(({ name }) => name);

/** What asks for a page, a record and a file of all. */
const SOME = ['/api/region/{id}/', '/api/post/blog/{id}/', '/api/region/all.ndjson'];

/** A server for a snapshot that was built for its own address. */
async function serving(): Promise<{ base: string; folder: string; server: Server }> {
  let tree: Tree = new Map();
  const server = serverOf(async (request) => {
    await new Promise(setImmediate);
    return answerTo(tree, request);
  });
  const base = await listen(server);
  const folder = await buildSnapshot(base, 'path', undefined, SOME);
  tree = filesIn(folder);
  return { base, folder, server };
}

/** The same one for all tests. */
const served = oncePerFile(serving);

const reply = (status: number, text = '', headers: Reply['headers'] = {}): Reply => ({
  status,
  headers,
  body: Buffer.from(text),
});

describe('a deployment that is right', () => {
  it('passes over HTTP, on few connections that are kept, and is asked to change nothing', async () => {
    const { base, folder, server } = await served();
    let [connections, atOnce, most] = [0, 0, 0];
    const sent = new Set<string>();
    server.on('connection', () => connections++);
    server.on('request', ({ method, url }, response) => {
      sent.add(`${method} ${url}`);
      most = Math.max(most, ++atOnce);
      response.on('close', () => atOnce--);
    });
    const report = await verify({ target: `${base}/api/`, against: folder, concurrency: 3 });
    // Node's own server drops the body of an answer to HEAD and refuses unknown methods itself.
    expect(report.rules.flatMap(({ failures }) => failures)).toEqual([]);
    expect(report.ok).toBe(true);
    expect(most).toBeGreaterThan(1);
    expect(most).toBeLessThanOrEqual(3);
    const { requests, bytes } = report.summary;
    // What may change data has a connection of its own.
    expect(connections).toBeLessThan(requests / 3);
    expect(bytes).toBeGreaterThan(20_000);
    expect(report.rules.find(({ name }) => name === 'methods')?.result).toBe('pass');
    // What writes goes to an address that is not there.
    const writing = [...sent].filter((request) => !/^(GET|HEAD|OPTIONS) /.test(request));
    expect(writing).toEqual(['POST /api/no-such-list/1/']);
  });

  it('is sent what writes under a condition that no page meets, with --write-methods', async () => {
    const { base, server } = await served();
    const sent = new Set<string>();
    const conditions = new Set<string | undefined>();
    server.on('request', ({ method = '', url, headers }) => {
      if (!/^(POST|PUT|PATCH|DELETE)$/.test(method)) return;
      sent.add(`${method} ${url}`);
      conditions.add(headers['if-match']);
    });
    await verify({ target: base, only: ['methods'], writeMethods: true });
    expect([...sent]).toEqual(
      expect.arrayContaining([
        'PUT /api/',
        'PATCH /api/event/',
        'DELETE /api/job/resume/page/2/?page=2',
      ]),
    );
    expect(conditions).toEqual(new Set(['"no-page-has-this-tag"']));
  });

  it.each([
    ['a page for every address', 200, 'not-applicable', []],
    ['404 to every method', 404, 'pass', ['POST /api/no-such-list/1/']],
  ])('that has %s is sent no more than one POST', async (_, status, result, wanted) => {
    const sent: string[] = [];
    const tree = filesIn((await served()).folder);
    const base = await listen(
      serverOf((request) => {
        const { method, path } = request;
        if (!/^(GET|HEAD|OPTIONS)$/.test(method)) sent.push(`${method} ${path}`);
        const right = answerTo(tree, request);
        return right.status === 200 ? right : reply(status, '{}');
      }),
    );
    const { rules } = await verify({ target: base, only: ['methods'] });
    expect([rules[0]?.result, sent]).toEqual([result, wanted]);
  });

  it.each(['if-none-match', 'encodings'])(
    'that stops answering once its files were read does not pass %s',
    async (rule) => {
      const { base, server } = await served();
      const { summary } = await verify({ target: base, only: ['digests'] });
      let asked = 0;
      const stop = ({ socket }: IncomingMessage): void => {
        if (++asked > summary.requests) socket.destroy();
      };
      server.prependListener('request', stop);
      const { ok, rules } = await verify({
        ...{ target: base, only: ['digests', rule], backoff: 1 },
      }).finally(() => server.off('request', stop));
      expect(asked).toBeGreaterThan(summary.requests);
      expect([ok, rules[0]?.result, rules[1]?.result]).toEqual([false, 'pass', 'fail']);
      expect(rules[1]?.failures[0]?.found).toMatch(/socket hang up|no answer/);
    },
  );

  it('may be a mirror, signed, with the links of its origin', async () => {
    const mirrorOf = 'https://portal.example.org/forum';
    const signer = newKeys();
    const folder = await buildSnapshot(mirrorOf, 'path', signer.secret, SOME);
    const tree = new Map(filesIn(folder));
    // Redirects of a mirror name the mirror.
    const server = serverOf(({ path, ...request }) => {
      const right = answerTo(tree, { ...request, path: path.slice('/copy'.length) });
      const { location } = right.headers;
      const target = location && new URL(location, `${mirror}${path.slice('/copy'.length)}`).href;
      return target ? { ...right, headers: { ...right.headers, location: target } } : right;
    });
    const mirror = `${await listen(server)}/copy`;
    const keys = [signer.publicKey];
    const run = (given = {}) => verify({ target: mirror, against: folder, keys, ...given });
    const found = await run({ mirrorOf: `${mirrorOf}/` });
    expect(found.rules.flatMap(({ failures }) => failures)).toEqual([]);
    expect([found.ok, found.target]).toEqual([true, mirror]);
    expect(failing(await run())).toEqual(['root-index']);
    const file = 'api/region/page/2/index.json';
    tree.set(file, Buffer.from(`${tree.get(file)} `));
    const { rules } = await run({ mirrorOf, only: ['digests'] });
    expect(rules[0]?.failures[0]?.address).toBe(`${mirror}/api/region/page/2/?page=2`);
    await expect(run({ mirrorOf: 'portal.example.org' })).rejects.toThrow('begins with http://');
  });

  it('has a base URL that may itself end in /api', async () => {
    let tree: Tree = new Map();
    const base = `${await listen(
      serverOf(({ path, ...request }) => {
        const below = path.startsWith('/v1/api/api') ? path.slice('/v1/api'.length) : '/nothing';
        return answerTo(tree, { ...request, path: below });
      }),
    )}/v1/api`;
    tree = filesIn(await buildSnapshot(base, 'path', undefined, []));
    for (const target of [base, `${base}/`, `${base}/api/`]) {
      const { ok, ...report } = await verify({ target, only: ['digests', 'root-index'] });
      expect([report.target, ok]).toEqual([base, true]);
    }
  });

  const nobody = 'http://127.0.0.1:1';

  it.each<[Parameters<typeof verify>[0], string]>([
    [{ target: nobody, backoff: 1 }, `cannot reach ${nobody}/api/: connect ECONNREFUSED`],
    [{ target: nobody, only: ['vary'] }, 'no rule "vary"'],
    [{ target: nobody, only: ['etag'], skip: ['etag'] }, 'no rule is left to check'],
    [{ target: nobody, against: 'src' }, 'there is no snapshot in "src"'],
    [{ target: nobody, deadline: 0 }, 'a deadline is a number of'],
    [{ target: nobody, concurrency: 65 }, 'at most 64 requests'],
    [{ target: 'nowhere' }, 'there is no folder "nowhere"'],
    [{ target: 'ftp://example.org' }, 'begins with http://'],
    [{ target: 'http://me:secret@example.org' }, 'takes a host and a path, and nothing else'],
    [{ target: 'http://example.org/?' }, 'takes a host and a path, and nothing else'],
    [{ target: 'http://example.org/#' }, 'takes a host and a path, and nothing else'],
  ])('is not asked for with %j', (options, why) => expect(verify(options)).rejects.toThrow(why));
});

/** A client of a server with this behaviour, and the server's base URL. */
async function clientOf(
  server: Server,
  options: Partial<HttpClientOptions> = {},
): Promise<{ client: HttpClient; base: string }> {
  const base = await listen(server);
  const settings = { origin: base, concurrency: 4, timeout: 5000, backoff: 1, ...options };
  return { client: new HttpClient(settings), base };
}

/** A server that hangs up, and how many times it has. */
function hangingUp() {
  let asked = 0;
  const server = createServer(({ socket }) => {
    asked++;
    socket.destroy();
  });
  return { server, times: () => asked };
}

describe('the client', () => {
  it('waits no longer than it is willing to', async () => {
    let asked = 0;
    const never = reply(429, '', { 'retry-after': 'Fri, 01 Jan 2100 00:00:00 GMT' });
    const { client, base } = await clientOf(
      serverOf(() => (++asked === 1 ? never : reply(200))),
      { maxWait: 20 },
    );
    expect((await client.ask(base)).status).toBe(200);
    expect(client.meter.retries).toBe(1);
  });

  it('gives up after four attempts, and does not repeat what may change data', async () => {
    const { server, times } = hangingUp();
    const { client, base } = await clientOf(server);
    expect((await client.ask(base)).failure).toBe('socket hang up');
    expect(times()).toBe(4);
    expect((await client.ask(base, { method: 'DELETE' })).status).toBe(0);
    expect(times()).toBe(5);
  });

  it('keeps a body once it is unpacked, and none where there is none', async () => {
    const packed = { status: 200, headers: { 'content-encoding': 'gzip' }, body: gzipSync('here') };
    const { client, base } = await clientOf(serverOf(() => packed));
    expect((await client.ask(base)).body.toString()).toBe('here');
    const { failure, status, body } = await client.ask(base, { method: 'HEAD' });
    expect([failure, status, body.length]).toEqual([undefined, 200, 0]);
  });

  it('stops waiting for an answer that drips', async () => {
    const server = createServer((_, response) => {
      response.writeHead(200);
      const drip = setInterval(() => response.write('.'), 20);
      response.on('close', () => clearInterval(drip));
    });
    const { client, base } = await clientOf(server, { timeout: 150 });
    expect((await client.ask(base)).failure).toBe('none within 0.15 s');
  });

  it('reads no more than its limits of headers and bodies', async () => {
    const server = serverOf(({ path }) =>
      path === '/headers'
        ? reply(200, '', { huge: 'x'.repeat(100_000) })
        : reply(200, 'x'.repeat(5000)),
    );
    const { client, base } = await clientOf(server);
    expect((await client.ask(`${base}/headers`)).failure).toBe('headers of more than 65536 bytes');
    expect(await client.ask(base, { most: 4000 })).toMatchObject({
      failure: 'a body of more than 4000 bytes',
      isRefused: true,
    });
  });

  it('refuses a body that unpacks to far more than itself, or by no way that it knows', async () => {
    const zeros = Buffer.alloc(40_000_000);
    const quick = { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } };
    const large = 'a body that unpacks to more than 500 times its size';
    const odd = 'its Content-Encoding cannot be undone';
    for (const [encoding, body, why] of [
      ['gzip', gzipSync(zeros), large],
      ['br', brotliCompressSync(zeros, quick), large],
      ['gzip, gzip', Buffer.from('[]'), odd],
      ['zstd', Buffer.from('[]'), odd],
      ['gzip', Buffer.from('[]'), odd],
    ] as const) {
      const headers = { 'content-encoding': encoding };
      const { client, base } = await clientOf(serverOf(() => ({ status: 200, headers, body })));
      let length = 0;
      const read = async (_: unknown, blocks: AsyncIterable<Buffer>) => {
        for await (const block of blocks) length += block.length;
      };
      expect([encoding, (await client.ask(base, { read })).failure]).toEqual([encoding, why]);
      expect(length).toBeLessThan(20_000_000);
    }
  });

  it('keeps no more of a body than memory allows, and counts all of it', async () => {
    const body = Buffer.alloc(MAX_KEPT + 1000, 'x');
    const { client, base } = await clientOf(serverOf(() => ({ status: 200, headers: {}, body })));
    const answer = await client.ask(base);
    expect([answer.body.length, answer.bytes]).toEqual([MAX_KEPT, MAX_KEPT + 1000]);
  });

  it('follows no redirect, and asks no other origin', async () => {
    const { client, base } = await clientOf(
      serverOf(({ path }) => reply(302, '', { location: path })),
    );
    expect((await client.ask(base)).status).toBe(302);
    expect(() => client.ask('http://127.0.0.1:1/')).toThrow('is elsewhere');
  });

  it('asks no more of a server that is gone', async () => {
    const { server, times } = hangingUp();
    const { client, base } = await clientOf(server, { concurrency: 1 });
    const answers = await Promise.all(Array.from({ length: 15 }, () => client.ask(base)));
    // Twelve requests, four attempts each.
    expect(times()).toBe(48);
    expect(answers.at(-1)?.failure).toBe('not asked, since 12 before it were in vain');
    // A wall may let other methods through.
    expect((await client.ask(base, { method: 'HEAD' })).failure).toBe('socket hang up');
  });
});

describe('a hostile deployment', () => {
  it.each<[string, Parameters<typeof serverOf>[0]]>([
    ['does not answer', () => new Promise(() => {})],
    ['is busy for three years', () => reply(503, '', { 'retry-after': '99999999' })],
  ])('that %s is verified until the deadline', async (_, answer) => {
    const target = await listen(serverOf(answer));
    const report = await verify({ target, only: ['digests', 'head'], deadline: 0.5 });
    expect(report.ok).toBe(false);
    expect(report.rules.map(({ result }) => result)).toEqual(['unfinished', 'unfinished']);
    expect(pretty(report)).toContain(`LATE  digests\nLATE  head\n\n${target}: 0 files`);
    expect(pretty(report)).toContain('not finished within 0.5 s (--deadline): digests, head\n');
    expect(github(report)).toContain('::error title=head::not finished in time (HEAD');
  });

  it('with a description that is none fails, and no more', async () => {
    const odd = { toString: 1, valueOf: 1 };
    const deep = `${'['.repeat(100_000)}`;
    const described = { format: 1, id: odd, lists: odd, files: odd };
    for (const text of [JSON.stringify(described), deep, '{}', '[]', 'null', '"', '{"format":2}']) {
      const base = await listen(serverOf(() => reply(200, text)));
      const report = await verify({ target: base });
      expect([text.slice(0, 99), failing(report)]).toEqual([text.slice(0, 99), ['digests']]);
    }
  });

  it('cannot write to the terminal', async () => {
    const evil = '\u001b[2J\u009b31m\u202eexe';
    const server = serverOf(() =>
      reply(200, JSON.stringify({ format: 1, id: '0'.repeat(64), lists: { [evil]: 7 } })),
    );
    const base = await listen(server);
    const text = pretty(await verify({ target: base }));
    expect(text).toContain('\\u001b[2J\\u009b31m\\u202eexe');
    // The colours of the report itself aside, nothing reaches the terminal as it is.
    expect(text.includes(evil) || /[\u009b\u202e]/.test(text)).toBe(false);
  });
});
