// A copy of a snapshot is brought in step with it: what is fetched, what is told, and what stays as it was.
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { takeLock } from '../../src/files/disk/lock.js';
import { temporaryFolder } from '../support/folders.js';
import { newKeys } from '../support/keys.js';
import { type Portal, vacancies } from '../support/portal.js';
import type { Reply, Request } from '../support/replies.js';
import { runIn } from '../support/run.js';
import { expectTree, identitiesOf, readTree, type Tree } from '../support/tree.js';
import {
  copy,
  describedAs,
  type Origin,
  originOf,
  place,
  placeLike,
  SOME,
  small,
  snapshotOf,
} from './origin.js';

/** The portal after an edit of a comment, with a vacancy less and a region more. */
const edited: Portal = {
  ...small,
  ...vacancies(6),
  regions: [...small['regions']!, { id: 99, name: 'Ямал', district: 1 }],
  comments: small['comments']!.map((one) =>
    one['id'] === 9 ? { ...one, text: '<p>Правка</p>' } : one,
  ),
};

let before: Tree;
let after: Tree;
beforeAll(async () => {
  const how = { extras: [...SOME, '/api/job/vacancy/{id}/'] };
  [before, after] = await Promise.all([snapshotOf(small, how), snapshotOf(edited, how)]);
});

const idOf = (tree: Tree): string => JSON.parse(String(tree.get('api/snapshot.json'))).id;

/** A cache before an origin that still has the files of an older snapshot, but for snapshot.json. */
const cacheOf =
  (older: Tree) =>
  ({ path }: Request): Reply | undefined => {
    const body = path === '/api/snapshot.json' ? undefined : older.get(path.slice(1));
    return body && { status: 200, headers: {}, body };
  };

/** An origin, and a mirror that is in step with it. */
async function mirrored() {
  const [origin, dir] = [await originOf(before), place()];
  await copy(origin, dir);
  return { origin, dir };
}

/** What lies beside a mirror. */
const beside = (dir: string): string[] =>
  readdirSync(join(dir, '..')).filter((name) => name !== 'copy');

it('copies a snapshot, then asks one question as long as nothing changes', async () => {
  const [origin, dir] = [await originOf(before), place()];
  const first = await copy({ url: `${origin.url}/api/` }, dir);
  expect(first).toMatchObject({ ok: true, before: null, snapshot: idOf(before), records: null });
  expect(first.origin).toBe(origin.url);
  expectTree(dir, before);
  expect(new Set(origin.asked).size).toBe(origin.asked.length);
  const files = identitiesOf(dir);
  for (const audit of [false, true]) {
    origin.asked = [];
    const { ok, requests, addresses, files } = await copy(origin, dir, { audit });
    expect([ok, requests, files.placed]).toEqual([true, 1, 0]);
    expect(Object.values(addresses).flat()).toEqual([]);
    expect(origin.asked[0]).toBe('/api/snapshot.json');
  }
  expect(identitiesOf(dir)).toEqual(files);
  expect(beside(dir)).toEqual([]);
});

it('fetches what differs, removes what is gone, and tells which addresses and records changed', async () => {
  const { origin, dir } = await mirrored();
  const old = identitiesOf(dir);
  [origin.tree, origin.asked] = [after, []];
  const report = await copy(origin, dir);
  expectTree(dir, after);
  const same = [...after].filter(([name, bytes]) => before.get(name)?.equals(bytes));
  const now = identitiesOf(dir);
  expect(same.filter(([name]) => old.get(name)?.inode !== now.get(name)?.inode)).toEqual([]);
  const changed = new Set(after.keys());
  for (const [name] of same) changed.delete(name);
  expect(origin.asked.map((path) => path.slice(1)).sort()).toEqual([...changed].sort());
  expect(report).toMatchObject({ ok: true, before: idOf(before), snapshot: idOf(after) });
  expect(report.addresses.added).toContain('/api/region/99/');
  expect(report.addresses.removed).toContain('/api/job/vacancy/7/');
  expect(report.addresses.changed).toContain('/api/post-comment/post/2/');
  expect(report.records).toMatchObject({
    'job/vacancy': { added: [], removed: [7], changed: [] },
    region: { added: [99], removed: [], changed: [] },
    'post-comment': { changed: [{ id: 9, fields: ['short_text', 'text'] }] },
  });
  expect(Object.keys(report.records!).join()).not.toContain('{id}');
});

it('asks again past a cache that has the files of an older snapshot', async () => {
  const { origin, dir } = await mirrored();
  [origin.tree, origin.instead] = [after, cacheOf(before)];
  expect((await copy(origin, dir)).problem).toBeNull();
  expectTree(dir, after);
});

describe('a folder', () => {
  it('may hold an older build, with siblings and files of others', async () => {
    const [origin, dir] = [await originOf(after), place()];
    for (const [name, bytes] of before) {
      mkdirSync(join(dir, name, '..'), { recursive: true });
      writeFileSync(join(dir, name), bytes);
    }
    const sibling = join(dir, 'api/region/index.json.gz');
    const theirs = ['favicon.ico', 'api/region/notes.txt'];
    for (const name of theirs) writeFileSync(join(dir, name), 'theirs');
    writeFileSync(sibling, 'packed');
    const { ok, foreign, requests } = await copy(origin, dir);
    expect([ok, foreign]).toEqual([true, [...theirs].sort()]);
    expect(requests).toBeLessThan(before.size / 2);
    expect(existsSync(sibling)).toBe(false);
    for (const name of theirs) rmSync(join(dir, name));
    expectTree(dir, after);
  });

  it('is mended where someone removed something, and with --audit where someone changed something', async () => {
    const { origin, dir } = await mirrored();
    const [head, page] = ['api/region/index.json', 'api/event/cursor/1/index.json'];
    rmSync(join(dir, page));
    rmSync(join(dir, '404.json'));
    origin.asked = [];
    expect((await copy(origin, dir)).addresses.mended).toEqual(['/api/event/cursor/1/']);
    expect(origin.asked).toEqual(['/api/snapshot.json', `/${page}`]);
    expectTree(dir, before);
    writeFileSync(join(dir, head), before.get(head)!.subarray(1));
    origin.asked = [];
    const { addresses, records } = await copy(origin, dir, { audit: true });
    expect([addresses.mended, records]).toEqual([['/api/region/'], {}]);
    expect(origin.asked).toEqual(['/api/snapshot.json', `/${head}`]);
    expectTree(dir, before);
    writeFileSync(join(dir, 'api/snapshot.json'), '{}');
    mkdirSync(join(dir, 'api/region/page/9'), { recursive: true });
    writeFileSync(join(dir, 'api/region/page/9/index.json'), '{}');
    await copy(origin, dir);
    expectTree(dir, before);
  });

  it('that has links or a folder in the way is refused, and nothing is written through them', async () => {
    const origin = await originOf(after);
    const elsewhere = temporaryFolder();
    const ways: readonly ((dir: string) => void)[] = [
      (dir) => {
        rmSync(join(dir, 'api/region'), { recursive: true });
        symlinkSync(elsewhere, join(dir, 'api/region'));
      },
      (dir) => {
        rmSync(join(dir, 'api/region/index.json'));
        symlinkSync(join(elsewhere, 'x'), join(dir, 'api/region/index.json'));
      },
      (dir) => {
        rmSync(join(dir, 'api/region/index.json'));
        mkdirSync(join(dir, 'api/region/index.json'));
      },
    ];
    for (const spoil of ways) {
      const dir = place();
      origin.tree = before;
      await copy(origin, dir);
      spoil(dir);
      origin.tree = after;
      await expect(copy(origin, dir)).rejects.toThrow(/symbolic link|not a file/);
      expect(readdirSync(elsewhere)).toEqual([]);
      expect(String(readTree(join(dir, 'api/job/vacancy')).get('index.json'))).toBe(
        String(before.get('api/job/vacancy/index.json')),
      );
    }
  });

  it('is locked meanwhile', async () => {
    const [origin, dir] = [await originOf(before), place()];
    const work = join(dir, '..', '.copy.portal-snapshot');
    const lock = takeLock(
      join(work, 'lock'),
      dir,
      () => mkdirSync(work, { recursive: true }),
      false,
    );
    await expect(copy(origin, dir)).rejects.toThrow('another command is writing to');
    expect(origin.asked).toEqual([]);
    expect((await copy(origin, dir, { breakLock: true })).ok).toBe(true);
    lock.release();
  });
});

describe('while the origin publishes', () => {
  let third: Tree;
  let origin: Origin;
  let begun: string;
  beforeAll(async () => {
    third = await snapshotOf({ ...edited, ...vacancies(9) });
    origin = await originOf(before);
    begun = place();
    await copy(origin, begun);
  });

  /** Mirrors while the origin gets other files after so many answers, those last that `isLate` says. */
  async function during(answers: number, publishing: (origin: Origin, answered: number) => void) {
    const dir = placeLike(begun);
    origin.tree = after;
    let answered = 0;
    origin.instead = () => {
      if (++answered >= answers) publishing(origin, answered - answers);
      return undefined;
    };
    return { dir, report: await copy(origin, dir), answered };
  }

  it('it begins anew with the new snapshot, at whatever moment that comes', async () => {
    for (let answers = 1; ; answers += 7) {
      const { dir, report, answered } = await during(answers, (origin) => {
        origin.tree = third;
      });
      const isOver = answered < answers;
      expect(report.ok).toBe(true);
      // Whichever it was: all of it.
      const snapshot = [after, third].find((tree) => idOf(tree) === report.snapshot);
      expectTree(dir, snapshot!);
      if (isOver) break;
    }
  });

  it('it gives up after five snapshots, leaves the folder as it was, and goes on another time', async () => {
    const { origin, dir } = await mirrored();
    let snapshots = 0;
    origin.instead = ({ path }) => {
      if (path !== '/api/snapshot.json') return undefined;
      const body = describedAs(after, ({ files }) => {
        files['api/openapi.json'] = String(++snapshots).padStart(64, '0');
      });
      return { status: 200, headers: {}, body };
    };
    const report = await copy(origin, dir);
    expect([report.ok, report.problem]).toEqual([
      false,
      expect.stringContaining('replaced each of 5 times'),
    ]);
    expectTree(dir, before);
    origin.instead = () => undefined;
    origin.tree = after;
    expect((await copy(origin, dir)).ok).toBe(true);
    expectTree(dir, after);
  });

  it('a page that is never right is told, and what else was fetched is not asked for again', async () => {
    const [origin, dir] = [await originOf(before), place()];
    const wrong = 'api/region/index.json';
    origin.tree = new Map(before).set(wrong, Buffer.from('{}'));
    const report = await copy(origin, dir, { concurrency: 1 });
    expect(report.problem).toContain(`what is at ${origin.url}/${wrong} does not have the digest`);
    expect(existsSync(dir)).toBe(false);
    const again = ['/api/snapshot.json', `/${wrong}`];
    const isAgain = (path: string) => again.some((begin) => path.startsWith(begin));
    const fetched = new Set(origin.asked.filter((path) => !isAgain(path)));
    expect(fetched.size).toBeGreaterThan(5);
    [origin.tree, origin.asked] = [before, []];
    expect((await copy(origin, dir)).ok).toBe(true);
    expect(origin.asked.filter((path) => fetched.has(path))).toEqual([]);
    expectTree(dir, before);
  });
});

describe('a signature', () => {
  const [own, other] = [newKeys(), newKeys()];
  let signed: Tree;
  let next: Tree;
  beforeAll(async () => {
    [signed, next] = await Promise.all([
      snapshotOf(small, { sign: own.secret }),
      snapshotOf(edited, { sign: own.secret }),
    ]);
  });

  it('is copied, and wanted with --key before anything else is fetched', async () => {
    const [origin, dir] = [await originOf(before), place()];
    const key = own.open;
    const unsigned = await copy(origin, dir, { key });
    expect(unsigned.problem).toBe('snapshot.json is not signed');
    expect(origin.asked).toEqual(['/api/snapshot.json']);
    expect(existsSync(dir)).toBe(false);
    origin.tree = signed;
    expect((await copy(origin, dir, { key })).ok).toBe(true);
    expectTree(dir, signed);
    expect((await copy(origin, dir, { key })).requests).toBe(1);
    origin.tree = next;
    const stranger = await copy(origin, dir, { key: other.open });
    expect(stranger.problem).toBe('none of the keys made the signature in snapshot.json');
    expectTree(dir, signed);
    // For a change of keys, a file may have both.
    const both = join(temporaryFolder(), 'public.pem');
    writeFileSync(both, [other, own].map(({ open }) => readFileSync(open, 'utf8')).join(''));
    expect((await copy(origin, dir, { key: both })).ok).toBe(true);
    expectTree(dir, next);
    origin.tree = before;
    expect((await copy(origin, dir)).ok).toBe(true);
    expectTree(dir, before);
  });
});

it('the command says what it did, or why it could not', async () => {
  const origin = await originOf(before);
  const cwd = temporaryFolder();
  const run = (...args: string[]) => runIn(cwd, 'mirror', origin.url, 'copy', ...args);
  const first = await run();
  expect([first.status, first.stdout]).toEqual([0, expect.stringContaining('in step with http')]);
  expect(first.stdout).toContain(`snapshot ${idOf(before)}\n`);
  const { size } = readTree(join(cwd, 'copy'));
  expect(first.stdout).toContain(`: ${size} files\n`);
  expect(first.stdout).toContain(`\n${size} files put in place, 0 removed\n`);
  expect((await run()).stdout).toMatch(/nothing changed\n/);
  origin.tree = after;
  const { status, stdout } = await run('--reporter', 'json');
  expect([status, JSON.parse(stdout)]).toMatchObject([0, { ok: true, problem: null }]);
  const wrong = await run('--key', newKeys().open);
  expect(wrong.status).toBe(1);
  origin.tree = new Map();
  const none = await run();
  expect([none.status, none.stderr]).toEqual([
    2,
    expect.stringContaining('there is no snapshot to copy'),
  ]);
  const unset = await runIn(cwd, 'mirror', origin.url, '');
  const said = 'dir: must be the name of a folder, not ""';
  expect([unset.status, unset.stderr]).toEqual([2, expect.stringContaining(said)]);
  expect((await runIn(cwd, 'mirror', 'ftp://x', 'copy')).status).toBe(2);
  expect((await run('--concurrency', '65')).status).toBe(2);
  writeFileSync(join(cwd, 'file'), '');
  expect((await runIn(cwd, 'mirror', origin.url, 'file')).status).toBe(2);
});
