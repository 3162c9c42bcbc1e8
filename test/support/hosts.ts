// Real servers on loopback.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { accessSync, chmodSync, constants, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import { join } from 'node:path';
import { describe, it } from 'vitest';
import { projectFolder, temporaryFolder } from './folders.js';

/** A server that answers until it is stopped. */
export interface RunningHost {
  /** Without a slash at its end; with the prefix, if there is one. */
  readonly url: string;
  readonly stop: () => Promise<void>;
}

/** A program that the tests need and the package of Debian that has it. */
interface Program {
  readonly file: string;
  readonly debian: string;
}

const programs = {
  apache: { file: 'apache2', debian: 'apache2' },
  caddy: { file: 'caddy', debian: 'caddy' },
  'http-server': { file: process.execPath, debian: 'nodejs' },
  nginx: { file: 'nginx', debian: 'nginx' },
  varnish: { file: 'varnishd', debian: 'varnish' },
} as const satisfies Record<string, Program>;

/** The servers that can be started here. */
export type ServerName = keyof typeof programs;

/**
 * `describe` for tests that need some servers. On a machine without one of them they are skipped, and
 * their name says why; in CI they fail.
 */
export function describeServers(
  names: readonly ServerName[],
  title: string,
  tests: () => void,
): void {
  const missing = names.filter((name) => find(programs[name].file) === undefined);
  if (missing.length === 0) {
    describe(title, tests);
    return;
  }
  const wanted = missing.map((name) => programs[name].debian).join(' ');
  const reason = `${title} (not run: apt-get install ${wanted})`;
  if (!process.env['CI']) describe.skip(reason, tests);
  else {
    describe(reason, () => {
      it('has the servers that it needs', () => {
        throw new Error(`these tests must run in CI: apt-get install ${wanted}`);
      });
    });
  }
}

/** Where a program of the system is. */
export function find(file: string): string | undefined {
  if (file.startsWith('/')) return file;
  // Debian keeps servers where only root looks.
  const folders = [...(process.env['PATH'] ?? '').split(':'), '/usr/sbin', '/usr/local/sbin'];
  return folders.map((folder) => join(folder, file)).find(isProgram);
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** Starts a host with its files in `hosts` of a folder, as they stand; they must name this port. */
export async function startHost(
  name: Exclude<ServerName, 'varnish'>,
  folder: string,
  port: number,
): Promise<RunningHost> {
  const inFolder = (file: string) => join(folder, 'hosts', name, file);
  const commands = {
    apache: ['-DFOREGROUND', '-f', inFolder('httpd.conf')],
    caddy: ['run', '--adapter', 'caddyfile', '--config', inFolder('Caddyfile')],
    'http-server': [inFolder('start.mjs')],
    nginx: ['-c', inFolder('nginx.conf'), '-g', 'daemon off;'],
  };
  if (name === 'http-server') {
    symlinkSync(join(projectFolder, 'node_modules'), join(folder, 'node_modules'));
  }
  const server = await startServer(name, commands[name], port);
  const stop = async (): Promise<void> => {
    await server.stop();
    // What the server keeps beside its configuration, empty.
    rmSync(`/tmp/portal-snapshot-${name}-127.0.0.1-${port}`, { recursive: true, force: true });
  };
  return { url: `http://127.0.0.1:${port}`, stop };
}

/** Starts a server and waits until its port is open. Root starts it as nobody. */
export async function startServer(
  name: ServerName,
  args: readonly string[],
  port: number,
): Promise<Pick<RunningHost, 'stop'>> {
  const file = find(programs[name].file);
  if (file === undefined) throw new Error(`apt-get install ${programs[name].debian}`);
  const isRoot = process.getuid?.() === 0 && name !== 'http-server';
  const child = spawn(file, args, {
    cwd: '/',
    env: { PATH: process.env['PATH'] ?? '', HOME: '/nonexistent' },
    stdio: ['ignore', 'pipe', 'pipe'],
    ...(isRoot && { uid: 65_534, gid: 65_534 }),
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text;
    });
  }
  const exit = once(child, 'exit');
  const deadline = Date.now() + 10_000;
  while (!(await isOpen(port))) {
    if (child.exitCode !== null || Date.now() > deadline) {
      child.kill('SIGKILL');
      throw new Error(`${name} did not start:\n${output}`);
    }
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  return { stop: () => stop(child, exit) };
}

async function stop(child: ChildProcess, exit: Promise<unknown>): Promise<void> {
  child.kill('SIGTERM');
  const late = setTimeout(() => child.kill('SIGKILL'), 3000);
  await exit;
  clearTimeout(late);
}

/** Starts Varnish in front of a server; `more` is VCL besides its own. */
export async function startVarnish(url: string, port: number, more = ''): Promise<RunningHost> {
  const folder = publicFolder();
  chmodSync(folder, 0o777); // root starts servers as nobody
  const file = join(folder, 'portal.vcl');
  const backend = `backend portal { .host = "127.0.0.1"; .port = "${new URL(url).port}"; }`;
  writeFileSync(file, `vcl 4.1;\n${backend}\n${more}`);
  const where = ['-a', `127.0.0.1:${port}`, '-f', file, '-n', join(folder, 'work')];
  const server = await startServer(
    'varnish',
    ['-F', ...where, '-T', 'none', '-j', 'none', '-s', 'malloc,16m'],
    port,
  );
  return { ...server, url: `http://127.0.0.1:${port}` };
}

/** A port of loopback on which nothing listens. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  if (typeof address !== 'object' || address === null) throw new Error('no port');
  return address.port;
}

function isOpen(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
    socket.once('connect', () => socket.destroy());
  });
}

/** A fresh folder that every user may read, as a published folder is. */
export function publicFolder(): string {
  const folder = temporaryFolder();
  chmodSync(folder, 0o755);
  return folder;
}
