// What the server tells the page after each build. This module imports nothing: it is compiled with the
// page too, whose TypeScript project has the types of the DOM and none of the server.

/** How the last build went, and which lists the snapshot has. */
export interface PreviewState {
  /** The id of the snapshot that is served; null until there is one. */
  readonly snapshot: string | null;
  /** Why the last build was not completed at all, such as a missing data folder. */
  readonly failure: string | null;
  /** How many errors and warnings the last build had. */
  readonly errors: number;
  readonly warnings: number;
  /** The first problems of the last build. */
  readonly problems: readonly ToldProblem[];
  /** The lists of the API, in the portal's order. */
  readonly lists: readonly ListEntry[];
}

/** The parts of a problem that the page shows. */
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
  /** How many records the list has in the snapshot that is served; null until there is one. */
  readonly records: number | null;
}
