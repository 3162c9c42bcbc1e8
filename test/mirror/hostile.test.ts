// Servers that mean harm: whatever snapshot.json names, and whatever is sent, nothing comes into the folder but whole snapshots of
// this API, nothing is written elsewhere, and the disk stays free.
import { hash } from 'node:crypto';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { stagedPath } from '../../src/engine/write/output-file.js';
import { digestOf } from '../../src/site/snapshot-file.js';
import type { Reply } from '../support/replies.js';
import { expectTree, readTree, type Tree } from '../support/tree.js';
import { copy, type Described, describedAs, originOf, place, small, snapshotOf } from './origin.js';

const SUM = '0'.repeat(64);
let tree: Tree;
beforeAll(async () => {
  tree = await snapshotOf(small);
});

const reply = (body: string | Buffer, headers = {}, status = 200): Reply => {
  return { status, headers, body: Buffer.from(body) };
};

/** What a mirror of it says; nothing has come into its folder, or beside it but what waits. */
async function refusedBy(
  instead: (path: string, answered: number) => Reply | undefined,
  more = {},
): Promise<string> {
  const origin = await originOf(tree);
  const dir = place();
  let answered = 0;
  origin.instead = ({ path }) => instead(path, answered++);
  const report = await copy(origin, dir, more).catch((error: Error) => error);
  const around = readdirSync(join(dir, '..')).filter((name) => name !== '.copy.portal-snapshot');
  expect(around).toEqual([]);
  if (report instanceof Error) return report.message;
  expect(report).toMatchObject({ ok: false, snapshot: null, files: { placed: 0 } });
  return report.problem!.replace(origin.url, '');
}

/** Gives an object a key of its own, whatever the name means to JavaScript. */
const name = (object: object, key: string, value: unknown): object =>
  Object.defineProperty(object, key, { value, enumerable: true });

const whereSnapshot = (body: Buffer) => (path: string) =>
  path === '/api/snapshot.json' ? reply(body) : undefined;

describe('a name in snapshot.json', () => {
  it.each([
    '../outside.json',
    'api/../../outside/index.json',
    '/etc/passwd',
    'api//index.json',
    'api/./index.json',
    'api/%2e%2e/index.json',
    'api/region\\..\\..\\x/index.json',
    'api/region/index.json\0',
    'api/region/.htaccess',
    '.htaccess',
    '404.json',
    '_worker.js',
    'index.html',
    'api/snapshot.json',
    'api/snapshot.json.sig',
    'api/openapi.json.gz',
    'api/OPENAPI.json',
    'api/region/index.json',
    'api/Region/index.json',
    'api/nothing/index.json',
    'api/region/x/index.json',
    'api/region/all.ndjson/index.json',
    'api/post/feed.json/page/2/index.json',
    'api/post/feed.atom/digests.json',
    `api/region/${'9'.repeat(300)}/index.json`,
    'api/nul',
    'api',
    '__proto__',
    'constructor',
    '',
  ])('%j is refused', async (name) => {
    const body = describedAs(tree, (described) => {
      described.files = { ...described.files, ...JSON.parse(`{${JSON.stringify(name)}:"${SUM}"}`) };
    });
    const said = await refusedBy(whereSnapshot(body));
    expect(said).toMatch(/is no file of this API, or is named twice|does not go together/);
  });

  it.each<[string, (described: Described) => void]>([
    ['lists', ({ lists }) => Object.assign(lists, { '../x': { ...lists['region'] } })],
    ['pages', ({ lists }) => Object.assign(lists['region']!, { files: { '../../x/': SUM } })],
    ['a list of an odd name', ({ lists }) => name(lists, '__proto__', lists['region'])],
    ['a page of an odd name', ({ lists }) => name(lists['region']!.files!, '__proto__', SUM)],
    ['ids', ({ lists }) => Object.assign(lists, { '../x/{id}': lists['region/{id}'] })],
    ['a count of pages', ({ lists }) => Object.assign(lists['region']!, { pages: 1 })],
    ['a count of files', ({ lists }) => Object.assign(lists['region/{id}']!, { pages: 1 })],
    ['a digest', ({ lists }) => Object.assign(lists['region']!, { digest: SUM })],
    ['a digest of ids', ({ lists }) => Object.assign(lists['region/{id}']!, { digest: SUM })],
    [
      'a digest of digests',
      ({ files }) => Object.assign(files, { 'api/region/digests.json': SUM }),
    ],
    ['digests of no list', ({ files }) => Object.assign(files, { 'api/x/digests.json': SUM })],
  ])('or what it says of %s, does not lead astray', async (_, change) => {
    const said = await refusedBy(whereSnapshot(describedAs(tree, change)));
    expect(said).toMatch(/does not go together|no file of this API|digest that|nothing is there/);
  });
});

describe('snapshot.json', () => {
  it.each<[string, string | Buffer, string]>([
    ['that is none', '<!doctype html>', 'snapshot.json cannot be read: it is not JSON'],
    ['that is nested deep', '['.repeat(200_000), 'cannot be read: it is nested deeper'],
    ['of many parts', ` [0${',[1]'.repeat(500_000)}]`, 'read: a value of more than 1000000 parts'],
    ['of another format', '{"format":2}', 'cannot be read'],
    ['without a member', '{"format":1,"lists":{}}', 'cannot be read: "id"'],
    ['with another id', '{"format":1,"id":"SUM","lists":{},"files":{}}', 'go together'],
    ['without an end', Buffer.alloc(65 * 1024 * 1024, ' '), 'a body of more than 67108864 bytes'],
  ])('%s is refused', async (_, body, wanted) => {
    const text = typeof body === 'string' ? body.replace('SUM', SUM) : body;
    expect(await refusedBy(whereSnapshot(Buffer.from(text)))).toContain(wanted);
  });

  it.each([
    [404, 'there is no snapshot to copy'],
    [301, 'there is no snapshot to copy'],
    [403, 'there is no snapshot to copy'],
    [500, 'answers with status 500'],
  ])('with status %i is told', async (status, wanted) => {
    const headers = { location: 'http://127.0.0.1:1/' };
    expect(await refusedBy(() => reply('', headers, status))).toContain(wanted);
  });
});

describe('a file', () => {
  // With a query, too: it is asked for past caches.
  const where = (answer: Reply) => (path: string) =>
    path.startsWith('/api/region/index.json') ? answer : undefined;

  it.each<[string, Reply, string]>([
    ['with other bytes', reply('{}'), 'does not have the digest that snapshot.json gives'],
    ['that is gone', reply('', {}, 404), 'and nothing is there'],
    ['that redirects', reply('', { location: '/x' }, 302), 'answers with status 302'],
    ['that cannot be unpacked', reply('x', { 'content-encoding': 'x' }), 'cannot be undone'],
  ])('%s is refused', async (_, answer, wanted) => {
    expect(await refusedBy(where(answer))).toContain(wanted);
  });

  it('does not fill the disk', async () => {
    const body = Buffer.alloc(20_000_000, 'x');
    expect(await refusedBy(where(reply(body)), { maxSize: 0.01 })).toContain('--max-size');
  });

  it('does not fill the disk in several runs either', async () => {
    const origin = await originOf(tree);
    const dir = place();
    const stage = join(dir, '../.copy.portal-snapshot/mirror');
    const program = 'search/pagefind.js';
    const body = describedAs(tree, ({ files }) => {
      files[program] = hash('sha256', 'x', 'hex');
    });
    origin.tree = new Map(tree).set(program, Buffer.from('x')).set('api/snapshot.json', body);
    // The stage goes on with what a run fetched, and gives up what the next snapshot does not name.
    const left: boolean[] = [];
    for (const named of [origin.tree, tree]) {
      origin.tree = new Map(named).set('api/region/index.json', Buffer.from('{}'));
      expect((await copy(origin, dir, { concurrency: 1 })).ok).toBe(false);
      left.push(
        ...[program, 'api/openapi.json'].map((name) => existsSync(stagedPath(stage, name))),
      );
    }
    expect(left).toEqual([true, true, false, true]);
    // What it goes on with counts.
    origin.tree = tree;
    const taken = [...readTree(stage).values()].reduce((sum, { length }) => sum + length, 0);
    const { problem } = await copy(origin, dir, { maxSize: taken / 1e9 });
    expect(problem).toContain('--max-size');
    expect((await copy(origin, dir)).ok).toBe(true);
  });

  it('that drips ends', async () => {
    const origin = await originOf(tree);
    origin.instead = ({ path }) =>
      path === '/api/region/index.json' ? new Promise(() => {}) : undefined;
    const { problem } = await copy(origin, place(), { timeout: 0.3 });
    expect(problem).toContain('none within 0.3 s');
    const busy = await copy(origin, place(), { deadline: 0.5 });
    expect(busy.problem).toContain('no time is left');
  });
});

describe('a record', () => {
  /** The snapshot with another page of comments, and its digests. */
  const withComments = (text: string): Tree => {
    const sum = hash('sha256', text, 'hex');
    const body = describedAs(tree, ({ lists }) => {
      const of = { digest: digestOf([{ path: '', hash: sum }]), files: { '': sum } };
      Object.assign(lists['post-comment']!, of);
    });
    const page = ['api/post-comment/index.json', Buffer.from(text)] as const;
    return new Map(tree).set(...page).set('api/snapshot.json', body);
  };

  it.each([
    ['that is nested deep', `${'['.repeat(200_000)}${']'.repeat(200_000)}`],
    ['of many parts', `[0${',0'.repeat(250_000)}]`],
  ])('%s is copied, and what changed is not told', async (_, children) => {
    const origin = await originOf(withComments('[{"id":1,"children":[]}]'));
    const dir = place();
    await copy(origin, dir);
    origin.tree = withComments(`[{"id":1,"children":${children}}]`);
    expect(await copy(origin, dir)).toMatchObject({ ok: true, records: null });
    expectTree(dir, origin.tree);
  });
});
