// What may stand between an import and a portal, or be the portal: a proxy that is honest unless it is given a trick.
import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, request } from 'node:http';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import type { Running } from '../../support/tools.js';

/** A request that came. */
export interface Asked {
  /** With its query. */
  readonly path: string;
  /** The how-manieth it is for this path, from 1. */
  readonly time: number;
  readonly headers: IncomingHttpHeaders;
}

/** What is answered: a body as a stream may never end, and where it throws the connection is cut. */
export interface Answer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer | AsyncIterable<Buffer>;
}

/** What becomes of a request: an answer, be it the portal's own (`pass`) or another, or none. */
export type Trick = (
  asked: Asked,
  pass: () => Promise<Answer & { readonly body: Buffer }>,
) => Promise<Answer | 'cut'>;

const honest: Trick = (_asked, pass) => pass();

/** The proxy, as it runs. */
export interface RunningProxy extends Running {
  /** All that was asked of it, in order. */
  readonly asked: readonly Asked[];
}

/** Starts it in front of a server, whose links name the proxy then. */
export async function startProxy(target: string, trick: Trick = honest): Promise<RunningProxy> {
  const asked: Asked[] = [];
  const server = createServer(({ url: path = '/', headers, method }, response) => {
    const time = asked.filter((earlier) => earlier.path === path).length + 1;
    asked.push({ path, time, headers });
    const pass = async () => {
      const passed = request(`${target}${path}`, { method, headers }).end();
      const [answer] = await once(passed, 'response');
      return { status: answer.statusCode, headers: answer.headers, body: await buffer(answer) };
    };
    const answer = async (): Promise<void> => {
      const answer = await trick({ path, time, headers }, pass);
      if (answer === 'cut') throw new Error('cut');
      const { 'content-length': _length, connection: _own, ...rest } = answer.headers;
      response.writeHead(answer.status, rest);
      const { body } = answer;
      if (Buffer.isBuffer(body)) response.end(body);
      else await pipeline(Readable.from(body), response);
    };
    answer().catch(() => response.destroy());
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (typeof address !== 'object' || address === null) throw new Error('no port');
  const stop = async (): Promise<void> => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  };
  return { url: `http://127.0.0.1:${address.port}`, asked, stop };
}
