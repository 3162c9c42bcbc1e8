// Cleans up what helpers have opened or written, at the end of each test file. Helpers cannot use `afterAll` for
// this: test files share modules, so it would only run for the first file. each-file.ts calls `end` for each file.

type Work = () => unknown;

const all: Work[] = [];

/** Runs something after the last test of this file. */
export function atEnd(work: Work): void {
  all.push(work);
}

/** Returns the result of `make`, which is called once for each test file. */
export function oncePerFile<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined;
  return () => {
    if (made === undefined) {
      made = { value: make() };
      atEnd(() => {
        made = undefined;
      });
    }
    return made.value;
  };
}

/** Runs all of it, the last first. */
export async function end(): Promise<void> {
  for (const work of all.splice(0).reverse()) await work();
}
