// How a portal names what its editors see in a browser: its collections, and for each the columns of its list and the
// fields of its form. What a collection does not name follows from its fields.

/** How the records of a collection are listed and edited. Fields are named by paths: `profile.position`. */
export interface View {
  /** The title of the list of records, and the word for one record. */
  readonly title: string;
  readonly singular: string;
  /** The fields that the list shows beside the name of each record. */
  readonly columns: readonly string[];
  /** References by which the list can be filtered: `certificates.exact_category`. */
  readonly filters?: readonly string[];
  /** The list is in the order of names; otherwise the newest records come first. */
  readonly byName?: true;
  /**
   * The fields that a form always shows, in this order, besides those that are required or shown in the list. Others are
   * folded away.
   */
  readonly main?: readonly string[];
  /** Fields whose text has several lines, though it is not long enough for a file of its own. */
  readonly lines?: readonly string[];
  /** The words to show in place of values that are codes, by field. */
  readonly values?: Readonly<Record<string, Readonly<Record<string, string>>>>;
  /** The records discuss other records, and are shown as a tree below them. */
  readonly discussion?: Discussion;
}

/** The fields of a record that say something about another record. */
export interface Discussion {
  /** The reference to what is discussed. */
  readonly on: string;
  readonly author: string;
  readonly time: string;
  readonly text: string;
}

/** What editors see of a portal. */
export interface Views {
  /** The name of the portal. */
  readonly title: string;
  /** The views, by the name of the collection. */
  readonly of: Readonly<Record<string, View>>;
  /** The menu: collections in groups. Collections that are in no group come last. */
  readonly menu: readonly { readonly title: string; readonly collections: readonly string[] }[];
}
