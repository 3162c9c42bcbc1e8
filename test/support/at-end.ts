// What a helper has opened or written is put away when the test file that it served is done. Files share modules,
// so that an `afterAll` of the helper's own would serve the first of them alone: each-file.ts does it for each.

type Work = () => unknown;

const all: Work[] = [];

/** Does something after the last test of this file. */
export function atEnd(work: Work): void {
  all.push(work);
}

/** What `make` gives, made when it is first asked for, and once for each test file. */
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

/** Does all of it, the last one first. */
export async function end(): Promise<void> {
  for (const work of all.splice(0).reverse()) await work();
}
