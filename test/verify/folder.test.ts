// A folder is verified as far as files can tell, and no file outside of it is read.

import { execFileSync } from 'node:child_process';
import {
  cpSync,
  mkdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { beforeAll, describe, expect, it } from 'vitest';
import type { VerifyReport } from '../../src/delivery/verify/report.js';
import { github, json } from '../../src/delivery/verify/reporters.js';
import { build } from '../../src/index.js';
import { temporaryFolder } from '../support/folders.js';
import { vacancies, writeData } from '../support/portal.js';
import { isNight } from '../support/runs.js';
import { verify } from '../support/tool.js';
import { buildSnapshot } from './reference.js';

const base = 'https://portal.example.org/forum';
const failing = ({ rules }: VerifyReport) =>
  rules.filter(({ result }) => result === 'fail').map(({ name }) => name);
const failuresOf = ({ rules }: VerifyReport) =>
  rules.flatMap(({ name, failures }) =>
    failures.map(({ address, found }) => `${name} ${address.slice(base.length)}: ${found}`),
  );

let snapshot: string;

beforeAll(async () => {
  snapshot = await buildSnapshot(base);
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
    expect(passed).toEqual(['digests', 'leftovers', 'same-bytes', 'root-index', 'not-found']);
    const others = report.rules.filter(({ result }) => result !== 'pass');
    expect(new Set(others.map(({ result }) => result))).toEqual(new Set(['not-applicable']));
    const { files, requested } = report.summary;
    expect([files > 100, requested]).toEqual([true, files]);
  });
});

it('names files that are stale, missing, empty or left from before', async () => {
  const folder = copy();
  const at = (path: string) => join(folder, 'api', path);
  writeFileSync(at('event/cursor/2/index.json'), '{}');
  writeFileSync(at('blog/1/index.json'), '<!doctype html>');
  rmSync(at('job/resume/page'), { recursive: true });
  mkdirSync(at('region/page/9'));
  writeFileSync(at('region/page/9/index.json'), '{}');
  writeFileSync(at('region/notes.txt'), 'of somebody else');
  expect(failuresOf(await verify({ target: folder }))).toEqual([
    expect.stringMatching(/^digests \/api\/blog\/1\/: HTML, not JSON: a web page/),
    expect.stringMatching(/^digests \/api\/event\/cursor\/2\/\?cursor=2: 2 bytes with the SHA-256/),
    'digests /api/job/resume/page/2/?page=2: status 404',
    'leftovers /api/region/page/9/index.json: a file',
  ]);
});

it('may have a record with the greatest id', async () => {
  const cwd = temporaryFolder();
  const regions = [{ id: Number.MAX_SAFE_INTEGER, name: 'Ямал' }];
  writeData(join(cwd, 'data'), { regions });
  await build({ cwd, cache: false, extras: ['/api/region/{id}/'] });
  expect((await verify({ target: join(cwd, 'dist') })).ok).toBe(true);
});

it('says which compressed siblings are of other bytes', async () => {
  const folder = copy();
  const at = (path: string) => join(folder, 'api', path);
  const text = readFileSync(at('region/index.json'));
  writeFileSync(at('region/index.json.br'), brotliCompressSync(text));
  writeFileSync(at('region/index.json.gz'), gzipSync(text));
  expect((await verify({ target: folder })).ok).toBe(true);
  writeFileSync(at('region/index.json.br'), brotliCompressSync(text.subarray(1)));
  writeFileSync(at('region/index.json.gz'), text);
  writeFileSync(at('region/all.ndjson.gz'), gzipSync('older'));
  writeFileSync(at('post-comment/index.json.gz'), '');
  expect(failuresOf(await verify({ target: folder }))).toEqual([
    'encodings /api/post-comment/index.json.gz: other bytes',
    'encodings /api/region/all.ndjson.gz: other bytes',
    'encodings /api/region/index.json.br: other bytes',
    'encodings /api/region/index.json.gz: its Content-Encoding cannot be undone',
  ]);
});

it('reads compressed siblings of a long list in which little changes', async () => {
  const cwd = temporaryFolder();
  writeData(join(cwd, 'data'), vacancies(20, isNight ? 1_000_000 : 50_000));
  const { ok, problems } = await build({
    ...{ cwd, cache: false, compress: ['br', 'gzip'] },
    extras: ['/api/job/vacancy/all.ndjson'],
  });
  expect([ok, problems]).toEqual([true, []]);
  const report = await verify({ target: join(cwd, 'dist'), only: ['encodings'] });
  expect(report.rules[0]).toMatchObject({ result: 'pass', failures: [] });
});

it('reads nothing outside of the folder', async () => {
  const folder = copy();
  const secret = temporaryFolder();
  writeFileSync(join(secret, 'index.json'), '["secret"]');
  rmSync(join(folder, 'api/portal-favorite/post'), { recursive: true });
  symlinkSync(secret, join(folder, 'api/portal-favorite/post'));
  const report = await verify({ target: folder });
  expect(failing(report)).toEqual(['digests']);
  expect(failuresOf(report)).toEqual([
    'digests /api/portal-favorite/post/: no answer: a link out of the folder',
  ]);
  expect(json(report)).not.toContain('secret');
});

it('is verified all the same with what is no page, or too long for one', async () => {
  const folder = copy();
  const at = (path: string) => join(folder, 'api', path);
  for (const path of ['region', 'event']) rmSync(at(`${path}/index.json`));
  execFileSync('mkfifo', [at('region/index.json')]);
  symlinkSync('index.json', at('event/index.json'));
  truncateSync(at('job/vacancy/index.json'), 2 ** 33);
  truncateSync(at('post-comment/index.json'), 1_000_000);
  const { rules } = await verify({ target: folder, only: ['digests'] });
  const found = rules[0]!.failures.map(({ address, found }) => [address.slice(base.length), found]);
  expect(found).toEqual([
    ['/api/event/', expect.stringContaining('no answer: ELOOP')],
    ['/api/job/vacancy/', 'no answer: a file of more than 4294967296 bytes'],
    ['/api/post-comment/', expect.stringMatching(/^1000000 bytes with the SHA-256/)],
    ['/api/region/', 'status 404'],
  ]);
});

it('is refused where it is no snapshot', async () => {
  const folder = temporaryFolder();
  mkdirSync(join(folder, 'api'));
  writeFileSync(join(folder, 'api/index.json'), 'not JSON');
  await expect(verify({ target: folder })).rejects.toThrow(
    'there is no api/snapshot.json in that folder: build writes it',
  );
});

it('is reported as annotations of a pull request', async () => {
  const folder = copy();
  rmSync(join(folder, 'api/portal-favorite/post/index.json'));
  const report = await verify({ target: folder, only: ['digests', 'root-index'] });
  const annotations = github({ ...report, target: 'dist', snapshot: 'ID' });
  expect(annotations.replace(/SHA-256 \w+/, 'SHA-256 …').replace(/\d+ files/, 'N files')).toBe(
    `::error title=digests::${base}/api/portal-favorite/post/: wanted api/portal-favorite/post/index.json, with the SHA-256 …; found status 404 (every file that snapshot.json names is there, with the SHA-256 it gives)
dist: N files
snapshot ID
rules: 1 passed, 1 failed
`,
  );
});
