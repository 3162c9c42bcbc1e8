// A stand-in for Vercel: the real `vercel build` of the published folder, and a server that follows the
// routes of its output as the documentation says. Compression and ETags are left out: no page says exactly
// what the service does with them.
// https://vercel.com/docs/build-output-api/configuration
import { execFile } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { type Reply, type Request, serveReplies } from '../replies.js';
import { type Service, toolEnvironment } from '../services.js';
import { packaged } from '../tools.js';
import { readTree, type Tree } from '../tree.js';

const vercel = packaged('vercel', 'dist/index.js');

export const vercelOutput: Service = {
  name: 'the output of vercel build, a stand-in',
  tools: [vercel],
  start: async ({ folder, out }, port) => {
    const output = await build(folder, out);
    return serveReplies(port, (request) => answer(output, request));
  },
};

/** What `vercel build` made. */
interface Output {
  readonly routes: readonly Route[];
  readonly files: Tree;
}

/** Builds a copy of the published folder, which is what `vercel deploy dist` uploads. */
async function build(folder: string, out: string): Promise<Output> {
  const cwd = join(folder, 'vercel');
  cpSync(out, cwd, { recursive: true });
  const project = join(cwd, '.vercel');
  mkdirSync(project);
  const settings = { projectId: 'p', orgId: 'o', settings: { framework: null } };
  writeFileSync(join(project, 'project.json'), JSON.stringify(settings));
  // It asks who is at work, though the build does not depend on it: nobody, says this machine.
  const nobody = await serveReplies(undefined, () => reply(403, {}, '{}'));
  const args = [vercel.file ?? '', 'build', '--yes', '--token', 'none', '--api', nobody.url];
  await promisify(execFile)(process.execPath, args, { cwd, env: toolEnvironment(folder) });
  await nobody.stop();
  const config = readFileSync(join(project, 'output', 'config.json'), 'utf8');
  const { routes }: Pick<Output, 'routes'> = JSON.parse(config);
  return { routes, files: readTree(join(project, 'output', 'static')) };
}

/** A `source` route, or one with which another phase begins. */
interface Route {
  readonly src?: string;
  readonly handle?: string;
  readonly methods?: readonly string[];
  readonly has?: readonly {
    readonly type: string;
    readonly key: string;
    readonly value?: string;
  }[];
  readonly dest?: string;
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly continue?: boolean;
}

const KEYS = ['src', 'handle', 'methods', 'has', 'dest', 'status', 'headers', 'continue'];

function answer({ routes, files }: Output, { method, path }: Request): Reply {
  const followed = follow(routes, files, method, path);
  const { status, file } = followed;
  const headers = cachedHere(followed.headers);
  if (file === undefined) return reply(status, headers, '');
  // Files take no other method, and whether this is asked after a route has set a status is not written:
  // so it is Vercel's own answer here. https://vercel.com/docs/errors/INVALID_REQUEST_METHOD
  if (method !== 'GET' && method !== 'HEAD') return reply(405, {}, 'INVALID_REQUEST_METHOD');
  return { status, headers, body: files.get(file) ?? Buffer.alloc(0) };
}

/** https://vercel.com/docs/caching/cdn-cache: what its own cache uses up, unless it is told otherwise. */
function cachedHere(headers: Reply['headers']): Reply['headers'] {
  const { 'Cache-Control': value, 'CDN-Cache-Control': ofCdns } = headers;
  if (value === undefined || ofCdns !== undefined) return headers;
  const left = value
    .split(', ')
    .filter((word) => !/^(s-maxage|stale-while-revalidate)=/.test(word));
  return { ...headers, 'Cache-Control': left.join(', ') };
}

const reply = (status: number, headers: Reply['headers'], text: string): Reply => ({
  status,
  headers,
  body: Buffer.from(text),
});

interface Followed {
  readonly status: number;
  /** Undefined where a route has a status and no file. */
  readonly file: string | undefined;
  readonly headers: Readonly<Record<string, string>>;
}

/** The answer to a request; where a route leads to no file, the routes of the phase `error` are asked. */
function follow(routes: readonly Route[], files: Tree, method: string, path: string): Followed {
  const { pathname, searchParams } = new URL(`http://vercel${path}`);
  let headers: Record<string, string> = {};
  const ask = (phase: string | undefined): Followed | undefined => {
    for (const route of phaseOf(routes, phase)) {
      const groups = groupsOf(route, method, pathname, searchParams);
      if (!groups) continue;
      headers = { ...headers, ...route.headers };
      if (route.continue) continue;
      const file = route.dest?.replace(/\$(\w+)/g, (_, name) => groups[name] ?? '').slice(1);
      if (file !== undefined && !files.has(file)) return undefined;
      return { status: route.status ?? 200, file, headers };
    }
    throw new Error('no route matches: what the service does then is not written here');
  };
  return ask(undefined) ?? ask('error') ?? { status: 404, file: undefined, headers };
}

/** The routes of a phase: those after its `handle`, and those before any for the first one. */
function phaseOf(routes: readonly Route[], phase: string | undefined): Route[] {
  let current: string | undefined;
  return routes.filter((route) => {
    const unknown = Object.keys(route).filter((key) => !KEYS.includes(key));
    if (unknown.length > 0) throw new Error(`not written here: routes with ${unknown.join()}`);
    if (route.handle !== undefined) {
      if (route.handle !== 'error') throw new Error(`not written here: phase ${route.handle}`);
      current = route.handle;
      return false;
    }
    return current === phase;
  });
}

/** What a route remembers of the request, by number and by name; undefined when it does not match. */
function groupsOf(
  route: Route,
  method: string,
  pathname: string,
  query: URLSearchParams,
): Record<string, string> | undefined {
  // Case counts only where a route says `caseSensitive`.
  const path = new RegExp(route.src ?? '', 'i').exec(pathname);
  if (!path || (route.methods && !route.methods.includes(method))) return undefined;
  const groups: Record<string, string> = {};
  for (const [number, text] of path.entries()) groups[number] = text;
  for (const { type, key, value } of route.has ?? []) {
    if (type !== 'query') throw new Error(`not written here: has ${type}`);
    const given = query.getAll(key).at(-1);
    if (given === undefined) return undefined;
    if (value === undefined) continue;
    const match = new RegExp(`^${value}$`).exec(given);
    if (!match) return undefined;
    Object.assign(groups, match.groups);
  }
  return groups;
}
