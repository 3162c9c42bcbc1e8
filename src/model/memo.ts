/** The value that a map holds for a key; if there is none, `make` makes it and the map keeps it. */
export function memo<K, V>(known: Map<K, V>, key: K, make: () => V): V {
  const held = known.get(key);
  if (held !== undefined) return held;
  const made = make();
  known.set(key, made);
  return made;
}

/** A function that works its value out when it is first asked for. */
export function once<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}
