// `verify` on every host that can be run here, each with exactly the files that `build --host` wrote:
// what a host declares is what is seen, no more and no less.
import { symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { VerifyReport } from '../../src/delivery/verify/report.js';
import { type Ability, abilities, type Host } from '../../src/hosts/host.js';
import { hosts } from '../../src/hosts/index.js';
import { buildFor, hostNamed, signer } from '../support/built.js';
import { projectFolder } from '../support/folders.js';
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
import { allExtras, verify } from '../support/tool.js';
import { describeWith, freePort, type Running } from '../support/tools.js';

/** Verifies what was built for a host, with all that it can be held against. */
const verifyBuilt = (target: string, against: string, hosts: readonly Host[] = []) =>
  verify({
    target,
    against,
    hosts,
    extras: allExtras,
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

describe.each(servers)('%s', (name) => {
  describeServers([name], 'as it is built', () => {
    let running: Running | undefined;
    afterAll(() => running?.stop());

    it('passes every rule, and so has each ability that it declares', async () => {
      const { cwd, port, baseUrl, dist } = await buildFor(hostNamed(name));
      running = await startHost(name, cwd, port);
      const report = await verifyBuilt(baseUrl, dist);
      expect(notPassed(report)).toEqual([]);
      expect(seen(report)).toEqual(hostNamed(name).can);
    });
  });

  describeServers([name], 'below a path', () => {
    let running: Running | undefined;
    afterAll(() => running?.stop());

    it('passes every rule', async () => {
      const { cwd, port, baseUrl, dist } = await buildFor(hostNamed(name), '/portal');
      running = await startHost(name, cwd, port);
      expect(notPassed(await verifyBuilt(baseUrl, dist))).toEqual([]);
    });
  });
});

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
    } = await buildFor(hostNamed('nginx'), '', `http://127.0.0.1:${port}`);
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

/**
 * Local programs of services. `unseen`: abilities that the service has and its program does not show,
 * or the other way round, each with the reason.
 */
const services: readonly {
  readonly host: string;
  readonly service: Service;
  /** Of the base URL. */
  readonly prefix?: string;
  readonly unseen: Readonly<Partial<Record<Ability, string>>>;
}[] = [
  { host: 'cloudflare', service: wranglerPages, unseen: {} },
  { host: 'cloudflare', service: wranglerWorkers, unseen: {} },
  { host: 'cloudfront', service: distribution, prefix: '/portal', unseen: {} },
  { host: 's3', service: s3Website, unseen: {} },
  {
    host: 'github-pages',
    service: plainFiles,
    unseen: {
      validators: "nginx's own; what the service sends is documented nowhere",
      slash: 'it leads to an address that is not there',
    },
  },
  { host: 'gitlab-pages', service: gitlabDaemon('/project'), prefix: '/project', unseen: {} },
  {
    host: 'netlify',
    service: netlifyLibraries,
    unseen: { cors: 'the preflight: the libraries answer every method as they do GET' },
  },
  { host: 'vercel', service: vercelOutput, unseen: {} },
  {
    host: 'firebase',
    service: firebaseServer,
    unseen: {
      directories: 'lists answer at their own address, other pages only at their files',
      cors: 'the preflight: superstatic answers every method as it does GET, the service does not',
      options: 'likewise',
    },
  },
];

it('leaves out no host', () => {
  const verified = new Set([...servers, ...services.map(({ host }) => host)]);
  expect([...verified].sort()).toEqual(hosts.map(({ name }) => name));
});

/** What a service does without: there is then nothing to check. */
const inapplicable = ['if-modified-since', 'vary-encoding'].map(
  (name) => `not-applicable ${name}: undefined`,
);

describe.each(services)('$host by $service.name', ({ host, service, prefix, unseen }) => {
  describeWith(service.tools, 'as it is built', () => {
    let running: Running | undefined;
    let report: VerifyReport;
    beforeAll(async () => {
      const declared = hostNamed(host);
      const { cwd, port, baseUrl, dist, operated } = await buildFor(declared, prefix);
      symlinkSync(join(projectFolder, 'node_modules'), join(cwd, 'node_modules'));
      running = await service.start({ folder: cwd, out: dist, operated }, port);
      report = await verifyBuilt(baseUrl, dist, [declared]);
    }, 60_000);
    afterAll(() => running?.stop());

    it('passes every rule of what it declares', () => {
      expect(notPassed(report).filter((line) => !inapplicable.includes(line))).toEqual([]);
    });

    it('declares what is seen', () => {
      const declared = new Set<Ability>(hostNamed(host).can);
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
  });
});
