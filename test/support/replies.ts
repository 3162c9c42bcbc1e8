// Requests and answers as values, and a server that calls a function for each request.
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import type { Running } from './tools.js';

export interface Request {
  readonly method: string;
  /** With its query, as it was sent. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string | undefined>>;
  /** The body, if the method writes. */
  readonly body?: string;
}

export interface Reply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
}

/** A server that answers with the result of `answer`. */
export function serverOf(answer: (request: Request) => Reply | Promise<Reply>): Server {
  return createServer(async (incoming, response) => {
    const { method = '', url: path = '', headers } = incoming;
    const body = /^(GET|HEAD|OPTIONS)$/.test(method) ? {} : { body: await text(incoming) };
    const reply = await answer({ method, path, headers: headers as Request['headers'], ...body });
    incoming.resume();
    response.writeHead(reply.status, reply.headers).end(reply.body);
  });
}

/** Starts the server on this machine, on the given port or on a free one. */
export async function serveReplies(
  port: number | undefined,
  answer: (request: Request) => Reply | Promise<Reply>,
): Promise<Running> {
  const server = serverOf(answer).listen(port ?? 0, '127.0.0.1');
  await once(server, 'listening');
  const stop = async (): Promise<void> => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  };
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, stop };
}
