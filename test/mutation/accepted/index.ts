// Mutants that may survive, each with its reason: by the file below `src/`, and by what `npm run mutate` calls them.
import { compile } from './compile.js';
import { link } from './link.js';
import { merge } from './merge.js';
import { others } from './others.js';
import type { Accepted } from './reasons.js';
import { source } from './source.js';
import { write } from './write.js';

export const accepted: Accepted = { ...compile, ...link, ...merge, ...others, ...source, ...write };
