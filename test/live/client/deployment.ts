// The shipped portal as a deployment with extras, on loopback, which pages of any origin may read.
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from '../../../src/index.js';
import { projectFolder, temporaryFolder } from '../../support/folders.js';
import { type Reply, type Request, serveReplies } from '../../support/replies.js';
import { freePort, type Running } from '../../support/tools.js';
import { readTree } from '../../support/tree.js';
import { answerTo } from '../../verify/reference.js';

/** A vacancy, as far as the tests look at it. */
export interface Published {
  readonly id: number;
  readonly text: string;
  readonly work_position: string;
  readonly work_regions: readonly { readonly id: number; readonly name: string }[];
}

export interface Deployment extends Running {
  readonly vacancies: readonly Published[];
  /** What was asked. */
  readonly asked: Request[];
  /** Publishes another snapshot, in which each page of the vacancies says what `change` makes of it. */
  readonly republish: (change: (page: string) => string) => void;
}

/** Serves pages to browsers, and the compiled client beside them. */
export const servePages = (pageAt: (path: string) => Reply): Promise<Running> =>
  serveReplies(undefined, ({ path }) => {
    if (!path.startsWith('/client/')) return pageAt(path);
    const body = readFileSync(join(projectFolder, 'lib', path));
    return { status: 200, headers: { 'content-type': 'text/javascript' }, body };
  });

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
  const { ok } = await build({
    cwd: projectFolder,
    out,
    extras: 'all',
    cache: false,
    ...settings,
  });
  if (!ok) throw new Error('the shipped data have errors');
  const files = new Map<string, Buffer>(readTree(out));
  const vacancies = Object.keys(vacancyDigests(files)[1]).flatMap((below) => {
    const page = files.get(`api/job/vacancy/${below}index.json`)!.toString();
    return (JSON.parse(page) as { readonly results: readonly Published[] }).results;
  });
  const asked: Request[] = [];
  const server = await serveReplies(port, (request) => {
    asked.push(request);
    return before(request) ?? answerTo(files, request);
  });
  const republish = (change: (page: string) => string) => {
    const [snapshot, digests] = vacancyDigests(files);
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

/** What says which pages belong together, and the vacancies' part of it. */
function vacancyDigests(files: ReadonlyMap<string, Buffer>): [Snapshot, Record<string, string>] {
  const snapshot = JSON.parse(files.get(SNAPSHOT)!.toString()) as Snapshot;
  return [snapshot, snapshot.lists['job/vacancy']!.files];
}

const digestOf = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');
