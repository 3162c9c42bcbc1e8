// The snapshot that every server is given: regions on three pages, experts on two, events on four.
import { chmodSync, cpSync, existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { build } from '../../../src/build.js';
import { temporaryFolder } from '../../support/folders.js';
import { publicFolder } from '../../support/hosts.js';
import {
  directory,
  experts,
  forum,
  type Portal,
  writeData,
  writeFile,
} from '../../support/portal.js';
import { readTree, type Tree } from '../../support/tree.js';

/** Stands in files that no server may hand out. */
export const SECRET = 'nobody-may-read-this';

/** A folder that is published, and what the build wrote into it. */
export interface Published {
  readonly folder: string;
  readonly tree: Tree;
}

export const community: Portal = {
  ...directory(5),
  ...experts(5),
  ...forum({ posts: 3, replies: 2 }),
};

let built: Promise<string> | undefined;

async function buildOnce(): Promise<string> {
  const folder = temporaryFolder();
  await rebuild(folder, community);
  return folder;
}

/** The community's snapshot in a fresh folder, with private files in and around it. */
export async function publish(): Promise<Published> {
  built ??= buildOnce();
  const parent = publicFolder();
  const folder = join(parent, 'dist');
  cpSync(await built, folder, { recursive: true });
  chmodSync(folder, 0o755);
  const tree = readTree(folder);
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
    'dist/api/company/index.json',
    'dist/page/2/index.json',
  ]) {
    writeFile(parent, name, text);
  }
  return { folder, tree };
}

/** Brings a published folder to the snapshot of another state of the data; siblings stay siblings. */
export async function rebuild(folder: string, portal: Portal): Promise<void> {
  const isCompressed = existsSync(join(folder, 'api/event/cursor/1/index.json.br'));
  const compress = isCompressed ? (['br', 'gzip'] as const) : [];
  const cwd = temporaryFolder();
  writeData(join(cwd, 'data'), portal);
  const baseUrl = 'https://api.example.org';
  const { ok } = await build({ cwd, out: folder, baseUrl, pageSize: 2, workers: 1, compress });
  expect(ok).toBe(true);
}
