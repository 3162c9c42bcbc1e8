// What a client throws besides the reason of an aborted signal and TypeErrors for wrong arguments.

/** An answer that is not what the API promises, an address that is not there, or no answer at all. */
export class PortalError extends Error {
  override name = 'PortalError';

  constructor(
    /** The address that was asked. */
    readonly url: string,
    /** What is wrong with it, in words that follow the address. */
    why: string,
    /** The status of the answer; undefined where there was none, or where it was not at fault. */
    readonly status?: number,
    options?: { readonly cause: unknown },
  ) {
    super(`${url} ${why}`, options);
  }
}

/** A list was published anew while it was read, so that what was read is of two snapshots. Try again later. */
export class ListChanged extends PortalError {
  override name = 'ListChanged';
}

/** What was published is not signed by the key that was given, or not signed at all: nothing of it is handed over. */
export class SignatureError extends PortalError {
  override name = 'SignatureError';
}
