// The files that an import leaves for the next one, in `data/.import/`. For each collection, the base: the origin's
// last records, one per line, with a short hash of each field. Besides, the conflicts that nobody has settled yet, one
// per line, and the header of the import. A file that is damaged, or not by an import, is refused with its place.
import { hash } from 'node:crypto';
import { lstatSync } from 'node:fs';
import { join } from 'node:path';
import { type DataSettings, shownName } from '../../editing/workspace/portal-data.js';
import { mustStayBelow } from '../../files/disk/boundary.js';
import { placeBytes } from '../../files/source/places.js';
import { readRecords } from '../../files/source/records.js';
import { isId, isObject, type Json, type JsonObject } from '../../model/fields.js';
import { memo } from '../../model/memo.js';
import { UsageError } from '../../problems/problem.js';
import type { ResolvedSettings } from '../../snapshot/settings/index.js';

type ImportFolders = Pick<ResolvedSettings, 'cwd' | 'data'>;

/** The folder, in the data folder: hidden, so that it is not read as data. */
const FOLDER = '.import';
const HEAD = '{"version":1}';

export const baseFile = (collection: string): string => `${FOLDER}/${collection}.ndjson`;
export const CONFLICTS = `${FOLDER}/conflicts.ndjson`;
export const SIGNED_IN = `${FOLDER}/signed-in.ndjson`;

/** Field → hash of its value, for the fields that a record has. */
export type FieldHashes = ReadonlyMap<string, string>;

/** Returns 48 bits of a hash, which suffice to distinguish two values of one field. */
export const hashOf = (text: string): string => hash('sha256', text, 'base64url').slice(0, 8);

/** The records of a collection as the last import read them. */
export class Base {
  readonly #lines = new Map<number, string>();

  static read(folders: ImportFolders, collection: string): Base {
    const base = new Base();
    let last = 0;
    eachLine(folders, baseFile(collection), (value, text) => {
      const { id, ...fields } = value;
      if (!isId(id) || id <= last) return false;
      last = id;
      base.#lines.set(id, text);
      return Object.values(fields).every((one) => typeof one === 'string' && HASH.test(one));
    });
    return base;
  }

  ids(): Iterable<number> {
    return this.#lines.keys();
  }

  hashes(id: number): FieldHashes | undefined {
    const line = this.#lines.get(id);
    if (line === undefined) return undefined;
    const { id: _, ...fields } = JSON.parse(line) as Record<string, string>;
    return new Map(Object.entries(fields));
  }
}

const HASH = /^[\w-]{8}$/;

/** The line of a record: `{"id":5,"slug":"…","title":"…"}`. */
export function baseLine(id: number, hashes: FieldHashes): string {
  const fields = [...hashes].sort(([a], [b]) => (a < b ? -1 : 1));
  return `${JSON.stringify(Object.fromEntries([['id', id], ...fields]))}\n`;
}

export const HEAD_LINE = `${HEAD}\n`;

/** The name of the header with which an import signs in; null if it does not sign in. */
export type SignedIn = string | null;

/** How an import asked: its header, and whether it brought personal fields. */
interface LastImport {
  readonly header: SignedIn;
  readonly personal: DataSettings['personal'];
}

/** How the last import asked; undefined if there was none. */
export function lastImport(folders: ImportFolders): LastImport | undefined {
  let last: LastImport | undefined;
  eachLine(folders, SIGNED_IN, ({ header, personal = 'withhold' }) => {
    const isName = typeof header === 'string' && /^[\w-]+$/.test(header);
    if (!isName && header !== null) return false;
    if (personal !== 'publish' && personal !== 'withhold') return false;
    last = { header, personal };
    return true;
  });
  return last;
}

export const lastImportText = ({ header, personal }: LastImport): string =>
  `${HEAD_LINE}${JSON.stringify({ header, ...(personal === 'publish' && { personal }) })}\n`;

/** What a conflict is about: a field, or a whole record. */
export interface Disputed {
  readonly collection: string;
  readonly id: number;
  readonly field?: string | undefined;
}

/** The conflicts that the last import reported, and that nobody has settled since. */
export class OpenConflicts {
  readonly #origin = new Map<string, Map<number, Map<string, Json | undefined>>>();

  static read(folders: ImportFolders, collections: ReadonlySet<string>): OpenConflicts {
    const open = new OpenConflicts();
    eachLine(folders, CONFLICTS, ({ collection, id, field = '', origin }) => {
      if (typeof collection !== 'string' || !collections.has(collection)) return false;
      if (!isId(id) || typeof field !== 'string') return false;
      const own = memo(open.#origin, collection, () => new Map());
      memo(own, id, () => new Map()).set(field, origin);
      return true;
    });
    return open;
  }

  ids(collection: string): Iterable<number> {
    return this.#origin.get(collection)?.keys() ?? [];
  }

  /** The fields of a record that are in conflict, with the origin's values; '' is the record itself. */
  fields(collection: string, id: number): ReadonlyMap<string, Json | undefined> {
    return this.#origin.get(collection)?.get(id) ?? NONE;
  }
}

const NONE: ReadonlyMap<string, Json | undefined> = new Map();

/** The line of a conflict. `origin`: the origin's value, undefined if it has none. */
export function conflictLine(
  { collection, id, field }: Disputed,
  origin: Json | undefined,
): string {
  return `${JSON.stringify({ collection, id, field, origin })}\n`;
}

/** Visits the lines of a file after the first, which has the version. Throws if `visit` returns false for a line. */
function eachLine(
  folders: ImportFolders,
  name: string,
  visit: (value: JsonObject, text: string) => boolean,
): void {
  const path = join(folders.data, name);
  mustStayBelow(folders.data, name);
  const there = lstatSync(path, { throwIfNoEntry: false });
  if (!there) return;
  if (!there.isFile()) throw new UsageError(`${shownName(folders, name)} is not a file`);
  let isFirst = true;
  let wrong: number | undefined;
  readRecords(
    path,
    ({ start, text, value, defects }) => {
      if (wrong !== undefined) return;
      const isRight = isFirst
        ? text === HEAD
        : isObject(value) && defects.length === 0 && visit(value, text);
      if (!isRight) wrong = start;
      isFirst = false;
    },
    ({ offset }) => {
      wrong ??= offset;
    },
  );
  if (isFirst) wrong ??= 0;
  if (wrong === undefined) return;
  const { line } = placeBytes(path, [wrong])[0]!;
  throw new UsageError(
    `${shownName(folders, name)}:${line} is not what an import of this version writes there: restore the file from git, or import into a new folder`,
  );
}
