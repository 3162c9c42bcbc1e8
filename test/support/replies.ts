// Requests and answers as values, and a server that calls a function for each request.
import { createServer, type Server } from 'node:http';
import type { AddressInfo, Socket, Server as TcpServer } from 'node:net';
import { text } from 'node:stream/consumers';
import { atEnd } from './at-end.js';
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

/** Serves on a port of this machine, a free one by default, until the test file ends; its base URL. */
export const listen = async (server: Server | TcpServer, port = 0): Promise<string> =>
  (await started(server, port)).url;

/** Starts such a server; it can be stopped before the test file ends. */
export const serveReplies = (
  port: number | undefined,
  answer: (request: Request) => Reply | Promise<Reply>,
): Promise<Running> => started(serverOf(answer), port ?? 0);

async function started(server: Server | TcpServer, port: number): Promise<Running> {
  const sockets = new Set<Socket>();
  server.on('connection', (socket: Socket) => sockets.add(socket));
  const stop = async (): Promise<void> => {
    for (const socket of sockets) socket.destroy();
    await new Promise((resolve) => server.close(resolve));
  };
  atEnd(stop);
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(port, '127.0.0.1', resolve);
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, stop };
}

export const page = (html: string, headers: Reply['headers'] = {}): Reply => ({
  status: 200,
  headers: { 'content-type': 'text/html; charset=utf-8', ...headers },
  body: Buffer.from(html),
});
