// The errors that a client throws, apart from the reason of an aborted signal and TypeErrors for wrong arguments.

/** An answer that is not what the API promises, an address that is not there, or no answer at all. */
export class PortalError extends Error {
  override name = 'PortalError';

  constructor(
    /** The address that was requested. */
    readonly url: string,
    /** What is wrong, in words that follow the address, such as `answers 500`. */
    why: string,
    /** The HTTP status, if that is what is wrong; undefined otherwise, also if there was no answer. */
    readonly status?: number,
    options?: { readonly cause: unknown },
  ) {
    super(`${url} ${why}`, options);
  }
}

/** A list was published again while it was read, so that what was read is of two snapshots. Try again later. */
export class ListChanged extends PortalError {
  override name = 'ListChanged';
}
