// The pages that are open in browsers. The state of the data is sent to them.
import type { ServerResponse } from 'node:http';
import type { PreviewState } from './browser/dto.js';

export class Pages {
  readonly #open = new Set<ServerResponse>();
  #state = '';

  get areOpen(): boolean {
    return this.#open.size > 0;
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
}
