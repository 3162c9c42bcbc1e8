// Comments → a tree of answers. Without recursion: a discussion may be deeper than the stack. Pure.
import type { JsonObject } from './told.js';

/** A comment and its answers. */
export interface Branch {
  readonly record: JsonObject;
  readonly answers: readonly Branch[];
  /** How many comments it is, with all below it. */
  readonly size: number;
}

interface Growing extends Branch {
  readonly answers: Growing[];
  size: number;
  readonly above: Growing | undefined;
}

/**
 * The topmost comments, in their order. A comment without a parent is the placeholder that a discussion
 * begins with, and is not shown. Comments come after what they answer, as the API has them.
 */
export function branchesOf(records: readonly JsonObject[], parent: string): Branch[] {
  const byId = new Map<unknown, Growing | undefined>();
  const top: Growing[] = [];
  const all: Growing[] = [];
  for (const record of records) {
    const answered = record[parent] ?? null;
    if (answered === null) {
      byId.set(record['id'], undefined);
      continue;
    }
    const above = byId.get(answered);
    const branch: Growing = { record, answers: [], size: 1, above };
    byId.set(record['id'], branch);
    (above?.answers ?? top).push(branch);
    all.push(branch);
  }
  for (const { above, size } of all.reverse()) if (above) above.size += size;
  return top;
}

/** The comment with an id, and those above it. */
export function pathTo(branches: readonly Branch[], id: number | undefined): ReadonlySet<Branch> {
  const pending = branches.map((branch): { branch: Branch; above: Chain } => ({
    branch,
    above: null,
  }));
  for (let next = pending.pop(); next; next = pending.pop()) {
    const own: Chain = next;
    if (own.branch.record['id'] === id) {
      const path = new Set<Branch>();
      for (let at: Chain = own; at; at = at.above) path.add(at.branch);
      return path;
    }
    for (const branch of own.branch.answers) pending.push({ branch, above: own });
  }
  return new Set();
}

type Chain = { readonly branch: Branch; readonly above: Chain } | null;
