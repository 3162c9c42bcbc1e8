// What `build --host` writes, of the shipped data.
import { chmodSync, cpSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import type { Host } from '../../src/hosts/host.js';
import { hosts } from '../../src/hosts/index.js';
import { build } from '../../src/index.js';
import { projectFolder } from './folders.js';
import { newKeys } from './keys.js';
import { type Portal, writeData } from './portal.js';
import { publicFolder } from './servers.js';
import { freePort } from './tools.js';

/** Who signs what is built. */
export const signer = newKeys();

/** A snapshot for a host, and where it is to be served. */
export interface Built {
  readonly cwd: string;
  readonly port: number;
  readonly baseUrl: string;
  readonly dist: string;
  /** The files for whoever runs the host. */
  readonly operated: string;
}

/** A host of the registry. */
export const hostNamed = (name: string): Host => hosts.find((host) => host.name === name)!;

/** How a snapshot for a host is made. */
interface Making {
  readonly prefix?: string;
  readonly origin?: string;
  /** All that the host can serve, unless fewer are named. */
  readonly extras?: 'all' | readonly string[];
  /** The shipped data, unless other is given. */
  readonly data?: Portal;
  readonly pageSize?: number;
}

/** A snapshot for a host, on a free port. */
export async function buildFor(
  host: Host,
  { prefix = '', origin, extras = 'all', data, pageSize }: Making = {},
): Promise<Built> {
  const cwd = publicFolder();
  if (data) writeData(join(cwd, 'data'), data);
  else cpSync(join(projectFolder, 'data'), join(cwd, 'data'), { recursive: true });
  const port = await freePort();
  const listen = `127.0.0.1:${port}`;
  const baseUrl = `${origin ?? `http://${listen}`}${prefix}`;
  const { ok, problems } = await build({
    cwd,
    baseUrl,
    listen,
    hosts: [host.name],
    compress: ['br', 'gzip'],
    extras,
    ...(pageSize && { pageSize }),
    cache: false,
    sign: signer.secret,
  });
  expect(problems).toEqual([]);
  expect(ok).toBe(true);
  mkdirSync(join(cwd, 'hosts'), { recursive: true });
  for (const folder of ['dist', 'hosts']) chmodSync(join(cwd, folder), 0o755);
  return {
    cwd,
    port,
    baseUrl,
    dist: join(cwd, 'dist'),
    operated: join(cwd, 'hosts', host.name),
  };
}
