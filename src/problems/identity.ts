// Which findings of two states of the data are one: those that say the same, wherever it stands.
import type { MessageName } from './messages/catalogue.js';
import type { PlacedFinding } from './placed.js';

/** Arguments that may change while the finding stays: where another record is, and what is advice. */
const BESIDES: { readonly [N in MessageName]?: readonly string[] } = {
  'duplicate-id': ['file', 'line', 'name'],
  encoding: ['seems', 'reads'],
  syntax: ['cause'],
};

/** The same for the same finding about one record, in whatever file and at whatever line. */
export function identityOf({ name, path, args }: PlacedFinding): string {
  const besides = BESIDES[name] ?? [];
  const told = Object.entries(args ?? {}).filter(([key]) => !besides.includes(key));
  return JSON.stringify([name, path, told]);
}
