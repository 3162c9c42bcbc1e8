// The addresses of the preview: the page with its files and requests, the page that documents the API, and the API
// itself, for which site/route.ts finds the files.
import type { Portal } from '../model/endpoint.js';
import { OPENAPI } from '../site/address.js';
import { sentAs } from '../site/kinds.js';
import { API_HEADERS, makeRouter } from '../site/route.js';
import type { Current } from './current.js';
import { type PageFile, POLICY, pageFiles } from './docs/docs.js';
import type { EditRequests } from './edit/requests.js';
import { assets, PAGE_HEADERS, pageWith } from './page.js';
import type { Pages } from './pages.js';
import {
  type Access,
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

/** Says that an answer is not of the present data: the last good build is served while the data has errors. */
const STALE = {
  'X-Stale': 'the data has errors or cannot be read; this is its last state without errors',
};
const ANY_ORIGIN = {
  'Access-Control-Allow-Origin': '*',
  'Access-Control-Expose-Headers': Object.keys(STALE).join(),
};
/** Headers for a CORS preflight request, with which a browser asks which methods and headers it may send. */
const PREFLIGHT = {
  'Access-Control-Allow-Methods': API_HEADERS.Allow,
  'Access-Control-Allow-Headers': '*',
};

interface Parts {
  readonly portal: Portal;
  readonly snapshots: Snapshots;
  readonly pages: Pages;
  readonly current: Current;
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
  { portal, current, edit }: Parts,
): Promise<Reply> {
  const { params, method, url, body, lang } = request;
  const { collection, id = '1' } = params;
  const isKnown = portal.collections.some(({ name }) => name === collection);
  if ((collection !== undefined && !isKnown) || !/^[1-9]\d{0,15}$/.test(id))
    throw new WrongRequest(404, 'Not found.');
  const mayRepeat = method !== 'POST' || body['try'] === true;
  const asked = () => current.answer(async () => work(request), mayRepeat);
  return json(200, await (url.startsWith('/preview/edit/') ? edit.answer(lang, asked) : asked()));
}

export function routesOf(parts: Parts): Routes {
  const { portal, snapshots, pages, current, data, edit, token, readOnly } = parts;
  const api = new ApiReplies(portal, snapshots, current);
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
    private readonly current: Current,
  ) {}

  async answer(method: string, url: string): Promise<Reply> {
    const outdated = await this.current.api();
    const { isForEveryone, route = makeRouter(this.portal) } = this.snapshots.served ?? {};
    const answer = route(method, url);
    const own = { ...NO_CACHE, ...API_HEADERS, ...(isForEveryone && ANY_ORIGIN) };
    const headers = { ...own, ...this.#stale(outdated) };
    switch (answer.status) {
      case 204:
        return { status: 204, headers: { ...headers, ...(isForEveryone && PREFLIGHT) } };
      case 301:
        return { status: 301, headers: { ...headers, Location: answer.location } };
      case 200: {
        const body = this.snapshots.read(answer.file);
        if (!body) return this.#none(outdated, headers);
        const type = { 'Content-Type': sentAs(answer.file).mediaType };
        return { status: 200, headers: { ...headers, ...type }, body };
      }
      default:
        return json(answer.status, answer.body, headers);
    }
  }

  /** Returns a file of the page that documents the API. */
  async docs(name: string): Promise<Reply> {
    const outdated = await this.current.api();
    const document = this.snapshots.read(OPENAPI);
    if (!document) return this.#none(outdated, NO_CACHE);
    const page = pageFiles(document.toString()).get(name);
    if (!page) return json(404, this.portal.notFound);
    const policy = { 'Content-Security-Policy': `${POLICY}; frame-ancestors 'none'` };
    return file(page, { ...policy, ...this.#stale(outdated) });
  }

  /** The answer if the served snapshot has no such file, or if there is no snapshot yet. */
  #none(outdated: string | undefined, headers: ReplyHeaders): Reply {
    if (this.snapshots.served) return json(404, this.portal.notFound, headers);
    return json(503, { detail: `There is no snapshot yet: ${outdated}` }, headers);
  }

  #stale = (outdated: string | undefined) => outdated && this.snapshots.served && STALE;
}
