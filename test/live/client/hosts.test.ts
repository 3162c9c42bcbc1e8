// The client on every host that can be run here, each with exactly the files that `build --host` wrote.
import { symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createClient } from '../../../src/client/index.js';
import { hosts } from '../../../src/hosts/index.js';
import { build } from '../../../src/index.js';
import { portal } from '../../../src/portal/index.js';
import { buildFor, hostNamed } from '../../support/built.js';
import { projectFolder, temporaryFolder } from '../../support/folders.js';
import { describeServers, startHost } from '../../support/servers.js';
import {
  firebaseServer,
  type Service,
  wranglerPages,
  wranglerWorkers,
} from '../../support/services.js';
import { distribution } from '../../support/standins/cloudfront.js';
import { plainFiles } from '../../support/standins/github-pages.js';
import { gitlabDaemon } from '../../support/standins/gitlab-pages.js';
import { netlifyLibraries } from '../../support/standins/netlify.js';
import { s3Website } from '../../support/standins/s3.js';
import { vercelOutput } from '../../support/standins/vercel.js';
import { describeWith, type Running } from '../../support/tools.js';
import { readJson } from '../../support/tree.js';

type Records = readonly { readonly id: number }[];
type Lists = Readonly<Record<string, Records>>;

/** All records of each list, by its name: from a build with one page each. */
let shipped: Lists;
/** All records at an address of that build. */
let recordsAt: (name: string) => Records;

beforeAll(async () => {
  const out = temporaryFolder();
  const { ok } = await build({
    cwd: projectFolder,
    out,
    pageSize: 100_000,
    extras: 'all',
    cache: false,
  });
  expect(ok).toBe(true);
  const names = portal.endpoints.map(({ name }) => name);
  recordsAt = (name) => {
    const body = readJson<Records | { results: Records }>(out, `api/${name}/index.json`);
    return 'results' in body ? body.results : body;
  };
  shipped = Object.fromEntries(names.map((name) => [name, recordsAt(name)]));
}, 60_000);

/** Holds each list, walked and whole, against what was published. */
async function expectLists(baseUrl: string): Promise<void> {
  const api = createClient({ baseUrl });
  const lists = {
    'epb-e/expert': api.experts,
    region: api.regions,
    'pb-questions/exact-category': api.exactCategories,
    'job/vacancy': api.vacancies,
    'job/resume': api.resumes,
    'post-comment': api.comments,
    event: api.events,
    'portal-favorite/in-favorite': api.favorites.inFavorite,
    'portal-favorite/member': api.favorites.members,
    'portal-favorite/blog': api.favorites.blogs,
    'portal-favorite/post': api.favorites.posts,
    'portal-favorite/comment': api.favorites.comments,
  };
  expect(Object.keys(lists)).toEqual(Object.keys(shipped));
  expect(shipped['event']!.length).toBeGreaterThan(40);
  for (const [name, list] of Object.entries(lists)) {
    const walked: unknown[] = [];
    for await (const record of list) walked.push(record);
    expect([name, walked]).toEqual([name, shipped[name]]);
    expect([name, await list.all()]).toEqual([name, shipped[name]]);
  }
}

/** Holds some extras of each kind against what was published. */
async function expectExtras(baseUrl: string): Promise<void> {
  const api = createClient({ baseUrl });
  expect(await api.cities.all()).toEqual(recordsAt('city'));
  expect(await api.vacancySummaries.all()).toEqual(recordsAt('job/vacancy/summary'));
  expect(await api.discussion(12)).toEqual(recordsAt('post-comment/post/12'));
  expect(await api.postsOf(1).all()).toEqual(recordsAt('post/blog/1'));
  const [first] = shipped['job/vacancy']!;
  expect(await api.vacancy(first!.id)).toEqual(first);
  expect(await api.vacancy(999_999)).toBeUndefined();
}

const servers = ['apache', 'caddy', 'http-server', 'nginx'] as const;

for (const name of servers) {
  describeServers([name], name, () => {
    let running: Running | undefined;
    afterAll(() => running?.stop());

    it('below a path', async () => {
      const { cwd, port, baseUrl } = await buildFor(hostNamed(name), '/portal');
      running = await startHost(name, cwd, port);
      await expectLists(baseUrl);
      await expectExtras(baseUrl);
    }, 60_000);
  });
}

const services: readonly { host: string; service: Service; prefix?: string }[] = [
  { host: 'cloudflare', service: wranglerPages },
  { host: 'cloudflare', service: wranglerWorkers },
  { host: 'cloudfront', service: distribution, prefix: '/portal' },
  { host: 's3', service: s3Website },
  { host: 'github-pages', service: plainFiles },
  { host: 'gitlab-pages', service: gitlabDaemon('/project'), prefix: '/project' },
  { host: 'netlify', service: netlifyLibraries },
  { host: 'vercel', service: vercelOutput },
  { host: 'firebase', service: firebaseServer },
];

it('leaves out no host', () => {
  const walked = new Set([...servers, ...services.map(({ host }) => host)]);
  expect([...walked].sort()).toEqual(hosts.map(({ name }) => name));
});

for (const { host, service, prefix } of services) {
  describeWith(service.tools, `${host} by ${service.name}`, () => {
    let running: Running | undefined;
    afterAll(() => running?.stop());

    it('as it is built', async () => {
      const { cwd, port, baseUrl, dist, operated } = await buildFor(hostNamed(host), prefix);
      symlinkSync(join(projectFolder, 'node_modules'), join(cwd, 'node_modules'));
      running = await service.start({ folder: cwd, out: dist, operated }, port);
      await expectLists(baseUrl);
      await expectExtras(baseUrl);
    }, 90_000);
  });
}
