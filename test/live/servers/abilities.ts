// What every server must do with the table of requests (support/requests.txt), and what `verify` does not ask.
import { expect, it } from 'vitest';
import { missing, pages } from '../../support/addresses.js';
import { hostNamed } from '../../support/built.js';
import { notPassed, seen, verifyBuilt } from '../../support/hosted.js';
import { directory } from '../../support/portal.js';
import { type Answer, ask } from './exchange.js';
import { BASE, community, type Published, rebuild } from './snapshot.js';

/** A server that was started, and what it serves. */
export interface Served {
  /** With the prefix. */
  readonly url: string;
  readonly prefix: string;
  /** Changes with the snapshot. */
  published: Published;
  /** Whether an address without its slash redirects, rather than answering with the same bytes. */
  readonly redirects: boolean;
  /** All that is not below `/api/` belongs to somebody else. */
  readonly isGuest?: boolean;
}

const HEAD = 'public, max-age=60, must-revalidate';
const SETTLED = 'public, max-age=86400, stale-while-revalidate=604800';
const ERROR = 'public, max-age=10, must-revalidate';

/** Registers the tests. */
export function testAbilities(served: () => Served): void {
  const get = (target: string, headers = {}): Promise<Answer> =>
    ask(served().url, served().prefix + target, { headers });

  it('passes every rule of verify', async () => {
    const { url, prefix, published } = served();
    const isCompressed = published.settings.compress!.length > 0;
    const report = await verifyBuilt(url, published.dist, {
      mirrorOf: `${BASE}${prefix}`,
      skip: isCompressed ? [] : ['compression', 'vary-encoding'],
    });
    expect(notPassed(report)).toEqual([]);
    const { can } = hostNamed(published.settings.hosts![0]!);
    expect(seen(report)).toEqual(can.filter((name) => isCompressed || name !== 'compression'));
  });

  it('answers each request with its file, kept for as long as it is settled, or says in JSON that it is not there', async () => {
    const { published, isGuest, redirects, prefix } = served();
    for (const { address, file, isSettled } of pages) {
      const { status, headers, body } = await get(address);
      expect([address, status, headers['cache-control']]).toEqual([
        address,
        200,
        isSettled ? SETTLED : HEAD,
      ]);
      expect(body.equals(published.tree.get(file!)!), address).toBe(true);
    }
    for (const address of missing.filter((each) => !isGuest || each.startsWith('/api/'))) {
      const { status, headers, body } = await get(address);
      const wanted = [address, 404, '{"detail":"Not found."}', ERROR];
      expect([address, status, body.toString(), headers['cache-control']]).toEqual(wanted);
    }
    // A redirect names neither a host nor a folder that a proxy may know by another name.
    const { status, headers } = await get('/api/region?page=2&next=/a/b');
    expect([status, headers['location'], prefix]).toEqual(
      redirects ? [301, 'region/?page=2&next=/a/b', prefix] : [200, undefined, prefix],
    );
  });

  it('gives the page under a condition that it does not meet, or refuses in JSON', async () => {
    for (const headers of [
      { Range: 'bytes=99999999-' },
      { Range: 'bytes=99999999-', 'If-Match': '*' },
      { 'If-Match': '"nothing"' },
      { 'If-Unmodified-Since': 'Thu, 01 Jan 1970 00:00:00 GMT' },
      { Expect: 'nonsense' },
    ]) {
      const title = JSON.stringify(headers);
      const { status, headers: given, body } = await get('/api/event/?cursor=1', headers);
      // Where ours has no say yet; no cache keeps it.
      if (status === 417 && given['cache-control'] === undefined) continue;
      expect([title, given['cache-control']]).toEqual([title, status === 200 ? SETTLED : ERROR]);
      if (status === 200) {
        const file = 'api/event/cursor/1/index.json';
        expect(body.equals(served().published.tree.get(file)!), title).toBe(true);
      } else {
        expect([412, 416, 417], title).toContain(status);
        // Apache sends none with 412.
        if (status === 412 && body.length === 0) continue;
        expect(JSON.parse(body.toString()), title).toEqual({ detail: expect.any(String) });
      }
    }
  });

  it('has another tag for other bytes of the same length', async () => {
    const first = await get('/api/region/?page=2');
    const tag = { 'If-None-Match': first.headers['etag'] ?? '' };
    expect((await get('/api/region/?page=2', tag)).status).toBe(304);
    const { regions = [], districts = [] } = directory(5);
    const renamed = regions.map((region) => ({
      ...region,
      name: String(region['name']).replace('Область', 'Окраина'),
    }));
    const tree = await rebuild(served().published, { ...community, districts, regions: renamed });
    const changed = await get('/api/region/?page=2', tag);
    expect(changed.status).toBe(200);
    expect(changed.body.length).toBe(first.body.length);
    expect(changed.body.toString()).toBe(first.body.toString().replaceAll('Область', 'Окраина'));
    served().published = { ...served().published, tree };
  });
}
