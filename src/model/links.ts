// The ways to compute a field from other records. The code that computes the values is in engine/link/derive.ts.

/**
 * How the value of a field is computed from other records. `parent` is the name of the field that refers to the parent
 * record in a tree.
 */
export type Link =
  /** The number of ancestors of the record: 0 for the root of a tree. */
  | { readonly kind: 'depth'; readonly parent: string }
  /** The id of the root of the tree that contains the record to which `reference` refers. */
  | { readonly kind: 'root'; readonly parent: string; readonly reference: string }
  /** A number for the tree: the value that its root has for this field in the data, otherwise the root's id. */
  | { readonly kind: 'treeId'; readonly parent: string }
  /**
   * Nested sets: a walk through the tree counts 1, 2, 3… each time it enters or leaves a record. The value is the count
   * at which the walk enters this record, or leaves it. Children are visited by ascending id.
   */
  | { readonly kind: 'walk'; readonly parent: string; readonly edge: 'enter' | 'leave' }
  /** The value of `field` in another record. `references` are tried in this order until one leads to a record. */
  | { readonly kind: 'through'; readonly references: readonly string[]; readonly field: string }
  /**
   * The id or the timestamp of the newest published record in `of` whose reference `by` refers to this record, such as
   * the newest comment on a post. `instant`: the timestamp that is compared. `otherwise`: the value if there is none.
   */
  | {
      readonly kind: 'newest';
      readonly of: string;
      readonly by: string;
      readonly instant: string;
      readonly take: 'id' | 'instant';
      /** A number, or the name of a field of this record whose value is taken. This name must equal `instant`. */
      readonly otherwise: number | string;
    }
  /** The newest value of the timestamp field `instant` in this record and its descendants. */
  | { readonly kind: 'newestBelow'; readonly parent: string; readonly instant: string };

export const depth = (parent: string): Link => ({ kind: 'depth', parent });

export const rootOf = (reference: string, parent: string): Link => ({
  kind: 'root',
  parent,
  reference,
});

export const treeId = (parent: string): Link => ({ kind: 'treeId', parent });

export const walk = (parent: string, edge: 'enter' | 'leave'): Link => ({
  kind: 'walk',
  parent,
  edge,
});

export const through = (references: string | readonly string[], field: string): Link => ({
  kind: 'through',
  references: typeof references === 'string' ? [references] : references,
  field,
});

export const newestId = (of: string, by: string, instant: string, otherwise: number): Link => ({
  kind: 'newest',
  of,
  by,
  instant,
  take: 'id',
  otherwise,
});

export const newestInstant = (
  of: string,
  by: string,
  instant: string,
  otherwise: string,
): Link => ({ kind: 'newest', of, by, instant, take: 'instant', otherwise });

export const newestBelow = (parent: string, instant: string): Link => ({
  kind: 'newestBelow',
  parent,
  instant,
});
