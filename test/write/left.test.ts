// A build with nothing to do looks at each file and each folder of the snapshot: it sees what came, went or was changed
// there.
import {
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, it, vi } from 'vitest';
import { withoutOthers } from '../../src/engine/write/folder.js';
import type { OutputFile, OutputFiles } from '../../src/engine/write/output-file.js';
import { build } from '../../src/index.js';
import { settleAtOnce } from '../support/clock.js';
import { temporaryFolder } from '../support/folders.js';
import { writeFile } from '../support/portal.js';
import { expectTree, identitiesOf, readTree } from '../support/tree.js';
import { small, workplace } from './workplace.js';

const page = 'dist/api/region/page/2/index.json';

const again = (cwd: string) => build({ cwd, cache: 'cache', pageSize: 2 });

/** A working folder whose snapshot is built and known to the cache. */
async function built(): Promise<string> {
  const cwd = workplace(small);
  await again(cwd);
  utimesSync(join(cwd, page), 1_700_000_000, 1_700_000_000); // can be set again exactly
  expect((await again(cwd)).problems).toEqual([]); // so folders are not read again until they change
  return cwd;
}

beforeAll(settleAtOnce);

it('a foreign file is reported, for as long as it is there', async () => {
  const cwd = await built();
  writeFile(cwd, 'dist/api/region/page/2/notes.txt', 'of somebody');
  for (let round = 0; round < 3; round++) {
    const { problems } = await again(cwd);
    expect(problems.map(({ code, file }) => [code, file])).toEqual([
      ['foreign-file', 'dist/api/region/page/2/notes.txt'],
    ]);
  }
  rmSync(join(cwd, 'dist/api/region/page/2/notes.txt'));
  expect((await again(cwd)).problems).toEqual([]);
});

it('a folder that has just changed is read again, because its next change may leave the same times', () => {
  const root = temporaryFolder();
  writeFile(root, 'api/index.json', '{}');
  const files: OutputFiles = new Map([['api/index.json', {} as OutputFile]]);
  const changed = lstatSync(join(root, 'api')).mtimeMs;
  const known = (moment: number) => {
    vi.spyOn(Date, 'now').mockReturnValueOnce(moment);
    return [...withoutOthers(root, { files, folders: new Map() })!.folders.keys()];
  };
  expect(known(changed + 1)).not.toContain('api');
  expect(known(changed + 10_000)).toContain('api');
});

it('a folder is reported that is called as a compressed sibling, also when its page is written anew', async () => {
  const root = 'dist/api/index.json';
  const cwd = workplace(small);
  await again(cwd);
  writeFile(cwd, `${root}.br/mine.txt`, 'mine');
  writeFile(cwd, root, 'damaged');
  const { problems } = await again(cwd);
  expect(problems.map(({ code, file }) => [code, file])).toEqual([['foreign-file', `${root}.br`]]);
  expect(readFileSync(join(cwd, `${root}.br/mine.txt`), 'utf8')).toBe('mine');
  expect(readFileSync(join(cwd, root), 'utf8')).not.toBe('damaged');
  // Where the page is to have a sibling, it is in the way; that is said before anything is moved.
  writeFile(cwd, root, 'damaged again');
  await expect(build({ cwd, cache: 'cache', pageSize: 2, compress: ['br'] })).rejects.toThrow(
    'dist/api/index.json.br is in the way: it is not a file',
  );
  expect(readFileSync(join(cwd, root), 'utf8')).toBe('damaged again');
});

it('a foreign file is reported in a folder that was empty, and nobody’s', async () => {
  const cwd = await built();
  mkdirSync(join(cwd, 'dist/api/region/of-somebody'));
  mkdirSync(join(cwd, 'dist/theirs/too'), { recursive: true });
  expect((await again(cwd)).problems).toEqual([]);
  expect(existsSync(join(cwd, 'dist/api/region/of-somebody'))).toBe(false);
  writeFile(cwd, 'data/districts.json', '[{"id": 1, "name": "Южный"}, {"id": 2, "name": "Иной"}]');
  expect((await again(cwd)).problems).toEqual([]);
  writeFile(cwd, 'dist/theirs/too/notes.txt', 'of somebody');
  const { problems } = await again(cwd);
  expect(problems.map(({ file }) => file)).toEqual(['dist/theirs']);
});

const ways: Record<string, (cwd: string) => void> = {
  'a page that is removed': (cwd) => rmSync(join(cwd, page)),
  'a folder that is removed': (cwd) => rmSync(join(cwd, 'dist/api/region'), { recursive: true }),
  'a page that is edited, its times set back'(cwd) {
    const { atime, mtime } = lstatSync(join(cwd, page));
    writeFileSync(join(cwd, page), readFileSync(join(cwd, page), 'utf8').replace('00', '99'));
    utimesSync(join(cwd, page), atime, mtime);
  },
  'a page of an older snapshot that comes back': (cwd) =>
    writeFile(cwd, 'dist/api/region/page/9/index.json', '{}'),
  'pages that changed places'(cwd) {
    const pages = [2, 3].map((n) => join(cwd, `dist/api/region/page/${n}`)) as [string, string];
    renameSync(pages[0], `${pages[0]}0`);
    renameSync(pages[1], pages[0]);
    renameSync(`${pages[0]}0`, pages[1]);
  },
  'a whole snapshot that is replaced by an edited copy'(cwd) {
    const copy = join(temporaryFolder(), 'dist');
    cpSync(join(cwd, 'dist'), copy, { recursive: true, preserveTimestamps: true });
    writeFileSync(join(copy, 'api/event/index.json'), '{}');
    rmSync(join(cwd, 'dist'), { recursive: true });
    cpSync(copy, join(cwd, 'dist'), { recursive: true, preserveTimestamps: true });
  },
};
it('what is removed, edited, moved or comes back is put right', async () => {
  const cwd = await built();
  const snapshot = readTree(join(cwd, 'dist'));
  for (const [way, harm] of Object.entries(ways)) {
    harm(cwd);
    expect([way, (await again(cwd)).problems]).toEqual([way, []]);
    expectTree(join(cwd, 'dist'), snapshot);
    await again(cwd);
  }
});

it('a link in the place of a folder is refused, though it leads to the same files', async () => {
  const cwd = await built();
  renameSync(join(cwd, 'dist/api/region'), join(cwd, 'elsewhere'));
  symlinkSync('../../elsewhere', join(cwd, 'dist/api/region'));
  await expect(again(cwd)).rejects.toThrow('is a symbolic link');
});

it('a copy with nothing changed is taken over as it is', async () => {
  const cwd = await built();
  renameSync(join(cwd, 'dist'), join(cwd, 'was'));
  cpSync(join(cwd, 'was'), join(cwd, 'dist'), { recursive: true, preserveTimestamps: true });
  const copied = identitiesOf(join(cwd, 'dist'));
  const { summary } = await again(cwd);
  expect(summary.files.written).toBe(0);
  expect(identitiesOf(join(cwd, 'dist'))).toEqual(copied);
});

it('pages that go and come leave no other trace', async () => {
  const cwd = await built();
  const clean = readTree(join(cwd, 'dist'));
  for (const pageSize of [1, 3, 1, 2]) {
    await build({ cwd, cache: 'cache', pageSize });
  }
  expectTree(join(cwd, 'dist'), clean);
});
