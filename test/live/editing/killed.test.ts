// Commands that change several data files, killed before each of the steps in which they do: the data is as before or
// as after, or says that it is neither; the next command that changes data makes it as it was before, with a word.
import { cpSync, existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { check } from '../../../src/index.js';
import { splitTexts } from '../../edit/split.js';
import { portal } from '../../query/portal.js';
import { type Ended, runCommand, startCommand } from '../../support/command.js';
import { projectFolder, temporaryFolder } from '../../support/folders.js';
import { readTree, type Tree } from '../../support/tree.js';

const disk = join(projectFolder, 'test/support/failing-disk.mjs');
const JOURNAL = 'data/.portal-snapshot.change';

const run = (cwd: string, args: readonly string[], env: Record<string, string>): Promise<Ended> =>
  runCommand(args, { cwd, env: { NODE_OPTIONS: `--import ${disk}`, ...env } });

const same = (a: Tree, b: Tree) =>
  a.size === b.size && [...a].every(([name, bytes]) => b.get(name)?.equals(bytes));

const visible = (data: string): Tree =>
  new Map([...readTree(data)].filter(([file]) => !/(?:^|\/)\./.test(file)));

const long = 'Текст, который стоит в файле для себя. '.repeat(40);
const commands: Record<
  string,
  { readonly args: string[]; readonly first?: string[]; readonly isSplit?: true }
> = {
  remove: { args: ['remove', 'post', '5', '--cascade'] },
  new: {
    args: [
      ...['new', 'comment', '--post', '5', '--parent', '341', '--user', '7'],
      ...['--text', '<p>Да</p>', '--created', '2026-03-05T10:00:00+03:00'],
    ],
  },
  'new, in files of their own': {
    isSplit: true,
    args: [
      ...['new', 'post', '--title', 'Котлы', '--blog', '2', '--user', '7', '--moderated_by', '7'],
      ...['--text', `<p>${long}</p>`, '--created', '2026-03-05T10:00:00+03:00'],
    ],
  },
  undo: { args: ['undo'], first: ['remove', 'post', '5', '--cascade'] },
};

const cases = [
  { name: 'remove', noLinks: '' },
  { name: 'new', noLinks: '1' },
  { name: 'new, in files of their own', noLinks: '' },
  { name: 'undo', noLinks: '' },
];

it.concurrent.each(cases)(
  '$name (without links: $noLinks)',
  async ({ name, noLinks }) => {
    const { args, first, isSplit } = commands[name]!;
    const cwd = portal();
    if (isSplit) splitTexts(cwd);
    const env = { NO_LINKS: noLinks };
    if (first) expect(await run(cwd, first, env)).toMatchObject({ status: 0 });
    const begun = temporaryFolder();
    const data = join(cwd, 'data');
    cpSync(data, begun, { recursive: true });
    const old = readTree(begun);
    expect(await run(cwd, args, env)).toMatchObject({ status: 0 });
    const ended = readTree(data);
    expect(same(old, ended)).toBe(false);
    const seen = { before: 0, between: 0, after: 0 };
    for (let nth = 0; ; nth++) {
      rmSync(data, { recursive: true });
      cpSync(begun, data, { recursive: true });
      const { signal, status } = await run(cwd, args, { ...env, DIE_AT: String(nth) });
      if (signal === null) {
        expect(status).toBe(0);
        break;
      }
      const now = visible(data);
      const isUnfinished = existsSync(join(cwd, JOURNAL));
      if (isUnfinished) {
        await expect(check({ cwd }), `step ${nth}`).rejects.toThrow('is not finished');
        seen.between++;
      } else if (same(now, old)) seen.before++;
      else {
        expect(same(now, ended), `step ${nth}`).toBe(true);
        seen.after++;
      }
      // Once it is done, a second time would be another change.
      const isDone = !isUnfinished && same(now, ended);
      let next = await run(cwd, isDone ? ['fmt'] : args, env);
      // Without hard links there may be a lock that is empty.
      if (noLinks && next.stderr.includes('its lock names nobody')) {
        next = await run(cwd, [...(isDone ? ['fmt'] : args), '--break-lock'], env);
      }
      expect({ nth, ...next }).toMatchObject({ status: 0 });
      expect(next.stderr.includes('was killed while it changed the data')).toBe(isUnfinished);
      expect(same(readTree(data), ended), `step ${nth}`).toBe(true);
    }
    process.stdout.write(`${name} ${JSON.stringify(seen)}\n`);
    expect(seen.between).toBeGreaterThan(3);
  },
  900_000,
);

/** A preview that is ready, or was killed before, with what it has printed. */
async function previewing(cwd: string, env: Readonly<Record<string, string>>) {
  const { child, ended } = startCommand(['preview'], { cwd, env });
  let shown = '';
  child.stdout?.on('data', (chunk: Buffer) => {
    shown += chunk.toString();
  });
  const isReady = () => /Ctrl-C/.test(shown) || child.signalCode !== null;
  await expect.poll(isReady, { timeout: 20_000 }).toBe(true);
  return { child, ended, shown };
}

it('the preview, killed as it removes a post', async () => {
  const cwd = portal();
  const data = join(cwd, 'data');
  const begun = temporaryFolder();
  cpSync(data, begun, { recursive: true });
  const old = visible(data);
  expect(await run(cwd, commands['remove']!.args, {})).toMatchObject({ status: 0 });
  const removed = visible(data);
  let between = 0;
  for (let nth = 0; ; nth++) {
    rmSync(data, { recursive: true });
    cpSync(begun, data, { recursive: true });
    const env = { NODE_OPTIONS: `--import ${disk}`, DIE_AT: String(nth) };
    const { child, ended, shown } = await previewing(cwd, env);
    if (child.signalCode !== null) continue; // it was at its own cache
    const url = /http:\S+/.exec(shown)?.[0] ?? '';
    const page = await (await fetch(url)).text();
    const headers = { 'x-token': /name="token" content="([^"]*)"/.exec(page)?.[1] ?? '' };
    const along = [340, 341, 342].map((id) => ['comments', id]);
    along.push(...[90, 91, 92].map((id) => ['events', id]));
    const asked = { method: 'POST', headers, body: JSON.stringify({ along }) };
    const answer = await fetch(`${url}preview/edit/remove/posts/5`, asked).catch(() => undefined);
    child.kill('SIGKILL');
    await ended;
    if (answer) {
      expect(await answer.json()).toMatchObject({ ok: true });
      expect(same(visible(data), removed)).toBe(true);
      break;
    }
    if (existsSync(join(cwd, JOURNAL))) {
      between++;
      // The next one takes back what was begun.
      const next = await previewing(cwd, {});
      expect(same(visible(data), old), `step ${nth}`).toBe(true);
      next.child.kill('SIGTERM');
      expect(await next.ended).toMatchObject({ status: 0 });
    } else {
      const now = visible(data);
      expect(same(now, old) || same(now, removed), `step ${nth}`).toBe(true);
    }
  }
  expect(between).toBeGreaterThan(3);
}, 300_000);
