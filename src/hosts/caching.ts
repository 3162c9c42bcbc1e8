// How long an answer may be kept, by class of file: the one place that says so. Heads and numbered
// pages change with every record, so they are asked for again after a minute; a settled cursor page
// seldom changes, so it may be kept for a day and is then asked for again; the next snapshot may
// correct an error.

export const cacheControl = {
  /** The root index, the first page of a list, and pages by number. */
  head: 'public, max-age=60, must-revalidate',
  /** A cursor page. */
  settled: 'public, max-age=86400, stale-while-revalidate=604800',
  error: 'public, max-age=10, must-revalidate',
} as const;
