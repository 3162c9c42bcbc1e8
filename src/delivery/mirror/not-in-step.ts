// The error for a folder that cannot be brought in step because of its origin, not of the caller: exit status 1.

export class NotInStep extends Error {
  override name = 'NotInStep';

  /** `mayPass`: the origin may just be publishing, so that another attempt may succeed. */
  constructor(
    message: string,
    readonly mayPass = false,
  ) {
    super(message);
  }
}
