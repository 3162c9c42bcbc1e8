// A host that does everything right, in a page of code: what it answers is worked out from a
// snapshot's files, so that a test can plant one fault in it, with or without a wire between.

import { hash } from 'node:crypto';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import type { Answer, AskFor } from '../../src/delivery/http/answer.js';
import { packingOf, unpackedBlocks } from '../../src/delivery/http/body.js';
import { Meter } from '../../src/delivery/http/client.js';
import type { VerifyTarget } from '../../src/delivery/http/target.js';
import { cacheControl } from '../../src/hosts/answers.js';
import { build } from '../../src/index.js';
import { memo } from '../../src/model/memo.js';
import { portal as declared } from '../../src/portal/index.js';
import { sentAs } from '../../src/site/kinds.js';
import { EXTRAS } from '../oracle/extras.js';
import { temporaryFolder } from '../support/folders.js';
import { experts, forum, type Portal, times, vacancies, writeData } from '../support/portal.js';
import type { Reply, Request } from '../support/replies.js';
import { simplest, someOfEach } from '../support/some-of-each.js';
import { readTree, type Tree } from '../support/tree.js';

export { listen } from '../support/replies.js';

/** Makes an answer worse; undefined leaves it as it is. */
export type Fault = (request: Request, reply: Reply) => Reply | undefined;

const ALLOW = 'GET, HEAD, OPTIONS';
const common = {
  vary: 'Accept, Accept-Encoding',
  allow: ALLOW,
  'access-control-allow-origin': '*',
  'access-control-expose-headers': 'ETag',
};
const json = { 'content-type': 'application/json' };
const quick = { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } };
const pack = {
  br: (bytes: Buffer) => brotliCompressSync(bytes, quick),
  gzip: (bytes: Buffer) => gzipSync(bytes),
  identity: (bytes: Buffer) => bytes,
};
interface Packed {
  readonly body: Buffer;
  readonly etag: string;
}
/** Each file is packed once, however often it is asked for. */
const known = new WeakMap<Buffer, Map<string, Packed>>();
function packed(plain: Buffer, encoding: keyof typeof pack): Packed {
  const all = known.get(plain) ?? new Map<string, Packed>();
  known.set(plain, all);
  return memo(all, encoding, () => {
    const body = pack[encoding](plain);
    return { body, etag: `"${hash('sha256', body, 'hex').slice(0, 16)}"` };
  });
}
const started = 'Mon, 02 Nov 2026 10:00:00 GMT';

/** Answers requests for the files of a tree. */
export function answerTo(tree: Tree, request: Request): Reply {
  const right = rightAnswer(tree, request);
  return request.method === 'HEAD' ? { ...right, body: Buffer.alloc(0) } : right;
}

function rightAnswer(tree: Tree, request: Request): Reply {
  const { method, headers } = request;
  if (method === 'OPTIONS') {
    const methods = { 'access-control-allow-methods': ALLOW, 'access-control-allow-headers': '*' };
    return { status: 204, headers: { ...common, ...methods }, body: Buffer.alloc(0) };
  }
  if (method !== 'GET' && method !== 'HEAD') {
    return error(405, `Method "${method}" not allowed.`);
  }
  const file = fileOf(tree, request.path);
  if (typeof file !== 'string') return file;
  const plain = tree.get(file) ?? Buffer.alloc(0);
  const encoding = encodingFor(headers['accept-encoding'] ?? '', plain.length);
  const { body, etag } = packed(plain, encoding);
  const isImmutable = /^api\/event\/.*\bcursor\//.test(file);
  const said = {
    ...common,
    'cache-control': isImmutable ? cacheControl.immutable : cacheControl.volatile,
    etag,
    'last-modified': started,
  };
  const isKnown = headers['if-none-match']
    ? headers['if-none-match'] === said.etag
    : headers['if-modified-since'] === started;
  if (isKnown) return { status: 304, headers: said, body: Buffer.alloc(0) };
  const typed = {
    ...said,
    'content-type': sentAs(file).mediaType,
    ...(encoding !== 'identity' && { 'content-encoding': encoding }),
  };
  return whole(body, typed);
}

/** The lookups of all lists, such as `api/post?blog`. */
const LOOKUPS = new Set(
  declared.extras.flatMap((extra) =>
    extra.kind === 'lookup' ? [`api/${extra.of.name}?${extra.by.replaceAll('-', '_')}`] : [],
  ),
);

/** The file behind an address, or the answer to an address of none. */
function fileOf(tree: Tree, address: string): string | Reply {
  const { pathname, searchParams, search } = new URL(address, 'http://host');
  const path = pathname.slice(1);
  if (tree.has(`${path}/index.json`)) {
    // Relative: the base URL may have a path.
    const location = `${pathname.split('/').at(-1)}/${search}`;
    return { status: 308, headers: { ...common, location }, body: Buffer.alloc(0) };
  }
  const list = /^(api\/.+)\/$/.exec(path)?.[1];
  let file = path.endsWith('/') ? `${path}index.json` : path;
  const given = [...searchParams].filter(([name]) => LOOKUPS.has(`${list}?${name}`));
  if (given.length > 0) {
    const [[lookup, id]] = given as [[string, string]];
    const below = given.length > 1 ? '-' : `${id.replace(/[^\w-]/g, '!')}/`;
    searchParams.delete(lookup);
    return fileOf(tree, `${pathname}${lookup.replaceAll('_', '-')}/${below}?${searchParams}`);
  }
  for (const parameter of ['page', 'cursor']) {
    const value = searchParams.get(parameter) ?? '';
    if (list === undefined || value === '' || /\/(page|cursor)\//.test(path)) continue;
    const isFirst = parameter === 'page' && value === '1';
    if (!isFirst) file = `${list}/${parameter}/${value.replace(/[^\w-]/g, '!')}/index.json`;
  }
  return tree.has(file) && file !== '404.json' ? file : error(404, 'Not found.');
}

function error(status: number, detail: string): Reply {
  const headers = { ...common, ...json, 'cache-control': cacheControl.error };
  return { status, headers, body: Buffer.from(JSON.stringify({ detail })) };
}

function encodingFor(accepted: string, length: number): 'br' | 'gzip' | 'identity' {
  const names = accepted.split(',').filter((each) => !/;\s*q=0\s*$/.test(each));
  const wanted = names.map((each) => each.split(';', 1)[0]?.trim());
  if (length < 500) return 'identity';
  return wanted.includes('br') ? 'br' : wanted.includes('gzip') ? 'gzip' : 'identity';
}

function whole(body: Buffer, headers: Reply['headers']): Reply {
  const sized = { ...headers, 'content-length': String(body.length) };
  return { status: 200, headers: sized, body };
}

/** A little of everything: several pages of each style, trees, polls, prices. */
export const portal: Portal = {
  ...someOfEach(3),
  ...forum({ posts: 3, replies: 3 }),
  ...experts(7),
  ...vacancies(5, 900),
  regions: ['Югра', 'ЯНАО', 'Ёлкино', 'Елец', 'iowa'].map((name, i) => ({
    id: i + 1,
    name,
    district: i % 2 === 0 ? 1 : null,
  })),
  'exact-categories': times(3, (id) => ({
    ...simplest('exact-categories', id),
    ...{ order: 10 - id, cost1: 100 },
  })),
  resumes: times(3, (id) => ({ ...simplest('resumes', id), work_regions: [1] })),
};

/** Builds a snapshot of that portal, two records a page, without the search, which takes longest; its folder. */
export async function buildSnapshot(
  baseUrl: string,
  links: 'path' | 'query' | 'file' = 'path',
  /** The file of the key that it is signed with. */
  sign?: string,
  extras: 'all' | readonly string[] = EXTRAS,
): Promise<string> {
  const home = temporaryFolder();
  writeData(`${home}/data`, portal);
  const options = { cwd: home, baseUrl, links, pageSize: 2, extras, cache: false } as const;
  const { ok, problems } = await build({ ...options, ...(sign !== undefined && { sign }) });
  if (!ok) throw new Error(JSON.stringify(problems));
  return `${home}/dist`;
}

/** Bytes as they come over a wire. */
export async function* inBlocks(blocks: Iterable<Buffer>): AsyncGenerator<Buffer> {
  yield* blocks;
}

/** A deployment with no wire: requests are answered in this process, worse by a fault. */
export function wireless(base: string, tree: Tree, fault: Fault = () => undefined): VerifyTarget {
  const reply = (url: string, method: string, headers: Request['headers']): Reply => {
    const { pathname, search } = new URL(url);
    // The base URL may have a path, which the files know nothing of.
    const path = (pathname + search).slice(new URL(`${base}/`).pathname.length - 1);
    const request = { method, path, headers };
    const right = answerTo(tree, request);
    return fault(request, right) ?? right;
  };
  const ask: AskFor = async (url, { method = 'GET', headers = {}, read } = {}): Promise<Answer> => {
    const { status, headers: given, body } = reply(url, method, headers);
    const head = { url, method, status, headers: new Map(Object.entries(given)) };
    const bytes = body.length;
    const blocks = unpackedBlocks(inBlocks([body]), packingOf(head));
    const kept: Buffer[] = [];
    if (read) await read(head, blocks);
    else for await (const block of blocks) kept.push(block);
    return { ...head, body: Buffer.concat(kept), bytes };
  };
  return {
    name: base,
    base,
    linkBase: base,
    ask,
    over: { http: true },
    meter: new Meter(),
    close: () => {},
  };
}

/** The files of a snapshot's folder. */
export const filesIn = (folder: string): Tree => readTree(folder);
