// What the server tells the page after each build. It imports nothing: the page's project knows the DOM,
// and nothing of the server.

/** How the last build went, and which lists the snapshot has. */
export interface PreviewState {
  /** The id of the snapshot that is served; null until there is one. */
  readonly snapshot: string | null;
  /** Why the last build came to no end at all, such as a missing data folder. */
  readonly failure: string | null;
  /** Of the last build. */
  readonly errors: number;
  readonly warnings: number;
  /** The first ones of them. */
  readonly problems: readonly ToldProblem[];
  /** The lists of the API, in the portal's order. */
  readonly lists: readonly ListEntry[];
}

/** What of a problem the page shows. */
export interface ToldProblem {
  readonly severity: 'error' | 'warning';
  readonly file: string;
  readonly line: number;
  readonly column: number;
  readonly path: string;
  readonly message: string;
  readonly hint?: string;
}

export interface ListEntry {
  /** Such as `/api/region/`. */
  readonly address: string;
  /** Records in the snapshot that is served; null until there is one. */
  readonly records: number | null;
}
