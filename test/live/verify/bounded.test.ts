// Whatever a deployment sends, a verification ends in time, and holds no more than it may.

import { execFileSync } from 'node:child_process';
import { cpSync, rmSync, symlinkSync, truncateSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { MAX_KEPT } from '../../../src/delivery/http/body.js';
import { HttpClient } from '../../../src/delivery/http/client.js';
import { github, pretty } from '../../../src/delivery/verify/reporters.js';
import { temporaryFolder } from '../../support/folders.js';
import { serverOf } from '../../support/replies.js';
import { verify } from '../../support/tool.js';
import { answerTo, buildSnapshot, filesIn, listen } from '../../verify/reference.js';

describe('a run', () => {
  it.each<[string, Parameters<typeof serverOf>[0]]>([
    ['drips', () => new Promise(() => {})],
    [
      'is busy for three years',
      () => ({ status: 503, headers: { 'retry-after': '99999999' }, body: Buffer.alloc(0) }),
    ],
  ])('ends at its deadline, where a server %s', async (_, answer) => {
    const target = await listen(serverOf(answer));
    const report = await verify({ target, only: ['digests', 'head'], deadline: 0.5 });
    expect(report.ok).toBe(false);
    expect(report.rules.map(({ name, result }) => [name, result])).toEqual([
      ['digests', 'unfinished'],
      ['head', 'unfinished'],
    ]);
    expect(pretty(report)).toContain(`LATE  digests
LATE  head

${target}: 0 files`);
    expect(pretty(report)).toContain('not finished within 0.5 s (--deadline): digests, head\n');
    expect(github(report)).toContain('::error title=head::not finished in time (HEAD');
  });

  it('keeps what it found before its deadline', async () => {
    const tree = filesIn(await buildSnapshot('http://127.0.0.1'));
    let isSlow = false;
    const server = serverOf((request) => {
      isSlow ||= request.method === 'OPTIONS';
      return isSlow ? new Promise(() => {}) : answerTo(tree, request);
    });
    const target = await listen(server);
    const { ok, rules } = await verify({ target, only: ['digests', 'options'], deadline: 3 });
    expect(ok).toBe(false);
    expect(rules).toMatchObject([{ result: 'pass' }, { result: 'unfinished', failed: 0 }]);
  });

  it('has a deadline that is a time, and no more requests at once than fit into memory', async () => {
    const target = 'http://127.0.0.1:1';
    await expect(verify({ target, deadline: 0 })).rejects.toThrow('a deadline is a number of');
    await expect(verify({ target, concurrency: 65 })).rejects.toThrow('at most 64 requests');
  });
});

describe('a body', () => {
  const clientOf = async (body: Buffer, headers = {}, timeout = 5000) => {
    const origin = await listen(serverOf(() => ({ status: 200, headers, body })));
    return { origin, client: new HttpClient({ origin, concurrency: 1, timeout, backoff: 1 }) };
  };

  it.each([
    ['gzip', () => gzipSync(Buffer.alloc(40_000_000))],
    ['br', () => brotliCompressSync(Buffer.alloc(40_000_000), quick)],
  ])('that unpacks to far more than itself by %s is refused', async (encoding, pack) => {
    const { origin, client } = await clientOf(pack(), { 'content-encoding': encoding });
    let length = 0;
    const { status, failure } = await client.ask(origin, {
      read: async (_, blocks) => {
        for await (const block of blocks) length += block.length;
      },
    });
    expect([status, failure]).toEqual([0, 'a body that unpacks to more than 500 times its size']);
    expect(length).toBeLessThan(20_000_000);
  });

  const quick = { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } };

  it.each(['gzip, gzip', 'zstd', 'gzip'])(
    'of Content-Encoding %s that is none is refused',
    async (encoding) => {
      const { origin, client } = await clientOf(Buffer.from('[]'), {
        'content-encoding': encoding,
      });
      const { failure } = await client.ask(origin, {
        read: async (_, blocks) => {
          for await (const _block of blocks);
        },
      });
      expect(failure).toBe('its Content-Encoding cannot be undone');
    },
  );

  it('is kept no longer than memory allows, and counted whole', async () => {
    const { origin, client } = await clientOf(Buffer.alloc(MAX_KEPT + 1000, 'x'));
    const { body, bytes } = await client.ask(origin);
    expect([body.length, bytes]).toEqual([MAX_KEPT, MAX_KEPT + 1000]);
  });
});

describe.runIf(process.platform !== 'win32')('a folder', () => {
  it('with what is no page, or too long for one, is verified all the same', async () => {
    const folder = temporaryFolder();
    cpSync(await buildSnapshot('https://portal.example.org'), folder, { recursive: true });
    const at = (path: string) => join(folder, 'api', path);
    rmSync(at('region/index.json'));
    execFileSync('mkfifo', [at('region/index.json')]);
    rmSync(at('event/index.json'));
    symlinkSync('index.json', at('event/index.json'));
    truncateSync(at('job/vacancy/index.json'), 2 ** 33);
    truncateSync(at('post-comment/index.json'), 100_000_000);
    const report = await verify({ target: folder, against: folder, deadline: 20 });
    const found = report.rules[0]!.failures.map(({ address, found }) => [address.slice(30), found]);
    expect(found).toEqual([
      ['/event/', expect.stringContaining('no answer: ELOOP')],
      ['/job/vacancy/', 'no answer: a file of more than 4294967296 bytes'],
      ['/post-comment/', expect.stringMatching(/^100000000 bytes with the SHA-256/)],
      ['/region/', 'status 404'],
    ]);
  });
});
