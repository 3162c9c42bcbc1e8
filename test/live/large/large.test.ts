// Data files that are larger than a string, or than the memory that is there for strings.
import { closeSync, existsSync, mkdirSync, openSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { createClient } from '../../../src/client/index.js';
import { build, check } from '../../../src/index.js';
import { commandFile, printedResult, start } from '../../support/command.js';
import { temporaryFolder } from '../../support/folders.js';
import { forum, writeData, writeFile } from '../../support/portal.js';
import { readJson } from '../../support/tree.js';

const created_at = '2026-01-01T10:00:00+03:00';

it('one list of 80 MB is built with 64 MB of heap', async () => {
  const count = 20_000;
  const name = 'Константинопольский '.repeat(100).trim();
  const cwd = workplaceOf('experts.json', experts(count, name));
  const args = ['build', '--no-cache', '--workers', '1', '--page-size', '5000'];
  const node = ['--max-old-space-size=64', commandFile, ...args, '--reporter', 'json'];
  const ended = await start(process.execPath, node, { cwd }).ended;
  expect(ended.status, ended.stderr).toBe(0);
  expect(printedResult(ended).summary.records['experts']).toBe(count);
  const first = readJson<{ results: unknown[]; count: number }>(
    join(cwd, 'dist'),
    'api/epb-e/expert/index.json',
  );
  expect([first.count, first.results.length]).toEqual([count, 5000]);
});

/** Writes a data file piece by piece, in a fresh working folder. */
function workplaceOf(name: string, pieces: Iterable<string | Buffer>): string {
  const cwd = temporaryFolder();
  mkdirSync(join(cwd, 'data'));
  const fd = openSync(join(cwd, 'data', name), 'w');
  for (const piece of pieces) writeSync(fd, Buffer.from(piece));
  closeSync(fd);
  return cwd;
}

/** The same piece so many times. */
const repeated = (count: number, piece: string | Buffer) =>
  Array.from({ length: count }, () => piece);

/** A list of experts of 20 kB each, with more characters than a string may have. */
const longList = (before: (id: number) => string = () => ''): string =>
  workplaceOf('experts.json', experts(27_500, `${'A'.repeat(20_000)}`, before));

function* experts(count: number, name: string, before: (id: number) => string = () => '') {
  for (let id = 1; id <= count; id++) {
    const record = JSON.stringify({ id, full_name: `${name} ${id}`, created_at });
    yield `${id === 1 ? '[' : ''}${before(id)}${record}${id === count ? ']' : ',\n'}`;
  }
}

it('a list of 550 MB is formatted, and one of its records changed', async () => {
  const cwd = longList();
  const run = async (...args: string[]) =>
    start(process.execPath, [commandFile, ...args], { cwd }).ended;
  expect(await run('fmt')).toMatchObject({ status: 0, stderr: '' });
  expect(await run('fmt', '--check')).toMatchObject({ status: 0 });
  expect(await run('change', 'expert', '27000', '--full_name', 'B')).toMatchObject({ status: 0 });
});

it('a merge conflict in a list of 550 MB is told at its line', async () => {
  const lines = { 2: '<<<<<<< HEAD\n', 27000: '=======\n>>>>>>> b\n' };
  const cwd = longList((id) => Object(lines)[id] ?? '');
  const { problems } = await check({ cwd, cache: false });
  expect(problems).toMatchObject([
    { code: 'syntax', file: 'data/experts.json', line: 2, column: 1 },
  ]);
});

it('white space that is longer than a string, at the beginning of a list, is no error', async () => {
  const expert = `{"id": 1, "full_name": "Ива", "created_at": "${created_at}"}`;
  const blanks = repeated(55, Buffer.alloc(10 << 20, ' '));
  const cwd = workplaceOf('experts.json', ['[', ...blanks, `${expert}]`]);
  expect(await check({ cwd, cache: false })).toMatchObject({ ok: true, problems: [] });
});

it('the longest texts are published, whatever their characters', async () => {
  const cwd = temporaryFolder();
  const { posts, ...others } = forum({ posts: 1, replies: 0 });
  writeData(join(cwd, 'data'), others);
  const { text: _, ...post } = posts![0]!;
  writeFile(cwd, 'data/posts/0001.json', JSON.stringify(post));
  // As JSON it takes six times as many bytes, and what is made of it as many again: more than a string may have.
  writeFile(cwd, 'data/posts/0001.text.html', '\u0001'.repeat(64 << 20));
  const extras = ['/api/post/feed.json', '/search/'];
  expect(await build({ cwd, extras })).toMatchObject({ ok: true, problems: [] });
  const dist = join(cwd, 'dist');
  const { items } = readJson<{ items: object[] }>(dist, 'api/post/feed.json');
  expect(items).toMatchObject([{ title: post['title'], content_html: '' }]);
  expect(existsSync(join(dist, 'search/pagefind-entry.json'))).toBe(true);
});

it('a record of 300 MB is refused, at its place', async () => {
  const begun = `[{"id": 1, "full_name": "Ива", "created_at": "${created_at}"},\n {"id": 2, "a": "`;
  const blocks = repeated(30, Buffer.alloc(10 << 20, 'x'));
  const cwd = workplaceOf('experts.json', [begun, ...blocks, '"}]']);
  const { problems } = await check({ cwd });
  expect(problems).toMatchObject([
    { code: 'bad-value', file: 'data/experts.json', line: 2, column: 2, hint: 'split the record' },
  ]);
});

it('a body without an end is told by the client, and not read on', async () => {
  let pulled = 0;
  const block = new Uint8Array(2 ** 26).fill(0x20);
  const endless = new ReadableStream({
    pull(controller) {
      pulled++;
      controller.enqueue(block);
    },
  });
  const fetch = async () => new Response(endless);
  const { comments } = createClient({ baseUrl: 'https://api.example.org', fetch });
  await expect(comments.all()).rejects.toThrow('more than a text can hold');
  expect(pulled).toBeLessThan(12);
});

it('of a text of 130 MB, show and find read the beginning, and say so', async () => {
  const begun = JSON.stringify({ id: 1, category: 1, created_at, text: 'Сварка' }).slice(0, -2);
  const piece = Buffer.from(' сварка труб'.repeat(10_000));
  const pieces = repeated(Math.ceil(130e6 / piece.length), piece);
  const cwd = workplaceOf('vacancies.json', [begun, ...pieces, '"}']);
  for (const args of [
    ['show', 'vacancy', '1'],
    ['find', 'сварка'],
  ]) {
    const { status, stdout, stderr } = await start(process.execPath, [commandFile, ...args], {
      cwd,
    }).ended;
    expect([status, stdout.includes('Сварка сварка труб')]).toEqual([0, true]);
    expect(stderr).toMatch(/data\/vacancies\.json has a value of more than 64 million characters/);
  }
});
