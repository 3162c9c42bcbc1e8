// Shows the progress of a command as a line on the terminal, and measures the time of each phase.
import type { Language } from '../messages/catalogue.js';
import { decimal, say, sentence, type Text } from '../say.js';

/** The line is shown only when the command has run for this long. */
const QUIET_MS = 1000;
const REDRAW_MS = 100;

/** The phases of checks, builds and imports. */
const PHASES: Readonly<Record<string, Text>> = {
  reading: sentence('reading'),
  compiling: sentence('compiling'),
  linking: sentence('linking'),
  writing: sentence('writing'),
  fetching: sentence('fetching'),
  'fetching again': sentence('fetching again'),
};

/** The name of a phase in a language. */
export const phaseName = (phase: string, lang: Language): string =>
  say(PHASES[phase] ?? phase, lang);

/** Shows the progress of a command on the terminal, if there is one, and measures its phases. */
export class ProgressLine {
  readonly #start = performance.now();
  readonly #times: [phase: string, ms: number][] = [];
  #phaseStart = this.#start;
  #phase = '';
  #drawn = 0;

  /** `terminal`: where to show the line; undefined for nowhere. */
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
    this.terminal.write(`\r\x1b[K${phaseName(phase, this.lang)}${share}`);
  };

  /** Removes the line from the terminal. Returns texts with the time of each phase, and with the whole time. */
  end(): string[] {
    const now = performance.now();
    this.#closePhase(now);
    if (this.#drawn > 0) this.terminal?.write('\r\x1b[K');
    const times = this.#times.map(([phase, ms]) => this.#time(phaseName(phase, this.lang), ms));
    return [...times, this.#time(say('in all', this.lang), now - this.#start)];
  }

  #closePhase(now: number): void {
    if (this.#phase !== '') this.#times.push([this.#phase, now - this.#phaseStart]);
  }

  #time(phase: string, ms: number): string {
    const seconds = decimal((ms / 1000).toFixed(2), this.lang);
    return say('{phase}: {seconds} s', this.lang, { phase, seconds });
  }

  /** How much is done, and how long the rest will probably take. A `total` of 0 means that it is not known. */
  #share(done: number, total: number, ms: number): string {
    if (done === 0) return '';
    if (total === 0) return ` ${done}`;
    const left = Math.ceil((ms / done) * ((total - done) / 1000));
    const values = { percent: Math.floor((100 * done) / total), done, total, left };
    return ` ${say('{percent} % ({done} of {total}), {left} s left', this.lang, values)}`;
  }
}
