// Snapshots of a small portal, and a server of this process that publishes one after the other while it is asked.
import { cpSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { MirrorOptions, MirrorReport } from '../../src/delivery/mirror/index.js';
import { mirror } from '../../src/delivery/mirror/index.js';
import { build } from '../../src/index.js';
import { portal } from '../../src/portal/index.js';
import { idOf } from '../../src/site/snapshot-file.js';
import { temporaryFolder } from '../support/folders.js';
import { directory, forum, type Portal, vacancies, writeData } from '../support/portal.js';
import { type Reply, type Request, serverOf } from '../support/replies.js';
import { readTree, type Tree } from '../support/tree.js';
import { answerTo, listen } from '../verify/reference.js';

/** A portal with lists of both kinds, of which a page holds five records. */
export const small: Portal = {
  ...directory(12),
  ...vacancies(7),
  ...forum({ posts: 6, replies: 5 }),
};

/** Extras of each kind. */
export const SOME = [
  ...['/api/region/{id}/', '/api/post/blog/{id}/', '/api/post-comment/post/{id}/'],
  ...['/api/region/all.ndjson', '/api/post-comment/all.ndjson', '/api/post/feed.json'],
];

/** The files of a snapshot: by default with some extras, and five records a page. */
export async function snapshotOf(
  data: Portal,
  more: Pick<NonNullable<Parameters<typeof build>[0]>, 'sign' | 'pageSize' | 'extras'> = {},
): Promise<Tree> {
  const cwd = temporaryFolder();
  writeData(join(cwd, 'data'), data);
  const baseUrl = 'https://api.example.org';
  const given = { cwd, baseUrl, pageSize: 5, extras: SOME, cache: false } as const;
  const { ok, problems } = await build({ ...given, ...more });
  if (!ok) throw new Error(JSON.stringify(problems));
  return readTree(join(cwd, 'dist'));
}

/** What snapshot.json says; everything in it may be made wrong. */
export interface Described {
  format: unknown;
  id: string;
  lists: Record<string, Record<string, unknown>>;
  files: Record<string, unknown>;
}

/** snapshot.json of a snapshot, as `change` leaves it, with the id that it then has. */
export function describedAs(tree: Tree, change: (described: Described) => void): Buffer {
  const described = JSON.parse(String(tree.get('api/snapshot.json'))) as Described;
  change(described);
  return Buffer.from(JSON.stringify({ ...described, id: idOf(described) }));
}

/** A server, what it serves, and what it was asked for. */
export interface Origin {
  readonly url: string;
  tree: Tree;
  asked: string[];
  /** Answers in the place of the tree, where it gives a reply. */
  instead: (request: Request) => Reply | undefined | Promise<Reply | undefined>;
}

export async function originOf(tree: Tree): Promise<Origin> {
  const origin: { -readonly [K in keyof Origin]: Origin[K] } = {
    url: '',
    tree,
    asked: [],
    instead: () => undefined,
  };
  const server = serverOf(async (request) => {
    origin.asked.push(request.path);
    return (await origin.instead(request)) ?? answerTo(origin.tree, request);
  });
  origin.url = await listen(server);
  return origin;
}

/** A place for a mirror: its folder is not there yet. */
export const place = (): string => join(temporaryFolder(), 'copy');

/** Runs a mirror that waits for nothing. */
export const copy = (
  { url }: Pick<Origin, 'url'>,
  dir: string,
  more: Partial<MirrorOptions> = {},
): Promise<MirrorReport> => mirror(portal, { url, dir, backoff: 1, records: true, ...more });

/** A place in which an earlier mirror is, with all that lies beside it. */
export function placeLike(dir: string): string {
  const next = place();
  const from = join(dir, '..');
  rmSync(join(next, '..'), { recursive: true });
  cpSync(from, join(next, '..'), { recursive: true, preserveTimestamps: true });
  return next;
}
