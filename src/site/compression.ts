// The encodings of compressed siblings, their levels, and the siblings written by default.
import type { Compression } from './address.js';

/** In the order in which hosts prefer them. */
export const ENCODINGS = ['br', 'gzip'] as const;
export const HIGHEST_LEVEL = { br: 11, gzip: 9 } as const;
/** The default level of both: above 9, brotli saves a tenth more and takes thirty times as long. */
export const LEVEL = 9;

/** The siblings that hosts get unless the settings choose others: both, at the default level. */
export const BOTH: readonly Compression[] = ENCODINGS.map((encoding) => ({
  encoding,
  level: LEVEL,
}));
