// The pages that are open in browsers: what they are told, and whether they wait for something.
import type { ServerResponse } from 'node:http';
import { setTimeout } from 'node:timers/promises';
import type { PreviewState } from './browser/dto.js';

/** A page with more unread events than this is disconnected; its EventSource reconnects by itself. */
const UNREAD_BYTES = 4 << 20;
/** A page that has asked nothing for so long is at rest: what it shows is read by somebody. */
const RESTING_MS = 1000;
/** How often to look whether pages rest. */
const LOOK_MS = 50;

export class Pages {
  readonly #open = new Set<ServerResponse>();
  #state = '';
  /** When a page last asked for something, or was answered. */
  #asked = 0;
  /** How many requests are being answered. */
  #running = 0;

  /** Whether nothing is being answered. */
  get areServed(): boolean {
    return this.#running === 0;
  }

  /** Sends a state to every open page, and keeps it for pages that are opened later. */
  tell(state: PreviewState): void {
    this.#state = `data: ${JSON.stringify(state)}\n\n`;
    for (const page of this.#open) {
      if (page.writableLength > UNREAD_BYTES) page.destroy();
      else page.write(this.#state);
    }
  }

  /** Sends the state now, and each one that follows, as server-sent events. */
  follow(response: ServerResponse): void {
    response.write(`retry: 500\n\n${this.#state}`);
    this.#open.add(response);
    response.once('close', () => this.#open.delete(response));
  }

  /** Does what a page has asked for. */
  async during<T>(work: () => T): Promise<Awaited<T>> {
    this.#running++;
    try {
      return await work();
    } finally {
      this.#running--;
      this.#asked = performance.now();
    }
  }

  /** Somebody asks for the API: it need not wait for pages any more. */
  hurry(): void {
    this.#asked = 0;
  }

  /**
   * Waits until pages rest, since a build would keep them waiting; or somebody asks for the API, or it `isOver`. So what
   * an editor saves is shown at once, and published when nobody waits for something else.
   */
  async quiet(isOver: () => boolean): Promise<void> {
    this.#asked = performance.now();
    const isResting = () => performance.now() - this.#asked >= RESTING_MS && this.areServed;
    while (this.#open.size > 0 && !isOver() && !isResting()) await setTimeout(LOOK_MS);
  }
}
