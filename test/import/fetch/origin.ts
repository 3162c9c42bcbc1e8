// An origin in this process that answers as Django REST Framework does, whose records a test changes while it is read,
// and whose answers a test may take over.
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach } from 'vitest';
import {
  type FetchOptions,
  type FetchResult,
  fetchOrigin,
} from '../../../src/import/fetch/index.js';
import type { Endpoint } from '../../../src/model/endpoint.js';
import type { JsonObject } from '../../../src/model/fields.js';
import { portal } from '../../../src/portal/index.js';
import { completeUser } from '../../oracle/complete.js';
import { temporaryFolder } from '../../support/folders.js';
import { instant } from '../../support/portal.js';

/** A record, as far as pages need it. */
interface Row {
  readonly id?: unknown;
}

/** Endpoint → its records as they are published, in its order. */
export type Lists = Record<string, readonly JsonObject[]>;

/** Answers a request in the place of the origin; false where it does not. */
export type TakeOver = (
  target: string,
  response: ServerResponse,
  request: IncomingMessage,
) => boolean;

export const expert = (id: number, name = `Эксперт ${id}`): JsonObject => ({
  id,
  full_name: name,
  created_at: instant(id),
});

export const region = (id: number, name = `Область ${id}`): JsonObject => ({
  id,
  name,
  code: String(id),
  district: null,
});

const user = { id: 1, first_name: 'Анна', last_name: 'Орлова', date_joined: instant(1) };

/** An entry of the feed. */
export const event = (id: number): JsonObject => ({
  id,
  activity: true,
  datetime: instant(id),
  event_type: 1,
  title: '',
  text: '',
  private: false,
  available_for: [],
  user: completeUser(user, 'publish'),
  blog: 1,
  post: null,
  comment: null,
});

export class Origin {
  /** What it answers from now on. */
  lists: Lists = {};
  pageSize = 2;
  /** Targets such as `/api/region/?page=2`, in the order in which they were asked. */
  readonly asked: string[] = [];
  /** Headers of the last request. */
  headers: IncomingMessage['headers'] = {};
  takeOver: TakeOver = () => false;
  /** Takes over the answers to one target. */
  instead(at: string, answer: (response: ServerResponse, request: IncomingMessage) => void): void {
    this.takeOver = (target, response, request) => {
      if (target === at) answer(response, request);
      return target === at;
    };
  }
  /** Called before each request to a list is answered. */
  before: (target: string) => void = () => {};
  /** What links begin with. */
  links = '';
  readonly #server: Server;

  private constructor() {
    this.#server = createServer((request, response) => this.#answer(request, response));
  }

  static async start(lists: Lists): Promise<Origin> {
    const origin = new Origin();
    origin.lists = lists;
    await new Promise<void>((resolve) => origin.#server.listen(0, '127.0.0.1', resolve));
    origin.links = origin.url;
    started.push(origin);
    return origin;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  readonly stop = (): void => {
    this.#server.closeAllConnections();
    this.#server.close();
  };

  #answer(request: IncomingMessage, response: ServerResponse): void {
    const target = request.url!;
    this.asked.push(target);
    this.headers = request.headers;
    if (this.takeOver(target, response, request)) return;
    const { pathname, searchParams } = new URL(target, 'http://origin');
    const name = /^\/api\/(.+)\/$/.exec(pathname)?.[1];
    const endpoint = portal.endpoints.find((each) => each.name === name);
    if (endpoint) {
      this.before(target);
      const rows = this.lists[endpoint.name] ?? [];
      const { links, pageSize } = this;
      const body = pageOf(endpoint, rows, searchParams, links, pageSize);
      if (body === undefined) json(response, 404, { detail: 'Invalid page.' });
      else json(response, 200, body);
    } else if (pathname === '/api/') {
      json(response, 200, { region: `${this.links}/api/region/` });
    } else html(response, 404);
  }
}

/** A page of a list as Django REST Framework answers with it; undefined for a page that is not there. */
export function pageOf(
  { name, paging }: Endpoint,
  rows: readonly Row[],
  query: URLSearchParams,
  links: string,
  size: number,
): unknown {
  const link = (query: string) => `${links}/api/${name}/?${query}`;
  if (paging.style === 'array') return rows;
  if (paging.style === 'page-number') {
    const page = Number(query.get('page') ?? 1);
    const last = Math.max(1, Math.ceil(rows.length / size));
    if (page > last) return undefined;
    return {
      count: rows.length,
      next: page < last ? link(`page=${page + 1}`) : null,
      previous: page > 1 ? link(page > 2 ? `page=${page - 1}` : '') : null,
      results: rows.slice((page - 1) * size, page * size),
    };
  }
  const after = query.has('cursor') ? Number(atob(query.get('cursor')!)) : undefined;
  const isFeed = name === 'event';
  const left = rows.filter(({ id }) => {
    if (after === undefined) return true;
    return isFeed ? (id as number) < after : (id as number) > after;
  });
  const results = left.slice(0, size);
  const next = encodeURIComponent(btoa(String(results.at(-1)?.['id'])));
  return {
    ...(!isFeed && { count: rows.length }),
    next: left.length > size ? link(`cursor=${next}`) : null,
    previous: null,
    results,
  };
}

export function json(response: ServerResponse, status: number, value: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json', vary: 'Accept' });
  response.end(JSON.stringify(value));
}

export function html(response: ServerResponse, status: number): void {
  response.writeHead(status, { 'content-type': 'text/html' });
  response.end('<!DOCTYPE html><h1>Not Found</h1>');
}

const started: Origin[] = [];

/** In the tests of a file: nothing that a test started is left when it ends. */
export function tidy(): void {
  afterEach(() => {
    for (const origin of started.splice(0)) origin.stop();
  });
}

/** Fetches an origin. */
export function fetching(
  origin: Pick<Origin, 'url'>,
  options: Partial<FetchOptions> = {},
): Promise<FetchResult> {
  return fetchOrigin(portal, {
    url: origin.url,
    store: temporaryFolder(),
    backoff: 1,
    ...options,
  });
}

/** The records of a list that was fetched. */
export async function recordsOf({ lists }: FetchResult, name: string): Promise<JsonObject[]> {
  const records: JsonObject[] = [];
  for (const list of lists) {
    if (list.endpoint.name === name) list.visit((record) => void records.push(record));
  }
  return records;
}

/** The problems of a result in one line each, without the address of the origin. */
export const told = ({ problems }: FetchResult, { url }: Pick<Origin, 'url'>): string[] =>
  problems.map(({ severity, code, url: at, record, message }) =>
    [severity, code, at.replace(url, ''), record ?? '-', message.replaceAll(url, '')].join(' '),
  );
