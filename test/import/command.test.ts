// `import` as whoever runs a portal calls it: flags, reports, exit statuses. The origin is a snapshot of a small forum,
// served without what snapshots tell besides, as a live portal.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { portal } from '../../src/portal/index.js';
import { directory, forum, type Portal, writeFile } from '../support/portal.js';
import { runIn } from '../support/run.js';
import { filesOf, readTree } from '../support/tree.js';
import { LivePortal, newPortal } from './support/live.js';

const base: Portal = { ...directory(3), ...forum({ posts: 2, replies: 2, isFlat: true }) };
const small: Portal = {
  ...base,
  users: base['users']!.map((user) => ({ ...user, email: 'anna@example.org' })),
};

const listed = portal.endpoints.filter(({ records }) => records);
let origin: LivePortal;
beforeAll(async () => {
  origin = await LivePortal.start(small);
});
afterAll(() => origin.stop());

/** The text of the first data file of a collection. */
function firstIn(cwd: string, collection: string): string {
  const [[, bytes] = []] = [...readTree(join(cwd, 'data', collection))];
  return String(bytes);
}

describe('an import', () => {
  it('is told to people', async () => {
    const cwd = newPortal();
    const { status, stdout, stderr } = await origin.imported(cwd);
    const told = stdout
      .replace(/^ .* 0\n/gm, '')
      .replace(/^\d+ requests, .* kB/m, 'N requests, N kB');
    expect(stdout.match(/^ .* \d+$/gm)).toHaveLength(listed.length);
    expect(stdout).toContain(`\n${origin.asked.length} requests, `);
    expect(told).toMatchInlineSnapshot(`
      "  region                       3
        post-comment                 6
        event                        6
      N requests, N kB, N s
      15 records are published as the origin does
      records: 25 added, 0 changed, 0 removed
      "
    `);
    expect([status, stderr]).toEqual([0, '']);
    expect(await origin.imported(cwd)).toMatchObject({
      status: 0,
      stdout: expect.stringContaining('records: 0 added, 0 changed, 0 removed'),
    });
    // No answers are left behind, and the data needs nothing.
    const cache = join(cwd, 'node_modules/.cache/portal-snapshot/import');
    expect(existsSync(cache) ? filesOf(cache) : []).toEqual([]);
    for (const command of [
      ['check', '--strict'],
      ['fmt', '--check'],
    ]) {
      expect(await runIn(cwd, ...command)).toMatchObject({ status: 0 });
    }
  });

  it('keeps the digits and the order of keys of values of any form', async () => {
    const posts = small['posts']!.map((post) => ({ ...post, crm_data: { deal: 1 } }));
    const comments = small['comments']!.map((one) => ({ ...one, emoji: [{ n: 1 }] }));
    await origin.publish({ ...small, posts, comments });
    const saying = (number: string) => {
      origin.said = (body) =>
        body
          .replaceAll('"crm_data":{"deal":1}', `"crm_data":{ "2": ${number}, "1": {"a": [0.50]} }`)
          .replaceAll('"emoji":[{"n":1}]', '"emoji":[{"n":1.0},2e0]');
    };
    const cwd = newPortal();
    const written = () => [
      firstIn(cwd, 'posts').match(/"crm_data": .*/)?.[0],
      firstIn(cwd, 'comments').match(/"emoji": .*?\]/)?.[0],
    ];
    saying('1.10');
    expect(await origin.imported(cwd)).toMatchObject({ status: 0, stderr: '' });
    const emoji = '"emoji": [{"n": 1.0}, 2e0]';
    expect(written()).toEqual(['"crm_data": {"2": 1.10, "1": {"a": [0.50]}},', emoji]);
    expect(await origin.imported(cwd)).toMatchObject({
      stdout: expect.stringContaining('records: 0 added, 0 changed, 0 removed'),
    });
    saying('1.100');
    expect(await origin.imported(cwd)).toMatchObject({
      status: 0,
      stdout: expect.stringContaining('records: 0 added, 2 changed, 0 removed'),
    });
    expect(written()).toEqual(['"crm_data": {"2": 1.100, "1": {"a": [0.50]}},', emoji]);
  });

  it('takes the lock of another machine with --break-lock alone', async () => {
    const cwd = newPortal();
    writeFile(
      cwd,
      'data/.portal-snapshot/lock',
      'ci-7.example 4711 0b6f2b9e 2026-11-21T10:00:00.000Z 0123456789abcdef',
    );
    expect(await origin.imported(cwd)).toMatchObject({
      status: 2,
      stderr: expect.stringContaining('use --break-lock'),
    });
    expect(await origin.imported(cwd, '--break-lock')).toMatchObject({ status: 0 });
  });

  it('is told to programs', async () => {
    const { status, stdout } = await origin.imported(newPortal(), '--reporter', 'json');
    expect(status).toBe(0);
    const { ok, problems, summary } = JSON.parse(stdout);
    expect({ ok, problems }).toEqual({ ok: true, problems: [] });
    expect(summary).toMatchObject({
      dryRun: false,
      written: true,
      lists: { region: { records: 3, whole: true }, event: { whole: true } },
      brought: { regions: { added: 3, changed: 0, removed: 0 } },
      proof: { differing: 0, differences: [] },
      conflicts: 0,
      requests: origin.asked.length,
    });
  });

  it('takes no personal fields for what the settings publish', async () => {
    const users = (cwd: string) => readFileSync(join(cwd, 'data/users.json'), 'utf8');
    const withheld = newPortal({ personal: 'publish' });
    await origin.imported(withheld);
    expect(users(withheld)).not.toContain('anna@example.org');
    const published = newPortal();
    await origin.imported(published, '--personal', 'publish');
    expect(users(published)).toContain('anna@example.org');
  });

  it('signs in with a header from the environment, and keeps it to itself', async () => {
    const cwd = newPortal();
    const { status, stdout, stderr } = await origin.imported(
      cwd,
      '--header-env',
      'SECRET',
      '--dry-run',
    );
    expect(status).toBe(0);
    expect(new Set(origin.asked.map(({ headers }) => headers['authorization']))).toEqual(
      new Set(['Token kolokol']),
    );
    expect(stdout + stderr).not.toContain('kolokol');
    for (const bytes of readTree(cwd).values()) expect(bytes.includes('kolokol')).toBe(false);
    expect(await origin.imported(cwd, '--header-env', 'NOWHERE')).toEqual({
      status: 2,
      stdout: '',
      stderr: 'portal-snapshot: --header-env: the environment has no NOWHERE\n',
    });
  });

  it('writes what cannot be published only as a draft, for editors to put right', async () => {
    const cwd = newPortal();
    origin.said = (body) =>
      body
        .replaceAll('<b>надзор</b>', '<script>надзор</script>')
        .replaceAll(/"last_activity":"[^"]*"/g, '"last_activity":"2024-03-01T00:00:00+03:00"');
    const refused = await origin.imported(cwd);
    expect(refused.status).toBe(1);
    expect(refused.stdout).toContain(
      'with what the origin says the data would have errors, 4 in all:',
    );
    expect(refused.stdout).toContain('data/comments/2024.ndjson:2:');
    expect(refused.stdout).toMatch(/nothing was written\n--draft writes it all the same/);
    // The folder of the lock stays, which git ignores.
    expect(filesOf(join(cwd, 'data'))).toEqual(['.portal-snapshot/.gitignore']);
    const drafted = await origin.imported(cwd, '--draft');
    expect(drafted.status).toBe(1);
    expect(drafted.stdout).toMatch(/added, 0 changed, 0 removed\nit cannot be published yet/);
    expect(drafted.stdout).toContain('posts.last_activity of 2');
    const check = await runIn(cwd, 'check');
    expect([check.status, check.stdout]).toEqual([1, expect.stringContaining('unsafe-html')]);
    // What an editor puts right stays so: the next import needs no draft.
    const file = join(cwd, 'data/comments/2024.ndjson');
    const text = readFileSync(file, 'utf8');
    writeFileSync(file, text.replaceAll('<script>надзор</script>', 'надзор'));
    expect(await runIn(cwd, 'check')).toMatchObject({ status: 0 });
    expect(await origin.imported(cwd)).toMatchObject({ status: 0 });
    expect(await runIn(cwd, 'check')).toMatchObject({ status: 0 });
  });

  it('offers to remove refused styles, and does not bring them back', async () => {
    const cwd = newPortal();
    origin.said = (body) => body.replaceAll('<b>', '<b style=\\"position: fixed\\">');
    const { stdout } = await origin.imported(cwd);
    expect(stdout).toContain(
      '\nnpx portal-snapshot fmt --strip-styles then removes refused styles',
    );
    await origin.imported(cwd, '--draft');
    expect(await runIn(cwd, 'check')).toMatchObject({ status: 1 });
    expect(await runIn(cwd, 'fmt', '--strip-styles')).toMatchObject({ status: 0 });
    expect(await runIn(cwd, 'check')).toMatchObject({ status: 0 });
    const again = await origin.imported(cwd);
    expect(again.status).toBe(0);
    expect(again.stdout).toContain('records: 0 added, 0 changed, 0 removed');
    expect(await runIn(cwd, 'check')).toMatchObject({ status: 0 });
  });

  it('takes the last one of several versions of a record, and warns of it', async () => {
    const cwd = newPortal();
    // Feeds are often put together beforehand.
    origin.said = (body, path) =>
      path.includes('/event/') ? body.replaceAll('Имя2', 'Анна') : body;
    const report = await origin.imported(cwd, '--reporter', 'json');
    expect(report.status).toBe(0);
    const { problems } = JSON.parse(report.stdout);
    expect(problems).toEqual([
      {
        ...{ code: 'import-conflict', severity: 'warning', path: '' },
        ...{ file: 'data/users.json', line: 3, column: 3 },
        message:
          'the live portal gave several values of first_name while it was read; the last one is here',
        hint: 'the next import writes the value at that time',
      },
    ]);
    expect(readFileSync(join(cwd, 'data/users.json'), 'utf8')).toContain('Анна');
  });

  it('that lacks something tells what, and writes nothing', async () => {
    const category = { id: 1, title: 'Э12', code: 'Э12', the_order: 1 };
    const kind = { id: 1, name: 'ТУ', full_name: 'Устройства', cols: 1, order: 1 };
    const exact = { id: 1, name: 'Э12 ТУ', order: 1, category: 1, object_examination: 1 };
    await origin.publish({
      categories: [category],
      'object-examinations': [kind],
      'exact-categories': [{ ...exact, main_product: 8 }],
    });
    const cwd = newPortal();
    const { status, stdout } = await origin.imported(cwd);
    expect(status).toBe(1);
    expect(stdout).toContain('the origin does not tell:\n  exact-categories 1, main_product: ');
    expect(stdout).toContain('--stubs invents what the origin does not tell');
    expect(existsSync(join(cwd, 'data'))).toBe(false);
  });
});
