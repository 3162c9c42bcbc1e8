// Bad inputs, by the code of the one problem that each of them must give, and by their names. In all of `check`, a comment
// that begins with `open:` names another answer that the specification would allow as well.
import { it } from 'vitest';
import { expectOnlyProblem, type Scenario } from './portal.js';

/** `path`: that of the record unless given. */
export type BadInputs = Record<
  string,
  Record<string, Omit<Scenario, 'name' | 'code' | 'path'> & { path?: string }>
>;

/** A test for each input: it gives its problem at its place, and no other. */
export function itFinds(inputs: BadInputs): void {
  for (const [code, scenarios] of Object.entries(inputs)) {
    for (const [name, scenario] of Object.entries(scenarios)) {
      it(name, () => expectOnlyProblem({ path: '', ...scenario, name, code }));
    }
  }
}
