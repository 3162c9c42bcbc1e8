// Every host that a server of the system or a stand-in serves here, each with exactly the files that `build --host` wrote
// (support/hosted.ts). The services that have programs of their own are in night/services.
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
  type RecordsAt,
  recordsOf,
  recordsOfSmall,
  seen,
  small,
  verifyBuilt,
} from '../support/hosted.js';
import { describeServers, type ServerName, startHost, startVarnish } from '../support/servers.js';
import { distribution } from '../support/standins/cloudfront.js';
import { plainFiles } from '../support/standins/github-pages.js';
import { gitlabDaemon } from '../support/standins/gitlab-pages.js';
import { s3Website } from '../support/standins/s3.js';
import { freePort, type Running } from '../support/tools.js';

let shipped: RecordsAt;
let ofSmall: RecordsAt;

beforeAll(async () => {
  shipped = await recordsOf(projectFolder);
  ofSmall = await recordsOfSmall();
});

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
      name === SHIPPED
        ? expectClientReadsAll(built.baseUrl, shipped, true)
        : expectClientReadsAll(built.baseUrl, ofSmall));

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
