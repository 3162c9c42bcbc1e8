// The snapshot that every server is given, as `build --host` writes it: regions on three pages, experts on
// two, events on four.
import { chmodSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { build } from '../../../src/index.js';
import type { BuildOptions } from '../../../src/snapshot/settings/index.js';
import { signer } from '../../support/built.js';
import {
  directory,
  experts,
  forum,
  type Portal,
  writeData,
  writeFile,
} from '../../support/portal.js';
import { publicFolder } from '../../support/servers.js';
import { freePort } from '../../support/tools.js';
import { readTree, type Tree } from '../../support/tree.js';

/** What links begin with. */
export const BASE = 'https://api.example.org';

/** Stands in files that no server may hand out. */
export const SECRET = 'nobody-may-read-this';

/** A snapshot that is published, with the files of its host. */
export interface Published {
  /** Holds `dist` and `hosts`. */
  readonly cwd: string;
  /** The published folder. */
  readonly folder: string;
  /** Where the files of the host say that it listens. */
  readonly port: number;
  /** What is in the published folder and meant for readers. */
  readonly tree: Tree;
  readonly settings: BuildOptions;
}

export const community: Portal = {
  ...directory(5),
  ...experts(5),
  ...forum({ posts: 3, replies: 2 }),
};

/** The community's snapshot for a host in a fresh folder, with private files in and around it. */
export async function publish(
  host: string,
  { prefix, compress }: Required<Pick<BuildOptions, 'compress'>> & { readonly prefix: string },
): Promise<Published> {
  const cwd = publicFolder();
  const port = await freePort();
  const listen = `127.0.0.1:${port}`;
  const baseUrl = `${BASE}${prefix}`;
  const sizes = { default: 2, 'post/blog': 1 };
  const served = { hosts: [host], listen, baseUrl, compress };
  const settings: BuildOptions = {
    ...{ cwd, ...served, pageSize: sizes, extras: 'all', workers: 1 },
    sign: signer.secret,
  };
  const folder = join(cwd, 'dist');
  const published = {
    cwd,
    folder,
    port,
    tree: await rebuild({ folder, settings }, community),
    settings,
  };
  for (const name of ['dist', 'hosts']) chmodSync(join(cwd, name), 0o755);
  const text = JSON.stringify({ detail: SECRET });
  for (const name of [
    'private.json',
    'index.json',
    'dist-old/api/region/index.json',
    'dist/private.json',
    'dist/.env',
    'dist/.portal-snapshot/new/index.json',
    'dist/api/private.json',
    'dist/api/region/private.json',
    'dist/api/nothing/index.json',
    'dist/page/2/index.json',
    'dist/search/private.html',
  ]) {
    writeFile(cwd, name, text);
  }
  return published;
}

/** Brings a published folder to the snapshot of another state of the data. */
export async function rebuild(
  { folder, settings }: Pick<Published, 'folder' | 'settings'>,
  portal: Portal,
): Promise<Tree> {
  const data = publicFolder();
  writeData(data, portal);
  const { ok } = await build({ ...settings, data });
  expect(ok).toBe(true);
  const pages = [...readTree(folder)].filter(([path]) =>
    /^(?:api\/.*(?:index\.json|\.ndjson)|search\/.*)$/.test(path),
  );
  return new Map(pages.filter(([, bytes]) => !bytes.includes(SECRET)));
}
