// Which problems are one: those that one change mends.
import type { Finding } from './problem.js';

/** What findings with one cause have in common; undefined for a finding that stands alone. */
export function causeOf({ name, args }: Finding, file: string): string | undefined {
  switch (name) {
    case 'dangling-reference':
    case 'dangling-reference/taken':
    case 'unknown-id':
      return `${name} ${args.collection} ${args.id}`;
    case 'inconsistent/agreement':
      return `${name} ${args.reference} ${args.id} ${args.other} ${args.own}`;
    case 'encoding':
      return `${name} ${file}`;
    default:
      return undefined;
  }
}
