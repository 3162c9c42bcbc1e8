/** The value of a key: what a map holds, or what `make` gives, which the map then holds. */
export function memo<K, V>(known: Map<K, V>, key: K, make: () => V): V {
  const held = known.get(key);
  if (held !== undefined) return held;
  const made = make();
  known.set(key, made);
  return made;
}
