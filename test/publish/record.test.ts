// The record at a target, after someone else wrote into it: whatever no publication writes there is refused before
// anything but the lock is touched.
import { hash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, it } from 'vitest';
import { publish, publishTo } from '../../src/delivery/publish/index.js';
import type { PublishOptions } from '../../src/delivery/publish/options.js';
import { mustStayBelow } from '../../src/files/disk/boundary.js';
import { portal } from '../../src/portal/index.js';
import { UsageError } from '../../src/problems/problem.js';
import { temporaryFolder } from '../support/folders.js';
import { readTree } from '../support/tree.js';
import { snapshotOf } from './lists.js';
import { memoryTarget, Store } from './memory.js';

type Row = [hash: string, size: number, headers: number, ids: string, etag: string];
type Json = Record<string, unknown>;
interface Written extends Json {
  headers: unknown[];
  live: Json & { files: Record<string, Row> };
  retired: Record<string, unknown>;
  history: (Json & { changes: Record<string, unknown> })[];
  kept: Record<string, unknown>;
  trash: unknown[];
}

const PAGE = 'api/region/index.json';
const secret = hash('sha256', 'secret', 'hex');

/** Names that lead elsewhere, or that are no file of ours. */
const NAMES = [
  '../precious.json',
  'api/../../precious.json',
  '/etc/precious.json',
  '/',
  '',
  'api/\u001b[31m.json',
  'api//a.json',
  'api/.hidden.json',
  'api\\..\\..\\precious.json',
  `api/${'a'.repeat(300)}.json`,
  'precious.json',
  '.htaccess.br',
];

/** What someone wrote into the record, with the row of a page that is there. */
const attacks: Readonly<Record<string, (written: Written, row: Row, name: string) => void>> = {
  'a page that waits': ({ retired }, row, name) => (retired[name] = [...row, 1]),
  'a live page': ({ live }, row, name) => (live.files[name] = row),
  'a page of history': ({ history }, row, name) => (history[0]!.changes[name] = row),
  'a page that history lacks': ({ history }, _, name) => (history[0]!.changes[name] = null),
  'a page that comes': (written, row, name) => (written['pending'] = { [name]: row }),
  'a page that was reached': (written, _, name) => (written['reached'] = [name]),
  'a page that caches show': (written, _, name) => (written['owed'] = [name]),
  'a page that one cache shows': (written, _, name) => (written['owed'] = { file: [name] }),
  'what is kept': ({ kept }, _, name) => (kept[name] = secret),
  'what goes': ({ trash }, _, name) => trash.push(name),
};

/** Values of a wrong kind, each in one place. */
const oddities: Readonly<Record<string, (written: Written, row: Row) => unknown>> = {
  'a file of the machine as history': ({ kept, history }) => {
    kept['../../precious.json'] = secret;
    history[0]!.changes['api/leak.json'] = ['../../precious.json', 6, 0, '', secret];
  },
  'an id that paints': ({ live }) => (live['id'] = '\u001b[31mred'),
  'an earlier id that paints': ({ history }) => (history[0]!['id'] = '\u001b[31mred'),
  'a time that paints': ({ history }) => (history[0]!['at'] = '\u001b[31m'),
  'a number that is a text': ({ live }) => (live['number'] = '1'),
  'no object of files': (written) => (written.live.files = 3 as never),
  'a list of history': (written) => (written['history'] = {} as never),
  'a row that is a number': ({ retired }) => (retired[PAGE] = 5),
  'a row that is too long': ({ live }, row) => (live.files[PAGE] = [...row, 1] as never),
  'no list of what goes': (written) => (written.trash = 5 as never),
  'no text as what goes': ({ trash }) => trash.push(5),
  'a purge that paints': (written) => (written['owed'] = { '\u001b[31m': [] }),
  'an id that it replaced': ({ live }) => (live['replaced'] = 'none'),
  'a size below 0': (_, row) => (row[1] = -1),
  'a place that is no number': (_, row) => (row[2] = '__proto__' as never),
  'ids that are none': (_, row) => (row[3] = '1-x'),
  'an etag with a line break': (_, row) => (row[4] = 'x\r\nx-header: y'),
  'a header of its own': ({ headers }) => headers.push('Location: https://elsewhere.example'),
  'a header in a header': ({ headers }) => headers.push('Content-Type: x\r\nLocation: y'),
  'another format': (written) => (written['format'] = 2),
  'more than there is': (written) => (written['more'] = true),
};

/** The record with its sum, after an attack on it. */
function attacked(bytes: Buffer, attack: (written: Written, row: Row) => unknown): Buffer {
  const written = JSON.parse(bytes.toString().replace(/.*\n/, '')) as Written;
  attack(written, written.live.files[PAGE]!);
  return withSum(JSON.stringify(written));
}

const withSum = (text: string) => Buffer.from(`${hash('sha256', text, 'hex')}\n${text}`);

const attacksWith = (names: readonly string[]) => [
  ...Object.entries(oddities),
  ...Object.entries(attacks).flatMap(([where, attack]) =>
    names.map(
      (name) =>
        [
          `${where}: ${JSON.stringify(name.slice(0, 40))}`,
          (written: Written, row: Row) => attack(written, row, name),
        ] as const,
    ),
  ),
];
const lists = { region: [1, 2, 3], 'job/vacancy': [2, 1], event: [1], 'post-comment': [1] };
const outs = [snapshotOf(lists), snapshotOf({ ...lists, region: [1, 2, 4] })] as const;

/** Each way to publish would do another part of what the record says. */
const ways: readonly Partial<PublishOptions>[] = [{ grace: 0 }, { rollback: true }];

async function expectRefused(done: Promise<unknown>): Promise<void> {
  const error = await done.then(
    () => undefined,
    (error: unknown) => error,
  );
  expect(error).toBeInstanceOf(UsageError);
  const { message } = error as UsageError;
  expect(message).toMatch(/^the record of what is live at \S+ cannot be used: /);
  expect(message).not.toMatch(/\p{Cc}/u);
}

const isLock = (name: string) => /(?:^|\/)(?:lock|probe)$/.test(name);

describe('a record that someone else wrote into is refused, and nothing is touched', () => {
  it('in a folder', async () => {
    const cwd = temporaryFolder();
    const target = pathToFileURL(join(cwd, 'www')).href;
    const send = (out: string, more: Partial<PublishOptions> = {}) =>
      publish(portal, { target, out, ...more });
    for (const out of outs) expect((await send(out)).ok).toBe(true);
    writeFileSync(join(cwd, 'precious.json'), 'secret');
    const path = join(cwd, '.www.published/state');
    const good = readFileSync(path);
    for (const [what, attack] of attacksWith(NAMES)) {
      writeFileSync(path, attacked(good, attack));
      const before = readTree(cwd);
      for (const more of ways) await expectRefused(send(outs[0], more));
      const after = readTree(cwd);
      const changed = [...new Set([...before.keys(), ...after.keys()])].filter(
        (name) => !(before.get(name) && after.get(name)?.equals(before.get(name)!)),
      );
      expect(
        changed.filter((name) => !isLock(name)),
        what,
      ).toEqual([]);
    }
    for (const text of ['', 'null', '[]', '{', '5']) {
      writeFileSync(path, withSum(text));
      await expectRefused(send(outs[0]));
    }
    writeFileSync(path, good);
    expect((await send(outs[0], { rollback: true })).ok).toBe(true);
  }, 60_000);
});

it('a record of an earlier build is read, and what it owes is purged by the next run that purges', async () => {
  const store = new Store();
  const how = { target: 'memory://', out: outs[0] };
  await publishTo(portal, memoryTarget(store), [], how);
  const state = store.objects.get('kept/state')!;
  const bytes = attacked(state.bytes, (written) => {
    written['owed'] = [PAGE];
    for (const key of ['replaced', 'unproved']) delete written.live[key];
  });
  store.objects.set('kept/state', { ...state, bytes });
  const told: string[] = [];
  const purge = async (addresses: readonly string[]) => void told.push(addresses[0]!);
  await publishTo(portal, memoryTarget(store), [], how);
  for (let run = 0; run < 2; run++) {
    await publishTo(portal, memoryTarget(store), [purge], { ...how, purge: ['fastly:one'] });
  }
  expect(told).toEqual(['https://api.example.org/api/region/']);
});

it('no name that leads out of a folder is taken for one below it', () => {
  const folder = temporaryFolder();
  for (const name of ['../x', 'a/../../x', '/x', '/']) {
    expect(() => mustStayBelow(folder, name)).toThrow('outside of');
  }
  expect(() => mustStayBelow(folder, 'a/b')).not.toThrow();
});
