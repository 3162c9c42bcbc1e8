// `publish file:///folder`, as a user of the shell: what readers get, what lies beside it, exit statuses.
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, it } from 'vitest';
import type { PublishReport } from '../../../src/delivery/publish/report.js';
import { folderWith, filesOf as listFiles, snapshotOf } from '../../publish/lists.js';
import { type Ended, runCommand, startCommand } from '../../support/command.js';
import { temporaryFolder } from '../../support/folders.js';
import { expectTree, readTree } from '../../support/tree.js';

const lists = {
  region: [1, 2, 3, 4, 5],
  'job/vacancy': [9, 8],
  event: [3, 2, 1],
  'post-comment': [1],
};
const fewer = { ...lists, region: [1, 2, 3] };

interface Place {
  readonly www: string;
  readonly kept: string;
  readonly publish: (out: string, ...flags: string[]) => Promise<Ended>;
  readonly report: (out: string, ...flags: string[]) => Promise<PublishReport>;
}

function place(): Place {
  const cwd = temporaryFolder();
  const www = join(cwd, 'www');
  const publish = (out: string, ...flags: string[]): Promise<Ended> => {
    const from = out === '' ? [] : ['--out', out];
    return runCommand(['publish', pathToFileURL(www).href, ...from, ...flags], { cwd });
  };
  return {
    www,
    kept: join(cwd, '.www.published'),
    publish,
    report: async (out, ...flags) => {
      const ended = await publish(out, '--reporter', 'json', ...flags);
      expect(ended.stderr).toBe('');
      return JSON.parse(ended.stdout) as PublishReport;
    },
  };
}

describe('publish file:///folder', () => {
  it('brings the snapshot, sends only what differs, and brings back what was before', async () => {
    const { www, kept, report } = place();
    const [first, second] = [snapshotOf(lists), snapshotOf(fewer)];
    const one = await report(first);
    expect(one).toMatchObject({ ok: true, before: null, files: { changed: 0, removed: 0 } });
    expectTree(www, readTree(first));
    expect(statSync(kept).mode & 0o077).toBe(0);

    const again = await report(first);
    expect(again.files).toMatchObject({ added: 0, changed: 0, removed: 0 });
    expect(again.requests).toBeLessThan(10);

    // The page that is gone showed a record that is gone: it does not wait.
    const two = await report(second);
    expect(two).toMatchObject({
      before: one.snapshot,
      withdrawn: 2,
      files: { removed: 1, waiting: 0 },
    });
    expectTree(www, readTree(second));

    const back = await report('', '--rollback');
    expect(back).toMatchObject({ snapshot: one.snapshot, history: [{ id: two.snapshot }] });
    expectTree(www, readTree(first));
    const forth = await report('', '--rollback', two.snapshot!.slice(0, 8));
    expect(forth.snapshot).toBe(two.snapshot);
    expectTree(www, readTree(second));

    const gone = await report('', '--forget');
    expect(gone.history).toEqual([]);
    expect(readdirSync(kept).sort()).toEqual(['lock', 'probe', 'state']);
  });

  it('leaves pages for readers who are walking, until their time is over', async () => {
    const { www, report } = place();
    const few = { ...lists, event: [2, 1] };
    await report(snapshotOf(few));
    // The same records on fewer pages.
    const out = folderWith(listFiles(few, 'котёл', undefined, 5));
    const left = await report(out);
    expect(left.files).toMatchObject({ changed: 2, removed: 0, waiting: 2 });
    expect(existsSync(join(www, 'api/region/page/2/index.json'))).toBe(true);
    const later = await report(out, '--grace', '0');
    expect(later.files).toMatchObject({ removed: 2, waiting: 0 });
    expectTree(www, readTree(out));
  });

  it('sends nothing that is no part of a snapshot, and leaves the files of others alone', async () => {
    const { www, publish, report } = place();
    const out = snapshotOf(lists);
    const expected = readTree(out);
    const secret = join(temporaryFolder(), 'secret.json');
    writeFileSync(secret, '{}');
    for (const name of ['.env', 'api/.lock.json', 'notes.txt', 'api/region/notes.txt']) {
      writeFileSync(join(out, name), 'x');
    }
    mkdirSync(join(out, '.portal-snapshot-old'));
    symlinkSync(secret, join(out, 'api/link.json'));
    mkdirSync(join(www, 'api/blog'), { recursive: true });
    writeFileSync(join(www, 'api/blog/readme.txt'), 'theirs');
    await report(out);
    expect(existsSync(join(www, 'api/blog/readme.txt'))).toBe(true);
    rmSync(join(www, 'api/blog'), { recursive: true });
    expectTree(www, expected);
    // A link in the target leads elsewhere: nothing is written through it.
    rmSync(join(www, 'api/event'), { recursive: true });
    symlinkSync(temporaryFolder(), join(www, 'api/event'));
    const ended = await publish(snapshotOf({ ...lists, event: [9, 2] }));
    expect([ended.status, ended.stderr]).toEqual([2, expect.stringContaining('symbolic link')]);
  });

  it('corrects what someone else changed, when asked to look', async () => {
    const { www, report } = place();
    const out = snapshotOf(lists);
    await report(out);
    writeFileSync(join(www, 'api/region/index.json'), '{}');
    rmSync(join(www, 'api/event/cursor/1/index.json'));
    expect((await report(out)).files.changed).toBe(0);
    const audit = await report(out, '--audit');
    expect(audit.files).toMatchObject({ added: 1, changed: 1 });
    expect(audit.warnings.join()).toContain('2 files are not as they were published');
    expectTree(www, readTree(out));
    // What would be copied for history is not what was published.
    writeFileSync(join(www, 'api/region/index.json'), '{}');
    const next = await report(snapshotOf({ ...lists, region: [1, 2, 3, 4, 5, 6] }));
    expect(next.ok).toBe(true);
    expect(next.warnings.join()).toContain('someone else changed api/region/index.json');
    expect(next.history).toEqual([]);
  });

  it('starts anew where its record is damaged', async () => {
    const { www, kept, report } = place();
    await report(snapshotOf(lists));
    const state = readFileSync(join(kept, 'state'));
    for (const damaged of [state.subarray(0, 99), Buffer.from('nonsense'), Buffer.alloc(0)]) {
      writeFileSync(join(kept, 'state'), damaged);
      const out = snapshotOf(fewer);
      const report_ = await report(out);
      expect(report_).toMatchObject({ ok: true, history: [] });
      expect(report_.warnings.join()).toContain('damaged');
      expectTree(www, readTree(out));
    }
  });

  it('changes nothing in a dry run, and says what it would do', async () => {
    const { www, kept, report } = place();
    const first = snapshotOf(lists);
    expect((await report(first, '--dry-run')).files.added).toBe(readTree(first).size);
    expect(existsSync(www) || existsSync(kept)).toBe(false);
    await report(first);
    const before = readTree(kept);
    const dry = await report(snapshotOf(fewer), '--dry-run');
    expect(dry).toMatchObject({ dryRun: true, files: { changed: 3, removed: 1 } });
    expectTree(www, readTree(first));
    expect(readTree(kept)).toEqual(before);
  });

  it('gives its lock back when it is interrupted, and is finished by the next run', async () => {
    const { www, kept, report } = place();
    const many = { ...lists, region: Array.from({ length: 3000 }, (_, i) => i + 1) };
    const out = snapshotOf(many);
    const args = ['publish', pathToFileURL(www).href, '--out', out];
    const running = startCommand(args, { cwd: temporaryFolder() });
    // As soon as the first page has come.
    while (!existsSync(join(www, 'api'))) await new Promise((resolve) => setTimeout(resolve, 2));
    running.child.kill('SIGTERM');
    const { signal, stdout } = await running.ended;
    expect([signal, stdout]).toEqual(['SIGTERM', '']);
    expect(readFileSync(join(kept, 'lock'), 'utf8')).not.toContain('holder');
    expect(existsSync(join(www, 'api/index.json'))).toBe(false);
    expect((await report(out)).ok).toBe(true);
    expectTree(www, readTree(out));
  });

  it('tells who publishes at the same moment, and exits with 1', async () => {
    const { kept, publish } = place();
    const out = snapshotOf(lists);
    await publish(out);
    const lock = (more: object) =>
      writeFileSync(
        join(kept, 'lock'),
        JSON.stringify({
          turn: 'x',
          holder: {
            run: 'r',
            host: 'runner-7',
            pid: 4711,
            since: '2026-03-01T10:00:00.000Z',
            machine: 'another',
            start: '1',
            ...more,
          },
        }),
      );
    lock({});
    const held = await publish(out);
    expect(held.status).toBe(1);
    expect(held.stdout).toContain('process 4711 on "runner-7", since "2026-03-01T10:00:00.000Z"');
    expect((await publish(out, '--break-lock')).status).toBe(0);
    writeFileSync(join(kept, 'lock'), 'nonsense');
    expect((await publish(out)).status).toBe(2);
    expect((await publish(out, '--break-lock')).status).toBe(0);
    expect((await publish(out)).status).toBe(0);
  });
});

describe('wrong usage exits with 2, and says what is wrong', () => {
  it.each([
    [['ftp://x/y'], 'a target begins with s3:// or file://'],
    [['s3://b/../c'], 'a bucket is named as'],
    [['file://host/x'], 'a folder is named as'],
    [['file:///nonexistent/a/b'], 'is no folder'],
    [['--rollback', 'yesterday', 'WWW'], '--rollback takes the id'],
    [['--rollback', 'abcdef12', 'WWW'], 'no snapshot "abcdef12" is kept'],
    [['WWW', '--rollback'], 'no snapshot'],
    [['WWW', '--rollback', '--out', 'x'], '--rollback takes no --out'],
    [['WWW', '--forget', '--keep', '3'], '--forget keeps nothing'],
    [['WWW', '--forget', '--out', 'x'], '--forget publishes nothing: it takes no'],
    [['WWW', '--forget'], 'no publication is known there'],
    [['WWW', '--rollback', '--accept-change'], '--rollback takes no --accept-change'],
    [['WWW', '--no-lock', '--break-lock'], '--no-lock takes no --break-lock'],
    [['WWW', '--dry-run', '--verify', 'http://x'], '--dry-run takes no'],
    [['WWW', '--host', 's3'], '--host says what --verify wants'],
    [['WWW', '--endpoint', 'http://x'], '--endpoint is for s3://'],
    [['WWW', '--grace', 'soon'], 'It must be a time'],
    [['WWW', '--purge', 'akamai:1'], '--purge takes cloudfront:ID'],
    [['WWW', '--purge', 'cloudflare:1'], 'wants CLOUDFLARE_API_TOKEN'],
    [['WWW', '--out', 'nowhere'], 'no snapshot in nowhere'],
  ])('%j', async (args, message) => {
    const cwd = temporaryFolder();
    const www = pathToFileURL(join(cwd, 'www')).href;
    const named = args.map((arg) => (arg === 'WWW' ? www : arg));
    const env = { CLOUDFLARE_API_TOKEN: undefined };
    const ended = await runCommand(['publish', ...named], { cwd, env });
    expect([ended.status, ended.stderr]).toEqual([2, expect.stringContaining(message)]);
  });
});
