// The error for a folder that cannot be brought in step because of its origin, not of the caller: exit status 1.
import type { Said } from '../../problems/messages/catalogue.js';

export class NotInStep extends Error {
  override name = 'NotInStep';

  /** `mayPass`: the origin may just be publishing, so that another attempt may succeed. */
  constructor(
    readonly said: Said,
    readonly mayPass = false,
  ) {
    super(said.en);
  }
}
