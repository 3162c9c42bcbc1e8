/** The value that a map holds for a key; if there is none, `make` makes it and the map keeps it. */
export function memo<K, V>(known: Map<K, V>, key: K, make: () => V): V {
  const held = known.get(key);
  if (held !== undefined) return held;
  const made = make();
  known.set(key, made);
  return made;
}
