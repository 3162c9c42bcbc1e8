// The ways to compute a field from other records. engine/link/derive.ts has a function for each.

/** A way to derive a value from other records. */
export type Link =
  /** The number of ancestors. */
  | { readonly kind: 'depth'; readonly parent: string }
  /** The id of the root of the tree that has the record to which `reference` refers. */
  | { readonly kind: 'root'; readonly parent: string; readonly reference: string }
  /** A number that identifies the tree: the one that its root has in the data, otherwise the root's id. */
  | { readonly kind: 'treeId'; readonly parent: string }
  /**
   * The number of the step at which a walk through the tree enters or leaves the record (nested sets). Children are
   * visited by ascending id.
   */
  | { readonly kind: 'walk'; readonly parent: string; readonly edge: 'enter' | 'leave' }
  /** The value of `field` in the first existing record of these references. */
  | { readonly kind: 'through'; readonly references: readonly string[]; readonly field: string }
  /**
   * The id or the instant of the newest published record in `of` whose reference `by` refers to this record;
   * `otherwise` if there is none.
   */
  | {
      readonly kind: 'newest';
      readonly of: string;
      readonly by: string;
      readonly instant: string;
      readonly take: 'id' | 'instant';
      /** A number, or the name of a field of this record. */
      readonly otherwise: number | string;
    }
  /** The newest instant of the record and its descendants. */
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
