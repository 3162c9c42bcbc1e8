// Recognises a snapshot that is probably published by mistake: it was built for another base URL, or from a part of
// the data.
import { UsageError } from '../../problems/problem.js';
import type { ReadSnapshot } from '../../site/snapshot-reader.js';
import { baseUrlOf } from '../http/base-url.js';

/** The parts of a snapshot that are compared. */
export interface Compared {
  /** The content of `/api/`. */
  readonly root: unknown;
  readonly lists: ReadSnapshot['lists'];
}

/** Throws a {@link UsageError} if a snapshot is too different from the live one. */
export function mustBeAlike(live: Compared, coming: Compared, target: string): void {
  const [was, is] = [live, coming].map(({ root }) => baseUrlOf(root));
  const after = countsOf(coming);
  const found = [
    ...(was !== undefined && is !== undefined && was !== is
      ? [`its links begin with ${is}; what is live has ${was}`]
      : []),
    ...[...countsOf(live)].flatMap(([what, before]) => {
      const now = after.get(what) ?? 0;
      // A list with one record may become empty, because that is an ordinary edit.
      const isMost = before > 1 && now < before / 2;
      return isMost ? [`${what}: ${now}; what is live has ${before}`] : [];
    }),
  ];
  if (found.length === 0) return;
  throw new UsageError(
    `the snapshot differs in kind from the one that is live at ${target}; if that is meant, publish with --accept-change:`,
    found,
  );
}

/** The number of records of each list, and of all ids of an endpoint together. */
const countsOf = ({ lists }: Compared): Map<string, number> =>
  new Map(Object.entries(lists).map(([name, { count }]) => [`records of ${name}`, count]));
