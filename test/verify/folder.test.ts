// A folder is verified as far as files can tell, and no file outside of it is read.

import { randomBytes } from 'node:crypto';
import { cpSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { beforeAll, describe, expect, it } from 'vitest';
import { OF_OURS, OF_STRANGERS } from '../../src/delivery/http/value-stream.js';
import type { VerifyReport } from '../../src/delivery/verify/report.js';
import { github, json } from '../../src/delivery/verify/reporters.js';
import { build } from '../../src/index.js';
import { temporaryFolder } from '../support/folders.js';
import { writeData } from '../support/portal.js';
import { verify } from '../support/tool.js';
import { buildSnapshot } from './reference.js';

const failing = ({ rules }: VerifyReport) =>
  rules.filter(({ result }) => result === 'fail').map(({ name }) => name);

let snapshot: string;

beforeAll(async () => {
  snapshot = await buildSnapshot('https://portal.example.org/forum');
});

/** A copy of the snapshot that a test may damage. */
function copy(): string {
  const folder = temporaryFolder();
  cpSync(snapshot, folder, { recursive: true });
  return folder;
}

describe.each(['path', 'query', 'file'] as const)('a folder with links by %s', (links) => {
  it('passes every rule that makes sense of files', async () => {
    const folder = await buildSnapshot('https://portal.example.org', links);
    const report = await verify({ target: folder, against: folder });
    expect(report.ok).toBe(true);
    const passed = report.rules.filter(({ result }) => result === 'pass').map(({ name }) => name);
    expect(passed.join(' ')).toBe(
      'answers root-index envelope count page-size unique-ids order trees shapes records lines ' +
        'forward-walk backward-walk links digests openapi not-found unlisted-keys same-bytes',
    );
    const others = report.rules.filter(({ result }) => result !== 'pass');
    expect(new Set(others.map(({ result }) => result))).toEqual(new Set(['not-applicable']));
    expect(report.summary.lists['region']).toEqual({ pages: 3, records: 5 });
  });
});

it('names pages that are stale, missing or foreign', async () => {
  const folder = copy();
  const stale = join(folder, 'api/event/cursor/2/index.json');
  writeFileSync(stale, `${JSON.stringify({ next: null, previous: null, results: [] })}\n`);
  rmSync(join(folder, 'api/job/resume/page'), { recursive: true });
  const local = copy();
  rmSync(join(local, 'api/region/page/3'), { recursive: true });
  const report = await verify({ target: folder, against: local, only: ['same-bytes'] });
  const base = 'https://portal.example.org/forum/api';
  expect(report.rules[0]?.failures).toEqual([
    {
      address: `${base}/event/cursor/2/?cursor=2`,
      wanted: 'the bytes of api/event/cursor/2/index.json',
      found: 'others',
    },
    {
      address: `${base}/job/resume/page/2/?page=2`,
      wanted: 'the bytes of api/job/resume/page/2/index.json',
      found: 'status 404',
    },
    {
      address: `${base}/region/page/3/?page=3`,
      wanted: 'no page, as in the local snapshot (or one that waits, see --published)',
      found: 'a page',
    },
  ]);
});

it('names a snapshot whose other files are not the local ones, and files that an older one left', async () => {
  const url = 'https://portal.example.org/forum';
  const small = await buildSnapshot(url, 'path', undefined, []);
  const only = ['same-bytes'];
  const failures = async (target: string) =>
    (await verify({ target, against: small, only })).rules[0]?.failures;
  const older = await buildSnapshot(url, 'path', undefined, ['/api/region/all.ndjson']);
  const [own, other] = [small, older].map(
    (folder) => readFileSync(join(folder, 'api/snapshot.json'), 'utf8').match(/"id":("\w{58})/)![1],
  );
  const left = ['datapackage.json', 'region/all.ndjson'].map((file) => ({
    address: `${url}/api/${file}`,
    wanted: 'no file, as in the local snapshot (or one that waits, see --published)',
    found: 'a file',
  }));
  expect(await failures(older)).toEqual([
    ...left,
    { address: `${url}/api/snapshot.json`, wanted: `id: ${own}…`, found: `id: ${other}…` },
  ]);
  cpSync(small, older, { recursive: true });
  expect(await failures(older)).toEqual(left);
  const waiting = new Set(['api/region/all.ndjson', 'api/datapackage.json']);
  expect((await verify({ target: older, against: small, only, waiting })).ok).toBe(true);
});

it('may have a record with the greatest id', async () => {
  const cwd = temporaryFolder();
  const regions = [{ id: Number.MAX_SAFE_INTEGER, name: 'Ямал' }];
  writeData(join(cwd, 'data'), { regions });
  await build({ cwd, cache: false, extras: ['/api/region/{id}/'] });
  expect((await verify({ target: join(cwd, 'dist'), only: ['records'] })).ok).toBe(true);
});

it('of one’s own may have a record of any size, which is compared to its last byte', async () => {
  const folder = copy();
  const [page, record] = ['api/region/index.json', 'api/region/4/index.json'];
  const edit = (file: string, from: string, to: string) => {
    const path = join(folder, file);
    writeFileSync(path, readFileSync(path, 'utf8').replace(from, to));
  };
  const failingAt = async (bounds: typeof OF_OURS) =>
    failing(await verify({ target: folder, bounds, only: ['answers', 'records'] }));
  for (const file of [page, record]) edit(file, '"Елец', `"Елец${'x'.repeat(4_200_000)}`);
  expect(await failingAt(OF_STRANGERS)).toEqual(['answers']);
  expect(await failingAt(OF_OURS)).toEqual([]);
  edit(record, 'null}', 'true}');
  expect(await failingAt(OF_OURS)).toEqual(['records']);
});

it('says where a link leads to no file', async () => {
  const folder = copy();
  rmSync(join(folder, 'api/region/page/2'), { recursive: true });
  const report = await verify({ target: folder });
  expect(failing(report)).toEqual(['answers', 'forward-walk']);
  expect(report.rules[0]?.failures).toEqual([
    {
      address: 'https://portal.example.org/forum/api/region/page/2/?page=2',
      wanted: 'status 200 and a list',
      found: 'status 404',
    },
  ]);
});

it('says which compressed siblings are of other bytes, and which pages are left from before', async () => {
  const folder = copy();
  const at = (path: string) => join(folder, 'api', path);
  const text = readFileSync(at('region/index.json'));
  writeFileSync(at('region/index.json.br'), brotliCompressSync(text));
  writeFileSync(at('region/index.json.gz'), gzipSync(text));
  expect((await verify({ target: folder })).ok).toBe(true);
  writeFileSync(at('region/index.json.br'), brotliCompressSync(text.subarray(1)));
  writeFileSync(at('region/index.json.gz'), text);
  mkdirSync(at('region/page/9'));
  writeFileSync(at('region/page/9/index.json'), text);
  const report = await verify({ target: folder, against: snapshot });
  expect(failing(report)).toEqual(['encodings', 'same-bytes']);
  const base = 'https://portal.example.org/forum/api/region';
  expect(report.rules.flatMap(({ failures }) => failures).map(({ address }) => address)).toEqual([
    `${base}/index.json.br`,
    `${base}/index.json.gz`,
    `${base}/page/9/?page=9`,
  ]);
});

it('unpacks a compressed file of many blocks', async () => {
  const folder = copy();
  const at = (name: string) => join(folder, 'api', name);
  const text = JSON.stringify(randomBytes(2 ** 20).toString('hex'));
  writeFileSync(at('region/index.json'), text);
  writeFileSync(at('region/index.json.gz'), gzipSync(text));
  const { rules } = await verify({ target: folder });
  expect(rules.find(({ name }) => name === 'encodings')).toMatchObject({ result: 'pass' });
});

it('reads nothing outside of the folder', async () => {
  const folder = copy();
  const secret = temporaryFolder();
  writeFileSync(join(secret, 'index.json'), '["secret"]');
  rmSync(join(folder, 'api/post-comment'), { recursive: true });
  symlinkSync(secret, join(folder, 'api/post-comment'));
  const report = await verify({ target: folder });
  expect(failing(report)).toEqual(['answers', 'lines', 'forward-walk', 'digests']);
  expect(report.rules[0]?.failures[0]?.found).toBe('no answer: a link out of the folder');
  expect(json(report)).not.toContain('secret');
});

it('says what is no snapshot at all', async () => {
  const folder = temporaryFolder();
  mkdirSync(join(folder, 'api'));
  writeFileSync(join(folder, 'api/index.json'), 'not JSON');
  const report = await verify({ target: folder });
  expect(failing(report)).toEqual([
    'answers',
    'root-index',
    'forward-walk',
    'digests',
    'openapi',
    'not-found',
  ]);
});

it('may be described with a title, a contact and a licence of its own', async () => {
  const folder = copy();
  const file = join(folder, 'api/openapi.json');
  const document = JSON.parse(readFileSync(file, 'utf8')) as { info: object };
  const described = async (more: object) => {
    writeFileSync(file, JSON.stringify({ ...document, info: { ...document.info, ...more } }));
    return failing(await verify({ target: folder, only: ['openapi'] }));
  };
  expect(await described({ title: 'Работа', license: { name: 'MIT', identifier: 'MIT' } })).toEqual(
    [],
  );
  for (const wrong of [{ contact: 'x' }, { license: { spdx: 'MIT' } }, { summary: 'x' }]) {
    expect(await described(wrong)).toEqual(['openapi']);
  }
});

it('is reported as annotations of a pull request', async () => {
  const folder = copy();
  writeFileSync(join(folder, 'api/portal-favorite/post/index.json'), '[1');
  const report = await verify({ target: folder, only: ['answers', 'order'] });
  const annotations = github({ ...report, target: 'dist' });
  expect(annotations.replace(/\d+(?= (records|pages|lists)\b)/g, 'N')).toBe(
    `::error title=answers::https://portal.example.org/forum/api/portal-favorite/post/: wanted status 200 and a list; found it is not JSON: it breaks off at byte 2 (record at byte 1) (every address of a list answers with status 200 and a list in JSON)
dist: N records on N pages of N lists
rules: 1 passed, 1 failed
`,
  );
});
