// The ways to derive a field's value from other records. A function of the engine (engine/link/derive.ts) implements
// each.

/** A way to derive a value from other records. */
export type Link =
  /** The number of ancestors. */
  | { readonly kind: 'depth'; readonly parent: string }
  /** The id of the topmost ancestor, by `parent`, of the record that `reference` points to. */
  | { readonly kind: 'root'; readonly parent: string; readonly reference: string }
  /** A number that identifies the tree: the value that its root gives, else the root's id. */
  | { readonly kind: 'treeId'; readonly parent: string }
  /** The step at which a nested-set walk enters or leaves the record; children by ascending id. */
  | { readonly kind: 'walk'; readonly parent: string; readonly edge: 'enter' | 'leave' }
  /** The value of `field` in the first of the referenced records that exists. */
  | { readonly kind: 'through'; readonly references: readonly string[]; readonly field: string }
  /**
   * The id or instant of the newest published record of `of` whose reference `by` points to this record; if there is
   * none, `otherwise`.
   */
  | {
      readonly kind: 'newest';
      readonly of: string;
      readonly by: string;
      readonly instant: string;
      readonly take: 'id' | 'instant';
      /** A number, or the name of a field of this record whose value is used. */
      readonly otherwise: number | string;
    }
  /** The newest instant among the record and its descendants. */
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
