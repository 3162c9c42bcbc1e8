// The HTTP server of the preview. It only accepts connections from this machine, finds the route for each request,
// and refuses requests without permission. Nothing else protects the data.
import { timingSafeEqual } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { isObject, type Json, type JsonObject } from '../model/fields.js';
import { LIMITS } from '../model/limits.js';
import { LANGUAGES, type Language } from '../problems/messages/catalogue.js';
import { refused } from '../problems/problem.js';
import { say, sentence, type Text } from '../problems/say.js';
import type { Failures } from './failures.js';

const ADDRESS = '127.0.0.1';
const FIRST_PORT = 8080;
const PORTS = 100;

/** An answer to a request. Without a body, it has no `Content-Type`. */
export interface Reply {
  readonly status: number;
  readonly headers: ReplyHeaders;
  readonly body?: Buffer | string;
}
export type ReplyHeaders = Readonly<Record<string, string>>;

export const NO_CACHE = { 'Cache-Control': 'no-cache', 'X-Content-Type-Options': 'nosniff' };

export const json = (status: number, body: unknown, headers: ReplyHeaders = NO_CACHE): Reply => ({
  status,
  headers: { ...headers, 'Content-Type': 'application/json' },
  body: JSON.stringify(body),
});

/** A request whose route was found, and which was permitted. */
export interface PreviewRequest {
  readonly method: string;
  readonly url: string;
  /** The variable parts of the path: `{ collection: 'posts', id: '5' }` for `/preview/data/record/posts/5`. */
  readonly params: Readonly<Record<string, string>>;
  readonly query: URLSearchParams;
  readonly lang: Language;
  /** The JSON object that a POST sends, not checked yet; empty for a GET. */
  readonly body: JsonObject;
  readonly response: ServerResponse;
}

/**
 * Who may send a request. `all`: any page; `origin`: any page except those of other origins; `page`: only the page that
 * this server has served, because only that page knows the token; `none`: nobody.
 */
export type Access = 'all' | 'origin' | 'page' | 'none';

/** Answers a request. Returns undefined if the function has already written the answer to `response`. */
export type Answer = (asked: PreviewRequest) => Reply | undefined | Promise<Reply | undefined>;

/** Functions that answer requests with JSON, by method and path below `/preview/`, such as `POST edit/undo`. */
export type Requests = Readonly<Record<string, (request: PreviewRequest) => unknown>>;

/** A route of the server. Variable parts of `path` are names: `/preview/data/record/:collection/:id`. */
export type Route = readonly [method: 'GET' | 'POST', path: string, access: Access, answer: Answer];

export interface Routes {
  readonly table: readonly Route[];
  /** Answers requests for all paths that are not in the table, such as those of the API. */
  readonly rest: (method: string, url: string) => Promise<Reply>;
}

/** Thrown if a request cannot be answered. The answer then has this status and message. */
export class WrongRequest extends Error {
  constructor(
    readonly status: 400 | 404 | 413,
    readonly text: Text | string,
  ) {
    super();
  }
}

const OTHER_NAME = json(421, {
  detail: 'This preview answers to 127.0.0.1 and localhost alone.',
});
const ELSEWHERE = json(403, { detail: 'This is for the page of the preview alone.' });

/**
 * Listens on a port, by default on the first free one from 8080 on. Returns the server, which answers nothing yet, and
 * its base URL. Throws a {@link UsageError} if it cannot use the port.
 */
export async function listen(
  port: number | undefined,
): Promise<{ readonly server: Server; readonly url: string }> {
  // An idle connection is never closed: during a build, the timer could end before the next request on it is read.
  const server = createServer({ keepAliveTimeout: 0 });
  const last = port ?? FIRST_PORT + PORTS - 1;
  for (let next = port ?? FIRST_PORT; ; next++) {
    try {
      server.listen(next, ADDRESS);
      await once(server, 'listening');
      // From now on, errors such as a failed connection are ignored. Otherwise they would end the process.
      server.on('error', () => {});
      const { port } = server.address() as AddressInfo; // it listens on a port, not on a pipe
      return { server, url: `http://${ADDRESS}:${port}` };
    } catch (error) {
      const { code, message } = error as NodeJS.ErrnoException;
      // Windows reserves some ports for itself, and then reports EACCES.
      const isTaken = code === 'EADDRINUSE' || (port === undefined && code === 'EACCES');
      if (isTaken && next < last) continue;
      if (port === undefined)
        throw refused('no port is free from {first} to {last}', { first: FIRST_PORT, last });
      if (code === 'EADDRINUSE')
        throw refused('port {port} is taken; choose another one, or leave out --port', { port });
      throw refused('cannot use port {port}: {reason}', { port, reason: message });
    }
  }
}

/** Serves the routes. `token`: what the page sends with its requests, to show that this server has served the page. */
export class PreviewServer {
  constructor(
    private readonly server: Server,
    private readonly routes: Routes,
    private readonly token: string,
    private readonly failures: Failures,
  ) {
    server.on('request', async (request, response) => {
      try {
        const reply = await this.#answer(request, response);
        if (reply) send(response, reply);
      } catch (error) {
        const reply = this.#failed(error, languageOf(request));
        if (!response.headersSent) send(response, reply);
      } finally {
        // Reads and drops the rest of the body, if there is one: the next request on the connection comes after it.
        request.resume();
      }
    });
  }

  async close(): Promise<void> {
    const closed = new Promise<void>((done) => this.server.close(() => done()));
    this.server.closeAllConnections();
    await closed;
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<Reply | undefined> {
    const { method = 'GET', url = '/', headers } = request;
    if (!isOwnName(headers.host)) return OTHER_NAME;
    const [path = '', search = ''] = url.split(/\?(.*)/s, 2);
    const found = this.routes.table.filter(([, pattern]) => paramsOf(pattern, path));
    if (found.length === 0) return this.routes.rest(method, url);
    const route = found.find(([own]) => own === (method === 'HEAD' ? 'GET' : method));
    if (!route) {
      const Allow = found.map(([own]) => (own === 'GET' ? 'GET, HEAD' : own)).join(', ');
      return json(405, { detail: `Method "${method}" not allowed.` }, { ...NO_CACHE, Allow });
    }
    const [, pattern, access, answer] = route;
    if (!this.#mayAsk(access, request)) return ELSEWHERE;
    const query = new URLSearchParams(search);
    const lang = languageOf(request);
    const body = method === 'POST' ? await bodyOf(request) : {};
    const asked = { method, url, params: paramsOf(pattern, path)!, query, lang, body, response };
    return answer(asked);
  }

  /** The answer to a request that {@link WrongRequest} refuses, or that fails for another reason. */
  #failed(error: unknown, lang: Language): Reply {
    if (error instanceof WrongRequest) return json(error.status, { detail: say(error.text, lang) });
    return json(503, { detail: this.failures.tell(error)[lang] });
  }

  #mayAsk(access: Access, request: IncomingMessage): boolean {
    if (access === 'all') return true;
    if (access === 'none' || isFromElsewhere(request)) return false;
    return access === 'origin' || hasToken(request, this.token);
  }
}

/** The language that a request of the page names in its query. */
const languageOf = ({ url = '' }: IncomingMessage): Language =>
  LANGUAGES.find((lang) => lang === /[?&]lang=(\w+)/.exec(url)?.[1]) ?? 'en';

/** The variable parts of a path if it matches the pattern: `{ id: '5' }` for `a/:id` and `a/5`; otherwise undefined. */
function paramsOf(pattern: string, path: string): Record<string, string> | undefined {
  const [names, parts] = [pattern.split('/'), path.split('/')];
  const isSame = (name: string, i: number) => name.startsWith(':') || name === parts[i];
  if (names.length !== parts.length || !names.every(isSame)) return undefined;
  const params = names.map((name, i) => [name.slice(1), parts[i]!] as const);
  return Object.fromEntries(params.filter((_, i) => names[i]!.startsWith(':')));
}

function send(response: ServerResponse, { status, headers, body }: Reply): void {
  const length = body !== undefined && { 'Content-Length': Buffer.byteLength(body) };
  response.writeHead(status, { ...headers, ...length }).end(body);
}

/** The most bytes that the body of a request may have. */
const MOST_BYTES = 16 << 20;

/** Reads the JSON object in the body. Throws a 413 if it is too large, and a 400 if it is none, or nested too deep. */
async function bodyOf(request: IncomingMessage): Promise<JsonObject> {
  let value: Json | undefined;
  try {
    value = JSON.parse((await bytesOf(request)).toString());
  } catch (error) {
    if (error instanceof WrongRequest) throw error;
    // It is not JSON, or the connection has ended.
  }
  if (isObject(value) && isWithin(value, LIMITS.depth)) return value;
  throw new WrongRequest(400, 'This is no JSON object.');
}

async function bytesOf(request: IncomingMessage): Promise<Buffer> {
  const blocks: Buffer[] = [];
  let size = 0;
  // The iterator may not destroy the request when it is left: that would close the connection before the answer.
  const iterator: AsyncIterable<Buffer> = request.iterator({ destroyOnReturn: false });
  for await (const block of iterator) {
    size += block.length;
    if (size > MOST_BYTES) {
      const most = sentence('This is too large: at most {most} MB are accepted.', {
        most: MOST_BYTES >> 20,
      });
      throw new WrongRequest(413, most);
    }
    blocks.push(block);
  }
  return Buffer.concat(blocks);
}

const isWithin = (value: Json | undefined, levels: number): boolean =>
  typeof value !== 'object' ||
  value === null ||
  (levels > 0 && Object.values(value).every((each) => isWithin(each, levels - 1)));

/** Whether a request has the token. Compares all bytes, so that nobody can find the token byte by byte. */
function hasToken({ headers }: IncomingMessage, token: string): boolean {
  const given = Buffer.from(String(headers['x-token'] ?? ''));
  return given.length === token.length && timingSafeEqual(given, Buffer.from(token));
}

/**
 * Whether the `Host` header names this machine, or is absent. A site could let a domain of its own lead to 127.0.0.1
 * (DNS rebinding): its scripts would then have the same origin as the preview, and could read everything.
 */
function isOwnName(host: string | undefined): boolean {
  return host === undefined || /^(?:localhost|127\.0\.0\.1)(?::\d+)?$/i.test(host);
}

/** Whether the request comes from a page of another origin, by a script or by a link. */
function isFromElsewhere({ headers }: IncomingMessage): boolean {
  const { origin, host } = headers;
  const site = headers['sec-fetch-site'] ?? 'none';
  return (
    !['same-origin', 'none'].includes(String(site)) ||
    (origin ?? `http://${host}`) !== `http://${host}`
  );
}
