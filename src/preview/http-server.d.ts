// The part of http-server 14.1.1 that is used: it ships no types, and those of DefinitelyTyped are wrong.
declare module 'http-server' {
  interface Options {
    readonly root: string;
    readonly ext: string;
    readonly cache: string;
    /** Strings, unlike its other switches. */
    readonly showDir: 'true' | 'false';
    readonly autoIndex: 'true' | 'false';
  }
  const httpServer: {
    createServer(options: Options): { readonly server: import('node:http').Server };
  };
  export default httpServer;
}
