// The addresses of the preview: the page with its files, data and forms; the page of the API; and the API itself, whose
// files site/route.ts finds.
import type { Portal } from '../model/endpoint.js';
import { OPENAPI } from '../site/address.js';
import { sentAs } from '../site/kinds.js';
import { API_HEADERS, makeRouter } from '../site/route.js';
import type { DataRequests } from './data/requests.js';
import { type PageFile, POLICY, pageFiles } from './docs/docs.js';
import type { EditRequests } from './edit/requests.js';
import { assets, PAGE_HEADERS, pageWith } from './page.js';
import type { Pages } from './pages.js';
import type { Rebuilds } from './rebuilds.js';
import {
  type Answer,
  GONE,
  json,
  NO_CACHE,
  type PreviewRequest,
  type Reply,
  type ReplyHeaders,
  type Route,
  type Routes,
  WrongRequest,
} from './server.js';
import type { Snapshots } from './snapshots.js';

const NO_SNAPSHOT = { detail: 'There is no snapshot yet: the data has errors.' };

const ANY_ORIGIN = { 'Access-Control-Allow-Origin': '*' };
/** Headers for a CORS preflight, in which a browser asks which methods and headers it may send. */
const PREFLIGHT = {
  'Access-Control-Allow-Methods': API_HEADERS.Allow,
  'Access-Control-Allow-Headers': '*',
};

interface Parts {
  readonly portal: Portal;
  readonly snapshots: Snapshots;
  readonly pages: Pages;
  readonly rebuilds: Rebuilds;
  readonly data: DataRequests;
  readonly edit: EditRequests;
  readonly token: string;
  /** Whether the page cannot change data. */
  readonly readOnly: boolean;
}

/**
 * Answers a request of the page with JSON. Checks that the collection in the address exists, and that the id may exist.
 */
const asking =
  ({ portal, pages, rebuilds }: Pick<Parts, 'portal' | 'pages' | 'rebuilds'>) =>
  (answer: (request: PreviewRequest) => unknown): Answer =>
  async (request) => {
    const { collection, id } = request.params;
    const isKnown = portal.collections.some(({ name }) => name === collection);
    if (collection !== undefined && !isKnown) throw new WrongRequest(404, 'Not found.');
    if (id !== undefined && !/^[1-9]\d{0,15}$/.test(id)) throw new WrongRequest(404, 'Not found.');
    try {
      return json(200, await pages.during(() => answer(request)));
    } finally {
      // Noticed at once, because not every system reports the write to the watcher.
      if (request.method === 'POST' && request.body['try'] !== true) rebuilds.notice();
      rebuilds.rest();
    }
  };

export function routesOf(parts: Parts): Routes {
  const { portal, snapshots, pages, rebuilds, data, edit, token, readOnly } = parts;
  const api = new ApiReplies(portal, snapshots, pages, rebuilds);
  const editor = readOnly ? 'none' : 'page';
  const asks = asking(parts);
  const edits = (work: (request: PreviewRequest) => unknown) =>
    asks((request) => edit.answer(request.lang, () => work(request)));
  const table: Route[] = [
    ['GET', '/', 'all', () => file(pageWith(token, readOnly), PAGE_HEADERS)],
    ...[...assets].map(
      ([path, asset]): Route => ['GET', path, 'all', () => file(asset, PAGE_HEADERS)],
    ),
    ['GET', '/docs', 'all', () => ({ status: 301, headers: { ...NO_CACHE, Location: '/docs/' } })],
    ['GET', '/docs/:file', 'all', ({ params }) => api.docs(params['file'] || 'index.html')],
    ['GET', '/preview/events', 'origin', (request) => follow(pages, request)],
    ['GET', '/preview/data/portal', 'page', asks(() => data.described)],
    ['GET', '/preview/data/list/:collection', 'page', asks((request) => data.list(request))],
    ['GET', '/preview/data/names/:collection', 'page', asks((request) => data.names(request))],
    [
      'GET',
      '/preview/data/record/:collection/:id',
      'page',
      asks((request) => data.record(request)),
    ],
    [
      'GET',
      '/preview/data/discussion/:collection/:id',
      'page',
      asks((request) => data.discussion(request)),
    ],
    ['GET', '/preview/edit/changes', editor, edits((request) => edit.changes(request))],
    ['GET', '/preview/edit/effect', editor, edits((request) => edit.effect(request))],
    ['POST', '/preview/edit/save/:collection', editor, edits((request) => edit.create(request))],
    [
      'POST',
      '/preview/edit/save/:collection/:id',
      editor,
      edits((request) => edit.change(request)),
    ],
    [
      'POST',
      '/preview/edit/remove/:collection/:id',
      editor,
      edits((request) => edit.remove(request)),
    ],
    ['POST', '/preview/edit/undo', editor, edits((request) => edit.undo(request))],
    ['POST', '/preview/edit/hand-in', editor, edits((request) => edit.handIn(request))],
    ['POST', '/preview/edit/push', editor, edits((request) => edit.push(request))],
  ];
  return { table, rest: (method, url) => api.answer(method, url) };
}

const file = ({ type, text }: PageFile, headers: ReplyHeaders): Reply => ({
  status: 200,
  headers: { ...NO_CACHE, ...headers, 'Content-Type': type },
  body: text(),
});

/** Server-sent events: the present state, and one after each change. */
function follow(pages: Pages, { method, response }: PreviewRequest): undefined {
  response.writeHead(200, { ...NO_CACHE, 'Content-Type': 'text/event-stream' });
  if (method === 'HEAD') response.end();
  else pages.follow(response);
}

/** Answers requests for the API from the snapshot that is served. */
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

  /** A file of the page that shows the API, for the snapshot that is served. */
  docs(name: string): Reply {
    this.pages.hurry();
    const document = this.snapshots.read(OPENAPI);
    if (!document) return this.#none(NO_CACHE);
    const page = pageFiles(document.toString()).get(name);
    if (!page) return json(404, this.portal.notFound);
    return file(page, { 'Content-Security-Policy': `${POLICY}; frame-ancestors 'none'` });
  }

  /** The answer if there is no file to send, with the reason. */
  #none(headers: ReplyHeaders): Reply {
    if (!this.snapshots.served) return json(503, NO_SNAPSHOT, headers);
    // Every snapshot has this file. If it exists, only the requested file is missing.
    if (this.snapshots.read(OPENAPI)) return json(404, this.portal.notFound, headers);
    this.rebuilds.notice(); // somebody removed the files; a build makes them again
    return json(503, GONE, headers);
  }
}
