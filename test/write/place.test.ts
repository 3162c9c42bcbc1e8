// The steps in which staged files come to their places, and where they wait for it.
import {
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  utimesSync,
} from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type PlacePhase, phaseOf, place } from '../../src/engine/write/place.js';
import { Stage } from '../../src/engine/write/stage.js';
import { temporaryFolder } from '../support/folders.js';
import { replaceInFs } from '../support/node-fs.js';
import { writeFile } from '../support/portal.js';
import { filesOf, foldersOf } from '../support/tree.js';

/** What the disk does: it tells of each step, and may refuse to rename something, or to let somebody write to it. */
const calm = { renamed: (_to: string): void => {}, refuses: '-', denies: '', mounted: '' };
const disk = { ...calm };
/** What was removed. */
const removed: string[] = [];

beforeAll(() => {
  replaceInFs((own) => ({
    accessSync(path, mode) {
      if (path === disk.denies) throw Object.assign(new Error('denied'), { code: 'EACCES' });
      own.accessSync(path, mode);
    },
    renameSync(from, to) {
      if (to.toString().startsWith(`${disk.refuses}/`))
        throw Object.assign(new Error('refused'), { code: 'EXDEV' });
      own.renameSync(from, to);
      disk.renamed(String(to));
    },
    rmSync(path, options) {
      own.rmSync(path, options);
      removed.push(String(path));
    },
    // Names in another order than most systems have them.
    readdirSync: ((...args: Parameters<typeof own.readdirSync>) =>
      own.readdirSync(...args).reverse()) as typeof own.readdirSync,
    statSync: ((path: string, options: object) => {
      const stats = own.statSync(path, options);
      return path === disk.mounted ? Object.assign(stats!, { dev: -1 }) : stats;
    }) as typeof own.statSync,
  }));
});

let cwd = '';
beforeEach(() => {
  cwd = temporaryFolder();
});
afterEach(() => Object.assign(disk, calm));

const phases: Record<string, PlacePhase> = {
  newPage: phaseOf('page', false),
  changedPage: phaseOf('page', true),
  newHead: phaseOf('head', false),
  changedHead: phaseOf('head', true),
  manifest: phaseOf('manifest', true),
};

/** Places staged files, each in a phase; gives the places in the order in which they were taken. */
function placed(staged: Readonly<Record<string, keyof typeof phases>>): string[] {
  for (const name of Object.keys(staged)) writeFile(cwd, `stage/${name}`, `new ${name}`);
  mkdirSync(join(cwd, 'dist'), { recursive: true });
  const names: string[] = [];
  disk.renamed = (to) => void names.push(to.slice(`${cwd}/dist/`.length));
  place(join(cwd, 'stage'), join(cwd, 'dist'), (name) => phases[staged[name]!]!);
  return names;
}

describe('files come to their places', () => {
  it('new pages first, then heads, those near the root last, and the manifest after all', () => {
    for (const list of ['a', 'b']) writeFile(cwd, `dist/api/${list}/page/2/index.json`, 'old');
    const order = placed({
      'api/snapshot.json': 'manifest',
      'api/index.json': 'changedHead',
      'api/b/index.json': 'changedHead',
      'api/a/index.json': 'newHead',
      'api/b/page/2/index.json': 'changedPage',
      'api/a/page/2/index.json': 'changedPage',
      'api/a/page/3/index.json': 'newPage',
      'robots.txt': 'changedHead',
    });
    expect(order).toEqual([
      'api/a/page/3', // a whole folder, with all in it
      'api/a/page/2/index.json',
      'api/b/page/2/index.json',
      'api/a/index.json',
      'api/b/index.json',
      'api/index.json',
      'robots.txt',
      'api/snapshot.json',
    ]);
    for (const file of filesOf(join(cwd, 'dist'))) {
      expect(readFileSync(join(cwd, 'dist', file), 'utf8')).toBe(`new ${file}`);
    }
    expect(phaseOf('manifest', false)).toBe(phases['manifest']);
  });

  it('and of the file that was there no sibling is left', () => {
    for (const name of ['a.json', 'a.json.br', 'a.json.gz', 'b.json', 'b.json.br', 'c.gz'])
      writeFile(cwd, `dist/${name}`, 'old');
    removed.length = 0;
    placed({ 'a.json': 'changedPage', 'a.json.gz': 'changedPage', 'c/d.json': 'newPage' });
    // The file itself is there at each instant; what is called as a new folder is no sibling of it.
    expect(removed.sort()).toEqual(['br', 'gz'].map((name) => join(cwd, `dist/a.json.${name}`)));
    const left = ['a.json', 'a.json.gz', 'b.json', 'b.json.br', 'c.gz', 'c/d.json'];
    expect(filesOf(join(cwd, 'dist')).sort()).toEqual(left);
    expect(readFileSync(join(cwd, 'dist/a.json.gz'), 'utf8')).toBe('new a.json.gz');
  });

  it.each([
    ['of the same second', 0, 1],
    ['of a clock that ran ahead', 59, 60],
    ['of a clock that was wrong', 60, 0],
    ['of before', -2, 0],
  ])('with another second than a file %s', (_, old, second) => {
    const now = 1_700_000_000;
    for (const name of ['a.json', 'a.json.gz']) {
      writeFile(cwd, `dist/${name}`, 'old');
      writeFile(cwd, `stage/${name}`, 'new');
      utimesSync(join(cwd, 'dist', name), now + old + 0.5, now + old + 0.5);
      utimesSync(join(cwd, 'stage', name), now + 0.25, now + 0.25);
    }
    place(join(cwd, 'stage'), join(cwd, 'dist'), () => phases['changedPage']!);
    const seconds = ['a.json', 'a.json.gz'].map((name) =>
      Math.floor(lstatSync(join(cwd, 'dist', name)).mtimeMs / 1000),
    );
    expect(seconds).toEqual([now + second, now + second]);
  });

  it('all or, where it can be foreseen that one cannot, none', () => {
    writeFile(cwd, 'dist/b/c/old.json', 'old');
    disk.denies = join(cwd, 'dist/b/c');
    expect(() => placed({ 'a.json': 'newPage', 'b/c/d.json': 'newPage' })).toThrow('denied');
    expect(filesOf(join(cwd, 'dist'))).toEqual(['b/c/old.json']);
    disk.denies = join(cwd, 'dist/b'); // in which nothing is put
    expect(placed({ 'a.json': 'newPage', 'b/c/d.json': 'newPage' })).toHaveLength(2);
  });

  it('through no link that comes meanwhile', () => {
    for (const name of ['a/old.json', 'b/old.json']) writeFile(cwd, `dist/${name}`, 'old');
    mkdirSync(join(cwd, 'secret'));
    for (const name of ['a/new.json', 'b/new.json']) writeFile(cwd, `stage/${name}`, 'new');
    disk.renamed = () => {
      disk.renamed = () => {};
      rmSync(join(cwd, 'dist/b'), { recursive: true });
      symlinkSync(join(cwd, 'secret'), join(cwd, 'dist/b'));
    };
    const work = () => place(join(cwd, 'stage'), join(cwd, 'dist'), () => phases['newPage']!);
    expect(work).toThrow('dist/b is a symbolic link');
    expect(readdirSync(join(cwd, 'secret'))).toEqual([]);
  });

  it('in the place of a large file, too', () => {
    writeFile(cwd, 'dist/a.json', 'a'.repeat(16 << 20));
    expect(placed({ 'a.json': 'changedPage' })).toEqual(['a.json']);
    expect(readFileSync(join(cwd, 'dist/a.json'), 'utf8')).toBe('new a.json');
  });
});

describe('unfinished files', () => {
  const open = (byForce = false, kept?: string) => Stage.open(join(cwd, 'dist'), byForce, kept);

  it('are beside the snapshot, in a folder that goes with them', () => {
    expect(Stage.isAt(join(cwd, 'dist'))).toBe(false);
    const stage = open();
    expect(stage.root).toBe(join(cwd, 'dist'));
    expect(stage.folder.startsWith(`${cwd}/.dist.portal-snapshot/`)).toBe(true);
    expect(stage.inside).toBe(undefined);
    expect(Stage.isAt(join(cwd, 'dist'))).toBe(true);
    expect(foldersOf(cwd)).toEqual(['.dist.portal-snapshot', 'dist']);
    expect(lstatSync(join(cwd, '.dist.portal-snapshot')).mode & 0o777).toBe(0o700);
    mkdirSync(stage.folder);
    stage.close();
    expect(readdirSync(cwd)).toEqual([]);
  });

  it('go, and the snapshot stays', () => {
    writeFile(cwd, 'dist/api/index.json', '{}');
    open().close();
    expect([filesOf(cwd), readdirSync(cwd)]).toEqual([['dist/api/index.json'], ['dist']]);
  });

  it('of a killed build go with the next one, but those that it goes on with', () => {
    writeFile(cwd, '.dist.portal-snapshot/other/page.json', '{}');
    writeFile(cwd, '.dist.portal-snapshot/pages/page.json', '{}');
    const stage = open(false, 'pages');
    expect(stage.folder).toBe(join(cwd, '.dist.portal-snapshot/pages'));
    expect(readdirSync(join(cwd, '.dist.portal-snapshot')).sort()).toEqual(['lock', 'pages']);
    stage.close(true);
    expect(filesOf(cwd)).toEqual(['.dist.portal-snapshot/pages/page.json']);
    expect(Stage.isAt(join(cwd, 'dist'))).toBe(false);
    open(false, 'pages').close();
    expect(readdirSync(cwd)).toEqual([]);
  });

  it('are of one build at a time, unless it is said that the other is gone', () => {
    const first = open();
    expect(() => open()).toThrow('dist');
    const second = open(true);
    expect(() => first.touch()).toThrow('dist');
    second.touch();
    first.close();
    second.touch();
    second.close();
    expect(readdirSync(cwd)).toEqual([]);
  });

  it.each([
    ['cannot be written beside it', () => ({ denies: cwd })],
    ['cannot be moved into it', () => ({ refuses: join(cwd, 'dist') })],
    [
      'are on another disk than it',
      () => {
        mkdirSync(join(cwd, 'dist'));
        return { mounted: join(cwd, 'dist') };
      },
    ],
  ])('are in the folder of the snapshot where they %s', (_, how) => {
    Object.assign(disk, how());
    const stage = open();
    expect(stage.inside).toBe('.portal-snapshot');
    expect(stage.folder.startsWith(`${cwd}/dist/.portal-snapshot/`)).toBe(true);
    expect(foldersOf(cwd)).toEqual(['dist', 'dist/.portal-snapshot']);
    writeFile(stage.folder, 'page.json', '{}');
    stage.close();
    expect(readdirSync(cwd)).toEqual([]);
  });

  it('in the other place are of a build that was killed, or hinder this one', () => {
    const lock = join(cwd, 'dist/.portal-snapshot/lock');
    writeFile(cwd, 'dist/.portal-snapshot/new/page.json', '{}');
    open().close();
    expect(readdirSync(cwd)).toEqual([]);
    writeFile(cwd, 'dist/.portal-snapshot/lock', 'ci-7.example 4711 1 0b6f-9e');
    expect(() => open()).toThrow('process 4711 on ci-7.example');
    expect([existsSync(lock), existsSync(join(cwd, '.dist.portal-snapshot'))]).toEqual([
      true,
      false,
    ]);
    open(true).close();
    expect(readdirSync(cwd)).toEqual([]);
  });

  it('are not what a link in their other place leads to', () => {
    writeFile(cwd, 'secret/lock', 'ci-7.example 4711 1 0b6f-9e');
    mkdirSync(join(cwd, 'dist'));
    symlinkSync(join(cwd, 'secret'), join(cwd, 'dist/.portal-snapshot'));
    expect(Stage.isAt(join(cwd, 'dist'))).toBe(false);
    open().close();
    expect(readdirSync(join(cwd, 'dist'))).toEqual(['.portal-snapshot']);
    expect(readdirSync(join(cwd, 'secret'))).toEqual(['lock']);
  });

  it('leave the lock to others where the folder of the snapshot cannot be made', () => {
    const stage = open();
    rmSync(join(cwd, 'dist'), { recursive: true });
    stage.close();
    writeFile(cwd, 'elsewhere/x', '');
    renameSync(join(cwd, 'elsewhere/x'), join(cwd, 'dist'));
    expect(() => open()).toThrow('dist');
    expect(existsSync(join(cwd, '.dist.portal-snapshot'))).toBe(false);
  });
});
