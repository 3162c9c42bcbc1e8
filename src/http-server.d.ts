// The part of http-server 14.1.1 that is used, by the preview and by the script of the host: it ships no
// types, and those of DefinitelyTyped are wrong.
declare module 'http-server' {
  import type { IncomingMessage, Server, ServerResponse } from 'node:http';

  interface Options {
    readonly root: string;
    readonly ext?: string;
    /** Seconds, none if below zero, or the header as it is. */
    readonly cache: number | string;
    /** Strings, unlike its other switches. */
    readonly showDir: 'true' | 'false';
    readonly autoIndex: 'true' | 'false';
    readonly brotli?: boolean;
    readonly gzip?: boolean;
    readonly before?: readonly Handler[];
  }
  /** Answers a request, or has its response emit `next`. */
  export type Handler = (
    // What a server is asked has both.
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
