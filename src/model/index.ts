/**
 * The functions for declaring a portal: `import { collection, id, ref } from 'portal-snapshot/model'`. The fields of
 * records are declared in zod; README.md shows a small portal.
 * @packageDocumentation
 */
export { DeclarationError } from './check/constraints.js';
export {
  type Agreement,
  type Collection,
  type Companion,
  collection,
  type ImplausibleRule,
  type Layout,
  type Rule,
  type Shape,
  shape,
  type WithholdingRule,
} from './collection.js';
export {
  ascending,
  collated,
  descending,
  type Endpoint,
  type Extra,
  type IndexKey,
  list,
  type OrderKey,
  type Paging,
  type Portal,
} from './endpoint.js';
export {
  depth,
  newestBelow,
  newestId,
  newestInstant,
  rootOf,
  through,
  treeId,
  walk,
} from './links.js';
export {
  computed,
  date,
  derived,
  html,
  id,
  longText,
  now,
  plainText,
  ref,
  refOrZero,
  sameAs,
  slugOf,
  timestamp,
} from './types.js';
