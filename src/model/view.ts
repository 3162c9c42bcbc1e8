// How the preview shows the portal to editors in the browser: the columns of each list and the fields of each form.
// Without a view, a form shows all fields.

/**
 * How the records of one collection are listed and edited. A field is named by its path, such as `profile.position`.
 */
export interface View {
  /** The title of the list of records, and the word for one record. */
  readonly title: string;
  readonly singular: string;
  /** The fields that the list shows beside the name of each record. */
  readonly columns: readonly string[];
  /** References by which the list can be filtered, such as `certificates.exact_category`. */
  readonly filters?: readonly string[];
  /** Set if the list is sorted by name. By default the greatest id comes first. */
  readonly byName?: true;
  /**
   * Fields that a form shows at first, in this order. It also shows some more, such as required fields and the columns
   * of the list. The rest is in a part of the form that is folded at first.
   */
  readonly main?: readonly string[];
  /** Text fields that need several lines in a form. */
  readonly lines?: readonly string[];
  /** The words to show for the values of a field: `{ ready_for: { tender: 'tenders' } }`. */
  readonly values?: Readonly<Record<string, Readonly<Record<string, string>>>>;
  /**
   * Set if the records are contributions to a discussion, such as comments on a post. They are shown as a tree below
   * the post.
   */
  readonly discussion?: Discussion;
}

/** The names of the fields that a contribution to a discussion has. */
export interface Discussion {
  /** The reference to the record that is discussed: `post`. */
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
