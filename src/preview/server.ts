// The preview's HTTP server, on the loopback interface only. site/route.ts finds the file for an
// address of the API; the page and its events are served beside the API.
import { hash } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { ExtraEndpoint, Portal } from '../model/endpoint.js';
import type { Json } from '../model/fields.js';
import { refused } from '../problems/problem.js';
import { OPENAPI } from '../site/address.js';
import { API_HEADERS, makeRouter, type Router } from '../site/route.js';
import type { PreviewState } from './browser/told.js';
import { POLICY, pageFiles } from './docs/docs.js';
import { assets, PAGE_HEADERS } from './page.js';
import type { Snapshots } from './snapshots.js';
import { VIEWS, type ViewAnswers } from './views/answer.js';

const ADDRESS = '127.0.0.1';
const FIRST_PORT = 8080;
const PORTS = 100;
/** The address of the events that tell the page of each build. */
const EVENTS = '/preview/events';
/** A page with more unread events than this is disconnected; its EventSource reconnects by itself. */
const UNREAD_BYTES = 4 << 20;

/** Where the page that shows the API is. */
const DOCS = '/docs/';
const NO_SNAPSHOT = { detail: 'There is no snapshot yet: the data has errors.' };
/** Someone cleaned the system's temporary folder, or is installing this package anew. */
const GONE = { detail: 'The files of this preview are gone for now: try again in a moment.' };

const ANY_ORIGIN = { 'Access-Control-Allow-Origin': '*' };
/** Headers for a CORS preflight, where a browser asks which methods and headers it may send. */
const PREFLIGHT = {
  'Access-Control-Allow-Methods': API_HEADERS.Allow,
  'Access-Control-Allow-Headers': '*',
};
const NO_CACHE = { 'Cache-Control': 'no-cache', 'X-Content-Type-Options': 'nosniff' };

/** Serves the snapshots of a portal, the page, and the page's events. */
export class PreviewServer {
  /** Whether the snapshot holds only public data: then pages of any origin may read it. */
  isForEveryone = false;
  /** The template of links to the editor. */
  editor = '';
  readonly #server: Server;
  #route: Router;
  #extras: readonly ExtraEndpoint[] = [];
  readonly #notFound: Json;
  readonly #pages = new Set<ServerResponse>();
  #state = '';

  constructor(
    private readonly portal: Portal,
    private readonly snapshots: Snapshots,
    private readonly views: ViewAnswers,
    /** Is told when files of the snapshot are gone: another build brings them back. */
    private readonly lost: () => void,
  ) {
    this.#route = makeRouter(portal);
    this.#notFound = portal.notFound;
    this.#server = createServer((request, response) => {
      this.#answer(request, response).catch(() => {
        if (response.headersSent) response.destroy();
        else send(response, 503, GONE, NO_CACHE);
      });
    });
  }

  /** The extras that the snapshot has. */
  get extras(): readonly ExtraEndpoint[] {
    return this.#extras;
  }

  set extras(extras: readonly ExtraEndpoint[]) {
    this.#extras = extras;
    this.#route = makeRouter(this.portal, extras);
  }

  /** Listens on a port, by default the first free one from 8080 on; gives the base URL. */
  async listen(port: number | undefined): Promise<string> {
    const last = port ?? FIRST_PORT + PORTS - 1;
    for (let next = port ?? FIRST_PORT; ; next++) {
      try {
        await this.#listen(next);
        return `http://localhost:${next}`;
      } catch (error) {
        const { code, message } = error as NodeJS.ErrnoException;
        if (code === 'EADDRINUSE' && next < last) continue;
        if (port === undefined) throw refused('preview/no-port', { first: FIRST_PORT, last });
        if (code === 'EADDRINUSE') throw refused('preview/taken', { port });
        throw refused('preview/port', { port, reason: message });
      }
    }
  }

  async close(): Promise<void> {
    const closed = new Promise<void>((done) => this.#server.close(() => done()));
    this.#server.closeAllConnections();
    await closed;
  }

  /** Sends a state to every open page, and keeps it for pages that are opened later. */
  tell(state: PreviewState): void {
    this.#state = `data: ${JSON.stringify(state)}\n\n`;
    for (const page of this.#pages) {
      if (page.writableLength > UNREAD_BYTES) page.destroy();
      else page.write(this.#state);
    }
  }

  async #listen(port: number): Promise<void> {
    this.#server.listen(port, ADDRESS);
    await once(this.#server, 'listening');
    // A connection that cannot be accepted is no reason to stop.
    this.#server.on('error', () => {});
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method = 'GET', url = '/' } = request;
    if (!isOwnName(request.headers.host)) {
      send(response, 421, { detail: 'This preview answers to localhost alone.' }, NO_CACHE);
      return;
    }
    const path = url.split('?', 1)[0]!;
    const asset = assets.get(path);
    const isDocs = `${path}/`.startsWith(DOCS);
    const isView = path.startsWith(VIEWS);
    if (asset || path === EVENTS || isDocs || isView) {
      if (method !== 'GET' && method !== 'HEAD') {
        const headers = { ...NO_CACHE, Allow: 'GET, HEAD' };
        send(response, 405, { detail: `Method "${method}" not allowed.` }, headers);
      } else if (isDocs) {
        this.#answerDocs(path, response);
      } else if (isView) {
        await this.#answerView(url.slice(VIEWS.length), request, response);
      } else if (asset) {
        const { type, body } = asset();
        response.writeHead(200, { ...NO_CACHE, ...PAGE_HEADERS, 'Content-Type': type });
        response.end(body);
      } else this.#follow(method, response);
      return;
    }
    this.#answerApi(method, url, request, response);
  }

  /** The page that shows the API, as the snapshot that is served describes it. */
  #answerDocs(path: string, response: ServerResponse): void {
    const name = path.slice(DOCS.length);
    if (!path.startsWith(DOCS)) {
      response.writeHead(301, { ...NO_CACHE, Location: DOCS }).end();
      return;
    }
    const document = this.snapshots.read(OPENAPI);
    if (!document) {
      this.#sendNone(response, NO_CACHE);
      return;
    }
    const file = pageFiles(document.toString()).get(name === '' ? 'index.html' : name);
    if (!file) {
      send(response, 404, this.#notFound, NO_CACHE);
      return;
    }
    const text = file.text();
    const headers = { 'Content-Type': file.type, 'Content-Security-Policy': POLICY };
    response.writeHead(200, { ...NO_CACHE, ...headers }).end(text);
  }

  /** What the page shows; unlike the API it is for this page alone. */
  async #answerView(
    target: string,
    request: IncomingMessage,
    response: ServerResponse,
  ): Promise<void> {
    if (isFromElsewhere(request)) {
      send(response, 403, { detail: 'This is for the page of the preview alone.' }, NO_CACHE);
      return;
    }
    try {
      const answer = await this.views.answer(target);
      if (answer.status === 302) {
        response.writeHead(302, { ...NO_CACHE, Location: answer.location }).end();
      } else send(response, answer.status, answer.body, NO_CACHE);
    } catch {
      // A file of the data was changed or removed while it was read, or a folder is gone.
      this.lost();
      send(response, 503, NO_SNAPSHOT, NO_CACHE);
    }
  }

  #answerApi(
    method: string,
    url: string,
    request: IncomingMessage,
    response: ServerResponse,
  ): void {
    const answer = this.#route(method, url);
    const headers = { ...NO_CACHE, ...API_HEADERS, ...(this.isForEveryone && ANY_ORIGIN) };
    if (answer.status === 204) {
      response.writeHead(204, { ...headers, ...(this.isForEveryone && PREFLIGHT) }).end();
    } else if (answer.status === 301) {
      response.writeHead(301, { ...headers, Location: answer.location }).end();
    } else if (answer.status !== 200) {
      send(response, answer.status, answer.body, headers);
    } else this.#sendFile(answer.file, headers, request, response);
  }

  #sendFile(
    file: string,
    headers: Readonly<Record<string, string>>,
    request: IncomingMessage,
    response: ServerResponse,
  ): void {
    const body = this.snapshots.read(file);
    if (!body) {
      this.#sendNone(response, headers);
      return;
    }
    const ETag = `"${hash('sha256', body, 'hex').slice(0, 32)}"`;
    if (hasTag(request.headers['if-none-match'], ETag)) {
      response.writeHead(304, { ...headers, ETag }).end();
      return;
    }
    response.writeHead(200, { ...headers, ETag, 'Content-Length': body.length }).end(body);
  }

  /** Says why there is no file to send. */
  #sendNone(response: ServerResponse, headers: Readonly<Record<string, string>>): void {
    if (!this.snapshots.folder) send(response, 503, NO_SNAPSHOT, headers);
    // Each snapshot has this one.
    else if (this.snapshots.read(OPENAPI)) send(response, 404, this.#notFound, headers);
    else {
      this.lost();
      send(response, 503, GONE, headers);
    }
  }

  /** Server-sent events: the state now, and after each build. */
  #follow(method: string, response: ServerResponse): void {
    response.writeHead(200, { ...NO_CACHE, 'Content-Type': 'text/event-stream' });
    if (method === 'HEAD') {
      response.end();
      return;
    }
    response.write(`retry: 500\n\n${this.#state}`);
    this.#pages.add(response);
    response.once('close', () => this.#pages.delete(response));
  }
}

function send(
  response: ServerResponse,
  status: number,
  body: unknown,
  headers: Readonly<Record<string, string>>,
): void {
  const text = JSON.stringify(body);
  response.writeHead(status, {
    ...headers,
    'Content-Type': 'application/json',
    'Content-Length': Buffer.byteLength(text),
  });
  response.end(text);
}

/** Prevents DNS rebinding: a site could point its name at this machine, and read what is served here. */
function isOwnName(host: string | undefined): boolean {
  return host === undefined || /^(?:localhost|127\.0\.0\.1)(?::\d+)?$/i.test(host);
}

/** Whether a page of another origin asks, even by a link. */
function isFromElsewhere({ headers }: IncomingMessage): boolean {
  const { origin, host } = headers;
  const site = headers['sec-fetch-site'] ?? 'none';
  return (
    !['same-origin', 'none'].includes(String(site)) ||
    (origin ?? `http://${host}`) !== `http://${host}`
  );
}

/** Whether an If-None-Match condition (RFC 9110 §13.1.2) names a tag. */
function hasTag(condition: string | undefined, tag: string): boolean {
  if (condition === undefined) return false;
  return condition.split(',').some((one) => ['*', tag, `W/${tag}`].includes(one.trim()));
}
