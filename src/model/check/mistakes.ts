// Collects the mistakes of a portal's declarations, each as a sentence with its place.
import { nearest } from '../../problems/nearest.js';

export class Mistakes {
  readonly all: string[] = [];

  wrong(at: string, what: string): void {
    this.all.push(`${at}: ${what}`);
  }

  /** Reports a name that is not among `known`, and may suggest a similar one. Returns whether the name is known. */
  mustBe(at: string, what: string, name: string, known: Iterable<string>): boolean {
    const names = [...known];
    if (names.includes(name)) return true;
    const near = nearest(name, names);
    this.wrong(
      at,
      `there is no ${what} ${JSON.stringify(name)}${near ? `; did you mean ${near}?` : ''}`,
    );
    return false;
  }

  /** Reports names that are there twice. */
  mustDiffer(names: readonly string[], mistake: (name: string) => string): void {
    const twice = names.filter((name, i) => names.indexOf(name) !== i);
    for (const name of new Set(twice)) this.all.push(mistake(name));
  }
}
