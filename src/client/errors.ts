// The errors that the client throws. In addition, it throws TypeErrors for wrong arguments, and the reason of an
// aborted signal.

/** The API gave a wrong answer, the address does not exist, or there was no answer. */
export class PortalError extends Error {
  override name = 'PortalError';

  constructor(
    /** The address that was requested. */
    readonly url: string,
    /** What is wrong. The message is the address and this text, such as `answers 500`. */
    why: string,
    /** The HTTP status, if it is what is wrong; otherwise undefined, also if there was no answer. */
    readonly status?: number,
    options?: { readonly cause: unknown },
  ) {
    super(`${url} ${why}`, options);
  }
}

/** The API was published again while a list was read, so its pages do not fit together. Try again later. */
export class ListChanged extends PortalError {
  override name = 'ListChanged';
}
