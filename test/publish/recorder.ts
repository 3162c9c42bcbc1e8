// A server that keeps every request, whole, and answers as it is told.
import { once } from 'node:events';
import { createServer } from 'node:http';

export interface Request {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: string;
}

interface Answer {
  readonly status: number;
  readonly body: string;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface Recorded {
  readonly url: string;
  readonly requests: Request[];
  answer: (request: Request) => Answer;
  readonly stop: () => Promise<void>;
}

export async function record(): Promise<Recorded> {
  const requests: Request[] = [];
  const server = createServer(async (incoming, response) => {
    const blocks: Buffer[] = [];
    for await (const block of incoming) blocks.push(block as Buffer);
    const { method = '', url: path = '', headers } = incoming;
    const request = { method, path, headers, body: Buffer.concat(blocks).toString() };
    requests.push(request);
    const { status, body, headers: more = {} } = recorded.answer(request);
    response.writeHead(status, more).end(body);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  const recorded: Recorded = {
    url: `http://127.0.0.1:${port}`,
    requests,
    answer: () => ({ status: 200, body: '{"success":true}' }),
    stop: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return recorded;
}
