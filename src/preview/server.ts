// The HTTP server of the preview. It only accepts connections from this machine, finds the route for each request,
// and refuses requests without permission. Nothing else protects the data.
import { timingSafeEqual } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { isObject, type Json, type JsonObject } from '../model/fields.js';
import { LIMITS } from '../model/limits.js';
import { explain } from '../problems/failure.js';
import { LANGUAGES, type Language } from '../problems/messages/catalogue.js';
import { refused, UsageError } from '../problems/problem.js';

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
  readonly rest: (method: string, url: string) => Reply;
}

/** Thrown if a request cannot be answered. The answer then has this status and message. */
export class WrongRequest extends Error {
  constructor(
    readonly status: 400 | 404,
    message: string,
  ) {
    super(message);
  }
}

/** The answer after an unexpected error, such as a missing file while the package is being installed again. */
export const GONE = {
  detail: 'The files of this preview are gone for now: try again in a moment.',
};
const OTHER_NAME = json(421, {
  detail: 'This preview answers to 127.0.0.1 and localhost alone.',
});
const ELSEWHERE = json(403, { detail: 'This is for the page of the preview alone.' });

/** Serves the routes. `token`: what the page sends with its requests, to show that this server has served the page. */
export class PreviewServer {
  readonly #server: Server;

  constructor(
    private readonly routes: Routes,
    private readonly token: string,
  ) {
    this.#server = createServer(async (request, response) => {
      const reply = await this.#answer(request, response).catch(failed);
      if (response.headersSent) return;
      if (reply) send(response, reply);
    });
  }

  /**
   * Listens on a port, by default on the first free one from 8080 on. Returns the base URL. Throws a {@link UsageError}
   * if it cannot use the port.
   */
  async listen(port: number | undefined): Promise<string> {
    const last = port ?? FIRST_PORT + PORTS - 1;
    for (let next = port ?? FIRST_PORT; ; next++) {
      try {
        this.#server.listen(next, ADDRESS);
        await once(this.#server, 'listening');
        // From now on, errors such as a failed connection are ignored. Otherwise they would end the process.
        this.#server.on('error', () => {});
        const { port } = this.#server.address() as AddressInfo; // it listens on a port, not on a pipe
        return `http://${ADDRESS}:${port}`;
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

  async close(): Promise<void> {
    const closed = new Promise<void>((done) => this.#server.close(() => done()));
    this.#server.closeAllConnections();
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
    const lang = LANGUAGES.find((one) => one === query.get('lang')) ?? 'en';
    const body = method === 'POST' ? await bodyOf(request) : {};
    const asked = { method, url, params: paramsOf(pattern, path)!, query, lang, body, response };
    try {
      return await answer(asked);
    } catch (error) {
      if (!(error instanceof UsageError)) throw error;
      return json(503, { detail: explain(error, lang).join('\n') });
    }
  }

  #mayAsk(access: Access, request: IncomingMessage): boolean {
    if (access === 'all') return true;
    if (access === 'none' || isFromElsewhere(request)) return false;
    return access === 'origin' || hasToken(request, this.token);
  }
}

/** The variable parts of a path if it matches the pattern: `{ id: '5' }` for `a/:id` and `a/5`; otherwise undefined. */
function paramsOf(pattern: string, path: string): Record<string, string> | undefined {
  const [names, parts] = [pattern.split('/'), path.split('/')];
  const isSame = (name: string, i: number) => name.startsWith(':') || name === parts[i];
  if (names.length !== parts.length || !names.every(isSame)) return undefined;
  const params = names.map((name, i) => [name.slice(1), parts[i]!] as const);
  return Object.fromEntries(params.filter((_, i) => names[i]!.startsWith(':')));
}

const failed = (error: unknown): Reply =>
  error instanceof WrongRequest ? json(error.status, { detail: error.message }) : json(503, GONE);

function send(response: ServerResponse, { status, headers, body }: Reply): void {
  const length = body !== undefined && { 'Content-Length': Buffer.byteLength(body) };
  response.writeHead(status, { ...headers, ...length }).end(body);
}

/** The most bytes that the body of a request may have. */
const MOST_BYTES = 16 << 20;

/** Reads the JSON object in the body. Throws a 400 if there is none, or if it is too large or nested too deep. */
async function bodyOf(request: IncomingMessage): Promise<JsonObject> {
  const blocks: Buffer[] = [];
  let size = 0;
  for await (const block of request as AsyncIterable<Buffer>) {
    size += block.length;
    if (size > MOST_BYTES) break;
    blocks.push(block);
  }
  let value: Json | undefined;
  try {
    value = size > MOST_BYTES ? undefined : JSON.parse(Buffer.concat(blocks).toString());
  } catch {
    // It is not JSON.
  }
  if (isObject(value) && isWithin(value, LIMITS.depth)) return value;
  throw new WrongRequest(400, 'This is no JSON object.');
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
