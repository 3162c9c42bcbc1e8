/** The local time in whole seconds with its offset: `2026-03-01T10:00:00+03:00`. Forms in browsers use it, too. */
export function inLocalTime(instant: Date): string {
  const minutes = -instant.getTimezoneOffset();
  const local = new Date(instant.valueOf() + minutes * 60_000).toISOString().slice(0, 19);
  const offset = new Date(Math.abs(minutes) * 60_000).toISOString().slice(11, 16);
  return `${local}${minutes < 0 ? '-' : '+'}${offset}`;
}
