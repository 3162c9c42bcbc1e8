// The progress of a command, for the person who waits: a line on a terminal, and the time of each phase.
import type { Language } from '../messages/catalogue.js';
import { words } from './words.js';

/** No line is shown before this time, so that short work shows none. */
const QUIET_MS = 1000;
const REDRAW_MS = 100;

/** Follows a command's work: draws a line on the terminal, if there is one, and measures the phases. */
export class ProgressLine {
  readonly #start = performance.now();
  readonly #times: [phase: string, ms: number][] = [];
  #phaseStart = this.#start;
  #phase = '';
  #drawn = 0;

  /** `terminal`: where to draw; undefined draws nothing. */
  constructor(
    private readonly terminal: { write(text: string): unknown } | undefined,
    private readonly lang: Language = 'en',
  ) {}

  readonly follow = (phase: string, done: number, total: number): void => {
    const now = performance.now();
    if (phase !== this.#phase) {
      this.#closePhase(now);
      this.#phase = phase;
      this.#phaseStart = now;
    }
    if (!this.terminal || now - this.#start < QUIET_MS || now - this.#drawn < REDRAW_MS) return;
    this.#drawn = now;
    const share = this.#share(done, total, now - this.#phaseStart);
    this.terminal.write(`\r\x1b[K${this.#named(phase)}${share}`);
  };

  /** Clears the line. Returns the times of the phases, a line for each. */
  end(): string[] {
    const now = performance.now();
    this.#closePhase(now);
    if (this.#drawn > 0) this.terminal?.write('\r\x1b[K');
    const { inAll, took } = words[this.lang];
    const all = [...this.#times, [inAll, now - this.#start] as const];
    return all.map(([phase, ms]) => took(this.#named(phase), (ms / 1000).toFixed(2)));
  }

  #closePhase(now: number): void {
    if (this.#phase !== '') this.#times.push([this.#phase, now - this.#phaseStart]);
  }

  #named(phase: string): string {
    return words[this.lang].phases[phase] ?? phase;
  }

  /** How much is done, and how long the rest takes at that pace; a `total` of 0 means it is not known. */
  #share(done: number, total: number, ms: number): string {
    if (done === 0) return '';
    if (total === 0) return ` ${done}`;
    const left = Math.ceil((ms / done) * ((total - done) / 1000));
    return ` ${words[this.lang].share(Math.floor((100 * done) / total), done, total, left)}`;
  }
}
