// Puts into words why the preview cannot do something. It never ends for such a reason.
import { explain } from '../problems/failure.js';
import type { Localized } from '../problems/messages/catalogue.js';
import { UsageError } from '../problems/problem.js';
import { say, sentence } from '../problems/say.js';

const UNEXPECTED = sentence(
  'something unexpected happened: {reason}; try again and, if it happens again, end the preview with Ctrl-C and start it again',
);

export class Failures {
  #last = '';

  /** `onFailure`: called once for several failures in a row with the same reason, because many requests may fail. */
  constructor(private readonly onFailure: (failure: Localized) => void) {}

  /** Tells of a failure. Returns the reason in one sentence and, if it is unexpected, what can be done. */
  readonly tell = (error: unknown): Localized => {
    const failure = { en: inWords(error, 'en'), ru: inWords(error, 'ru') };
    if (failure.en !== this.#last) this.onFailure(failure);
    this.#last = failure.en;
    return failure;
  };

  /** Called when all is well again: the next failure is told even if it has the same reason as the last one. */
  end(): void {
    this.#last = '';
  }
}

function inWords(error: unknown, lang: keyof Localized): string {
  const [reason = ''] = explain(error, lang);
  if (error instanceof UsageError) return reason;
  return say({ ...UNEXPECTED, values: { reason: reason.replace(/^Error: /, '') } }, lang);
}
