// Two snapshots → what clients of the API will see of the change: records, addresses, files, bytes.
import { lstatSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { hearSignals } from '../../files/disk/temporary.js';
import { endpointOf, type Portal } from '../../model/endpoint.js';
import { memo } from '../../model/memo.js';
import { refused } from '../../problems/problem.js';
import { familyOf, OPENAPI, pageFile, pageOf } from '../../site/address.js';
import { changedFieldsOf } from '../../snapshot/changed/fields.js';
import {
  compareRecords,
  type FileDiff,
  type RecordsDiff,
  type SnapshotFile,
} from '../../snapshot/changed/records.js';
import { hashAt } from '../workspace/journal.js';
import type { Edited } from './edited.js';
import type { Consequences, Follows } from './follows.js';

/** What a change does to one address of the API and its further pages. */
export interface AddressDiff extends RecordsDiff {
  /** Below the base URL, such as `/api/region/`; `{id}` stands for all ids, each with an address of its own. */
  readonly address: string;
  /** Addresses of pages that appear and disappear. */
  readonly addresses: { readonly added: readonly string[]; readonly removed: readonly string[] };
  readonly files: FileCounts;
  readonly bytes: ByteCounts;
}

export interface FileCounts {
  readonly added: number;
  readonly removed: number;
  readonly rewritten: number;
  readonly unchanged: number;
}

export interface ByteCounts {
  /** Bytes of the files that are new or rewritten. */
  readonly written: number;
  /** Bytes of all files, before and after. */
  readonly before: number;
  readonly after: number;
}

/** What a change does to a snapshot; `--reporter json` prints it. */
export interface SnapshotDiff {
  /** Whether every byte of the API is the same. */
  readonly same: boolean;
  readonly files: FileCounts;
  readonly bytes: ByteCounts;
  /** In order of address; unchanged ones are included. */
  readonly endpoints: readonly AddressDiff[];
  /** Only where the older data is known: the records that were edited, and what changed because of that. */
  readonly edited?: readonly Edited[];
  readonly follows?: readonly Follows[];
}

/**
 * Compares the folders of two snapshots. Files that are not part of the API are ignored. Throws a
 * {@link UsageError} for a folder that holds no snapshot. Each changed record is added to `consequences`.
 */
export async function compareSnapshots(
  portal: Portal,
  before: string,
  after: string,
  consequences?: Consequences,
): Promise<SnapshotDiff> {
  const changedFields = changedFieldsOf(portal);
  const extras = portal.extras.map(endpointOf);
  const byAddress = new Map(
    [...portal.endpoints, ...extras].map((endpoint) => [`/api/${endpoint.name}/`, endpoint]),
  );
  const families = new Set(extras.map(({ name }) => name));
  const single = extras.filter(({ paging }) => paging.style === 'record');
  const singles = new Set(single.map(({ template }) => template));
  const [old, now] = [filesOf(before), filesOf(after)];
  // The OpenAPI document is long, and no data changes it: an unchanged one is not counted.
  if (fileDiff(OPENAPI, old.get(OPENAPI), now.get(OPENAPI)).same) {
    for (const files of [old, now]) files.delete(OPENAPI);
  }
  const lists = new Map<string, string[]>();
  for (const name of [...new Set([...old.keys(), ...now.keys()])].sort()) {
    memo(lists, listOf(name, families), () => []).push(name);
  }
  const endpoints: AddressDiff[] = [];
  const all: FileDiff[] = [];
  for (const [address, names] of [...lists].sort(([a], [b]) => (a < b ? -1 : 1))) {
    const files: FileDiff[] = [];
    for (const name of names) {
      files.push(fileDiff(name, old.get(name), now.get(name)));
      await hearSignals();
    }
    const endpoint = byAddress.get(address);
    const records = await compareRecords(files, singles.has(address), (before, after) => {
      if (endpoint) consequences?.changed(endpoint, before, after);
      return changedFields(before, after);
    });
    if (endpoint) consequences?.whole(endpoint, records);
    endpoints.push({ address, ...records, ...countsOf(files) });
    for (const file of files) all.push(file);
  }
  const { files, bytes } = countsOf(all);
  return { same: endpoints.every(isUnchanged), files, bytes, endpoints };
}

/** Whether every byte at an address, and on its further pages, is the same. */
export function isUnchanged({ files }: AddressDiff): boolean {
  return files.added + files.removed + files.rewritten === 0;
}

/** The files of the API in a snapshot, by their names below its folder. */
function filesOf(folder: string): Map<string, SnapshotFile> {
  const files = new Map<string, SnapshotFile>();
  const add = (name: string) => {
    const path = join(folder, name);
    const there = lstatSync(path, { throwIfNoEntry: false });
    if (there?.isFile()) files.set(name, { path, bytes: there.size });
  };
  const visit = (name: string) => {
    for (const entry of readdirSync(join(folder, name), { withFileTypes: true })) {
      if (entry.isDirectory()) visit(`${name}/${entry.name}`);
      else if (entry.name === 'index.json') add(`${name}/index.json`);
    }
  };
  add('api/index.json');
  if (files.size === 0) {
    throw refused('diff/no-snapshot', { folder });
  }
  visit('api');
  add('404.json');
  add(OPENAPI);
  return files;
}

/** The address at which a file is served, escaped as in a URL. */
function addressOf(name: string): string {
  return `/${name
    .replace(/index\.json$/, '')
    .split('/')
    .map(encodeURIComponent)
    .join('/')}`;
}

/** The address of the list that a file is a page of; for the list of one id, that of all: `/api/region/{id}/`. */
function listOf(name: string, families: ReadonlySet<string>): string {
  const page = pageOf(name);
  if (page === undefined) return addressOf(name);
  const family = familyOf(page.endpoint);
  return families.has(family) ? `/api/${family}/` : addressOf(pageFile(page.endpoint));
}

function fileDiff(
  name: string,
  old: SnapshotFile | undefined,
  now: SnapshotFile | undefined,
): FileDiff {
  const same = old?.bytes === now?.bytes && !!old && !!now && hashAt(old.path) === hashAt(now.path);
  return { name, old, now, same };
}

function countsOf(files: readonly FileDiff[]): Pick<AddressDiff, 'addresses' | 'files' | 'bytes'> {
  const written = files.filter(({ now, same }) => now && !same);
  const added = files.filter(({ old }) => !old).map(({ name }) => addressOf(name));
  const removed = files.filter(({ now }) => !now).map(({ name }) => addressOf(name));
  return {
    addresses: { added, removed },
    files: {
      added: added.length,
      removed: removed.length,
      rewritten: written.length - added.length,
      unchanged: files.filter(({ same }) => same).length,
    },
    bytes: {
      written: bytesOf(written.map(({ now }) => now)),
      before: bytesOf(files.map(({ old }) => old)),
      after: bytesOf(files.map(({ now }) => now)),
    },
  };
}

function bytesOf(files: readonly (SnapshotFile | undefined)[]): number {
  return files.reduce((sum, file) => sum + (file?.bytes ?? 0), 0);
}
