// How editors see the portal in a browser: the collections, and for each the columns of its list and the fields of its
// form. Anything that is not given follows from the fields.

/** How the records of a collection are listed and edited. Fields are named by paths: `profile.position`. */
export interface View {
  /** The title of the list of records, and the word for one record. */
  readonly title: string;
  readonly singular: string;
  /** The fields that the list shows beside the name of each record. */
  readonly columns: readonly string[];
  /** References by which the list can be filtered: `certificates.exact_category`. */
  readonly filters?: readonly string[];
  /** The list is sorted by name; by default the newest records come first. */
  readonly byName?: true;
  /**
   * The fields that a form always shows, in this order, besides those that are required or are columns of the list. The
   * others are folded away.
   */
  readonly main?: readonly string[];
  /** Fields with texts of several lines that are too short for files of their own. */
  readonly lines?: readonly string[];
  /** For fields whose values are codes: the words to show instead. */
  readonly values?: Readonly<Record<string, Readonly<Record<string, string>>>>;
  /** The records are contributions to a discussion, and are shown as a tree below the record that they discuss. */
  readonly discussion?: Discussion;
}

/** The fields by which a record belongs to a discussion. */
export interface Discussion {
  /** The reference to the record that is discussed. */
  readonly on: string;
  readonly author: string;
  readonly time: string;
  readonly text: string;
}

/** How editors see a portal. */
export interface Views {
  /** The name of the portal. */
  readonly title: string;
  /** The views, by the name of the collection. */
  readonly of: Readonly<Record<string, View>>;
  /** The menu: collections in groups. Collections that are in no group come last. */
  readonly menu: readonly { readonly title: string; readonly collections: readonly string[] }[];
}
