// The snapshot that every server is given, as `build --host` writes it: regions on three pages, experts on
// two, events on four.
import { expect } from 'vitest';
import { build } from '../../../src/index.js';
import type { BuildOptions } from '../../../src/snapshot/settings/index.js';
import { type Built, buildFor, hostNamed } from '../../support/built.js';
import {
  directory,
  experts,
  forum,
  type Portal,
  writeData,
  writeFile,
} from '../../support/portal.js';
import { publicFolder } from '../../support/servers.js';
import { readTree, type Tree } from '../../support/tree.js';

/** What links begin with. */
export const BASE = 'https://api.example.org';

/** Stands in files that no server may hand out. */
export const SECRET = 'nobody-may-read-this';

/** A snapshot that is published, with the files of its host. */
export interface Published extends Built {
  /** What is in the published folder and meant for readers. */
  readonly tree: Tree;
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
  const built = await buildFor(hostNamed(host), {
    ...{ prefix, origin: BASE, data: community, compress },
    pageSize: { default: 2, 'post/blog': 1 },
  });
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
    writeFile(built.cwd, name, text);
  }
  return { ...built, tree: pagesIn(built) };
}

/** Brings a published folder to the snapshot of another state of the data. */
export async function rebuild(built: Built, portal: Portal): Promise<Tree> {
  const data = publicFolder();
  writeData(data, portal);
  expect(await build({ ...built.settings, data })).toMatchObject({ ok: true });
  return pagesIn(built);
}

function pagesIn({ dist }: Built): Tree {
  const pages = [...readTree(dist)].filter(([path]) =>
    /^(?:api\/.*(?:index\.json|\.ndjson)|search\/.*)$/.test(path),
  );
  return new Map(pages.filter(([, bytes]) => !bytes.includes(SECRET)));
}
