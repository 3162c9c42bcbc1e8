// A small portal that is built for a host, and a description of a similar site without files.
import { join } from 'node:path';
import type { Host, Site, SiteDocument } from '../../src/hosts/host.js';
import { build } from '../../src/index.js';
import { directory, experts, forum, type Portal, writeData } from './portal.js';
import { publicFolder } from './servers.js';
import { readTree, type Tree } from './tree.js';

/** A snapshot with the files of a host. */
export interface Published {
  /** Contains `dist` and `hosts`. */
  readonly folder: string;
  /** The published folder: the snapshot and the host's own files. */
  readonly out: string;
  /** The files for the operator of the host. */
  readonly operated: string;
  /** The snapshot without the files of the host. */
  readonly tree: Tree;
}

/** Lists with several pages, of both kinds, and lists with one page. */
const small: Portal = { ...directory(5), ...experts(5), ...forum({ posts: 3, replies: 2 }) };

/** Builds a small portal for a host. */
export async function publish(
  host: Host,
  { prefix = '' }: { readonly prefix?: string } = {},
): Promise<Published> {
  const folder = publicFolder();
  const [out, operated] = [join(folder, 'dist'), join(folder, 'hosts', host.name)];
  writeData(join(folder, 'data'), small);
  const { ok } = await build({
    cwd: folder,
    baseUrl: `https://api.example.org${prefix}`,
    hosts: [host.name],
    pageSize: { default: 2, 'post/blog': 1 },
    extras: [
      '/api/post/',
      '/api/post-comment/post/{id}/',
      '/api/post/blog/{id}/',
      '/api/post/user/{id}/',
      '/api/region/{id}/',
      '/api/region/all.ndjson',
    ],
    cache: false,
  });
  if (!ok) throw new Error('the small portal has errors');
  const isApi = (path: string) => path.startsWith('api/') || path === '404.json';
  const tree = new Map([...readTree(out)].filter(([path]) => isApi(path)));
  return { folder, out, operated, tree };
}

/** Files that are not pages: of the API, of a list, and of a search. */
export const sampleDocuments: readonly SiteDocument[] = (
  [
    ['api/openapi.json', 'application/json'],
    ['api/snapshot.json', 'application/json'],
    ['api/region/digests.json', 'application/json'],
    ['api/region/all.ndjson', 'application/x-ndjson'],
    ['api/event/all.ndjson', 'application/x-ndjson'],
    ['search/{file}.js', 'text/javascript'],
    ['search/{file}.pf_index', 'application/octet-stream'],
  ] as const
).map(([path, mediaType]) => ({ path, mediaType }));

/** The description of a site of the small portal's size. It has no files on the disk. */
export const sampleSite = (more: Partial<Site> = {}): Site => ({
  endpoints: [
    { name: '', parameter: undefined, pages: 1 },
    { name: 'region', parameter: 'page', pages: 3 },
    { name: 'event', parameter: 'cursor', keepsPages: true, pages: 2 },
    { name: 'post-comment', parameter: undefined, pages: 1 },
    { name: 'post', parameter: 'page', pages: 2 },
    {
      ...{ name: 'post-comment/post/{id}', parameter: undefined, pages: 3 },
      lookup: { list: 'post-comment', by: 'post' },
    },
    {
      ...{ name: 'post/blog/{id}', parameter: 'page', pages: 3 },
      lookup: { list: 'post', by: 'blog' },
    },
    {
      ...{ name: 'post/user/{id}', parameter: 'page', pages: 5 },
      lookup: { list: 'post', by: 'user' },
    },
    { name: 'region/{id}', parameter: undefined, pages: 5 },
  ],
  documents: sampleDocuments,
  prefix: '',
  links: 'path',
  root: '/srv/dist',
  hostFiles: '/srv/hosts',
  listen: '127.0.0.1:8080',
  compress: [],
  files: 8,
  bytes: 4096,
  largest: { name: 'api/region/index.json', bytes: 1024 },
  notFound: '{"detail":"Not found."}',
  ...more,
});
