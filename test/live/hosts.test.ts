// A server with the shipped data, and every host that a stand-in serves here, each with exactly the files that
// `build --host` wrote (support/hosted.ts). The services that have programs of their own are in night/services.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hosts } from '../../src/hosts/index.js';
import { type Built, buildFor, hostNamed } from '../support/built.js';
import { projectFolder } from '../support/folders.js';
import {
  describeHosted,
  type Example,
  expectClientReadsAll,
  expectMirrored,
  notPassed,
  recordsOf,
  verifyBuilt,
} from '../support/hosted.js';
import { describeServers, startHost } from '../support/servers.js';
import { distribution } from '../support/standins/cloudfront.js';
import { plainFiles } from '../support/standins/github-pages.js';
import { gitlabDaemon } from '../support/standins/gitlab-pages.js';
import { s3Website } from '../support/standins/s3.js';
import type { Running } from '../support/tools.js';

/** Servers of the system: servers/servers.test.ts has all of them, with a small portal. */
const servers = ['apache', 'caddy', 'http-server', 'nginx'];

describeServers(['nginx'], 'nginx below a path, with the shipped data', () => {
  let built: Built;
  let running: Running;
  beforeAll(async () => {
    built = await buildFor(hostNamed('nginx'), { prefix: '/portal' });
    running = await startHost('nginx', built.cwd, built.port);
  });
  afterAll(() => running?.stop());

  it('passes every rule', async () => {
    expect(notPassed(await verifyBuilt(built.baseUrl, built.dist))).toEqual([]);
  });

  it('is read by the client', async () =>
    expectClientReadsAll(built.baseUrl, await recordsOf(projectFolder), true));

  it('is copied by mirror', () => expectMirrored(built));
});

const examples: readonly Example[] = [
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
];

/** The hosts that are services with programs of their own: see night/services. */
const services = ['cloudflare', 'firebase', 'netlify', 'vercel'];

it('leaves out no host', () => {
  const tested = new Set([...servers, ...services, ...examples.map(({ host }) => host)]);
  expect([...tested].sort()).toEqual(hosts.map(({ name }) => name));
});

describe.each(examples)('$host', describeHosted);
