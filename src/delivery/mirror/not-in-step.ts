// Why a folder cannot be brought in step with its origin: the origin's fault, not the caller's. Exit status 1.
import type { Said } from '../../problems/messages/catalogue.js';

export class NotInStep extends Error {
  override name = 'NotInStep';

  /** `mayPass`: the origin may just be publishing, so that all is right a moment later. */
  constructor(
    readonly said: Said,
    readonly mayPass = false,
  ) {
    super(said.en);
  }
}
