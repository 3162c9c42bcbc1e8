// The proxy of the tests of `import` does what its tricks say, so that what an import makes of them means something.
import { once } from 'node:events';
import { createServer } from 'node:http';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type RunningProxy, startProxy, type Trick } from './proxy.js';
import { endless, flaky, moving } from './tricks.js';

// Three pages of regions, whose links name whom they are asked of.
let counter = 0;
const portal = createServer(({ url = '', headers }, response) => {
  const page = Number(/page=(\d)/.exec(url)?.[1] ?? 1);
  const next = page < 3 ? `http://${headers.host}/api/region/?page=${page + 1}` : null;
  const results = [{ id: page, name: `Область ${page}, ${counter}` }];
  response.setHeader('content-type', 'application/json');
  response.end(JSON.stringify({ count: 3, next, previous: null, results }));
}).listen(0, '127.0.0.1');
let target: string;

beforeAll(async () => {
  if (!portal.listening) await once(portal, 'listening');
  const address = portal.address();
  if (typeof address === 'object') target = `http://127.0.0.1:${address?.port}`;
});
afterAll(() => void portal.close());

async function behind(
  trick: Trick | undefined,
  visit: (proxy: RunningProxy) => Promise<void>,
): Promise<void> {
  const proxy = await startProxy(target, trick);
  try {
    await visit(proxy);
  } finally {
    await proxy.stop();
  }
}
const page = async (url: string) =>
  (await (await fetch(url)).json()) as { readonly next: string | null };
const regions = ({ url }: RunningProxy) => `${url}/api/region/`;

it('passes on what it is asked, and the links name it', () =>
  behind(undefined, async (proxy) => {
    const { next } = await page(regions(proxy));
    expect(next).toBe(`${regions(proxy)}?page=2`);
    expect(await page(next!)).toMatchObject({ results: [{ id: 2 }] });
    expect(proxy.asked.map(({ path }) => path)).toEqual(['/api/region/', '/api/region/?page=2']);
  }));

it('is flaky: each address fails once', () =>
  behind(flaky(), async (proxy) => {
    const statuses: (number | 'cut')[] = [];
    for (let n = 1; n <= 6; n += 1) {
      const url = `${regions(proxy)}?page=1&n=${n}`;
      const ask = async () => {
        const response = await fetch(url);
        await response.arrayBuffer();
        return response.status;
      };
      statuses.push(await ask().catch(() => 'cut' as const));
      expect(await ask()).toBe(200);
    }
    // The fourth is cut in the middle, the fifth is slow.
    expect(statuses).toEqual([429, 'cut', 502, 'cut', 200, 503]);
  }));

it('is moving, so many times', () =>
  behind(
    moving(async (turn) => {
      counter = turn;
    }, 1),
    async (proxy) => {
      expect(await page(regions(proxy))).toMatchObject({ results: [{ name: 'Область 1, 0' }] });
      const second = `${regions(proxy)}?page=2`;
      expect(await page(second)).toMatchObject({ results: [{ name: 'Область 2, 1' }] });
      expect(await page(second)).toMatchObject({ results: [{ name: 'Область 2, 1' }] });
    },
  ));

it('is endless', async () => {
  const { trick, sent } = endless('/api/post-comment/', ' ');
  await behind(trick, async ({ url }) => {
    const { body } = await fetch(`${url}/api/post-comment/`);
    let read = 0;
    for await (const chunk of body!) {
      read += chunk.length;
      if (read > 5_000_000) break;
    }
    expect(sent()).toBeGreaterThan(5_000_000);
    // Whoever goes away is sent no more.
    await new Promise((resolve) => setTimeout(resolve, 100));
    const before = sent();
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect(sent()).toBe(before);
  });
});
