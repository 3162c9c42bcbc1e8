// Records that have a text of theirs in their addresses: /api/product/wrench/ of the catalogue.
import { cpSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { verify } from '../../src/delivery/verify/index.js';
import { compareSnapshots } from '../../src/editing/changes/addresses.js';
import { clientModule } from '../../src/editing/schema/client.js';
import { build, check } from '../../src/index.js';
import { mustFitTogether } from '../../src/model/check/portal.js';
import { type Endpoint, endpointOf, type Portal } from '../../src/model/endpoint.js';
import { makeRouter } from '../../src/site/route.js';
import { resolveSettings } from '../../src/snapshot/settings/index.js';
import { edit } from '../preview/edits.js';
import { ask, start } from '../preview/support.js';
import { temporaryFolder } from '../support/folders.js';
import { type Fields, writeFile } from '../support/portal.js';
import { readJson } from '../support/tree.js';
// @ts-expect-error A portal of one's own may be plain JavaScript.
import { portal as declared } from './catalogue/portal/index.js';

const portal = declared as Portal;
const folder = join(import.meta.dirname, 'catalogue');

/** A folder with the catalogue's data, in which some products have other values. */
function catalogue(products: Readonly<Record<string, Fields>> = {}): string {
  const cwd = temporaryFolder();
  cpSync(join(folder, 'data'), join(cwd, 'data'), { recursive: true });
  for (const [name, values] of Object.entries(products)) {
    const file = `data/products/${name}.json`;
    writeFile(cwd, file, JSON.stringify({ ...readJson<Fields>(cwd, file), ...values }));
  }
  return cwd;
}

const built = async (products?: Readonly<Record<string, Fields>>): Promise<string> => {
  const cwd = catalogue(products);
  expect(await build({ cwd, portal, extras: 'all', cache: false })).toMatchObject({ ok: true });
  return join(cwd, 'dist');
};

describe('a text in addresses', () => {
  const withRecord = (record: string): Portal => {
    const of = { ...portal.endpoints[0]!, record };
    return { ...portal, extras: [{ kind: 'record', of }], search: undefined as never };
  };

  it.each([
    ['slog', '/api/product/{slog}/: there is no field in products, "slog"; did you mean slug?'],
    ['price', 'products.price must be a text that each record has and shows'],
    ['tags', 'products.tags must be a text that each record has and shows'],
    ['since', 'products.since must be a text that each record has and shows'],
  ])('is not that of %s', (record, mistake) =>
    expect(() => mustFitTogether(withRecord(record))).toThrow(mistake),
  );

  it('is one: records have one address each', () => {
    const of: Endpoint = { ...portal.endpoints[0]!, record: 'name' };
    const twice = { ...portal, extras: [...portal.extras, { kind: 'record', of } as const] };
    expect(() => mustFitTogether(twice)).toThrow(
      '/api/product/{id}/: two endpoints have this address',
    );
  });

  /** Products by their names, of which the declaration says less than of `slug`. */
  const byName: Portal = {
    ...portal,
    extras: portal.extras.map((extra) =>
      'of' in extra && extra.of.record ? { ...extra, of: { ...extra.of, record: 'name' } } : extra,
    ),
  };

  const names = ['001-wrench', '002-bolt', '003-ruler', '004-nut', '005-prototype'];
  const named = (own: Readonly<Record<string, string>>) =>
    catalogue(Object.fromEntries(names.map((name) => [name, { name: own[name] ?? name }])));

  it.each([
    ['-bolt', '"-bolt" cannot be in an address', '"-bolt" не подходит для адреса'],
    ['bolt-', '"bolt-" cannot be in an address', '"bolt-" не подходит для адреса'],
    ['b.bolt', '"b.bolt" cannot be in an address', '"b.bolt" не подходит для адреса'],
    ['../bolt', '"../bolt" cannot be in an address', '"../bolt" не подходит для адреса'],
    ['болт', '"болт" cannot be in an address', '"болт" не подходит для адреса'],
    ['bolt\n', '"bolt\\n" cannot be in an address', '"bolt\\n" не подходит для адреса'],
    ['b'.repeat(101), 'cannot be in an address', 'не подходит для адреса'],
    ['Con', 'Windows has no file named "Con"', 'в Windows файл не может называться "Con"'],
    ['lpt9', 'Windows has no file named "lpt9"', 'в Windows файл не может называться "lpt9"'],
    [
      'tag',
      '"tag" is not for records: /api/product/tag/ is an address of the list',
      '"tag" не для записей: /api/product/tag/ — адрес самого списка',
    ],
    ['Summary', '"Summary" is not for records', '"Summary" не для записей'],
    ['page', '"page" is not for records', '"page" не для записей'],
    ['cursor', '"cursor" is not for records', '"cursor" не для записей'],
    [
      '001-WRENCH',
      'the address /api/product/001-WRENCH/ is taken by 001-wrench in data/products/001-wrench.json:1',
      'адрес /api/product/001-WRENCH/ уже занят',
    ],
  ])('is not %j', async (name, english, russian) => {
    const cwd = named({ '002-bolt': name });
    for (const [lang, message] of [
      ['en', english],
      ['ru', russian],
    ] as const) {
      const { problems } = await check({ cwd, portal: byName, lang, cache: false });
      expect(problems).toMatchObject([
        {
          ...{ file: 'data/products/002-bolt.json', path: '/name', severity: 'error' },
          message: expect.stringContaining(message),
          hint: expect.stringMatching(/./),
        },
      ]);
    }
  });

  it('is told once, by the first place, where two records have it', async () => {
    const cwd = named({ '001-wrench': 'Same', '003-ruler': 'same' });
    const { problems } = await check({ cwd, portal: byName, cache: false });
    expect(problems).toMatchObject([
      { code: 'inconsistent', file: 'data/products/003-ruler.json', path: '/name' },
    ]);
  });

  it('is one of 100 characters, with both cases, digits and both signs', async () => {
    const name = `B_9-${'b'.repeat(95)}9`;
    const cwd = named({ '002-bolt': name });
    expect(await check({ cwd, portal: byName, cache: false })).toMatchObject({
      problems: [],
    });
  });
});

describe('a snapshot', () => {
  it('has each record at its text, and withholds those of drafts', async () => {
    const dist = await built();
    expect(readJson(dist, 'api/product/wrench/index.json')).toMatchObject({ id: 1 });
    expect(() => readFileSync(join(dist, 'api/product/prototype/index.json'))).toThrow('ENOENT');
    const digests = readJson<Record<string, string>>(dist, 'api/product/digests.json');
    expect(Object.keys(digests)).toEqual(['wrench/', 'bolt/', 'ruler/', 'nut/']);
    const { lists } = readJson<{ lists: object }>(dist, 'api/snapshot.json');
    expect(lists).toMatchObject({
      'product/{slug}': { count: 4, digests: 'product/digests.json' },
      'release/{id}': { digests: 'release/digests.json' },
    });
    const { paths } = readJson<{ paths: Record<string, { get: object }> }>(
      dist,
      'api/openapi.json',
    );
    expect(paths['/api/product/{slug}/']!.get).toMatchObject({
      operationId: 'getProduct',
      parameters: [
        {
          ...{ name: 'slug', in: 'path', required: true, description: 'Its slug.' },
          schema: { type: 'string', pattern: '^[A-Za-z0-9](?:[A-Za-z0-9_-]{0,98}[A-Za-z0-9])?$' },
        },
      ],
    });
    expect(await verify(portal, { target: dist })).toMatchObject({ ok: true });
  });

  it('is told apart from another one', async () => {
    const dist = await built();
    const later = await built({ '002-bolt': { slug: 'long-bolt' } });
    const { addresses } = await compareSnapshots(dist, later);
    expect(addresses.find(({ address }) => address === '/api/product/{slug}/')).toEqual({
      ...{ address: '/api/product/{slug}/', rewritten: [] },
      ...{ added: ['/api/product/long-bolt/'], removed: ['/api/product/bolt/'] },
    });
  });
});

it('a request for a record is answered from the file of its text', () => {
  const route = makeRouter(portal, portal.extras.map(endpointOf));
  const answers = (target: string) => {
    const answer = route('GET', target);
    if (answer.status === 200) return answer.file;
    return answer.status === 301 ? answer.location : answer.status;
  };
  expect(answers('/api/product/wrench/')).toBe('api/product/wrench/index.json');
  expect(answers('/api/product/7/')).toBe('api/product/7/index.json');
  expect(answers('/api/product/wrench')).toBe('/api/product/wrench/');
  expect(answers('/api/product/tag/3/')).toBe('api/product/tag/3/index.json');
  expect(answers('/api/product/?tag=3')).toBe('api/product/tag/3/index.json');
  expect(answers('/api/product/digests.json')).toBe('api/product/digests.json');
  for (const path of [
    'wr.ench',
    '-wrench',
    'wrench/nut',
    'tag/x',
    'page/x',
    '%77rench',
    'wrench%0a',
  ])
    expect([path, answers(`/api/product/${path}/`)]).toEqual([path, 404]);
  expect(answers('/api/release/x/')).toBe(404);
});

it('the preview links to a record by its text', async () => {
  const fill = (data: string) => cpSync(join(folder, 'data'), data, { recursive: true });
  const running = await start(fill, { extras: 'all' }, portal);
  const apiOf = async (record: string) => (await edit(running, `record/${record}`)).body;
  expect(await apiOf('products/1')).toMatchObject({ api: '/api/product/wrench/' });
  expect(await apiOf('releases/1')).toMatchObject({ api: '/api/release/1/' });
  const { body } = await ask(running.port, '/api/product/wrench/');
  expect(JSON.parse(body)).toMatchObject({ id: 1 });
});

it('the pages of the records on the own site may have the text in place of the id', () => {
  const cwd = temporaryFolder();
  const pagesAt = (product: string) => resolveSettings({ cwd, site: { product } }, portal).site;
  expect(pagesAt('https://shop.example/{slug}')).toEqual({
    product: 'https://shop.example/{slug}',
  });
  expect(pagesAt('https://shop.example/{id}')).toEqual({ product: 'https://shop.example/{id}' });
  expect(() => pagesAt('https://shop.example/wrench')).toThrow(
    'site.product: must be an http or https address with {slug} in it, such as https://portal.example.org/product/{slug} (after the host it may have {slug}, {id})',
  );
});

it('the client asks for a record by its text', () => {
  const text = clientModule(portal, 'portal-snapshot/client');
  expect(text).toContain(
    '/** *Extra*: `/api/product/{slug}/`: one record; undefined if none with this slug is published. */\n' +
      '  readonly product: (slug: string, options?: CallOptions) => Promise<Product | undefined>;',
  );
  expect(text).toContain("  product: read.recordBy('product/{slug}'),");
  expect(text).toContain("  release: read.record('release'),");
});
