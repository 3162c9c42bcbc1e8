// Finds missing records in git. In: the data folder, and which records of which collections are missing. Out: each
// record found in HEAD or before a recent commit, and the command that restores it: `git restore` of its file from
// HEAD, or `git revert` of the commit that removed it. Never throws: what git does not answer stays unknown.

import { lstatSync, mkdtempSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { FindLost, LostRecordAt } from '../../engine/diagnose/missing.js';
import { keyOf } from '../../engine/link/row-findings.js';
import { inTemporaryFolder } from '../../files/disk/temporary.js';
import { Window, withFile } from '../../files/source/data-file.js';
import { withLines } from '../../files/source/places.js';
import { type RawRecord, scanFile } from '../../files/source/records.js';
import { isObject } from '../../model/fields.js';
import { memo } from '../../model/memo.js';
import { quoted } from '../../problems/quote.js';
import { git, writtenBlobs } from './git.js';
import { fromHere, type GitPath, restoring, wayTo } from './way.js';

/**
 * A whole search that takes longer is given up: git counts as hung. Usually {@link MOST_COMMITS} ends it first, so
 * that slow machines find the same.
 */
const MOST_MS = 60_000;
/** How many commits are searched. */
const MOST_COMMITS = 100;
/** How many ids one command of git searches for. */
const MOST_IDS = 100;
/** How many empty files git is asked about. */
const MOST_EMPTIED = 100;
/** Larger files are not read for a hint. */
const MOST_BYTES = 64 * 1024 * 1024;

type WantedRecords = Parameters<FindLost>[0];

/** Finds missing records; `cwd`: where the commands will be typed. */
export async function findLost(
  { cwd, data }: { readonly cwd: string; readonly data: string },
  missing: WantedRecords,
): Promise<ReadonlyMap<string, LostRecordAt>> {
  const found = new Map<string, LostRecordAt>();
  try {
    const repository = await Repository.open(cwd, data, AbortSignal.timeout(MOST_MS));
    if (!repository) return found;
    await inTemporaryFolder(async (folder) => {
      for (const [collection, ids] of byCollection(missing)) {
        await new Search(repository, collection, ids, folder, found).run();
      }
    });
  } catch {
    // No git, no answer, a damaged repository: hints lack what was not found.
  }
  return found;
}

/** The commands that restore the contents of files that are empty now, by the files' names in the data folder. */
export async function findEmptied(
  { cwd, data }: { readonly cwd: string; readonly data: string },
  files: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const commands = new Map<string, string>();
  try {
    const repository = await Repository.open(cwd, data, AbortSignal.timeout(MOST_MS));
    await repository?.refill(files.slice(0, MOST_EMPTIED), commands);
  } catch {
    // As in findLost.
  }
  return commands;
}

function byCollection(missing: WantedRecords): Map<string, Set<number>> {
  const all = new Map<string, Set<number>>();
  for (const { collection, id } of missing) memo(all, collection, () => new Set()).add(id);
  return all;
}

/** A file of the data folder, in its state at a commit. */
interface OldFile {
  /** `HEAD`, or the commit's id. */
  readonly commit: string;
  /** The commit that removed a record from the file; `commit` is its parent. Undefined where none is known. */
  readonly removedIn?: string;
  /** Relative to the data folder. */
  readonly name: string;
}

/** Searches for missing records of one collection: in HEAD, then in recent commits, the latest first. */
class Search {
  readonly #paths: readonly string[];

  constructor(
    private readonly repository: Repository,
    private readonly collection: string,
    /** The ids not found yet. */
    private readonly ids: Set<number>,
    private readonly folder: string,
    private readonly found: Map<string, LostRecordAt>,
  ) {
    this.#paths = [`${collection}.json`, `${collection}.ndjson`, collection];
  }

  async run(): Promise<void> {
    const { repository, ids } = this;
    for (const some of inParts([...ids], MOST_IDS)) {
      const left = () => some.filter((id) => ids.has(id)); // one file may have held many
      if (left().length === 0) continue;
      const pattern = `"id"[[:space:]]*:[[:space:]]*(${left().join('|')})([^0-9]|$)`;
      await this.#read(await repository.holding(pattern, this.#paths), left);
      if (left().length > 0) await this.#read(await repository.changed(pattern, this.#paths), left);
    }
  }

  /**
   * Finds the missing records in files, one file after another while some are `left`, and stores each with its commands
   * in `found`.
   */
  async #read(files: readonly OldFile[], left: () => readonly number[]): Promise<void> {
    const own = files.filter(({ name }) => this.#isOwn(name));
    const folder = mkdtempSync(join(this.folder, 'at-'));
    for await (const { file, path } of this.repository.written(own, folder)) {
      const records = this.#recordsIn(join(folder, path), file.name);
      rmSync(join(folder, path));
      if (records.length === 0) continue;
      const { removedIn, name } = file;
      // A record that is there after that commit, too, was dropped in a merge, which `git log` does not list.
      if (removedIn !== undefined && (await this.repository.has(removedIn, name))) {
        await this.#read([{ commit: removedIn, name }], left);
      }
      const commands = await this.repository.commands(file);
      for (const { id, ...record } of records) {
        if (!this.ids.delete(id)) continue;
        this.found.set(keyOf({ collection: this.collection, id }), { ...commands, ...record });
      }
      if (left().length === 0) return;
    }
  }

  /** Whether a path is a data file of the collection, and can be shown unchanged on a command line. */
  #isOwn(name: string): boolean {
    if (!/\.(?:nd)?json$/.test(name) || /(?:^|\/)\.|[\p{C}\ufffd]/u.test(name)) return false;
    return this.#paths.includes(name) || name.startsWith(`${this.collection}/`);
  }

  #recordsIn(path: string, name: string) {
    const held: { id: number; record: unknown; start: number }[] = [];
    const record = ({ value, start }: RawRecord) => {
      const id = isObject(value) ? value['id'] : undefined;
      if (typeof id === 'number' && this.ids.has(id)) held.push({ id, record: value, start });
    };
    withFile(path, (fd) => {
      scanFile(new Window(fd), name.endsWith('.ndjson'), { record, fault() {} });
    });
    return withLines(path, held);
  }
}

/** The repository of a data folder. Git runs in that folder: paths are relative to it. */
class Repository {
  readonly #restores = new Map<string, Promise<string | undefined>>();

  private constructor(
    private readonly data: string,
    /** The data folder's path in the repository, with a slash at its end. */
    private readonly prefix: string,
    private readonly way: GitPath,
    private readonly signal: AbortSignal,
  ) {}

  static async open(
    cwd: string,
    data: string,
    signal: AbortSignal,
  ): Promise<Repository | undefined> {
    const way = await wayTo(cwd, data, signal);
    return way && new Repository(data, way.prefix, way, signal);
  }

  /** Files of HEAD with a line that matches a pattern. */
  async holding(pattern: string, paths: readonly string[]): Promise<OldFile[]> {
    const text = await this.#grep(pattern, ['-z', '-l', '--no-full-name', 'HEAD'], paths);
    return listed(text).map((file) => ({ commit: 'HEAD', name: file.slice('HEAD:'.length) }));
  }

  /** Files in which recent commits changed lines that match a pattern, each as before its commit; latest first. */
  async changed(pattern: string, paths: readonly string[]): Promise<OldFile[]> {
    const commits = ['rev-list', `--max-count=${MOST_COMMITS}`, 'HEAD', '--', ...paths];
    const oldest = (await this.#ask(commits)).split('\n').at(-1);
    if (!oldest) return [];
    // No program that the repository's configuration names may run: no gpg, no filter.
    const options = ['--no-show-signature', '--no-ext-diff', '--no-textconv', '--no-renames'];
    const shown = ['-z', '--relative', '--name-only', '--diff-filter=DM', '--format=:%H %P'];
    const range = [`-G${pattern}`, 'HEAD', '--not', `${oldest}^@`, '--', ...paths];
    const files: OldFile[] = [];
    let [commit, removedIn] = ['', ''];
    for (const part of listed(await this.#ask(['log', ...options, ...shown, ...range]))) {
      if (part.startsWith(':')) [removedIn = '', commit = ''] = part.slice(1).split(' ');
      else files.push({ commit, removedIn, name: part.replace(/^\n/, '') });
    }
    return files;
  }

  /** Whether a commit has a file. */
  async has(commit: string, name: string): Promise<boolean> {
    return (await this.#ask(['ls-tree', '--name-only', commit, '--', name])) !== '';
  }

  /** Writes files into a folder, each when it is asked for, under its index in the list; skips large ones. */
  written(files: readonly OldFile[], into: string) {
    const blobs = files.map((file, i) => {
      return { file, object: `${file.commit}:${this.prefix}${file.name}`, path: String(i) };
    });
    const { data: folder, signal } = this;
    return writtenBlobs({ folder, ref: 'HEAD' }, blobs, into, { most: MOST_BYTES, signal });
  }

  /** The commands that show an old file, and restore its records; only the first where restoring is not safe. */
  async commands(old: OldFile): Promise<Omit<LostRecordAt, 'record' | 'line'>> {
    const { commit, removedIn, name } = old;
    const short = commit.slice(0, SHORT_ID);
    const object = quoted(`${short}:${this.prefix}${name}`);
    const found = {
      source: name,
      file: this.#fromHere(name),
      show: `git${this.way.option} show ${object}`,
    };
    if (removedIn !== undefined) {
      if (await this.#isMerging()) return { ...found, isMerging: true };
      const id = removedIn.slice(0, SHORT_ID);
      const command = `git${this.way.option} revert --no-edit ${id}`;
      return { ...found, revert: { command, commit: id } };
    }
    const path = commit === 'HEAD' ? missingPart(this.data, name) : undefined;
    if (path === undefined) return found;
    const isStaged = (await this.#ask(['ls-files', '--', path])) === '';
    if (isStaged && (await this.#isMerging())) return { ...found, isMerging: true };
    const command = await memo(this.#restores, path, async () =>
      this.#restore([path, ...(path === name ? await this.#texts(name) : [])]),
    );
    if (command === undefined) return found;
    return { ...found, restore: { command, path: this.#fromHere(path) } };
  }

  /**
   * Notes the commands that restore empty files, each from the index, or else from HEAD. A `.json` file that is empty
   * in both, which is no JSON, is restored from before the last commit that changed it.
   */
  async refill(names: readonly string[], commands: Map<string, string>): Promise<void> {
    const fill = async (some: readonly string[], where: string, option: string) => {
      if (some.length === 0) return; // git would search all files
      const options = ['-z', '-l', '--no-full-name', where];
      for (const found of listed(await this.#grep('[^[:space:]]', options, some))) {
        const name = where === '--cached' ? found : found.slice(where.length + 1);
        commands.set(name, restoring(this.way, [this.#fromHere(name)], option));
      }
    };
    const left = () => names.filter((name) => !commands.has(name));
    await fill(names, '--cached', '');
    await fill(left(), 'HEAD', ' --source=HEAD --staged --worktree');
    for (const name of left().filter((name) => name.endsWith('.json'))) {
      const last = await this.#ask(['rev-list', '--max-count=1', 'HEAD', '--', name]);
      if (last === '') continue;
      const before = `${last.slice(0, SHORT_ID)}~`;
      await fill([name], before, ` --source=${before}`);
    }
  }

  /** The missing files with texts of the record in a file, such as `posts/5.text.html` for `posts/5.json`. */
  async #texts(name: string): Promise<string[]> {
    const below = dirname(name) === '.' ? [] : ['--', `${dirname(name)}/`];
    const all = listed(await this.#ask(['ls-tree', '-z', '--name-only', 'HEAD', ...below]));
    const base = `${name.replace(/\.json$/, '')}.`;
    return all.filter((other) => {
      if (!other.startsWith(base) || !/^\w+\.(?:html|txt)$/.test(other.slice(base.length)))
        return false;
      return !lstatSync(join(this.data, other), { throwIfNoEntry: false });
    });
  }

  /** The command that restores missing paths; undefined where the index has other versions than HEAD. */
  async #restore(paths: readonly string[]): Promise<string | undefined> {
    const tree = listed(await this.#ask(['ls-tree', '-r', '-z', 'HEAD', '--', ...paths]))
      .map((line) => line.replace(/^(\d+) \w+ (\w+)\t/, '$1 $2 0\t'))
      .map((line) => `H ${line}`);
    const index = listed(await this.#ask(['ls-files', '-t', '-s', '-z', '--', ...paths]));
    const shown = paths.map((path) => this.#fromHere(path));
    if (index.length === 0) {
      return restoring(this.way, shown, ' --source=HEAD --staged --worktree');
    }
    const isSame = index.length === tree.length && index.every((line) => tree.includes(line));
    return isSame ? restoring(this.way, shown) : undefined;
  }

  /** Whether a merge, cherry-pick, revert or rebase has stopped, for example at a conflict: git then reverts no commit. */
  async #isMerging(): Promise<boolean> {
    const heads = ['MERGE_HEAD', 'CHERRY_PICK_HEAD', 'REVERT_HEAD', 'REBASE_HEAD'];
    const found = heads.map((head) => this.#ask(['rev-parse', '--verify', '--quiet', head]));
    return (await Promise.all(found)).some((commit) => commit !== '');
  }

  async #grep(pattern: string, where: readonly string[], paths: readonly string[]) {
    const options = ['-E', '--no-recurse-submodules', '--no-textconv', '-e', pattern];
    return this.#ask(['grep', ...options, ...where, '--', ...paths]);
  }

  /** A path of the data folder, as it is written in a printed command. */
  #fromHere(name: string): string {
    return fromHere(this.way, name);
  }

  async #ask(args: readonly string[]): Promise<string> {
    this.signal.throwIfAborted();
    return (await git(this.data, args, this.signal)).text;
  }
}

const SHORT_ID = 12;

/**
 * The first part of a path that does not exist in a folder: `posts` or `posts/5.json` for `posts/5.json`. Undefined if
 * the whole path exists, or a file stands where a folder should be.
 */
function missingPart(folder: string, name: string): string | undefined {
  const parts = name.split('/');
  for (let count = 1; count <= parts.length; count++) {
    const path = parts.slice(0, count).join('/');
    const entry = lstatSync(join(folder, path), { throwIfNoEntry: false });
    if (!entry) return path;
    if (!entry.isDirectory()) return undefined;
  }
  return undefined;
}

const listed = (text: string) => text.split('\0').filter(Boolean);
function inParts<T>(all: readonly T[], most: number): T[][] {
  const count = Math.ceil(all.length / most);
  return Array.from({ length: count }, (_, i) => all.slice(i * most, (i + 1) * most));
}
