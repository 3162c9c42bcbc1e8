// The records that a data folder holds, whoever wrote them.
import { COLLECTIONS, readPortal } from '../../oracle/types.js';
import { readTree } from '../../support/tree.js';

/** The records of a collection, by its name. */
export function recordsIn(data: string): (name: string) => Record<string, unknown>[] {
  const isRead = (path: string) => /^[^.].*\.(?:nd)?json$/.test(path);
  const portal = readPortal(new Map([...readTree(data)].filter(([path]) => isRead(path))));
  return (name) => portal[COLLECTIONS.find((one) => one === name)!];
}
