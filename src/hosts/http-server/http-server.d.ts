// Types for the part of http-server 14.1.1 that hosts/http-server/start.mjs uses: the
// package ships no types, and DefinitelyTyped has wrong ones.
declare module 'http-server' {
  import type { IncomingMessage, Server, ServerResponse } from 'node:http';

  interface Options {
    readonly root: string;
    readonly ext?: string;
    /** How many seconds caches may keep answers (below zero: not at all), or the value of `Cache-Control`. */
    readonly cache: number | string;
    /** Strings, unlike the other switches. */
    readonly showDir: 'true' | 'false';
    readonly autoIndex: 'true' | 'false';
    readonly brotli?: boolean;
    readonly gzip?: boolean;
    readonly before?: readonly Handler[];
  }
  /** Answers a request, or passes it on: emits `next` on the response. */
  export type Handler = (
    // Node declares both as optional; a request to a server has both.
    request: IncomingMessage & { url: string; method: string },
    response: ServerResponse,
  ) => void;
  const httpServer: {
    createServer(options: Options): {
      readonly server: Server;
      listen(port: number, host: string): void;
    };
  };
  export default httpServer;
}
