// Real servers with the files that the hosts write for them, and nothing else.
import { beforeAll } from 'vitest';
import { describeServers, startHost } from '../../support/servers.js';
import { type Served, testAbilities } from './abilities.js';
import { testHostility } from './hostile.js';
import { publish } from './snapshot.js';

const servers = [
  { name: 'apache', redirects: false },
  { name: 'caddy', redirects: true },
  { name: 'http-server', redirects: true },
  { name: 'nginx', redirects: true },
] as const;

const ways = [
  { title: 'at the top', prefix: '', compress: [] },
  { title: 'below a prefix, compressed', prefix: '/portal', compress: ['br', 'gzip'] },
] as const;

for (const { name, redirects } of servers) {
  for (const { title, prefix, compress } of ways) {
    describeServers([name], `${name} ${title}`, () => {
      let served: Served;

      beforeAll(async () => {
        const published = await publish(name, { prefix, compress });
        const running = await startHost(name, published.cwd, published.port);
        served = { url: running.url + prefix, prefix, published, redirects };
      });

      testAbilities(() => served);
      testHostility(() => served);
    });
  }
}
