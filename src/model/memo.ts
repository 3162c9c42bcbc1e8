/** Returns the value of a key. If the map has none, calls `make`, adds the result to the map, and returns it. */
export function memo<K, V>(
  known: { get(key: K): V | undefined; set(key: K, value: V): unknown },
  key: K,
  make: () => V,
): V {
  const held = known.get(key);
  if (held !== undefined) return held;
  const made = make();
  known.set(key, made);
  return made;
}

/** Returns a function that calls `make` at its first call, and returns the same result at each call. */
export function once<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}
