// Every host that can be run here, each with exactly the files that `build --host` wrote: what it declares is
// what `verify` sees, no more and no less; the client reads all of it; and hostile requests get nothing.
import { symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createClient } from '../../src/client/index.js';
import { mirror } from '../../src/delivery/mirror/index.js';
import type { VerifyReport } from '../../src/delivery/verify/report.js';
import { cacheControl } from '../../src/hosts/answers.js';
import { type Ability, abilities, type Host } from '../../src/hosts/host.js';
import { hosts } from '../../src/hosts/index.js';
import { build } from '../../src/index.js';
import { portal } from '../../src/portal/index.js';
import { listsIn } from '../client/lists.js';
import { type Built, buildFor, hostNamed, signer } from '../support/built.js';
import { projectFolder, temporaryFolder } from '../support/folders.js';
import { tenth, writeData } from '../support/portal.js';
import { describeServers, type ServerName, startHost, startVarnish } from '../support/servers.js';
import {
  firebaseServer,
  type Service,
  wranglerPages,
  wranglerWorkers,
} from '../support/services.js';
import { distribution } from '../support/standins/cloudfront.js';
import { plainFiles } from '../support/standins/github-pages.js';
import { gitlabDaemon } from '../support/standins/gitlab-pages.js';
import { netlifyLibraries } from '../support/standins/netlify.js';
import { s3Website } from '../support/standins/s3.js';
import { vercelOutput } from '../support/standins/vercel.js';
import { verify } from '../support/tool.js';
import { describeWith, freePort, type Running } from '../support/tools.js';
import { expectTree, readJson, readTree } from '../support/tree.js';
import { ask, fallenFor } from './edge/requests.js';

type Records = readonly { readonly id: number }[];

/** All records at the address of a list, of a build with one page each. */
type RecordsAt = (name: string) => Records;

/** All but one server and the services have a smaller portal. */
const small = { data: tenth, pageSize: 4 };
let shipped: RecordsAt;
let ofSmall: RecordsAt;

beforeAll(async () => {
  const built = async (cwd: string): Promise<RecordsAt> => {
    const out = temporaryFolder();
    const { problems } = await build({ cwd, out, pageSize: 100_000, extras: 'all', cache: false });
    expect(problems).toEqual([]);
    return (name) => {
      const body = readJson<Records | { results: Records }>(out, `api/${name}/index.json`);
      return 'results' in body ? body.results : body;
    };
  };
  shipped = await built(projectFolder);
  const cwd = temporaryFolder();
  writeData(join(cwd, 'data'), tenth);
  ofSmall = await built(cwd);
});

/** Holds each list, walked and whole, and some extras of each kind against what was published. */
async function expectClientReadsAll(baseUrl: string, recordsAt: RecordsAt): Promise<void> {
  const api = createClient({ baseUrl });
  expect(recordsAt('event').length).toBeGreaterThan(40);
  for (const [name, list] of listsIn(api)) {
    const walked: unknown[] = [];
    for await (const record of list) walked.push(record);
    expect([name, walked]).toEqual([name, recordsAt(name)]);
    expect([name, await list.all()]).toEqual([name, recordsAt(name)]);
    expect([name, await list.count()]).toEqual([name, recordsAt(name).length]);
  }
  expect(await api.cities.all()).toEqual(recordsAt('city'));
  expect(await api.vacancySummaries.all()).toEqual(recordsAt('job/vacancy/summary'));
  const category = recordsAt === shipped ? 156 : 66;
  expect(await api.discussion(2)).toEqual(recordsAt('post-comment/post/2'));
  expect(await api.posts.where({ blog: 1 }).all()).toEqual(recordsAt('post/blog/1'));
  const found = await api.vacancies.where({ exact_category: category }).all();
  expect(found).toEqual(recordsAt(`job/vacancy/exact-category/${category}`));
  const [first, ...others] = recordsAt('job/vacancy');
  const second = await api.vacancies.page(2);
  expect(second?.results).toEqual(
    others.slice(second!.results.length - 1).slice(0, second!.results.length),
  );
  const { value: third } = await api.vacancies.pages({ from: second!.next! }).next();
  expect(third).toEqual(await api.vacancies.page(3));
  expect(await api.vacancy(first!.id)).toEqual(first);
  expect(await api.vacancy(999_999)).toBeUndefined();
}

/** Copies what a host serves: every file of the API, but for its compressed siblings, and with its signature. */
async function expectMirrored({ baseUrl, dist }: Built): Promise<void> {
  const dir = join(temporaryFolder(), 'copy');
  const { problem } = await mirror(portal, {
    url: baseUrl,
    dir,
    key: signer.open,
    concurrency: 16,
  });
  expect(problem).toBeNull();
  const isApi = (name: string) => /^(?:api|search)\/|^404\.json$/.test(name);
  const files = [...readTree(dist)].filter(([name]) => isApi(name) && !/\.(?:br|gz)$/.test(name));
  expectTree(dir, new Map(files));
}

/** Verifies what was built for a host, with all that it can be held against. */
const verifyBuilt = (target: string, against: string, hosts: readonly Host[] = []) =>
  verify({
    target,
    against,
    hosts,
    keys: [signer.publicKey],
    writeMethods: true,
  });

/** The rules that did not pass, with what they found first. */
function notPassed({ rules }: VerifyReport): string[] {
  return rules
    .filter(({ result }) => result !== 'pass' && result !== 'not-declared')
    .map(({ name, result, failures }) => `${result} ${name}: ${JSON.stringify(failures[0])}`);
}

/** The abilities of which every rule that was checked holds. */
function seen({ rules }: VerifyReport): Ability[] {
  const names = Object.keys(abilities) as Ability[];
  return names.filter((name) => {
    const own = rules.filter(({ ability }) => ability === name);
    return own.length > 0 && own.every(({ result }) => result === 'pass');
  });
}

const servers: readonly Exclude<ServerName, 'varnish'>[] = [
  'apache',
  'caddy',
  'http-server',
  'nginx',
];

/** The server that has the shipped data. */
const SHIPPED = 'nginx';

for (const name of servers) {
  describeServers([name], `${name} below a path`, () => {
    let built: Built;
    let running: Running;
    beforeAll(async () => {
      const data = name === SHIPPED ? {} : small;
      built = await buildFor(hostNamed(name), { prefix: '/portal', ...data });
      running = await startHost(name, built.cwd, built.port);
    });
    afterAll(() => running?.stop());

    it('passes every rule, and so has each ability that it declares', async () => {
      const report = await verifyBuilt(built.baseUrl, built.dist);
      expect(notPassed(report)).toEqual([]);
      expect(seen(report)).toEqual(hostNamed(name).can);
    });

    it('is read by the client', () =>
      expectClientReadsAll(built.baseUrl, name === SHIPPED ? shipped : ofSmall));

    it('is copied by mirror', () => expectMirrored(built));
  });
}

describeServers(['nginx', 'varnish'], 'Varnish in front of nginx', () => {
  const stops: (() => Promise<void>)[] = [];
  afterAll(async () => {
    for (const stop of stops) await stop();
  });

  it('keeps every rule but those of bytes that it makes itself', async () => {
    const port = await freePort();
    const {
      cwd,
      dist,
      port: behind,
    } = await buildFor(hostNamed('nginx'), { origin: `http://127.0.0.1:${port}`, ...small });
    const nginx = await startHost('nginx', cwd, behind);
    stops.push(nginx.stop);
    const varnish = await startVarnish(nginx.url, port);
    stops.unshift(varnish.stop);
    const target = `http://127.0.0.1:${port}`;
    // Twice, so that the second time answers come from the cache.
    for (const round of ['cold', 'warm']) {
      expect([round, notPassed(await verifyBuilt(target, dist))]).toEqual([round, []]);
    }
  });
});

/** A local program of a service. */
interface Example {
  readonly host: string;
  readonly service: Service;
  /** Of the base URL. */
  readonly prefix?: string;
  /** Abilities that the service has and its program does not show, or the other way round, each with the reason. */
  readonly unseen?: Readonly<Partial<Record<Ability, string>>>;
  /** Files that are there for the service and not for readers. */
  readonly own: readonly string[];
  /** Hostile requests that the program answers wrongly, as the notes of the host say or by faults of its own. */
  readonly falls?: readonly string[];
  /** How long an error may be kept, where the service lets us say. */
  readonly errors?: string;
}

const worker = {
  host: 'cloudflare',
  own: ['/_worker.js', '/_routes.json', '/.assetsignore', '/_headers', '/wrangler.jsonc'],
  errors: cacheControl.error,
};

const examples: readonly Example[] = [
  { ...worker, service: wranglerPages },
  { ...worker, service: wranglerWorkers },
  {
    host: 'cloudfront',
    service: distribution,
    prefix: '/portal',
    own: ['/404.json', '/function.js', '/error-responses.json'],
  },
  { host: 's3', service: s3Website, own: ['/website.json', '/cors.json'] },
  {
    host: 'github-pages',
    service: plainFiles,
    unseen: {
      validators: "nginx's own; what the service sends is documented nowhere",
      slash: 'it leads to an address that is not there',
    },
    own: ['/hosts/', '/404.json/', '/api/region/index.html'],
  },
  {
    host: 'gitlab-pages',
    service: gitlabDaemon('/project'),
    prefix: '/project',
    own: ['/hosts/', '/404.json/', '/api/region/index.html'],
  },
  {
    host: 'netlify',
    service: netlifyLibraries,
    unseen: { cors: 'the preflight: the libraries answer every method as they do GET' },
    own: ['/_headers', '/_redirects'],
    falls: [
      '/api/post-comment/?post',
      '/api/post-comment/?p%6fst=99',
      '/api/region/?page',
      '/api/region/?p%61ge=99',
    ],
    errors: cacheControl.volatile,
  },
  {
    host: 'vercel',
    service: vercelOutput,
    own: ['/vercel.json', '/405.json', '/404.json'],
    errors: cacheControl.error,
  },
  {
    host: 'firebase',
    service: firebaseServer,
    unseen: {
      directories: 'lists answer at their own address, other pages only at their files',
      cors: 'the preflight: superstatic answers every method as it does GET, the service does not',
      options: 'likewise',
    },
    own: ['/firebase.json', '/.portal-snapshot/'],
    // A name too long for the disk, and an escape that is none.
    falls: [`/api/region/page/${'9'.repeat(43)}`, '/api/region/%zz/'],
    errors: cacheControl.volatile,
  },
];

it('leaves out no host', () => {
  const seen = new Set([...servers, ...examples.map(({ host }) => host)]);
  expect([...seen].sort()).toEqual(hosts.map(({ name }) => name));
});

/** What a service does without: there is then nothing to check. */
const inapplicable = ['if-modified-since', 'vary-encoding'].map(
  (name) => `not-applicable ${name}: undefined`,
);

describe.each(examples)('$host by $service.name', (example) => {
  const { service, prefix = '', unseen = {}, own, falls = [], errors } = example;
  const host = hostNamed(example.host);
  describeWith(service.tools, 'as it is built', () => {
    let built: Built;
    let running: Running | undefined;
    let report: VerifyReport;
    beforeAll(async () => {
      built = await buildFor(host, { prefix, ...small });
      const { cwd, port, baseUrl, dist, operated } = built;
      symlinkSync(join(projectFolder, 'node_modules'), join(cwd, 'node_modules'));
      running = await service.start({ folder: cwd, out: dist, operated }, port);
      report = await verifyBuilt(baseUrl, dist, [host]);
    });
    afterAll(() => running?.stop());

    it('passes every rule of what it declares', () => {
      expect(notPassed(report).filter((line) => !inapplicable.includes(line))).toEqual([]);
    });

    it('declares what is seen', () => {
      const declared = new Set<Ability>(host.can);
      const names = (Object.keys(abilities) as Ability[]).filter((name) => !(name in unseen));
      const wrong = names.filter((name) => {
        const own = report.rules.filter(({ ability }) => ability === name);
        const checked = own.filter(({ result }) => result !== 'not-applicable');
        return declared.has(name)
          ? checked.length === 0 || checked.some(({ result }) => result !== 'pass')
          : checked.length > 0 && checked.every(({ holds }) => holds === true);
      });
      expect(wrong).toEqual([]);
    });

    it('is read by the client', () => expectClientReadsAll(built.baseUrl, ofSmall));

    it('is copied by mirror', () => expectMirrored(built));

    it('falls for nothing that it can tell, and serves no configuration', async () => {
      const queries = host.can.includes('queries');
      const fallen = await fallenFor(built.baseUrl, readTree(built.dist), { queries, own });
      expect(fallen.map((line) => line.split(': ')[0])).toEqual(falls);
      if (errors === undefined) return;
      const missing = ['/nothing', '/api/event/cursor/99999/', '/api/event/cursor/99/index.json'];
      for (const path of missing) {
        const { status, headers } = await ask(built.baseUrl, path);
        expect([path, status, headers['cache-control']]).toEqual([path, 404, errors]);
      }
    });
  });
});
