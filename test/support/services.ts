// Starts the local programs of services with the files that a host declares.
import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Published } from './published.js';
import { freePort, packaged, type Running, type Tool } from './tools.js';

/** A service: what it needs, and a function that starts it on a published folder. */
export interface Service {
  readonly name: string;
  readonly tools: readonly Tool[];
  /** Uses a free port, unless the links of the snapshot contain one. */
  readonly start: (
    published: Pick<Published, 'folder' | 'out' | 'operated'>,
    port?: number,
  ) => Promise<Running>;
}

/** Settings with which tools send nothing to other machines, and write only into the folder. */
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

/** The environment of a tool that uses a folder as its home. */
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

const IN_ORDER = fileURLToPath(new URL('./standins/s3rver.mjs', import.meta.url));

/** S3 with one empty bucket, `portal`. Its objects and its website are at `<url>/portal`. */
export const startBucket = (folder: string): Promise<Running> =>
  serve({ ...s3rver, file: s3rver.file && IN_ORDER }, folder, undefined, (port) => [
    ...[
      s3rver.file ?? '',
      '-d',
      join(folder, 'buckets'),
      '-a',
      '127.0.0.1',
      '-p',
      port,
      '--silent',
    ],
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
    // In a process group of its own, so that what it starts can be ended with it.
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
  // Ends what it started and did not end.
  signalGroup(child.pid, 'SIGKILL');
}

function signalGroup(group: number, signal: NodeJS.Signals): void {
  try {
    process.kill(-group, signal);
  } catch (error) {
    // ESRCH: all of them have ended.
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}
