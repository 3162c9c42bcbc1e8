// What an address stands for is worked out by the preview, and by the programs of hosts in code of their own: all of them
// mean the same, as the code stands and as it is written.
import { readFileSync } from 'node:fs';
import { runInNewContext } from 'node:vm';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { workerText } from '../../src/hosts/cloudflare/index.js';
import { functionText } from '../../src/hosts/cloudfront/index.js';
import { addressOf, endpointOf } from '../../src/model/endpoint.js';
import { portal } from '../../src/portal/index.js';
import { makeRouter } from '../../src/site/route.js';
import { hostilePaths, hostileQueries } from '../live/edge/requests.js';
import { answers } from '../support/addresses.js';
import { sampleSite } from '../support/published.js';
import { runs } from '../support/runs.js';
import { eventOf } from '../support/standins/cloudfront.js';

/** The file that an address stands for, whether it is there or not; undefined where it has no meaning. */
type Find = (address: string) => string | undefined | Promise<string | undefined>;

const SERVED = [
  '/api/post/',
  '/api/post-comment/post/{id}/',
  '/api/post/blog/{id}/',
  '/api/post/user/{id}/',
  '/api/region/{id}/',
  '/api/region/all.ndjson',
];
const extras = portal.extras.map(endpointOf).filter(({ name }) => SERVED.includes(addressOf(name)));
const route = makeRouter(portal, extras);
const preview: Find = (address) => {
  const answer = route('GET', address);
  if (answer.status === 301) return preview(answer.location);
  return answer.status === 200 ? answer.file : undefined;
};

interface Worker {
  fetch(request: Request, env: object): Promise<Response>;
}

async function workerOf(text: string, prefix = ''): Promise<Find> {
  const { default: worker }: { default: Worker } = await import(
    `data:text/javascript,${encodeURIComponent(text)}`
  );
  const ASSETS = {
    fetch: async ({ url }: Request) => new Response(new URL(url).pathname.slice(1)),
  };
  const find: Find = async (address) => {
    const request = new Request(`https://example.org${prefix}${address}`);
    const response = await worker.fetch(request, { ASSETS });
    const location = response.headers.get('Location');
    if (response.status === 301 && location !== null) return find(location.slice(prefix.length));
    return response.status === 200 ? response.text() : undefined;
  };
  return find;
}

function functionOf(text: string, prefix = ''): Find {
  const handler: (event: object) => { readonly uri?: string } = runInNewContext(
    `${text}\nhandler;`,
  );
  return (address) => {
    const { uri } = handler(eventOf({ method: 'GET', path: prefix + address, headers: {} }));
    return uri?.startsWith(`${prefix}/`) ? uri.slice(prefix.length + 1) : undefined;
  };
}

const source = (file: string) =>
  ['route.js', file]
    .map((name) => readFileSync(new URL(`../../src/hosts/${name}`, import.meta.url), 'utf8'))
    .join('');
const below = sampleSite({ prefix: '/portal' });
const finders: Readonly<Record<string, Find>> = {
  'the preview': preview,
  'the worker as it stands': await workerOf(source('cloudflare/worker.js')),
  'the worker as it is written': await workerOf(workerText(below), '/portal'),
  'the function as it stands': functionOf(source('cloudfront/function.js')),
  'the function as it is written': functionOf(functionText(below), '/portal'),
};

/** Path and query name two pages. */
const TWO_PAGES = ['3', '99', '1', '', '2&page=2', '02']
  .map((value) => `/api/region/page/2/?page=${value}`)
  .concat('/api/event/cursor/1/?cursor=2');

const files = new Set(Object.values(answers));

describe.each(Object.entries(finders))('%s', (_, find) => {
  /** The file that answers, if it is there. */
  const served = async (address: string): Promise<string | undefined> => {
    const file = await find(address);
    return files.has(file) ? file : undefined;
  };

  it('leads each address to its file', async () => {
    for (const [address, file] of Object.entries(answers)) {
      expect(await served(address), address).toBe(file);
    }
  });

  it('leads no other address anywhere', async () => {
    for (const address of [...hostilePaths, ...hostileQueries, ...TWO_PAGES]) {
      expect(await served(address), address).toBeUndefined();
    }
  });
});

it('below a path, what only begins like it leads nowhere', async () => {
  for (const name of ['the worker as it is written', 'the function as it is written']) {
    const find = finders[name]!;
    expect(await find('/api/openapi.json'), name).toBe('api/openapi.json');
    expect(await find('-api/openapi.json'), name).toBeUndefined();
    expect(await find('-api/region/'), name).toBeUndefined();
  }
});

it('the function is written in what both runtimes of CloudFront take', () => {
  expect(functionText(below)).not.toMatch(/\b(?:const|let|class)\b|=>|\?\.|`/);
});

it('all of them agree on whatever is asked', async () => {
  // Without dots and backslashes, which the worker never sees: a URL is put straight before.
  const one = (...words: string[]) => fc.constantFrom(...words);
  const number = one('1', '2', '02', '0', '99', '9'.repeat(16), '2%00', '%32', '%zz', 'two', '');
  const inPath = fc.tuple(one('/page/', '/cursor/', '/Page/'), number);
  const list = one(
    ...['', '/region', '/event', '/post-comment', '/nothing', '/__proto__', '/%zz'],
    ...['/post', '/post/blog/2', '/post/blog/02', '/post-comment/post/2', '/region/2', '/post/2'],
  );
  const end = one('/', '/', '/index.json', '', '//', '/index.html');
  const path = fc.tuple(list, fc.oneof(fc.constant([]), inPath), end).map((parts) => parts.flat());
  const inQuery = fc.tuple(
    one(
      ...['page=', 'cursor=', 'p%61ge=', 'x=', '__proto__=', 'page', 'post='],
      ...['blog=', 'b%6cog=', 'user=', 'user'],
    ),
    number,
  );
  const query = fc
    .array(inQuery, { maxLength: 3 })
    .map((pairs) => pairs.map((pair) => pair.join('')).join('&'));
  await fc.assert(
    fc.asyncProperty(path, query, async (path, query) => {
      const address = `/api${path.join('')}${query && `?${query}`}`;
      const found = await Promise.all(Object.values(finders).map((find) => find(address)));
      expect(new Set(found).size, `${address}: ${found}`).toBe(1);
    }),
    runs(1000),
  );
});
