// Finds out what a run of `mirror` changes: addresses, and records of lists. The records are compared before any file
// is replaced.
import { lstatSync } from 'node:fs';
import { stagedPath } from '../../engine/write/output-file.js';
import { readFile } from '../../files/source/data-file.js';
import { endpointOf, type Portal } from '../../model/endpoint.js';
import { UsageError } from '../../problems/problem.js';
import { pageOf } from '../../site/address.js';
import { changedFieldsOf } from '../../snapshot/changed/fields.js';
import {
  compareRecords,
  type FileDiff,
  type RecordsDiff,
  type SnapshotFile,
} from '../../snapshot/changed/records.js';
import { readList, UnreadablePage } from '../http/list.js';
import type { MirrorFolder } from './folder.js';

/** Addresses below the base URL, such as `/api/region/page/2/`. */
export interface ChangedAddresses {
  readonly added: readonly string[];
  readonly changed: readonly string[];
  readonly removed: readonly string[];
  /** Files that are restored, because they were missing or changed in the copy. */
  readonly mended: readonly string[];
}

/**
 * The changed records, by list. Null if they are not known: if they were not asked for, for example, or a page cannot
 * be read, or a page in the folder is not that of the old snapshot.
 */
export type ChangedRecords = Readonly<Record<string, RecordsDiff>> | null;

/** Two snapshots, each as SHA-256 by file name, and the names of the files that are put into the copy. */
export interface FilesChange {
  readonly before: ReadonlyMap<string, string>;
  readonly now: ReadonlyMap<string, string>;
  readonly coming: ReadonlySet<string>;
}

export function changedAddresses({ before, now, coming }: FilesChange): ChangedAddresses {
  const of = (names: Iterable<string>, isSuch: (name: string) => boolean) =>
    [...names].filter(isSuch).sort().map(addressOf);
  return {
    added: of(now.keys(), (name) => !before.has(name)),
    changed: of(now.keys(), (name) => before.has(name) && before.get(name) !== now.get(name)),
    removed: of(before.keys(), (name) => !now.has(name)),
    mended: of(coming, (name) => before.get(name) === now.get(name)),
  };
}

const addressOf = (name: string) => `/${name.replace(/index\.json$/, '')}`;

/** Finds the changed records of lists. `stage`: the folder with the fetched files. */
export async function changedRecords(
  portal: Portal,
  { before, now }: FilesChange,
  folder: MirrorFolder,
  stage: string,
): Promise<ChangedRecords> {
  // A page that is only restored is left out: its digest is the same in both snapshots.
  const names = [...new Set([...now.keys(), ...before.keys()])].filter(
    (name) => before.get(name) !== now.get(name),
  );
  const changedFields = changedFieldsOf(portal);
  const all: Record<string, RecordsDiff> = {};
  // Endpoints with `{id}` are left out: usually, their records are also in other lists.
  const lists = [...portal.endpoints, ...portal.extras.map(endpointOf)];
  for (const { name: list } of lists.filter(({ name }) => !name.includes('{'))) {
    const files: FileDiff[] = [];
    try {
      for (const name of names.filter((name) => pageOf(name)?.endpoint === list)) {
        const there = await folder.fileAt(name);
        // This page is not that of the old snapshot: a killed run, or somebody else, has replaced or removed it.
        if (there?.hash !== before.get(name)) return null;
        const old = there && { path: folder.pathOf(name), bytes: there.size };
        const coming = now.has(name) ? fileAt(stage, name) : undefined;
        files.push({ name, old, now: coming, same: false });
      }
      if (!areLists(files)) return null;
      const diff = await compareRecords(files, false, changedFields);
      if (diff.added.length + diff.changed.length + diff.removed.length > 0) all[list] = diff;
    } catch (error) {
      if (error instanceof UsageError) return null;
      throw error;
    }
  }
  return all;
}

/** Whether all these pages are lists that can be parsed within the limits for data from other servers. */
function areLists(files: readonly FileDiff[]): boolean {
  try {
    for (const { path } of files.flatMap(({ old, now }) => [old ?? [], now ?? []].flat())) {
      readList(readFile(path), () => {});
    }
    return true;
  } catch (error) {
    if (error instanceof UnreadablePage) return false;
    throw error;
  }
}

function fileAt(folder: string, name: string): SnapshotFile {
  const path = stagedPath(folder, name);
  return { path, bytes: lstatSync(path).size };
}
