// Hosts that are services, as their own local programs serve a snapshot: each is started on loopback
// with exactly the files that the host declares, and stopped again.
import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'vitest';
import { build } from '../../src/build.js';
import type { Host, Site } from '../../src/hosts/host.js';
import { portal } from '../../src/portal/index.js';
import { projectFolder, temporaryFolder } from './folders.js';
import { find, freePort } from './hosts.js';
import { directory, experts, forum, type Portal, writeData } from './portal.js';
import { readTree, type Tree } from './tree.js';

/** A snapshot with the files of a host. */
export interface Published {
  /** Holds `dist` and `hosts`. */
  readonly folder: string;
  /** The published folder: the snapshot and the host's own files. */
  readonly out: string;
  /** The files for whoever runs the host. */
  readonly operated: string;
  /** The snapshot alone. */
  readonly tree: Tree;
  readonly site: Site;
}

/** Lists of several pages of both kinds, and of one. */
const small: Portal = { ...directory(5), ...experts(5), ...forum({ posts: 2, replies: 2 }) };

/** Builds a small portal for a host. */
export async function publish(
  host: Host,
  { origin = 'https://api.example.org', prefix = '' }: { origin?: string; prefix?: string } = {},
): Promise<Published> {
  const folder = temporaryFolder();
  const [out, operated] = [join(folder, 'dist'), join(folder, 'hosts', host.name)];
  writeData(join(folder, 'data'), small);
  const baseUrl = `${origin}${prefix}`;
  const { ok } = await build({
    cwd: folder,
    baseUrl,
    hosts: [host.name],
    pageSize: 2,
    cache: false,
  });
  if (!ok) throw new Error('the small portal has errors');
  const isApi = (path: string) => path.startsWith('api/') || path === '404.json';
  const tree = new Map([...readTree(out)].filter(([path]) => isApi(path)));
  const site = siteOf(tree, { prefix, links: host.links, root: out });
  return { folder, out, operated, tree, site };
}

/** A site of the small portal's size that is nowhere on the disk. */
export const sampleSite = (more: Partial<Site> = {}): Site => ({
  endpoints: [
    { name: '', parameter: undefined, pages: 1 },
    { name: 'region', parameter: 'page', pages: 3 },
    { name: 'event', parameter: 'cursor', pages: 2 },
    { name: 'post-comment', parameter: undefined, pages: 1 },
  ],
  prefix: '',
  links: 'path',
  root: '/srv/dist',
  listen: '127.0.0.1:8080',
  compress: [],
  files: 8,
  bytes: 4096,
  largest: { name: 'api/region/index.json', bytes: 1024 },
  notFound: '{"detail":"Not found."}',
  ...more,
});

function siteOf(tree: Tree, more: Pick<Site, 'prefix' | 'links' | 'root'>): Site {
  const paged = portal.endpoints.map(({ name, paging }) => {
    const parameter = { 'page-number': 'page', cursor: 'cursor', array: undefined } as const;
    const below = [...tree.keys()].filter((path) => path.startsWith(`api/${name}/`));
    return { name, parameter: parameter[paging.style], pages: below.length };
  });
  const sizes = [...tree].map(([name, { length }]) => ({ name, bytes: length }));
  return sampleSite({
    ...more,
    endpoints: [{ name: '', parameter: undefined, pages: 1 }, ...paged],
    files: tree.size,
    bytes: sizes.reduce((sum, { bytes }) => sum + bytes, 0),
    largest: sizes.reduce((a, b) => (b.bytes > a.bytes ? b : a)),
  });
}

/** A program that the tests need and the project does not: `.ci/run` installs it. */
export interface Tool {
  readonly name: string;
  /** Its file; undefined where it is not installed. */
  readonly file: string | undefined;
}

const toolsFolder = join(projectFolder, '.tools', 'node_modules');

/** A file of a package below `.tools`. */
export function packaged(name: string, path: string): Tool {
  const file = join(toolsFolder, name, path);
  return { name, file: existsSync(file) ? file : undefined };
}

/** A program of the system. */
export function program(name: string): Tool {
  return { name, file: find(name) };
}

/** Tests that need tools. Without one they fail where CI runs, and say elsewhere that they did not. */
export function describeWith(tools: readonly Tool[], title: string, tests: () => void): void {
  const missing = tools.filter(({ file }) => file === undefined).map(({ name }) => name);
  const reason = `${title} (not run: .ci/run installs ${missing.join(', ')})`;
  if (missing.length === 0) describe(title, tests);
  else if (process.env['CI']) {
    it(reason, () => {
      throw new Error(`not installed: ${missing.join(', ')}`);
    });
  } else describe.skip(reason, tests);
}

/** A server that runs. */
export interface Running {
  /** Without a slash at its end. */
  readonly url: string;
  readonly stop: () => Promise<void>;
}

/** A server that serves HTTP: what it needs, and how it is started on a published folder. */
export interface Service {
  readonly name: string;
  readonly tools: readonly Tool[];
  /** The port is any that is free, unless the links of the snapshot name one. */
  readonly start: (
    published: Pick<Published, 'folder' | 'out' | 'operated'>,
    port?: number,
  ) => Promise<Running>;
}

/** Nothing leaves the machine, and nothing is written outside of the folder. */
const quiet = (folder: string) => ({
  CI: '1',
  HOME: folder,
  XDG_CONFIG_HOME: folder,
  NO_COLOR: '1',
  FORCE_COLOR: undefined,
  NO_UPDATE_NOTIFIER: '1',
  WRANGLER_SEND_METRICS: 'false',
  WRANGLER_HIDE_BANNER: 'true',
  WRANGLER_LOG_PATH: join(folder, 'logs'),
  CLOUDFLARE_CF_FETCH_ENABLED: 'false',
  VERCEL_TELEMETRY_DISABLED: '1',
});

/** The environment of a tool whose home is a folder. */
export function toolEnvironment(folder: string): NodeJS.ProcessEnv {
  return { ...process.env, ...quiet(folder) };
}

const wrangler = packaged('wrangler', 'bin/wrangler.js');
const superstatic = packaged('superstatic', 'lib/bin/server.js');
const s3rver = packaged('s3rver', 'bin/s3rver.js');
const COMPATIBILITY = ['--compatibility-date', '2026-01-01'];

export const wranglerPages: Service = {
  name: 'wrangler pages dev',
  tools: [wrangler],
  start: ({ folder, out }, port) =>
    serve(wrangler, folder, port, (port) => [
      ...['pages', 'dev', out, '--ip', '127.0.0.1', '--port', port, '--inspector-port', '0'],
      ...[...COMPATIBILITY, '--log-level', 'error'],
    ]),
};

export const wranglerWorkers: Service = {
  name: 'wrangler dev',
  tools: [wrangler],
  start: ({ folder, operated }, port) =>
    serve(wrangler, folder, port, (port) => [
      ...['dev', '--config', join(operated, 'wrangler.jsonc'), '--ip', '127.0.0.1'],
      ...['--port', port, '--inspector-port', '0', '--log-level', 'error'],
    ]),
};

export const firebaseServer: Service = {
  name: 'superstatic',
  tools: [superstatic],
  start: ({ folder, operated }, port) =>
    serve(superstatic, folder, port, (port) => [
      ...['.', '--config', join(operated, 'firebase.json'), '--host', '127.0.0.1', '--port', port],
    ]),
};

/** S3 with one empty bucket, `portal`; its objects and its website are at `<url>/portal`. */
export const startBucket = (folder: string): Promise<Running> =>
  serve(s3rver, folder, undefined, (port) => [
    ...['-d', join(folder, 'buckets'), '-a', '127.0.0.1', '-p', port, '--silent'],
    ...['--configure-bucket', 'portal'],
  ]);

async function serve(
  { name, file }: Tool,
  folder: string,
  wanted: number | undefined,
  args: (port: string) => readonly string[],
): Promise<Running> {
  if (file === undefined) throw new Error(`${name} is not installed`);
  const port = wanted ?? (await freePort());
  const child = spawn(process.execPath, [file, ...args(String(port))], {
    cwd: folder,
    env: toolEnvironment(folder),
    stdio: ['ignore', 'pipe', 'pipe'],
    // A group of its own: what it starts ends with it.
    detached: true,
  });
  const said: Buffer[] = [];
  child.stdout.on('data', (chunk: Buffer) => said.push(chunk));
  child.stderr.on('data', (chunk: Buffer) => said.push(chunk));
  const url = `http://127.0.0.1:${port}`;
  try {
    await untilUp(child, url);
  } catch (error) {
    await stop(child);
    throw new Error(`${name}: ${(error as Error).message}\n${Buffer.concat(said).toString()}`);
  }
  return { url, stop: () => stop(child) };
}

async function untilUp(child: ChildProcess, url: string): Promise<void> {
  for (let waited = 0; waited < 30_000; waited += 50) {
    if (child.exitCode !== null) throw new Error(`ended with ${child.exitCode}`);
    try {
      await (await fetch(url, { redirect: 'manual' })).arrayBuffer();
      return;
    } catch {
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }
  throw new Error('did not answer within 30 seconds');
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
  const ended = new Promise((resolve) => child.once('exit', resolve));
  signalGroup(child.pid, 'SIGTERM');
  const patience = setTimeout(signalGroup, 3000, child.pid, 'SIGKILL');
  await ended;
  clearTimeout(patience);
  // Whatever it started and left behind.
  signalGroup(child.pid, 'SIGKILL');
}

function signalGroup(group: number, signal: NodeJS.Signals): void {
  try {
    process.kill(-group, signal);
  } catch (error) {
    // No such process: all of them have ended.
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}
