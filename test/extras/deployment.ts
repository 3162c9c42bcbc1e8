// Searches a built folder as a browser does, with Pagefind's program.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { vi } from 'vitest';
import { type SearchOptions, searched } from '../../src/client/portal.js';
import { Requests } from '../../src/client/requests.js';
import { search } from '../../src/client/search.js';

/** A folder as a deployment: what is asked for, and what the client finds there. */
export class Deployment {
  readonly requests = new Requests({ baseUrl: 'https://e', retries: 0 });

  constructor(readonly dist: string) {
    vi.stubGlobal('fetch', async (url: string) => {
      const { pathname } = new URL(url);
      try {
        return new Response(readFileSync(join(this.dist, pathname)));
      } catch {
        return new Response('{}', { status: 404 });
      }
    });
  }

  search(words: string, options?: SearchOptions) {
    return search(this.requests, searched, words, options, async (url) => {
      const program = await (await fetch(url)).text();
      return import(`data:text/javascript,${encodeURIComponent(program)}`);
    });
  }

  /** What is found, as `<kind> <id>`. */
  async found(words: string, options?: SearchOptions) {
    const { results } = await this.search(words, options);
    return results.map(({ kind, id }) => `${kind} ${id}`);
  }
}
