// Finds the problems because of which records cannot be compared with those of other data.
import type { MessageName } from '../../problems/messages/catalogue.js';
import type { PlacedFinding } from '../../problems/placed.js';

const UNCLEAR = new Set<MessageName>(['inconsistent/text-twice', 'bad-value/depth']);
/** At most this many places are shown. */
const SHOWN = 20;

/** The places where records cannot be identified, read or edited, for a message; empty if there are none. */
export const unclearIn = (problems: readonly PlacedFinding[]): string[] =>
  problems
    .filter(
      ({ severity, code, name, path }) =>
        severity === 'error' &&
        (['', '/id'].includes(path) || code === 'duplicate-key' || UNCLEAR.has(name)),
    )
    .slice(0, SHOWN)
    .map(({ file, line, column, code }) => `  ${file}:${line}:${column} ${code}`);
