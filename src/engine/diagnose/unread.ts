// Finds the collections with unreadable records: in a file with an error of syntax or encoding, in a record without a
// valid id, or in a misspelt file or folder. A reference to such a collection is not reported if its record is missing,
// since it may be right. The problem that hides the records says so.

import type { FoundFiles } from '../../files/source/files.js';
import { codeOf, type Finding } from '../../problems/problem.js';

/** The names of files and folders that hold records which could not be read, and the collections of these. */
export type Unread = ReadonlyMap<string, string>;

/** Finds what could not be read. `compiled`: all data files, and whether all of their records have a row. */
export function findUnread(
  found: FoundFiles,
  compiled: readonly { readonly name: string; readonly isWhole: boolean }[],
): Unread {
  const unread = new Map<string, string>();
  const collections = new Map(found.files.map(({ name, collection }) => [name, collection]));
  for (const { name, isWhole } of compiled) {
    if (!isWhole) unread.set(name, collections.get(name)!);
  }
  for (const { name, file, args } of found.findings) {
    const top = file.replace(/[./].*/s, '');
    if (name === 'encoding/name') unread.set(file, top);
    else if (name === 'ignored-file' && /json$/.test(args.meant ?? '')) unread.set(file, top);
    else if (name === 'unknown-collection' && args.nearest) unread.set(file, args.nearest);
  }
  return unread;
}

/** Adds to the finding that hides a file's records that references to them were not checked. */
export function withUnchecked(
  findings: readonly Finding[],
  unchecked: string | undefined,
): readonly Finding[] {
  if (unchecked === undefined) return findings;
  const isUnreadable = ({ name }: Finding) => codeOf(name) === 'syntax' || name === 'encoding';
  const isOfId = ({ name, args, path }: Finding) =>
    path === '/id' || (name === 'unknown-field' && args.nearest === 'id');
  const hider = findings.find(isUnreadable) ?? findings.find(isOfId) ?? findings[0];
  return findings.map((finding) => (finding === hider ? { ...finding, unchecked } : finding));
}
