// Types for the part of http-server 14.1.1 that hosts/http-server/start.mjs uses: the
// package ships no types, and DefinitelyTyped has wrong ones.
declare module 'http-server' {
  import type { IncomingMessage, ServerResponse } from 'node:http';

  /** Answers a request, or passes it on: emits `next` on the response. */
  export type Handler = (
    // Node declares both as optional; a request to a server has both.
    request: IncomingMessage & { url: string; method: string },
    response: ServerResponse,
  ) => void;
  const httpServer: {
    createServer(options: Readonly<Record<string, unknown>>): {
      listen(port: number, host: string): void;
    };
  };
  export default httpServer;
}
