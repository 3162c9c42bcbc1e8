// The ways of compressing siblings, their levels, and which siblings there are when nobody says.
import type { Compression } from './address.js';

/** In the order in which hosts prefer them. */
export const ENCODINGS = ['br', 'gzip'] as const;
export const HIGHEST_LEVEL = { br: 11, gzip: 9 } as const;
/** Of both: above it brotli gains a tenth, and takes thirty times as long. */
export const LEVEL = 9;

/** Both siblings, as hosts get them when nobody says otherwise. */
export const BOTH: readonly Compression[] = ENCODINGS.map((encoding) => ({
  encoding,
  level: LEVEL,
}));
