// Shows the progress of a command as a line on the terminal, or as lines in a log, and measures the time of each phase.
import type { Language } from '../messages/catalogue.js';
import { decimal, say, sentence, type Text } from '../say.js';

/** A line is shown only when the command has run for `quiet` milliseconds, and not again within `again`. */
const TERMINAL = { quiet: 1000, again: 100 };
const LOG = { quiet: 10_000, again: 10_000 };

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

/** Shows the progress of a command, and measures its phases. */
export class ProgressLine {
  readonly #start = performance.now();
  readonly #times: [phase: string, ms: number][] = [];
  #phaseStart = this.#start;
  #phase = '';
  #drawn = 0;

  /** `output`: where to show lines; undefined for nowhere. `isLog`: whether it cannot replace a line by the next one. */
  constructor(
    private readonly output: { write(text: string): unknown } | undefined,
    private readonly lang: Language = 'en',
    private readonly isLog = false,
  ) {}

  readonly follow = (phase: string, done: number, total: number): void => {
    const now = performance.now();
    if (phase !== this.#phase) {
      this.#closePhase(now);
      this.#phase = phase;
      this.#phaseStart = now;
    }
    const { quiet, again } = this.isLog ? LOG : TERMINAL;
    if (!this.output || now - this.#start < quiet || now - this.#drawn < again) return;
    this.#drawn = now;
    const share = this.#share(done, total, now - this.#phaseStart);
    const line = `${phaseName(phase, this.lang)}${share}`;
    this.output.write(this.isLog ? `${line}\n` : `\r\x1b[K${line}`);
  };

  /** Removes the line from a terminal. Returns texts with the time of each phase, and with the whole time. */
  end(): string[] {
    const now = performance.now();
    this.#closePhase(now);
    if (this.#drawn > 0 && !this.isLog) this.output?.write('\r\x1b[K');
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
