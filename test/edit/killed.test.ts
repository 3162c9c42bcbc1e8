// Commands that change several data files, killed at each change that they make to the disk: the data is as before or as
// after, or says that it is neither; and the next command that changes data undoes what was begun, with a word.
import { cpSync, existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, it } from 'vitest';
import { check } from '../../src/index.js';
import { portal } from '../query/portal.js';
import { temporaryFolder } from '../support/folders.js';
import { disk, killedAfter, makeDiskKillable } from '../support/killed.js';
import { runIn } from '../support/run.js';
import { isNight } from '../support/runs.js';
import { differences, readTree, type Tree } from '../support/tree.js';
import { splitTexts } from './split.js';

beforeAll(makeDiskKillable);

const created = ['--created', '2026-03-05T10:00:00+03:00'];
const remove = ['remove', 'post', '5', '--cascade'];
const reply = [
  ...['new', 'comment', '--post', '5', '--parent', '341', '--user', '7'],
  ...['--text', '<p>Да</p>', ...created],
];
const commands: Record<string, { first?: string[]; args: string[]; hasLinks?: false }> = {
  'a removal': { args: remove },
  'a removal that is undone': { first: remove, args: ['undo'] },
  'a reply with its event': { args: reply },
  'the same on a disk without hard links': { args: reply, hasLinks: false },
  'a post with its text in a file, and what comes with it': {
    args: [
      ...['new', 'post', '--title', 'Котлы', '--blog', '2', '--user', '7', '--moderated_by', '7'],
      ...['--text', `<p>${'Текст, который стоит в файле для себя. '.repeat(40)}</p>`, ...created],
    ],
  },
  'a new number': { args: ['renumber', 'post', '5', '--to', '900'] },
};

const visible = (data: string): Tree =>
  new Map([...readTree(data)].filter(([file]) => !/(?:^|\/)\./.test(file)));
const isSame = (a: Tree, b: Tree) => differences(a, b).length === 0;

it.each(Object.entries(commands))('%s', async (_, { first, args, hasLinks = true }) => {
  disk.hasLinks = hasLinks;
  const cwd = portal();
  splitTexts(cwd);
  if (first) expect(await runIn(cwd, ...first)).toMatchObject({ status: 0 });
  const [data, begun] = [join(cwd, 'data'), temporaryFolder()];
  cpSync(data, begun, { recursive: true });
  expect(await runIn(cwd, ...args)).toMatchObject({ status: 0 });
  const [old, ended] = [visible(begun), visible(data)];
  let unfinished = 0;
  // By day each seventh change is enough.
  for (let nth = 0; ; nth += isNight ? 1 : 7) {
    rmSync(data, { recursive: true });
    cpSync(begun, data, { recursive: true });
    if (!(await killedAfter(nth, data, () => runIn(cwd, ...args)))) break;
    const now = visible(data);
    const isUnfinished = existsSync(join(data, '.portal-snapshot.change'));
    const isDone = !isUnfinished && isSame(now, ended);
    if (isUnfinished) {
      unfinished++;
      await expect(check({ cwd }), `change ${nth}`).rejects.toThrow('is not finished');
    } else if (!isDone) expect(differences(now, old), `change ${nth}`).toEqual([]);
    // The lock is of a process that lives. Once the change is made, a second one would be another.
    const next = await runIn(cwd, ...(isDone ? ['fmt'] : args), '--break-lock');
    expect({ nth, ...next }).toMatchObject({ status: 0 });
    expect(next.stderr.includes('was killed while it changed the data')).toBe(isUnfinished);
    expect(differences(visible(data), ended), `change ${nth}`).toEqual([]);
  }
  expect(unfinished).toBeGreaterThan(0);
});
