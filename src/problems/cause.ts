// Which problems belong together: those that one change corrects.
import type { Finding } from './problem.js';

/** A key that findings with the same cause share; undefined for a finding that stands alone. */
export function causeOf({ name, args, remedy }: Finding, file: string): string | undefined {
  if (remedy) return remedy.cause;
  switch (name) {
    case 'inconsistent/agreement':
      return `${name} ${args.reference} ${args.id} ${args.other} ${args.own}`;
    case 'implausible/date-ahead': // such as that of a post, and of the root comment made with it
      return `${name} ${args.found}`;
    case 'encoding':
      return `${name} ${file}`;
    default:
      return undefined;
  }
}
