// Every host that a stand-in serves here, with exactly the files that `build --host` wrote (support/hosted.ts). The
// services that have programs of their own are in night/services.
import { describe, expect, it } from 'vitest';
import { hosts } from '../../src/hosts/index.js';
import { describeHosted, type Example } from '../support/hosted.js';
import { distribution } from '../support/standins/cloudfront.js';
import { plainFiles } from '../support/standins/github-pages.js';
import { gitlabDaemon } from '../support/standins/gitlab-pages.js';
import { s3Website } from '../support/standins/s3.js';

/** Servers of the system: servers/servers.test.ts has all of them, with a small portal. */
const servers = ['apache', 'caddy', 'http-server', 'nginx'];

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
