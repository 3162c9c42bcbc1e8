// What a rule found, while it is being checked.
import type { Failure } from './report.js';

/** Who mends these will find the others. */
const MAX_FAILURES = 20;
const MAX_NOTES = 10;
const MAX_TEXT = 300;

export class Verdict {
  checks = 0;
  failed = 0;
  readonly failures: Failure[] = [];
  readonly notes: string[] = [];

  /** Counts a check; keeps what was found where it failed. Gives back whether it held. */
  expect(holds: boolean, address: string, wanted: string, found: string): boolean {
    this.checks++;
    if (holds) return true;
    this.failed++;
    if (this.failures.length < MAX_FAILURES) {
      this.failures.push({ address: cut(address), wanted: cut(wanted), found: cut(found) });
    }
    return false;
  }

  /** Tells something that is no failure, once. */
  note(text: string): void {
    const note = cut(text);
    if (this.notes.length < MAX_NOTES && !this.notes.includes(note)) this.notes.push(note);
  }
}

const cut = (text: string): string =>
  text.length > MAX_TEXT ? `${text.slice(0, MAX_TEXT - 1)}…` : text;
