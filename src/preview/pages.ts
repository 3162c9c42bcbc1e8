// The pages that are open in browsers: sends the state to them, and knows whether they wait for an answer.
import type { ServerResponse } from 'node:http';
import { setTimeout } from 'node:timers/promises';
import type { PreviewState } from './browser/dto.js';

/** If no page has requested anything for this long, the pages are at rest. */
const RESTING_MS = 1000;
/** How often to check whether pages are at rest. */
const LOOK_MS = 50;

export class Pages {
  readonly #open = new Set<ServerResponse>();
  #state = '';
  /** Since when no page has requested anything, by `performance.now()`; 0 if the API is to be built at once. */
  #asked = 0;
  /** How many requests are being answered at present. */
  #running = 0;

  get areServed(): boolean {
    return this.#running === 0;
  }

  /** Sends a state to all open pages, and keeps it for pages that are opened later. */
  tell(state: PreviewState): void {
    this.#state = `data: ${JSON.stringify(state)}\n\n`;
    for (const page of this.#open) page.write(this.#state);
  }

  /** Sends the present state, and then each new one, as server-sent events. */
  follow(response: ServerResponse): void {
    response.write(`retry: 500\n\n${this.#state}`);
    this.#open.add(response);
    response.once('close', () => this.#open.delete(response));
  }

  /** Runs `work`, which answers a request of a page. Until it ends, the pages are not at rest. */
  async during<T>(work: () => T): Promise<Awaited<T>> {
    this.#running++;
    try {
      return await work();
    } finally {
      this.#running--;
      this.#asked = performance.now();
    }
  }

  /** Called when somebody requests the API. A waiting build then begins at once, unless a page waits for an answer. */
  hurry(): void {
    this.#asked = 0;
  }

  /**
   * Waits until the open pages are at rest, because a build would delay answers to them. Waits less if somebody
   * requests the API, or if `isOver` returns true.
   */
  async quiet(isOver: () => boolean): Promise<void> {
    this.#asked = performance.now();
    const isResting = () => performance.now() - this.#asked >= RESTING_MS && this.areServed;
    while (this.#open.size > 0 && !isOver() && !isResting()) await setTimeout(LOOK_MS);
  }
}
