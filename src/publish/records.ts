// Where the record of a target is kept: read once, replaced in one go, and only if nobody else did so since.
import { Held } from './lock.js';
import { decode, EMPTY, encode, type State } from './state.js';
import type { Key, Target } from './targets/target.js';

const RECORD: Key = 'kept/state';
const HEADERS = 'Content-Type: application/octet-stream\nCache-Control: no-store';

/** What the record is worth: without one, or with a damaged one, the target has to be looked at. */
export type Worth = 'good' | 'none' | 'damaged';

export class Records {
  #tag: string | undefined;

  constructor(
    private readonly target: Target,
    /** Whether the target heeds conditions. */
    private readonly isConditional: boolean,
  ) {}

  async read(): Promise<{ readonly state: State; readonly worth: Worth }> {
    const stored = await this.target.read(RECORD);
    this.#tag = stored?.tag;
    if (!stored) return { state: EMPTY, worth: 'none' };
    const state = decode(stored.bytes);
    return state ? { state, worth: 'good' } : { state: EMPTY, worth: 'damaged' };
  }

  readonly write = async (state: State): Promise<void> => {
    const bytes = encode(state);
    const condition = this.#tag === undefined ? 'absent' : { tag: this.#tag };
    const tag = await this.target.write(
      RECORD,
      bytes,
      HEADERS,
      this.isConditional ? condition : undefined,
    );
    if (tag !== undefined) {
      this.#tag = tag;
      return;
    }
    // An answer may be lost on its way, and the write be asked for again: then it was ours.
    const there = await this.target.read(RECORD);
    if (!there?.bytes.equals(bytes)) {
      throw new Held(`someone else published to ${this.target.name} in the meantime`);
    }
    this.#tag = there.tag;
  };
}
