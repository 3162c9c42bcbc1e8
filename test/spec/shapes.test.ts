// The shipped portal, built three ways: every file of the API and every record in it is held
// against the tables of the specification.
import { beforeAll, describe, expect, it } from 'vitest';
import { build } from '../../src/index.js';
import type { Result } from '../support/command.js';
import { projectFolder, temporaryFolder } from '../support/folders.js';
import { compareInstants, type Met, misfits } from '../support/shape.js';
import { content, type Links, listUrl, type Page, pagesOf, type Site } from '../support/site.js';
import { readTree, type Tree } from '../support/tree.js';
import { type Endpoint, endpoints, rootKeys } from './tables.js';

type Loose = Record<string, unknown>;

interface Way {
  readonly title: string;
  readonly settings: {
    readonly baseUrl: string;
    readonly links: Links;
    readonly pageSize: number | Record<string, number>;
    readonly audience: 'public' | 'all';
    readonly personal: 'withhold' | 'publish';
  };
  /** The base URL as it stands in links. */
  readonly baseUrl: string;
  readonly sizeOf: (endpoint: string) => number;
}

const ways: readonly Way[] = [
  {
    title: 'for the public',
    settings: {
      baseUrl: 'https://portal.example.org',
      links: 'path',
      pageSize: 20,
      audience: 'public',
      personal: 'withhold',
    },
    baseUrl: 'https://portal.example.org',
    sizeOf: () => 20,
  },
  {
    title: 'for the staff, on a host without a directory index, under a path',
    settings: {
      baseUrl: 'http://localhost:8080/portal/',
      links: 'file',
      pageSize: 2,
      audience: 'all',
      personal: 'publish',
    },
    baseUrl: 'http://localhost:8080/portal',
    sizeOf: () => 2,
  },
  {
    title: 'for the public, on a host that routes queries',
    settings: {
      baseUrl: 'https://portal.example.org',
      links: 'query',
      pageSize: { default: 3, region: 10, 'epb-e/expert': 2 },
      audience: 'public',
      personal: 'withhold',
    },
    baseUrl: 'https://portal.example.org',
    sizeOf: (endpoint) => ({ region: 10, 'epb-e/expert': 2 })[endpoint] ?? 3,
  },
];

// Every table of the specification; a rich portal shows them all.
const tables = (
  'expert, district, region, reduced region, city, category, object examination, ' +
  'exact category, exact category in a vacancy, exact category in a resume, vacancy, ' +
  'vacancy certificate, deal, no deal, resume, resume certificate, blog, post, poll, ' +
  'variant, vote, user, profile, avatar, privacy, no privacy, listed comment, ' +
  'parent comment, event comment, event'
).split(', ');

const collator = new Intl.Collator('ru');
const text = (value: unknown): string => String(value);
const number = (value: unknown): number => Number(value);

/** The order of each list (PROMISES.md §3.1): below 0 when a stands before b. */
const orders: Readonly<Record<string, (a: Loose, b: Loose) => number>> = {
  'epb-e/expert': (a, b) => number(a['id']) - number(b['id']),
  region: (a, b) =>
    collator.compare(text(a['name']), text(b['name'])) || number(a['id']) - number(b['id']),
  'pb-questions/exact-category': (a, b) =>
    number(a['order']) - number(b['order']) || number(a['id']) - number(b['id']),
  'job/vacancy': (a, b) => number(b['id']) - number(a['id']),
  'job/resume': (a, b) => number(b['id']) - number(a['id']),
  'post-comment': (a, b) =>
    number(a['tree_id']) - number(b['tree_id']) || number(a['lft']) - number(b['lft']),
  event: (a, b) =>
    compareInstants(text(b['datetime']), text(a['datetime'])) || number(b['id']) - number(a['id']),
};

const lists = endpoints.filter(({ style }) => style !== 'empty');
const paged = endpoints.filter(({ style }) => style === 'page' || style === 'cursor');
const endpointAt = (address: string): Endpoint => {
  const found = endpoints.find((endpoint) => endpoint.address === address);
  if (found === undefined) throw new Error(`the specification has no ${address}`);
  return found;
};
const kindOf = ({ style }: Endpoint) => (style === 'cursor' ? 'cursor' : 'page');

/** The files that belong to an endpoint, by their place alone. */
function filesAt(tree: Tree, { address, style }: Endpoint): string[] {
  const pages = style === 'page' ? '(page/\\d+/)?' : style === 'cursor' ? '(cursor/[^/]+/)?' : '';
  const place = new RegExp(`^api/${address}/${pages}index\\.json$`);
  return [...tree.keys()].filter((path) => place.test(path));
}

/** All records of a list, in order. */
function recordsOf(site: Site, endpoint: Endpoint): Loose[] {
  if (endpoint.style === 'array') {
    return content<Loose[]>(site, `api/${endpoint.address}/index.json`);
  }
  const pages = pagesOf(site, endpoint.address, kindOf(endpoint));
  return pages.flatMap(({ body }) => body.results as unknown as Loose[]);
}

/** The id above the parent of an event's comment, or null when there is none. */
function grandparentOf(comment: unknown): number | null {
  const parent = (comment as { parent: { parent: number | null } | null } | null)?.parent;
  return parent?.parent ?? null;
}

/** A page-number list ends with what is left; a cursor list grows from N to 2N-1 at one end. */
function expectSizes(pages: readonly Page[], { grows, address }: Endpoint, size: number): void {
  const lengths = pages.map(({ body }) => body.results.length);
  const odd = (grows === 'first' ? lengths.shift() : lengths.pop()) ?? 0;
  const most = grows ? 2 * size - 1 : size;
  const least = grows && pages.length > 1 ? size : 1;
  expect(odd, `the page of ${address} that grows`).toBeGreaterThanOrEqual(least);
  expect(odd, `the page of ${address} that grows`).toBeLessThanOrEqual(most);
  expect(lengths, `the full pages of ${address}`).toEqual(lengths.map(() => size));
}

describe.each(ways)('the shipped portal $title', ({ settings, baseUrl, sizeOf }) => {
  let result: Result;
  let site: Site;

  beforeAll(async () => {
    const out = temporaryFolder();
    result = await build({
      cwd: projectFolder,
      data: 'data',
      out,
      cache: false,
      extras: [],
      ...settings,
    });
    site = { baseUrl, links: settings.links, tree: readTree(out) };
  }, 30_000);

  it('builds without a problem', () => {
    expect(result.problems).toEqual([]);
    expect(result.ok).toBe(true);
  });

  it('is the API and its two descriptions, and nothing else', () => {
    const descriptions = ['api/openapi.json', 'api/snapshot.json'];
    const expected = ['404.json', 'api/index.json', ...descriptions];
    for (const endpoint of endpoints) expected.push(...filesAt(site.tree, endpoint));
    expect([...site.tree.keys()].sort()).toEqual(expected.sort());
    for (const { address } of endpoints) expect(expected).toContain(`api/${address}/index.json`);
  });

  it('is compact JSON in UTF-8, with nothing escaped that need not be', () => {
    const odd = [...site.tree].filter(([, bytes]) => {
      const body = bytes.toString('utf8');
      return body !== JSON.stringify(JSON.parse(body)) || !bytes.equals(Buffer.from(body));
    });
    expect(odd.map(([path]) => path)).toEqual([]);
  });

  it('names the 36 resources in its root index, in order', () => {
    expect(rootKeys).toHaveLength(36);
    const index = content<Record<string, string>>(site, 'api/index.json');
    const same = new Set(['user', 'registration']);
    expect(Object.entries(index)).toEqual(
      rootKeys.map((key) => [key, listUrl(site, same.has(key) ? 'restore-password' : key)]),
    );
  });

  it.each(paged)('cuts $address into linked pages', (endpoint) => {
    const { address, envelope } = endpoint;
    const pages = pagesOf(site, address, kindOf(endpoint));
    const total = pages.reduce((sum, { body }) => sum + body.results.length, 0);
    for (const { body, file } of pages) {
      expect(Object.keys(body), file).toEqual(envelope);
      if (envelope.includes('count')) expect(body.count, file).toBe(total);
    }
    expectSizes(pages, endpoint, sizeOf(address));
    if (sizeOf(address) === 2) expect(pages.length).toBeGreaterThan(1);
    expect(pages.map(({ file }) => file).sort()).toEqual(filesAt(site.tree, endpoint).sort());
  });

  it.each(lists)('answers on $address with records of its table alone', (endpoint) => {
    const records = recordsOf(site, endpoint);
    expect(records.length).toBeGreaterThan(0);
    const { address, record } = endpoint;
    expect(
      records.flatMap((each) => misfits(record, each, `${address} ${each['id']}`, new Map())),
    ).toEqual([]);
  });

  it.each(lists)('orders $address', (endpoint) => {
    const records = recordsOf(site, endpoint);
    const order = orders[endpoint.address];
    if (order === undefined) throw new Error(`no order is known for ${endpoint.address}`);
    const ids = records.map((record) => record['id']);
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids).toEqual([...records].sort(order).map((record) => record['id']));
  });

  it("orders a vacancy's certificates by descending id", () => {
    const vacancies = recordsOf(site, endpointAt('job/vacancy'));
    const certificates = vacancies.map((each) => each['certificates'] as { id: number }[]);
    expect(certificates.some(({ length }) => length > 1)).toBe(true);
    for (const list of certificates) {
      const ids = list.map(({ id }) => id);
      expect(ids).toEqual([...ids].sort((a, b) => b - a));
    }
  });

  it('has five empty lists of favourites', () => {
    const favourites = endpoints.filter(({ style }) => style === 'empty');
    expect(favourites).toHaveLength(5);
    for (const { address } of favourites) {
      expect(site.tree.get(`api/${address}/index.json`)?.toString()).toBe(
        '{"count":0,"next":null,"previous":null,"results":[]}',
      );
    }
  });

  it('has a 404 in JSON', () => {
    expect(site.tree.get('404.json')?.toString()).toBe('{"detail":"Not found."}');
  });

  if (settings.audience === 'public') {
    it('shows nothing that is not for everyone', () => {
      const secrets =
        /"email":"[^"]|"(birthday|last_login)":"|"is_public":false|"(hidden|private|guest_cannot_view)":true|"available_for":\[[^\]]/;
      const shown = [...site.tree].filter(([, bytes]) => secrets.test(bytes.toString()));
      expect(shown.map(([path]) => path)).toEqual([]);
    });
  }

  it('meets every table and every form of a record', () => {
    const met: Met = new Map();
    const all = new Map<string, Loose[]>();
    for (const endpoint of lists) {
      const records = recordsOf(site, endpoint);
      for (const record of records) misfits(endpoint.record, record, '', met);
      all.set(endpoint.address, records);
    }
    const events = all.get('event') ?? [];
    const comments = all.get('post-comment') ?? [];
    const votes = `"votes":[{`;
    expect({
      unmet: tables.filter((name) => !met.has(name)),
      aVacancyWithACertificate: met.has('vacancy certificate'),
      anEventWithAPost: events.some((each) => each['event_type'] === 1 && each['post'] !== null),
      anEventWithAComment: events.some(
        (each) => each['event_type'] !== 1 && each['comment'] !== null && each['post'] === null,
      ),
      aParentThatHasAParent: events.some(({ comment }) => grandparentOf(comment) !== null),
      aPollWithVotes: events.some(({ post }) => (JSON.stringify(post) ?? '').includes(votes)),
      aRoot: comments.some((each) => each['level'] === 0 && each['user'] === null),
      aDeepReply: comments.some((each) => number(each['level']) > 1 && each['user'] !== null),
    }).toEqual({
      unmet: [],
      aVacancyWithACertificate: true,
      anEventWithAPost: true,
      anEventWithAComment: true,
      aParentThatHasAParent: true,
      aPollWithVotes: true,
      aRoot: true,
      aDeepReply: true,
    });
  });
});
