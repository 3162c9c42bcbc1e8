/** A number with what it counts, in English: `1 file`, `2 files`. */
export const plural = (count: number, noun: string): string =>
  `${count} ${noun}${count === 1 ? '' : 's'}`;
