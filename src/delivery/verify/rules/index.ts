// Every rule, in the order of the matrix: one line a rule.
import {
  cursorsByQuery,
  directories,
  otherParameters,
  pagesByPath,
  pagesByQuery,
  slash,
} from './addresses.js';
import { sameBytes } from './against.js';
import {
  answers,
  count,
  envelope,
  order,
  pageSize,
  rootIndex,
  shapes,
  trees,
  uniqueIds,
} from './content.js';
import { digests } from './digests.js';
import { lookupsByQuery, records } from './extras.js';
import { allow, caching, contentType, cors, preflight, varyAccept } from './headers.js';
import { head, methods, notFound, options, unlistedKeys } from './methods.js';
import { openapi } from './openapi.js';
import type { Rule } from './rule.js';
import { signature } from './signature.js';
import { compression, encodings, varyEncoding } from './transfer.js';
import { cursorUnknown, pageAmbiguous, pageOutOfRange, pageSpelling } from './unknown-pages.js';
import { etag, ifModifiedSince, ifNoneMatch } from './validators.js';
import { backwardWalk, forwardWalk, links, stable } from './walks.js';

export const rules: readonly Rule[] = [
  answers,
  rootIndex,
  envelope,
  count,
  pageSize,
  uniqueIds,
  order,
  trees,
  shapes,
  records,
  forwardWalk,
  backwardWalk,
  links,
  stable,
  digests,
  signature,
  openapi,
  directories,
  slash,
  otherParameters,
  pagesByPath,
  pagesByQuery,
  pageOutOfRange,
  pageSpelling,
  pageAmbiguous,
  cursorsByQuery,
  cursorUnknown,
  lookupsByQuery,
  notFound,
  unlistedKeys,
  contentType,
  varyAccept,
  allow,
  cors,
  preflight,
  caching,
  etag,
  ifNoneMatch,
  ifModifiedSince,
  head,
  options,
  methods,
  compression,
  encodings,
  varyEncoding,
  sameBytes,
];
