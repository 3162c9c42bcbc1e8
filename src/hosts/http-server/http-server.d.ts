// Types for the part of http-server 14.1.1 that start.mjs uses. The package has no types, and those of
// DefinitelyTyped are wrong.
declare module 'http-server' {
  import type { IncomingMessage, ServerResponse } from 'node:http';

  /** Answers a request, or emits `next` on the response. */
  export type Handler = (
    // Node declares `url` and `method` as optional, but each request to a server has both.
    request: IncomingMessage & { url: string; method: string },
    response: ServerResponse,
  ) => void;
  const httpServer: {
    createServer(options: Readonly<Record<string, unknown>>): {
      listen(port: number, host: string, onListening: () => void): void;
    };
  };
  export default httpServer;
}
