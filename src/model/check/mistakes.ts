// Collects the mistakes of a portal's declarations, each as a sentence with its place.
import { nearest } from '../../problems/nearest.js';
import { type Fields, partOf, type Type } from '../fields.js';

/** An unknown name in quotes, and a similar one if there is one: `"shaps"; did you mean shapes?`. */
export function orMeant(name: string, known: readonly string[]): string {
  const near = nearest(name, known);
  return `${JSON.stringify(name)}${near ? `; did you mean ${near}?` : ''}`;
}

export class Mistakes {
  readonly all: string[] = [];

  wrong(at: string, what: string): void {
    this.all.push(`${at}: ${what}`);
  }

  /** Reports a name that is not among `known`, and may suggest a similar one. Returns whether the name is known. */
  mustBe(at: string, what: string, name: string, known: Iterable<string>): boolean {
    const names = [...known];
    if (names.includes(name)) return true;
    this.wrong(at, `there is no ${what} ${orMeant(name, names)}`);
    return false;
  }

  /** Reports names that are there twice. */
  mustDiffer(names: readonly string[], mistake: (name: string) => string): void {
    const twice = names.filter((name, i) => names.indexOf(name) !== i);
    for (const name of new Set(twice)) this.all.push(mistake(name));
  }
}

/** The type of a value or, if it is a list, of its elements. */
export const innermost = (type: Type): Type => (type.kind === 'list' ? innermost(type.of) : type);

/**
 * The type of the value at a path of a record, which may go through objects and lists. Reports a path that leads
 * nowhere. `of`: the object in which the path begins.
 */
export function typeAt(
  mistakes: Mistakes,
  at: string,
  of: string,
  fields: Fields,
  [name = '', ...below]: readonly string[],
): Type | undefined {
  if (!mistakes.mustBe(at, `field in ${of},`, name, Object.keys(fields))) return undefined;
  const type = innermost(fields[name]!.type);
  if (below.length === 0) return type;
  return typeAt(mistakes, at, `${of}.${name}`, partOf(type) ?? {}, below);
}
