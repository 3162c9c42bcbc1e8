// The errors that the client throws. The client also throws a TypeError for wrong arguments, and the reason of a signal
// that aborts a call.

/** The API gave a wrong answer or no answer, or the address does not exist. */
export class PortalError extends Error {
  override name = 'PortalError';

  constructor(
    /** The address that was requested. */
    readonly url: string,
    /** What is wrong, such as `answers 500`. The message of the error is the address and this text. */
    why: string,
    /** The HTTP status of the answer, if the status is wrong or the body cannot be read. Otherwise undefined. */
    readonly status?: number,
    options?: { readonly cause: unknown },
  ) {
    super(`${url} ${why}`, options);
  }
}

/** The API was published again meanwhile, so the parts that were read do not fit together. Try again later. */
export class ListChanged extends PortalError {
  override name = 'ListChanged';
}

/** Throws a TypeError with all known names unless `given` is one of them. */
export function demandName(what: string, given: string, known: readonly string[]): void {
  if (known.includes(given)) return;
  throw new TypeError(`there is no ${what} ${JSON.stringify(given)}, only ${known.join(', ')}`);
}
