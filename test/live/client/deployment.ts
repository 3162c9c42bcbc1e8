// The shipped portal as a deployment with extras, on loopback, which pages of any origin may read.
import { createHash } from 'node:crypto';
import { build } from '../../../src/index.js';
import { projectFolder, temporaryFolder } from '../../support/folders.js';
import { type Reply, type Request, serveReplies } from '../../support/replies.js';
import { freePort, type Running } from '../../support/tools.js';
import { readTree } from '../../support/tree.js';

/** A vacancy or a comment, as far as the tests look at it. */
export interface Published {
  readonly id: number;
  readonly text: string;
  readonly work_position: string;
  readonly work_regions: readonly { readonly id: number; readonly name: string }[];
  readonly tree_id: number;
}

export interface Deployment extends Running {
  readonly vacancies: readonly Published[];
  /** What was asked. */
  readonly asked: Request[];
  /** Publishes another snapshot, in which each page of the vacancies says what `change` makes of it. */
  readonly republish: (change: (page: string) => string) => void;
}

/** The comment that begins the discussion of post 12. */
const ROOT_OF_12 = 108;

/** Starts it. A request that `before` answers comes no further. */
export async function startDeployment({
  isDefault = false,
  before = () => undefined,
}: {
  /** Whether its links name localhost:8080, as those of every default build do. */
  readonly isDefault?: boolean;
  readonly before?: (request: Request) => Reply | undefined;
}): Promise<Deployment> {
  const [out, port] = [temporaryFolder(), await freePort()];
  const settings = isDefault ? {} : { baseUrl: `http://127.0.0.1:${port}` };
  const { ok } = await build({ cwd: projectFolder, out, cache: false, ...settings });
  if (!ok) throw new Error('the shipped data have errors');
  const files = new Map<string, Buffer>(readTree(out));
  const vacancies = withExtras(files);
  const asked: Request[] = [];
  const server = await serveReplies(port, (request) => {
    asked.push(request);
    return before(request) ?? replyOf(files, request);
  });
  const republish = (change: (page: string) => string) => {
    const snapshot = JSON.parse(files.get(SNAPSHOT)!.toString()) as Snapshot;
    const digests = snapshot.lists['job/vacancy']!.files;
    for (const below of Object.keys(digests)) {
      const path = `api/job/vacancy/${below}index.json`;
      const page = Buffer.from(change(files.get(path)!.toString()));
      files.set(path, page);
      digests[below] = digestOf(page);
    }
    files.set(SNAPSHOT, Buffer.from(JSON.stringify(snapshot)));
  };
  return { ...server, vacancies, asked, republish };
}

const SNAPSHOT = 'api/snapshot.json';
interface Snapshot {
  readonly lists: Record<string, { readonly files: Record<string, string> }>;
}

const CORS = {
  'access-control-allow-origin': '*',
  'access-control-allow-headers': '*',
  'access-control-expose-headers': 'ETag',
};

function replyOf(files: ReadonlyMap<string, Buffer>, { method, path, headers }: Request): Reply {
  const empty = Buffer.alloc(0);
  if (method === 'OPTIONS') return { status: 204, headers: CORS, body: empty };
  const { pathname } = new URL(path, 'http://localhost');
  const body = files.get(`${pathname.slice(1)}${pathname.endsWith('/') ? 'index.json' : ''}`);
  const more = { ...CORS, 'content-type': 'application/json' };
  if (!body) return { status: 404, headers: more, body: Buffer.from('{"detail":"Not found."}') };
  const etag = `"${digestOf(body).slice(0, 16)}"`;
  const isKnown = headers['if-none-match'] === etag;
  return {
    status: isKnown ? 304 : 200,
    headers: { ...more, etag, 'cache-control': 'public, max-age=60, must-revalidate' },
    body: isKnown ? empty : body,
  };
}

const digestOf = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');

interface Envelope {
  readonly count?: number;
  readonly results: readonly Published[];
}

/**
 * Adds what a client asks for besides the lists, in the contract's form (§5), where the build made none: single
 * vacancies, their summary, the discussion of a post, openapi.json, and snapshot.json for vacancies and regions.
 */
function withExtras(files: Map<string, Buffer>): readonly Published[] {
  const put = (path: string, value: unknown) => {
    if (!files.has(path)) files.set(path, Buffer.from(JSON.stringify(value)));
  };
  const lists: Record<string, unknown> = {};
  const all: Published[] = [];
  for (const name of ['job/vacancy', 'region']) {
    const digests: Record<string, string> = {};
    let count: number | undefined;
    for (let page = 1; ; page++) {
      const below = page === 1 ? '' : `page/${page}/`;
      const body = files.get(`api/${name}/${below}index.json`);
      if (!body) break;
      digests[below] = digestOf(body);
      const envelope = JSON.parse(body.toString()) as Envelope;
      count = envelope.count;
      if (name === 'job/vacancy') all.push(...envelope.results);
    }
    const lines = Object.entries(digests).map(([path, digest]) => `${path} ${digest}\n`);
    const digest = digestOf(Buffer.from(lines.join('')));
    lists[name] = { count, pages: lines.length, digest, files: digests };
  }
  put(SNAPSHOT, { format: 1, lists });
  for (const vacancy of all) put(`api/job/vacancy/${vacancy.id}/index.json`, vacancy);
  put(
    'api/job/vacancy/summary/index.json',
    all.map(({ id, work_position, work_regions }) => ({
      id,
      work_position,
      work_regions: work_regions.map((region) => region.id),
    })),
  );
  const comments = JSON.parse(files.get('api/post-comment/index.json')!.toString()) as Published[];
  put(
    'api/post-comment/post/12/index.json',
    comments.filter(({ tree_id }) => tree_id === ROOT_OF_12),
  );
  const templates = ['job/vacancy/{id}', 'job/vacancy/summary', 'post-comment/post/{id}'];
  const paths = templates.map((template) => [`/api/${template}/`, {}]);
  put('api/openapi.json', { paths: Object.fromEntries(paths) });
  return all;
}
