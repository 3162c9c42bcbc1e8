// A cache that many clients share, in front of nginx: what the headers promise, it can rely on.
import { beforeAll, expect, it } from 'vitest';
import { notPassed, verifyBuilt } from '../../support/hosted.js';
import { directory } from '../../support/portal.js';
import { describeServers, startHost, startVarnish } from '../../support/servers.js';
import { freePort } from '../../support/tools.js';
import { ask } from './exchange.js';
import { BASE, community, type Published, publish, rebuild } from './snapshot.js';

/** What Varnish does by itself; and it tells what it knows, and forgets all when asked to. */
const vcl = `
sub vcl_recv {
  if (req.method == "BAN") { ban("req.url ~ ."); return (synth(200)); }
}
sub vcl_backend_response {
  set beresp.http.X-Kept = beresp.ttl + " " + beresp.grace;
}
`;

describeServers(['nginx', 'varnish'], 'Varnish in front of nginx', () => {
  let published: Published;
  let url: string;

  beforeAll(async () => {
    published = await publish('nginx', { prefix: '', compress: ['br', 'gzip'] });
    const nginx = await startHost('nginx', published.cwd, published.port);
    ({ url } = await startVarnish(nginx.url, await freePort(), vcl));
  });

  it('keeps every rule, with answers from nginx and from the cache', async () => {
    for (const round of ['cold', 'warm']) {
      const report = await verifyBuilt(url, published.dist, { mirrorOf: BASE });
      expect([round, notPassed(report)]).toEqual([round, []]);
    }
    await ask(url, '/', { method: 'BAN' });
  });

  it('keeps an answer for as long as its class allows', async () => {
    for (const [target, kept] of [
      ['/api/region/', '60.000 10.000'],
      ['/api/region/?page=2', '60.000 10.000'],
      ['/api/event/?cursor=1', '86400.000 604800.000'],
      ['/api/region/?page=98', '10.000 10.000'],
    ] as const) {
      expect([target, (await ask(url, target)).headers['x-kept']]).toEqual([target, kept]);
    }
  });

  it('shows the next build when what is kept has ended', async () => {
    const target = '/api/region/?page=2';
    const before = await ask(url, target);
    const regions = directory(5)['regions']!.map((region) => ({ ...region, code: 'RU' }));
    await rebuild(published, { ...community, regions });
    const kept = await ask(url, target);
    expect(kept.body).toEqual(before.body);
    expect(Number(kept.headers['age'])).toBeLessThan(60);
    await ask(url, '/', { method: 'BAN' });
    const tag = { 'If-None-Match': before.headers['etag'] ?? '' };
    const after = await ask(url, target, { headers: tag });
    expect(after.status).toBe(200);
    expect(JSON.parse(after.body.toString())).toMatchObject({
      results: [{ code: 'RU' }, { code: 'RU' }],
    });
  });
});
