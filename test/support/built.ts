// Builds the shipped data with the files of a host.
import { chmodSync, cpSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import type { Host } from '../../src/hosts/host.js';
import { hosts } from '../../src/hosts/index.js';
import { build } from '../../src/index.js';
import type { BuildOptions } from '../../src/snapshot/settings/index.js';
import { projectFolder } from './folders.js';
import { newKeys } from './keys.js';
import { type Portal, writeData } from './portal.js';
import { publicFolder } from './servers.js';
import { freePort } from './tools.js';

/** The keys with which snapshots are signed. */
export const signer = newKeys();

/** A snapshot for a host, and its address. */
export interface Built {
  readonly cwd: string;
  readonly port: number;
  readonly baseUrl: string;
  readonly dist: string;
  /** The files for the operator of the host. */
  readonly operated: string;
  /** The settings of its builds. */
  readonly settings: BuildOptions;
}

/** A host of the registry. */
export const hostNamed = (name: string): Host => hosts.find((host) => host.name === name)!;

/** How a snapshot for a host is made. */
interface Making {
  readonly prefix?: string;
  readonly origin?: string;
  /** The extras; by default all that the host can serve. */
  readonly extras?: 'all' | readonly string[];
  /** The data; by default that of this repository. */
  readonly data?: Portal;
  readonly pageSize?: BuildOptions['pageSize'];
  readonly compress?: BuildOptions['compress'];
}

/** Builds a snapshot for a host, with a free port in its address. */
export async function buildFor(
  host: Host,
  { prefix = '', origin, extras = 'all', data, pageSize, compress = ['br', 'gzip'] }: Making = {},
): Promise<Built> {
  const cwd = publicFolder();
  if (data) writeData(join(cwd, 'data'), data);
  else cpSync(join(projectFolder, 'data'), join(cwd, 'data'), { recursive: true });
  const port = await freePort();
  const listen = `127.0.0.1:${port}`;
  const baseUrl = `${origin ?? `http://${listen}`}${prefix}`;
  const settings: BuildOptions = {
    ...{ cwd, baseUrl, listen, hosts: [host.name], compress, extras, cache: false },
    ...{ ...(pageSize && { pageSize }), sign: signer.secret },
  };
  const { ok, problems } = await build(settings);
  expect(problems).toEqual([]);
  expect(ok).toBe(true);
  mkdirSync(join(cwd, 'hosts'), { recursive: true });
  for (const folder of ['dist', 'hosts']) chmodSync(join(cwd, folder), 0o755);
  const [dist, operated] = [join(cwd, 'dist'), join(cwd, 'hosts', host.name)];
  return { cwd, port, baseUrl, dist, operated, settings };
}
