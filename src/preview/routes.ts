// The addresses of the preview: the page with its files and requests, the page that documents the API, and the API
// itself, for which site/route.ts finds the files.
import type { Portal } from '../model/endpoint.js';
import { OPENAPI } from '../site/address.js';
import { sentAs } from '../site/kinds.js';
import { API_HEADERS, makeRouter } from '../site/route.js';
import { type PageFile, POLICY, pageFiles } from './docs/docs.js';
import type { EditRequests } from './edit/requests.js';
import { assets, PAGE_HEADERS, pageWith } from './page.js';
import type { Pages } from './pages.js';
import type { Rebuilds } from './rebuilds.js';
import {
  type Access,
  GONE,
  json,
  NO_CACHE,
  type PreviewRequest,
  type Reply,
  type ReplyHeaders,
  type Requests,
  type Route,
  type Routes,
  WrongRequest,
} from './server.js';
import type { Snapshots } from './snapshots.js';

const NO_SNAPSHOT = { detail: 'There is no snapshot yet: the data has errors.' };

const ANY_ORIGIN = { 'Access-Control-Allow-Origin': '*' };
/** Headers for a CORS preflight request, with which a browser asks which methods and headers it may send. */
const PREFLIGHT = {
  'Access-Control-Allow-Methods': API_HEADERS.Allow,
  'Access-Control-Allow-Headers': '*',
};

interface Parts {
  readonly portal: Portal;
  readonly snapshots: Snapshots;
  readonly pages: Pages;
  readonly rebuilds: Rebuilds;
  readonly data: Requests;
  readonly edit: EditRequests;
  readonly token: string;
  readonly readOnly: boolean;
}

/** Makes the routes of the page's requests. They answer with JSON. */
const answering =
  (parts: Parts) =>
  (access: Access, all: Requests): Route[] =>
    Object.entries(all).map(([name, work]) => {
      const [method, path] = name.split(' ') as ['GET' | 'POST', string]; // all names have this form: `GET data/portal`
      return [method, `/preview/${path}`, access, (request) => answerTo(request, work, parts)];
    });

/** Answers a request of the page. Throws a 404 for an unknown collection, or an id that is not a positive integer. */
async function answerTo(
  request: PreviewRequest,
  work: Requests[string],
  parts: Parts,
): Promise<Reply> {
  const { portal, pages, rebuilds, edit } = parts;
  const { params, method, body, lang } = request;
  const { collection, id = '1' } = params;
  const isKnown = portal.collections.some(({ name }) => name === collection);
  if ((collection !== undefined && !isKnown) || !/^[1-9]\d{0,15}$/.test(id))
    throw new WrongRequest(404, 'Not found.');
  rebuilds.look();
  try {
    const asked = () => work(request);
    const isEdit = request.url.startsWith('/preview/edit/');
    return json(200, await pages.during(isEdit ? () => edit.answer(lang, asked) : asked));
  } finally {
    // Shows a change at once: the watcher would notice it only later.
    if (method === 'POST' && body['try'] !== true) rebuilds.notice();
    rebuilds.rest();
  }
}

export function routesOf(parts: Parts): Routes {
  const { portal, snapshots, pages, rebuilds, data, edit, token, readOnly } = parts;
  const api = new ApiReplies(portal, snapshots, pages, rebuilds);
  const answers = answering(parts);
  const table: Route[] = [
    ['GET', '/', 'all', () => file(pageWith(token, readOnly), PAGE_HEADERS)],
    ...[...assets].map(
      ([path, asset]): Route => ['GET', path, 'all', () => file(asset, PAGE_HEADERS)],
    ),
    ['GET', '/docs', 'all', () => ({ status: 301, headers: { ...NO_CACHE, Location: '/docs/' } })],
    ['GET', '/docs/:file', 'all', ({ params }) => api.docs(params['file'] || 'index.html')],
    ['GET', '/preview/events', 'origin', (request) => follow(pages, request)],
    ...answers('page', data),
    ...answers(readOnly ? 'none' : 'page', edit.all),
  ];
  return { table, rest: (method, url) => api.answer(method, url) };
}

const file = ({ type, text }: PageFile, headers: ReplyHeaders): Reply => ({
  status: 200,
  headers: { ...NO_CACHE, ...headers, 'Content-Type': type },
  body: text(),
});

/** Sends the present state, and then the new state after each change, as server-sent events. */
function follow(pages: Pages, { method, response }: PreviewRequest): undefined {
  response.writeHead(200, { ...NO_CACHE, 'Content-Type': 'text/event-stream' });
  if (method === 'HEAD') response.end();
  else pages.follow(response);
}

/** Answers requests for the API with files of the last good build. */
class ApiReplies {
  constructor(
    private readonly portal: Portal,
    private readonly snapshots: Snapshots,
    private readonly pages: Pages,
    private readonly rebuilds: Rebuilds,
  ) {}

  answer(method: string, url: string): Reply {
    this.pages.hurry();
    const { isForEveryone, route = makeRouter(this.portal) } = this.snapshots.served ?? {};
    const answer = route(method, url);
    const headers = { ...NO_CACHE, ...API_HEADERS, ...(isForEveryone && ANY_ORIGIN) };
    switch (answer.status) {
      case 204:
        return { status: 204, headers: { ...headers, ...(isForEveryone && PREFLIGHT) } };
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

  /** Returns a file of the page that documents the API. */
  docs(name: string): Reply {
    this.pages.hurry();
    const document = this.snapshots.read(OPENAPI);
    if (!document) return this.#none(NO_CACHE);
    const page = pageFiles(document.toString()).get(name);
    if (!page) return json(404, this.portal.notFound);
    return file(page, { 'Content-Security-Policy': `${POLICY}; frame-ancestors 'none'` });
  }

  /**
   * The answer if a file cannot be read: there is no snapshot yet, or it has no such file, or its files were deleted.
   */
  #none(headers: ReplyHeaders): Reply {
    if (!this.snapshots.served) return json(503, NO_SNAPSHOT, headers);
    // Every snapshot has openapi.json. If it can be read, only the requested file is missing.
    if (this.snapshots.read(OPENAPI)) return json(404, this.portal.notFound, headers);
    this.rebuilds.notice(); // somebody removed the files; a build makes them again
    return json(503, GONE, headers);
  }
}
