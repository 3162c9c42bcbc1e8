// Finds the collections of which some records could not be read, for example because of a syntax error, because a
// record has no valid id, or because a file or folder has a misspelt name. References to missing records of such a
// collection are not reported, because the record may be one that could not be read.

import type { FoundFiles } from '../../files/source/files.js';
import { codeOf, type Finding, type Unchecked } from '../../problems/problem.js';

/** Maps each name of a file or folder whose records could not all be read to the collection of these records. */
export type Unread = ReadonlyMap<string, string>;

/** Finds what could not be read. `compiled`: all data files. `isWhole`: whether all records of the file were read. */
export function findUnread(
  found: FoundFiles,
  compiled: readonly { readonly name: string; readonly isWhole: boolean }[],
): Unread {
  const unread = new Map<string, string>();
  const collections = new Map(found.files.map(({ name, collection }) => [name, collection]));
  for (const { name, isWhole } of compiled) {
    if (!isWhole) unread.set(name, collections.get(name)!);
  }
  for (const { name, place, args } of found.findings) {
    const { file } = place;
    const top = file.replace(/[./].*/s, '');
    if (name === 'encoding/name') unread.set(file, top);
    else if (name === 'ignored-file' && /json$/.test(args.meant ?? '')) unread.set(file, top);
    else if (name === 'unknown-collection' && args.nearest) unread.set(file, args.nearest);
  }
  return unread;
}

/** Adds `unchecked` to the finding that is probably the reason why references were not checked. */
export function withUnchecked(
  findings: readonly Finding[],
  unchecked: Unchecked | undefined,
): readonly Finding[] {
  if (unchecked === undefined) return findings;
  const isUnreadable = ({ name }: Finding) => codeOf(name) === 'syntax' || name === 'encoding';
  const isOfId = ({ name, args, path }: Finding) =>
    path === '/id' || (name === 'unknown-field' && args.nearest === 'id');
  const hider = findings.find(isUnreadable) ?? findings.find(isOfId) ?? findings[0];
  return findings.map((finding) => (finding === hider ? { ...finding, unchecked } : finding));
}
