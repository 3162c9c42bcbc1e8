// The preview's HTTP server, on the loopback interface only. site/route.ts finds the file for an
// address of the API; the page, its events and its forms are served beside the API. Requests of the page need a token
// that only this run's page contains: no page of another origin can read it.
import { randomUUID, timingSafeEqual } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import type { ExtraEndpoint, Portal } from '../model/endpoint.js';
import { isObject, type Json, type JsonObject } from '../model/fields.js';
import { LIMITS } from '../model/limits.js';
import { refused } from '../problems/problem.js';
import { OPENAPI } from '../site/address.js';
import { sentAs } from '../site/kinds.js';
import { API_HEADERS, makeRouter, type Router } from '../site/route.js';
import type { PreviewState } from './browser/dto.js';
import { DATA, type DataRequests } from './data/requests.js';
import { type PageFile, POLICY, pageFiles } from './docs/docs.js';
import { EDIT, type EditRequests } from './edit/requests.js';
import { assets, PAGE_HEADERS } from './page.js';
import type { Snapshots } from './snapshots.js';

const ADDRESS = '127.0.0.1';
const FIRST_PORT = 8080;
const PORTS = 100;
/** The address of the events that tell the page of each build. */
const EVENTS = '/preview/events';
/** A page with more unread events than this is disconnected; its EventSource reconnects by itself. */
const UNREAD_BYTES = 4 << 20;

/** A page that has asked nothing for so long is at rest: what it shows is read by somebody. */
const RESTING_MS = 1000;
/** How often to look whether pages rest. */
const LOOK_MS = 50;

/** Where the page that shows the API is. */
const DOCS = '/docs/';
const NO_SNAPSHOT = { detail: 'There is no snapshot yet: the data has errors.' };
const UNREAD = { detail: 'The data cannot be read: try again in a moment.' };
/** The answer when files are missing: the temporary folder was cleaned, or this package is being reinstalled. */
const GONE = { detail: 'The files of this preview are gone for now: try again in a moment.' };

/** An answer; without a body it has no `Content-Type` either. */
interface ServerReply {
  readonly status: number;
  readonly headers: ReplyHeaders;
  readonly body?: Buffer | string;
}
type ReplyHeaders = Readonly<Record<string, string>>;

const ANY_ORIGIN = { 'Access-Control-Allow-Origin': '*' };
/** Headers for a CORS preflight, where a browser asks which methods and headers it may send. */
const PREFLIGHT = {
  'Access-Control-Allow-Methods': API_HEADERS.Allow,
  'Access-Control-Allow-Headers': '*',
};
const NO_CACHE = { 'Cache-Control': 'no-cache', 'X-Content-Type-Options': 'nosniff' };

/** Serves a portal's API from its snapshots, and beside it the preview page with its events and forms. */
export class PreviewServer {
  /** Whether the snapshot holds only public data: then pages of any origin may read it. */
  isForEveryone = false;
  readonly #server: Server;
  #route: Router;
  readonly #pages = new Set<ServerResponse>();
  readonly #token = randomUUID();
  #state = '';
  /** When a page last asked for something. */
  #asked = 0;

  constructor(
    private readonly portal: Portal,
    private readonly snapshots: Snapshots,
    /** Answers what the page asks about the data. */
    private readonly data: DataRequests,
    /** Called when files of the snapshot are missing: another build makes them again. */
    private readonly lost: () => void,
    /** Answers the page's forms; undefined where nothing may be changed. */
    private readonly editing?: EditRequests,
  ) {
    this.#route = makeRouter(portal);
    this.#server = createServer((request, response) => {
      this.#answer(request, response).catch(() => {
        if (response.headersSent) response.destroy();
        else send(response, json(503, GONE, NO_CACHE));
      });
    });
  }

  /** Serves the addresses of these extras from now on; the snapshot has their files. */
  show(extras: readonly ExtraEndpoint[]): void {
    this.#route = makeRouter(this.portal, extras);
  }

  /** Listens on a port, by default the first free one from 8080 on; returns the base URL. */
  async listen(port: number | undefined): Promise<string> {
    const last = port ?? FIRST_PORT + PORTS - 1;
    for (let next = port ?? FIRST_PORT; ; next++) {
      try {
        this.#server.listen(next, ADDRESS);
        await once(this.#server, 'listening');
        // A connection that cannot be accepted does not end the server.
        this.#server.on('error', () => {});
        const { port } = this.#server.address() as AddressInfo; // it listens on a port, not on a pipe
        return `http://${ADDRESS}:${port}`;
      } catch (error) {
        const { code, message } = error as NodeJS.ErrnoException;
        // On Windows the system may have reserved some ports, and refuses those.
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

  /** Sends a state to every open page, and keeps it for pages that are opened later. */
  tell(state: PreviewState): void {
    this.#state = `data: ${JSON.stringify(state)}\n\n`;
    for (const page of this.#pages) {
      if (page.writableLength > UNREAD_BYTES) page.destroy();
      else page.write(this.#state);
    }
  }

  /**
   * Waits until pages rest, since a build would keep them waiting; or somebody asks for the API, or it `isOver`. So what
   * an editor saves is shown at once, and published when nobody waits for something else.
   */
  async quiet(isOver: () => boolean): Promise<void> {
    this.#asked = performance.now();
    while (this.#pages.size > 0 && !isOver() && performance.now() - this.#asked < RESTING_MS) {
      await setTimeout(LOOK_MS);
    }
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method = 'GET', url = '/', headers } = request;
    const path = url.split('?', 1)[0]!;
    const isDocs = `${path}/`.startsWith(DOCS);
    this.#asked = path.startsWith('/preview/') ? performance.now() : 0;
    const isOwn =
      isDocs ||
      [DATA, EDIT].some((own) => path.startsWith(own)) ||
      path === EVENTS ||
      assets.has(path);
    if (!isOwnName(headers.host)) {
      send(
        response,
        json(421, { detail: 'This preview answers to 127.0.0.1 and localhost alone.' }, NO_CACHE),
      );
    } else if (!isOwn) {
      send(response, this.#api(method, url));
    } else if (path.startsWith(EDIT)) {
      send(response, await this.#edit(method, url.slice(EDIT.length), request));
    } else if (method !== 'GET' && method !== 'HEAD') {
      const detail = `Method "${method}" not allowed.`;
      send(response, json(405, { detail }, { ...NO_CACHE, Allow: 'GET, HEAD' }));
    } else if (path === EVENTS) {
      if (isFromElsewhere(request)) send(response, ELSEWHERE);
      else this.#follow(method, response);
    } else if (path.startsWith(DATA)) {
      send(response, await this.#data(url.slice(DATA.length), request));
    } else if (path === '/') {
      send(response, this.#page());
    } else send(response, isDocs ? this.#docs(path) : file(assets.get(path)!, PAGE_HEADERS));
  }

  /** The page, with the token that it sends with each request, since its records may be drafts. */
  #page(): ServerReply {
    const { status, headers, body = '' } = file(assets.get('/')!, PAGE_HEADERS);
    const mode = this.editing ? '' : '<meta name="read-only">\n';
    const meta = `<meta name="token" content="${this.#token}">\n${mode}`;
    return { status, headers, body: String(body).replace('<title>', `${meta}<title>`) };
  }

  /** Whether a request has the token, and comes from the page itself. */
  #isFromPage(request: IncomingMessage): boolean {
    return hasToken(request, this.#token) && !isFromElsewhere(request);
  }

  /** Answers a request that may change something. */
  async #edit(method: string, target: string, request: IncomingMessage): Promise<ServerReply> {
    if (!this.editing || !this.#isFromPage(request)) return ELSEWHERE;
    if (method !== 'GET' && method !== 'POST') {
      const detail = `Method "${method}" not allowed.`;
      return json(405, { detail }, { ...NO_CACHE, Allow: 'GET, POST' });
    }
    const asked = method === 'POST' ? await bodyOf(request) : undefined;
    if (method === 'POST' && !asked)
      return json(400, { detail: 'This is no JSON object.' }, NO_CACHE);
    const { status, body } = await this.editing.answer(target, asked);
    return json(status, body, NO_CACHE);
  }

  /** The page that shows the API, as the snapshot that is served describes it. */
  #docs(path: string): ServerReply {
    if (!path.startsWith(DOCS)) return { status: 301, headers: { ...NO_CACHE, Location: DOCS } };
    const document = this.snapshots.read(OPENAPI);
    if (!document) return this.#none(NO_CACHE);
    const page = pageFiles(document.toString()).get(path.slice(DOCS.length) || 'index.html');
    if (!page) return json(404, this.portal.notFound, NO_CACHE);
    return file(page, { 'Content-Security-Policy': `${POLICY}; frame-ancestors 'none'` });
  }

  /** Answers a request for the page's data, which, unlike the API, is for this page alone. */
  async #data(target: string, request: IncomingMessage): Promise<ServerReply> {
    if (!this.#isFromPage(request)) return ELSEWHERE;
    try {
      const { status, body } = await this.data.answer(target);
      return json(status, body, NO_CACHE);
    } catch {
      // A file was changed or removed while it was read, a folder is gone, or the settings are wrong.
      return json(503, UNREAD, NO_CACHE);
    }
  }

  #api(method: string, url: string): ServerReply {
    const answer = this.#route(method, url);
    const headers = { ...NO_CACHE, ...API_HEADERS, ...(this.isForEveryone && ANY_ORIGIN) };
    switch (answer.status) {
      case 204:
        return { status: 204, headers: { ...headers, ...(this.isForEveryone && PREFLIGHT) } };
      case 301:
        return { status: 301, headers: { ...headers, Location: answer.location } };
      case 200: {
        const body = this.snapshots.read(answer.file);
        if (!body) return this.#none(headers);
        const type = { 'Content-Type': sentAs(answer.file).mediaType };
        return { status: 200, headers: { ...headers, ...type }, body };
      }
      default:
        return json(answer.status, answer.body, headers);
    }
  }

  /** The answer where there is no file to send, with the reason. */
  #none(headers: ReplyHeaders): ServerReply {
    if (!this.snapshots.folder) return json(503, NO_SNAPSHOT, headers);
    // Each snapshot has this file: if it is there, only the requested one does not exist.
    if (this.snapshots.read(OPENAPI)) return json(404, this.portal.notFound, headers);
    this.lost();
    return json(503, GONE, headers);
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

function send(response: ServerResponse, { status, headers, body }: ServerReply): void {
  const length = body !== undefined && { 'Content-Length': Buffer.byteLength(body) };
  response.writeHead(status, { ...headers, ...length }).end(body);
}

const json = (status: number, body: unknown, headers: ReplyHeaders): ServerReply => ({
  status,
  headers: { ...headers, 'Content-Type': 'application/json' },
  body: JSON.stringify(body),
});

const ELSEWHERE = json(403, { detail: 'This is for the page of the preview alone.' }, NO_CACHE);

const file = ({ type, text }: PageFile, headers: ReplyHeaders): ServerReply => ({
  status: 200,
  headers: { ...NO_CACHE, ...headers, 'Content-Type': type },
  body: text(),
});

/** The largest record that a form can send. */
const MOST_BYTES = 16 << 20;

/** The JSON object in a request; undefined if it is none, too large, or nested deeper than a record may be. */
async function bodyOf(request: IncomingMessage): Promise<JsonObject | undefined> {
  const blocks: Buffer[] = [];
  let size = 0;
  for await (const block of request as AsyncIterable<Buffer>) {
    size += block.length;
    if (size > MOST_BYTES) return undefined;
    blocks.push(block);
  }
  try {
    const value: Json = JSON.parse(Buffer.concat(blocks).toString());
    return isObject(value) && isWithin(value, LIMITS.depth) ? value : undefined;
  } catch {
    return undefined;
  }
}

const isWithin = (value: Json | undefined, levels: number): boolean =>
  typeof value !== 'object' ||
  value === null ||
  (levels > 0 && Object.values(value).every((each) => isWithin(each, levels - 1)));

/** Whether a request has the token; the comparison is safe against timing attacks. */
function hasToken({ headers }: IncomingMessage, token: string): boolean {
  const given = Buffer.from(String(headers['x-token'] ?? ''));
  return given.length === token.length && timingSafeEqual(given, Buffer.from(token));
}

/** Whether a request names this machine. Prevents DNS rebinding: a site could point its own name here, and read all. */
function isOwnName(host: string | undefined): boolean {
  return host === undefined || /^(?:localhost|127\.0\.0\.1)(?::\d+)?$/i.test(host);
}

/** Whether a page of another origin made the request, by a script or by a link that was followed. */
function isFromElsewhere({ headers }: IncomingMessage): boolean {
  const { origin, host } = headers;
  const site = headers['sec-fetch-site'] ?? 'none';
  return (
    !['same-origin', 'none'].includes(String(site)) ||
    (origin ?? `http://${host}`) !== `http://${host}`
  );
}
