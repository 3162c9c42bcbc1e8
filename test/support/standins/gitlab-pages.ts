// A stand-in for GitLab Pages: what its daemon does with a deployment, as its source and its documentation
// say. It is written in Go and in no package, so that it cannot be run here.
// https://gitlab.com/gitlab-org/gitlab-pages (internal/serving/disk/reader.go, internal/redirects)
// https://docs.gitlab.com/user/project/pages/introduction/ and …/redirects/
import { createHash } from 'node:crypto';
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { literally } from '../../../src/hosts/patterns.js';
import { type Reply, type Request, serveReplies } from '../replies.js';
import type { Service } from '../services.js';
import { readTree, type Tree } from '../tree.js';

/** A project's pages, at the path of the project. */
export const gitlabDaemon = (prefix: string): Service => ({
  name: "a stand-in for GitLab's daemon",
  tools: [],
  start: ({ out }, port) => {
    const deployment = openDeployment(out, prefix);
    return serveReplies(port, (request) => answer(deployment, request));
  },
});

/** What is uploaded is one archive; its digest is the ETag of every file. */
interface Deployment {
  readonly prefix: string;
  readonly files: Tree;
  readonly rules: readonly Rule[];
  readonly digest: string;
  readonly modified: Date;
}

interface Rule {
  readonly from: RegExp;
  readonly to: string;
}

function openDeployment(out: string, prefix: string): Deployment {
  const files = readTree(out);
  const hash = createHash('sha256');
  for (const [path, bytes] of files) hash.update(path).update(bytes);
  const rules = readFileSync(join(out, '_redirects'), 'utf8')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map(ruleOf);
  // The digest names the archive, and its files are as old as it is.
  const modified = statSync(out).mtime;
  return { prefix, files, rules, digest: hash.digest('hex'), modified };
}

/** Placeholders stand for a segment; slashes at the end do not matter, nor does case. */
function ruleOf(line: string): Rule {
  const [from = '', to = '', status] = line.split(' ');
  if (status !== '200') throw new Error(`only rewrites are known here: ${line}`);
  const segments = from.split('/').filter((segment) => segment !== '');
  const pattern = segments.map((segment) =>
    segment.startsWith(':') ? `/+(?<${segment.slice(1)}>[^/]+)` : `/+${literally(segment)}`,
  );
  return { from: new RegExp(`^${pattern.join('')}/*$`, 'i'), to };
}

/** internal/rejectmethods: of the methods that it knows, none but OPTIONS is treated otherwise than GET. */
const METHODS = 'GET HEAD POST PUT PATCH DELETE CONNECT OPTIONS TRACE'.split(' ');

function answer(deployment: Deployment, request: Request): Reply {
  const { method, headers } = request;
  if (!METHODS.includes(method)) return text(405, 'Method Not Allowed');
  if (method === 'OPTIONS' && headers['access-control-request-method']) return preflight(headers);
  const { status, headers: own, body } = served(deployment, request);
  const isOpen = headers['origin'] !== undefined && ['GET', 'HEAD'].includes(method);
  const cors = { Vary: 'Origin', ...(isOpen && { 'Access-Control-Allow-Origin': '*' }) };
  const sent = method === 'HEAD' ? Buffer.alloc(0) : body;
  return { status, headers: { ...cors, ...own }, body: sent };
}

/** https://github.com/rs/cors with nothing said of headers: these four may be sent, and no other. */
function preflight(headers: Request['headers']): Reply {
  const asked = (headers['access-control-request-headers'] ?? '').toLowerCase().split(/[ ,]+/);
  const known = ['', 'origin', 'accept', 'content-type', 'x-requested-with'];
  const method = headers['access-control-request-method'] ?? '';
  const isOpen = asked.every((name) => known.includes(name)) && ['GET', 'HEAD'].includes(method);
  const allowed = { 'Access-Control-Allow-Origin': '*', 'Access-Control-Allow-Methods': method };
  const Vary = 'Origin, Access-Control-Request-Method, Access-Control-Request-Headers';
  return { status: 204, headers: { Vary, ...(isOpen && allowed) }, body: Buffer.alloc(0) };
}

function served(deployment: Deployment, request: Request): Reply {
  const { prefix, rules } = deployment;
  const { pathname, search } = new URL(request.path, 'http://host');
  const path = decoded(pathname);
  if (path === undefined || !path.startsWith(`${prefix}/`)) return text(404, 'Not Found');
  const file = path.slice(prefix.length + 1);
  const { files } = deployment;
  if (files.has(file)) return page(deployment, request, file);
  const isFolder = [...files.keys()].some((name) => name.startsWith(`${file}/`));
  if (isFolder && !file.endsWith('/')) {
    return {
      ...text(302, ''),
      headers: { Location: `//${request.headers['host']}${pathname}/${search}` },
    };
  }
  for (const name of [`${file}index.html`, `${file.replace(/\/$/, '')}.html`]) {
    if (files.has(name)) return page(deployment, request, name);
  }
  // The first rule that matches, and no other: a rewrite to what is not there is not found.
  for (const { from, to } of rules) {
    const match = from.exec(path);
    if (!match) continue;
    const target = to.replace(/:([a-z]+)/gi, (_, name: string) => match.groups?.[name] ?? '');
    const rewritten = target.slice(prefix.length + 1);
    if (files.has(rewritten)) return page(deployment, request, rewritten);
    break;
  }
  return packed(deployment, request, '404.html', 404, {});
}

function decoded(path: string): string | undefined {
  try {
    return decodeURIComponent(path);
  } catch {
    return undefined;
  }
}

function page(deployment: Deployment, request: Request, file: string): Reply {
  // It shows what it makes of its rules instead of the file.
  if (file === '_redirects') return text(200, `${deployment.rules.length} rules`);
  const { digest, modified } = deployment;
  const encoding = encodingFor(deployment, request, file);
  const ETag = `"${digest}${encoding === '' ? '' : `-${encoding}`}"`;
  const caching = { ETag, 'Cache-Control': 'max-age=600' };
  const { 'if-none-match': known, 'if-modified-since': since = '' } = request.headers;
  const isKnown = known
    ? known.split(/, */).includes(ETag)
    : Date.parse(since) >= modified.setMilliseconds(0);
  if (isKnown) return { status: 304, headers: caching, body: Buffer.alloc(0) };
  // Files of an archive are sent whole: Range is not looked at.
  const headers = { ...caching, 'Last-Modified': modified.toUTCString() };
  return packed(deployment, request, file, 200, headers);
}

function packed(
  deployment: Deployment,
  request: Request,
  file: string,
  status: number,
  headers: Reply['headers'],
): Reply {
  const encoding = encodingFor(deployment, request, file);
  const body = deployment.files.get(file + (ENDINGS[encoding] ?? '')) ?? Buffer.alloc(0);
  const type = file.endsWith('.json') ? 'application/json' : 'text/html; charset=utf-8';
  const about = { 'Content-Type': type, 'Content-Length': String(body.length) };
  // It says nothing of Accept-Encoding in Vary.
  const packing = encoding === '' ? {} : { 'Content-Encoding': encoding };
  return { status, headers: { ...headers, ...about, ...packing }, body };
}

const ENDINGS: Readonly<Record<string, string>> = { br: '.br', gzip: '.gz' };

/** The sibling for who accepts it, Brotli before gzip; none for a part of a file. */
function encodingFor({ files }: Deployment, { headers }: Request, file: string): string {
  if (headers['range']) return '';
  const accepted = (headers['accept-encoding'] ?? '').split(',').map((each) => {
    const [name = '', weight = 'q=1'] = each.trim().split(/ *; */);
    return { name, weight: Number(weight.slice(2)) };
  });
  const preference: Readonly<Record<string, number>> = { br: 1, gzip: 0.5 };
  const weightOf = ({ name, weight }: (typeof accepted)[number]) =>
    weight * (preference[name] ?? 0);
  const usable = accepted.filter(
    (each) => weightOf(each) > 0 && files.has(file + ENDINGS[each.name]),
  );
  return usable.sort((a, b) => weightOf(b) - weightOf(a))[0]?.name ?? '';
}

const text = (status: number, body: string): Reply => ({
  status,
  headers: { 'Content-Type': 'text/plain; charset=utf-8' },
  body: Buffer.from(body),
});
