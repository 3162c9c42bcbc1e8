// Finds the data files in a data folder, sorted by name, each with its collection. Also finds files that cannot be read
// as data, such as files of an unknown collection.

import { isUtf8 } from 'node:buffer';
import {
  type Dirent,
  existsSync,
  lstatSync,
  readdirSync as readFolder,
  readlinkSync,
  readSync,
} from 'node:fs';
import { basename, dirname, join, relative, resolve, sep } from 'node:path';
import glob from 'fast-glob';
import { type Fields, longFieldsOf } from '../../model/fields.js';
import { memo } from '../../model/memo.js';
import { commandFor, pathArgument } from '../../problems/commands.js';
import type { Arguments, MessageName } from '../../problems/messages/catalogue.js';
import { nearest } from '../../problems/nearest.js';
import { type FilePlace, type Finding, finding, refused } from '../../problems/problem.js';
import { shellQuoted } from '../../problems/quote.js';
import { withFile } from './data-file.js';
import type { TextFile } from './texts.js';

/** A file that belongs to a collection. */
export interface DataFile {
  readonly collection: string;
  /** Relative to the data folder, with `/` between its parts. */
  readonly name: string;
  readonly path: string;
  /** The files beside this file that have long texts of its record; absent if there are none. */
  readonly texts?: readonly TextFile[];
}

export interface FoundFiles {
  readonly files: readonly DataFile[];
  readonly findings: readonly Finding<FilePlace>[];
}

/**
 * The folder in which a command that changes data keeps the old files until the change is complete
 * (editing/workspace/journal.ts). While it exists, a change is not finished.
 */
export const JOURNAL = '.portal-snapshot.change';

const DATA = /\.(?:json|ndjson)$/;

/** For each collection, how the names of its text files end, and which field they have: `.text.html`, `text`. */
export type Endings = ReadonlyMap<
  string,
  readonly { readonly field: string; readonly ending: string }[]
>;

const NONE: Endings = new Map();

/** Finds all data files of some collections, as {@link findFiles} does. */
export function dataFilesOf(
  folder: string,
  collections: readonly { readonly name: string; readonly fields: Fields }[],
): FoundFiles {
  const names = collections.map(({ name }) => name);
  return findFiles(folder, names, longFieldsOf(collections));
}

/** Throws a {@link UsageError} if there is no data folder. The message says what is there instead, or what to do. */
export function mustBeDataFolder(folder: string, collections: readonly string[]): void {
  const found = lstatSync(folder, { throwIfNoEntry: false });
  if (found?.isDirectory()) return;
  if (found?.isSymbolicLink()) {
    const to = resolve(dirname(folder), readlinkSync(folder));
    throw refused(
      'the data folder {folder} is a symbolic link, which is not followed: name the folder it leads to (--data {to})',
      { folder, to: shellQuoted(pathArgument(relative('.', to))) },
    );
  }
  if (found) throw refused('{path} is in the way: it is not a folder', { path: folder });
  mustNotBeBelow(folder, collections);
  // `init` makes a folder with this name only.
  if (basename(folder) !== 'data') throw refused('there is no data folder {folder}', { folder });
  const parent = relative('.', dirname(folder));
  throw refused('there is no data folder {folder}; "{command}" begins a portal', {
    folder,
    command: commandFor({}, 'init', ...(parent === '' ? [] : [pathArgument(parent)])),
  });
}

/**
 * Throws a {@link UsageError} if there is no data folder here, but there is one in a folder above: then the command was
 * run in a subfolder by mistake.
 */
export function mustNotBeBelow(folder: string, collections: readonly string[]): void {
  if (existsSync(folder)) return;
  const portal = portalAbove(dirname(resolve(folder)), basename(folder), collections);
  if (portal !== undefined)
    throw refused(
      'there is no data folder {folder}; the portal is in {portal}: run the command there (cd {quoted})',
      { folder, portal, quoted: shellQuoted(pathArgument(portal)) },
    );
}

/** The nearest folder above `below` that contains a folder `name` with data of one of the collections. */
function portalAbove(
  below: string,
  name: string,
  collections: readonly string[],
): string | undefined {
  const parent = dirname(below);
  if (parent === below) return undefined;
  const data = join(parent, name);
  const isData =
    lstatSync(data, { throwIfNoEntry: false })?.isDirectory() &&
    readFolder(data).some((entry) => collections.includes(entry.replace(DATA, '')));
  return isData ? parent : portalAbove(parent, name, collections);
}

/** Throws a {@link UsageError} if there is no data folder, or if a change of the data is not finished. */
function mustBeReadable(folder: string, collections: readonly string[]): void {
  mustBeDataFolder(folder, collections);
  if (lstatSync(join(folder, JOURNAL), { throwIfNoEntry: false })) {
    const place = relative('.', folder).split(sep).join('/');
    throw refused(
      'a change of {folder} is not finished: another command is working on it, or was killed; if none is working, {command} undoes what was begun',
      { folder, command: commandFor({ data: place }, 'fmt', '--check') },
    );
  }
}

/**
 * Finds all data files. Follows no link. Hidden files and `*.md` are no data. `endings`: how names of text files end.
 * Throws a {@link UsageError} if there is no data folder, or if a change of the data is not finished.
 */
export function findFiles(
  folder: string,
  collections: readonly string[],
  endings: Endings = NONE,
): FoundFiles {
  mustBeReadable(folder, collections);
  const unnamed: Unnamed[] = [];
  const entries = entriesBelow(folder, unnamed);
  const files: DataFile[] = [];
  const texts = new Map<string, TextFile[]>();
  const findings: Finding<FilePlace>[] = [];
  const report = <N extends MessageName>(file: string, name: N, args: Arguments<N>) =>
    void findings.push(finding(name, args, { kind: 'file', file }, ''));
  const strange = new Set<string>();
  for (const [name, dirent] of [...entries].sort(([a], [b]) => (a < b ? -1 : 1))) {
    const [top = '', ...below] = name.split('/');
    if (strange.has(top)) continue;
    const isReadable = dirent.isFile() && DATA.test(name);
    if (below.length === 0 && (dirent.isDirectory() || isReadable)) {
      const collection = dirent.isDirectory() ? top : top.replace(DATA, '');
      if (!collections.includes(collection)) {
        strange.add(top);
        const close = nearest(collection, collections);
        report(name, 'unknown-collection', {
          name: collection,
          nearest: close,
          known: collections,
        });
        continue;
      }
    }
    if (dirent.isDirectory()) continue;
    if (isReadable) {
      const collection = below.length === 0 ? top.replace(DATA, '') : top;
      files.push({ collection, name, path: join(folder, name) });
    } else if (!name.endsWith('.md')) {
      const text = dirent.isFile() ? fieldIn(name, endings) : undefined;
      if (text && entries.get(text.beside)?.isFile()) {
        const { beside, field } = text;
        memo(texts, beside, () => []).push({ field, name, path: join(folder, name) });
        continue;
      }
      const kind = dirent.isSymbolicLink() ? 'link' : dirent.isFile() ? 'file' : 'other';
      const what = kind === 'file' && /\.gz$/i.test(name) ? 'gzip' : kind;
      const meant = what === 'file' && meantName(name, entries, collections, endings);
      const args = { what: text ? 'text' : what, ...meant } as const;
      report(name, 'ignored-file', args);
    } else if (below.length > 0 && dirent.isFile() && hasFrontMatter(join(folder, name))) {
      report(name, 'ignored-file', { what: 'front-matter' });
    }
  }
  for (const { parent, name } of unnamed) {
    const file = relative(folder, join(parent, name)).split(sep).join('/');
    if (strange.has(file.split('/', 1)[0]!)) continue;
    report(file, 'encoding/name', undefined);
  }
  return { files: files.map((file) => withTexts(file, texts.get(file.name))), findings };
}

/**
 * For a file that is not read because of its name, the name that was probably meant: `5.json` for `5.json.txt` or
 * `5.JSON`, `5.ndjson` for `5.jsonl`. Undefined if the name cannot be guessed, or if a file has this name already.
 */
function meantName(
  name: string,
  entries: ReadonlyMap<string, Dirent>,
  collections: readonly string[],
  endings: Endings,
): { readonly meant: string } | undefined {
  const usual = name.replace(/\.[^./]+$/, (ending) => ending.toLowerCase());
  const inLines = usual.replace(/\.jsonl$/, '.ndjson');
  const meant = DATA.test(inLines) ? inLines : name.replace(/\.[^./]+$/, '');
  if (entries.has(meant)) return undefined; // there is such a file, or `name` has no ending and is itself `meant`
  const isData =
    DATA.test(meant) && collections.includes(meant.split('/', 1)[0]!.replace(DATA, ''));
  const beside = fieldIn(meant, endings)?.beside;
  return isData || (beside !== undefined && entries.has(beside))
    ? { meant: basename(meant) }
    : undefined;
}

/** Returns a data file together with the text files of its record. */
export const withTexts = (file: DataFile, texts: readonly TextFile[] | undefined): DataFile =>
  texts ? { ...file, texts } : file;

/**
 * For `posts/5.text.html`, returns the name of the data file beside it, `posts/5.json`, and the field `text`. Undefined
 * if the name is not that of a text file.
 */
export function fieldIn(
  name: string,
  endings: Endings,
): { beside: string; field: string } | undefined {
  const collection = name.split('/', 1)[0]!;
  const own = endings.get(collection) ?? endings.get(collection.split('.', 1)[0]!) ?? [];
  const known = own.find(({ ending }) => name.endsWith(ending));
  return known && { beside: `${name.slice(0, -known.ending.length)}.json`, field: known.field };
}

/** Whether a Markdown file begins with front matter (`---`). Then it is probably meant as data, not as a note. */
function hasFrontMatter(path: string): boolean {
  const begin = Buffer.alloc(16);
  try {
    const read = withFile(path, (fd) => readSync(fd, begin, 0, begin.length, 0));
    return /^\ufeff?---[ \t]*\r?\n/.test(begin.toString('utf8', 0, read));
  } catch {
    return false; // a file that cannot be read needs no warning
  }
}

/** Line breaks. fast-glob does not find files whose names contain one. */
const LINE_BREAK = /[\r\n\u2028\u2029]/;

/** A file or folder that is not read, because its name is not UTF-8 or has a line break. `name`: for messages. */
interface Unnamed {
  readonly parent: string;
  readonly name: string;
}

/**
 * All files and folders below the data folder, except hidden ones. Adds those whose names cannot be used to `unnamed`.
 */
function entriesBelow(folder: string, unnamed: Unnamed[]): Map<string, Dirent> {
  // The cast is right, because fast-glob calls readdirSync only with these arguments.
  const readdirSync = ((path: string, options: { withFileTypes: true }) =>
    withoutUnnamed(path, readFolder(path, options), unnamed)) as typeof readFolder;
  const found = glob.sync('**', {
    cwd: folder,
    ignore: ['**/.*'], // folders that are ignored are not opened
    onlyFiles: false,
    followSymbolicLinks: false,
    objectMode: true,
    fs: { readdirSync },
  });
  return new Map(found.map(({ path, dirent }) => [path, dirent as Dirent]));
}

/** Returns the entries whose names can be used. Adds the others to `unnamed`, except hidden files and `*.md`. */
function withoutUnnamed(parent: string, entries: Dirent[], unnamed: Unnamed[]): Dirent[] {
  if (!entries.some(({ name }) => name.includes('\ufffd') || LINE_BREAK.test(name))) return entries;
  const names = readFolder(parent, { encoding: 'buffer' });
  const isRight = (name: Buffer) => isUtf8(name) && !LINE_BREAK.test(String(name));
  const right = new Set(names.filter(isRight).map(String));
  for (const name of names) {
    if (isRight(name) || String(name).startsWith('.') || String(name).endsWith('.md')) continue;
    unnamed.push({ parent, name: shown(name) });
  }
  return entries.filter(({ name }) => right.has(name));
}

/** Returns a name as text. Bytes that are not UTF-8 are written as `\xff`. */
function shown(name: Buffer): string {
  let text = '';
  for (let at = 0; at < name.length; ) {
    const size = [1, 2, 3, 4].find((size) => isUtf8(name.subarray(at, at + size)));
    if (size === undefined) text += `\\x${name[at]!.toString(16)}`;
    else text += name.toString('utf8', at, at + size);
    at += size ?? 1;
  }
  return text;
}

/** The path of an entry of a folder, such as `data/regions.json`. If `folder` is empty, only the name. */
export const nameBelow = (folder: string, name: string): string =>
  folder === '' ? name : `${folder}/${name}`;
