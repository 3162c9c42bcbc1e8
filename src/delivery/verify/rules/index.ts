// Every rule, in the order of the report.
import * as addresses from './addresses.js';
import * as against from './against.js';
import * as content from './content.js';
import * as described from './described.js';
import * as extras from './extras.js';
import * as headers from './headers.js';
import * as methods from './methods.js';
import type { VerifyRule } from './rule.js';
import * as transfer from './transfer.js';
import * as validators from './validators.js';
import * as walks from './walks.js';

export const rules: readonly VerifyRule[] = [
  content.answers,
  content.rootIndex,
  content.envelope,
  content.count,
  content.pageSize,
  content.uniqueIds,
  content.order,
  content.trees,
  content.shapes,
  extras.records,
  extras.lines,
  walks.forwardWalk,
  walks.backwardWalk,
  walks.links,
  described.digests,
  described.signature,
  described.openapi,
  addresses.directories,
  addresses.slash,
  addresses.otherParameters,
  addresses.pagesByPath,
  addresses.pagesByQuery,
  addresses.pageUnknown,
  addresses.pageAmbiguous,
  extras.lookupsByQuery,
  methods.notFound,
  methods.unlistedKeys,
  headers.contentType,
  headers.mediaTypes,
  headers.varyAccept,
  headers.allow,
  headers.cors,
  headers.preflight,
  headers.caching,
  validators.etag,
  validators.ifNoneMatch,
  validators.ifModifiedSince,
  methods.head,
  methods.options,
  methods.methods,
  transfer.compression,
  transfer.encodings,
  transfer.varyEncoding,
  against.sameBytes,
];
