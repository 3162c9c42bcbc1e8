// One state of data and settings gives one sequence of bytes: no clock, zone, locale, folder,
// umask, time or order of files reaches the snapshot.
import { readdirSync, utimesSync } from 'node:fs';
import { join, relative } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { commandFile, printedResult, start } from '../../support/command.js';
import { temporaryFolder } from '../../support/folders.js';
import { directory, experts, forum, type Portal, writeData } from '../../support/portal.js';
import { expectTree, readTree, type Tree } from '../../support/tree.js';

const names = ['Югра', 'ЯНАО', 'Ёлкино', 'Елец', 'Жуковка', 'ель', 'Ель', 'Ижевск', 'iowa', 'Zone'];

/** Eight posts around one midnight, written in different zones, to the microsecond. */
const stamps = [
  '2024-03-31T00:30:00+03:00',
  '2024-03-30T21:30:00.000001+00:00',
  '2024-03-31T02:15:00+05:00',
  '2024-03-30T23:59:59.999999+03:00',
  '2024-03-31T02:30:00+01:00',
  '2024-10-27T02:30:00+02:00',
  '2024-03-30T12:00:00-09:30',
  '1969-12-31T23:59:59+14:00',
];
const base = forum({ posts: stamps.length, replies: 4 });
const portal: Portal = {
  ...base,
  ...directory(0),
  ...experts(30),
  regions: names.map((name, index) => ({ id: index + 1, name, district: (index % 2) + 1 })),
  posts: (base['posts'] ?? []).map((post, index) => ({ ...post, created: stamps[index] ?? '' })),
};

const home = temporaryFolder();
const data = join(home, 'data');
let expected: Tree;
let snapshot: string | null;

interface Surroundings {
  readonly cwd?: string;
  readonly data?: string;
  readonly env?: Record<string, string | undefined>;
  readonly umask?: string;
  /** Whether the build may use what an earlier one kept. */
  readonly cache?: boolean;
}

/** Builds a portal under these surroundings, and expects the tree of the first build. */
async function expectSame(where: Surroundings): Promise<void> {
  const out = join(temporaryFolder(), 'dist');
  const { id, tree } = await built({ ...where, out });
  expectTree(out, expected);
  expect(tree.size).toBeGreaterThan(20);
  expect(id).toBe(snapshot);
}

async function built(
  where: Surroundings & { out: string },
): Promise<{ id: string | null; tree: Tree }> {
  const { cwd = home, env = {}, umask = '022', cache = false, out } = where;
  const flags = ['--data', where.data ?? data, '--out', out, '--page-size', '4'];
  if (!cache) flags.push('--no-cache');
  const command = [commandFile, 'build', ...flags, '--reporter', 'json'];
  const shell = ['-c', `umask ${umask} && exec "$0" "$@"`, process.execPath, ...command];
  const ended = await start('/bin/sh', shell, { cwd, env }).ended;
  expect(ended.status, ended.stderr + ended.stdout).toBe(0);
  return { id: printedResult(ended).summary.snapshot, tree: readTree(out) };
}

beforeAll(async () => {
  writeData(data, portal);
  const env = { TZ: 'UTC', LANG: 'C.UTF-8', LC_ALL: undefined };
  const first = await built({ out: join(home, 'dist'), env });
  expected = first.tree;
  snapshot = first.id;
});

describe('the snapshot is the same', () => {
  it('in other time zones and locales', async () => {
    await expectSame({ env: { TZ: 'America/St_Johns' } });
    await expectSame({ env: { TZ: 'Pacific/Kiritimati' } });
    for (const locale of ['tr_TR.UTF-8', 'de_DE@collation=phonebook', 'C']) {
      await expectSame({ env: { LANG: locale, LC_ALL: locale, LANGUAGE: locale } });
    }
  });

  it('in a bare environment, in a terminal and in a pipeline', async () => {
    const bare = Object.fromEntries(Object.keys(process.env).map((name) => [name, undefined]));
    await expectSame({ env: bare, umask: '077' });
    await expectSame({ env: { TERM: 'xterm-256color', COLUMNS: '40', FORCE_COLOR: '3' } });
    await expectSame({ env: { CI: 'true', NODE_ENV: 'production' }, umask: '000' });
  });

  it('from any working folder, with relative and absolute paths', async () => {
    const elsewhere = temporaryFolder();
    await expectSame({ cwd: elsewhere });
    await expectSame({ cwd: elsewhere, data: relative(elsewhere, data) });
  });

  it('whenever the data files were written', async () => {
    await expectSame({ cache: true });
    for (const file of readdirSync(data)) utimesSync(join(data, file), 1, 86_400 * file.length);
    await expectSame({});
    await expectSame({ cache: true });
  });
});
