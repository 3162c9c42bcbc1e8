// The errors that a client throws, apart from the reason of an aborted signal and TypeErrors for wrong arguments.

/** The API answered something that it does not promise, the address does not exist, or there was no answer. */
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

/** A list was published again while it was read, so that its pages are from two snapshots. Try again later. */
export class ListChanged extends PortalError {
  override name = 'ListChanged';
}
