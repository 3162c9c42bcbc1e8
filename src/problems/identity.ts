// Decides which findings of two states of the data are the same: those with the same name, severity, path and
// arguments (without {@link BESIDES}). The file and the line of the record do not matter.
import type { MessageName } from './messages/catalogue.js';
import type { PlacedFinding } from './placed.js';
import type { Finding } from './problem.js';

/** Arguments that are not compared, such as the place of another record, and advice. */
const BESIDES: { readonly [N in MessageName]?: readonly string[] } = {
  'duplicate-id': ['file', 'line', 'name', 'twins', 'free'],
  'implausible/same': ['file', 'line', 'name'],
  'inconsistent/address': ['file', 'line', 'name'],
  'inconsistent/text-twice': ['file'],
  encoding: ['seems', 'reads'],
  'ignored-file': ['meant'],
  syntax: ['cause'],
};

/**
 * A key that is the same for the same finding in two states of the data. A warning that became an error is another
 * finding. (A file that is not read becomes an error when a reference may lead to a record in it.)
 */
export function identityOf({ name, severity, path, args }: PlacedFinding): string {
  const besides = BESIDES[name] ?? [];
  const compared = Object.entries(args ?? {}).filter(([key]) => !besides.includes(key));
  return JSON.stringify([name, severity, path, compared]);
}

/** A key that is the same for findings with the same cause; undefined if the cause counts as the finding's own. */
export function causeOf({ name, args, remedy }: Finding, file: string): string | undefined {
  if (remedy) return remedy.cause;
  switch (name) {
    case 'inconsistent/agreement':
      return `${name} ${args.reference} ${args.id} ${args.other} ${args.own}`;
    case 'encoding':
      return `${name} ${file}`;
    default:
      return undefined;
  }
}
