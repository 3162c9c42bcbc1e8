// Starts real servers on this machine.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, symlinkSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { atEnd } from './at-end.js';
import { projectFolder, temporaryFolder } from './folders.js';
import { describeWith, program, type Running, type Tool } from './tools.js';

const programs = {
  apache: program('apache2'),
  caddy: program('caddy'),
  'http-server': { name: 'node', file: process.execPath },
  nginx: program('nginx'),
  varnish: program('varnishd'),
} as const satisfies Record<string, Tool>;

/** The servers that can be started here. */
export type ServerName = keyof typeof programs;

/** Makes tests that need some servers. */
export function describeServers(
  names: readonly ServerName[],
  title: string,
  tests: () => void,
): void {
  describeWith(
    names.map((name) => programs[name]),
    title,
    tests,
  );
}

/** Starts a host with its unchanged files in `hosts` of a folder. They must contain this port. */
export async function startHost(
  name: Exclude<ServerName, 'varnish'>,
  folder: string,
  port: number,
): Promise<Running> {
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
  chmodSync(inFolder(''), 0o777); // servers keep their pid there, and root starts them as nobody
  const { stop } = await startServer(name, commands[name], port);
  return { url: `http://127.0.0.1:${port}`, stop };
}

/** Starts a server until the test file ends, and waits until its answers stay the same. Root starts it as nobody. */
export async function startServer(
  name: ServerName,
  args: readonly string[],
  port: number,
): Promise<Pick<Running, 'stop'>> {
  const { file } = programs[name];
  if (file === undefined) throw new Error(`${name} is not installed`);
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
  atEnd(() => stop(child, exit));
  const deadline = Date.now() + 120_000;
  while (!(await isOpen(port))) {
    if (child.exitCode !== null || Date.now() > deadline) {
      child.kill('SIGKILL');
      throw new Error(`${name} did not start:\n${output}`);
    }
    await sleep(20);
  }
  // Apache makes weak ETags for files that changed within the last second.
  if (name === 'apache') await sleep(1100);
  return { stop: () => stop(child, exit) };
}

async function stop(child: ChildProcess, exit: Promise<unknown>): Promise<void> {
  child.kill('SIGTERM');
  const late = setTimeout(() => child.kill('SIGKILL'), 3000);
  await exit;
  clearTimeout(late);
}

/** Starts Varnish in front of a server. `more` is additional VCL. */
export async function startVarnish(url: string, port: number, more = ''): Promise<Running> {
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

function isOpen(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
    socket.once('connect', () => socket.destroy());
  });
}

/** Makes a folder that every user may read. */
export function publicFolder(): string {
  const folder = temporaryFolder();
  chmodSync(folder, 0o755);
  return folder;
}
