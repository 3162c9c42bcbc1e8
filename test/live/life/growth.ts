// Sizes over the days of a life → what grows. After the first weeks as much comes as goes, so that nothing may.

/** Days until caches have lost what nothing uses. */
const SETTLED = 20;
/** How much more than in the weeks after these there may be at any later time. */
const MOST = 1.5;
/** Bytes, or files, that do not matter. */
const SLACK = { bytes: 1 << 20, files: 20, 'bytes of memory': 64 << 20, descriptors: 8 };

/** What is larger late in life than it was at any time in its first weeks, a line each. */
export function growing(sizes: readonly Readonly<Record<string, number>>[]): string[] {
  const weeks = sizes.slice(SETTLED, SETTLED + 40);
  const later = sizes.slice(SETTLED + 40);
  if (later.length === 0) return [];
  return Object.keys(sizes[0]!).flatMap((name) => {
    const [first, last] = [weeks, later].map((days) => Math.max(...days.map((day) => day[name]!)));
    const unit = name.split(': ')[1] as keyof typeof SLACK;
    const most = first! * MOST + SLACK[unit];
    return last! > most ? [`${name} grows: ${first} in the first weeks, ${last} later`] : [];
  });
}
