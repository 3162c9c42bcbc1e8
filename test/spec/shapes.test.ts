// The shipped portal, built three ways: every file of the API is the oracle's, and every record in it is held
// against the tables of the specification.
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { build } from '../../src/index.js';
import { oracle } from '../oracle/oracle.js';
import { walkList } from '../oracle/publish.js';
import { bytes, descriptions, difference, servedFiles } from '../oracle/tree.js';
import { readPortal, type Settings } from '../oracle/types.js';
import type { Result } from '../support/command.js';
import { projectFolder, temporaryFolder } from '../support/folders.js';
import { type Met, misfits } from '../support/shape.js';
import type { Tree } from '../support/tree.js';
import { readTree } from '../support/tree.js';
import { type Endpoint, endpoints, rootKeys, type Shape } from './tables.js';

type Loose = Record<string, unknown>;

const ways: readonly (Settings & { readonly title: string })[] = [
  {
    title: 'for the public',
    baseUrl: 'https://portal.example.org',
    links: 'path',
    pageSize: 20,
    audience: 'public',
    personal: 'withhold',
  },
  {
    title: 'for the staff, on a host without a directory index, under a path',
    baseUrl: 'http://localhost:8080/portal/',
    links: 'file',
    pageSize: 2,
    audience: 'all',
    personal: 'publish',
  },
  {
    title: 'for the public, on a host that routes queries',
    baseUrl: 'https://portal.example.org',
    links: 'query',
    pageSize: { default: 3, region: 10, 'epb-e/expert': 2 },
    audience: 'public',
    personal: 'withhold',
  },
];

/** The tables that a shape names, in turn. */
function tablesIn(shape: Shape): string[] {
  if (typeof shape === 'string' || 'words' in shape || 'numbers' in shape) return [];
  if ('array' in shape) return tablesIn(shape.array);
  if ('either' in shape) return shape.either.flatMap(tablesIn);
  return [shape.table, ...Object.values(shape.keys).flatMap(tablesIn)];
}

const lists = endpoints.filter(({ style }) => style !== 'empty');

/** The id above the parent of an event's comment, or null when there is none. */
function grandparentOf(comment: unknown): number | null {
  const parent = (comment as { parent: { parent: number | null } | null } | null)?.parent;
  return parent?.parent ?? null;
}

it('names 36 resources in the root index', () => {
  expect(rootKeys).toHaveLength(36);
});

describe.each(ways)('the shipped portal $title', ({ title: _, ...settings }) => {
  let result: Result;
  let out: string;
  let recordsOf: (endpoint: Endpoint) => Loose[];
  let tree: Tree;

  beforeAll(async () => {
    out = temporaryFolder();
    const data = join(projectFolder, 'data');
    result = await build({ cwd: projectFolder, data, out, cache: false, extras: [], ...settings });
    tree = servedFiles(out);
    recordsOf = ({ address, style }) =>
      style === 'array'
        ? (JSON.parse(tree.get(`api/${address}/index.json`)!.toString()) as Loose[])
        : walkList(tree, address, settings).flatMap(({ page }) => page.results);
  });

  it('builds without a problem', () => {
    expect(result.problems).toEqual([]);
    expect(result.ok).toBe(true);
  });

  it('is the files of the oracle, its two descriptions, and nothing else', () => {
    const portal = readPortal(readTree(join(projectFolder, 'data')));
    expect(difference(tree, bytes(oracle(portal, settings)))).toBe('');
    expect([...descriptions(out).keys()].sort()).toEqual(['api/openapi.json', 'api/snapshot.json']);
  });

  if (settings.audience === 'public') {
    it('shows nothing that is not for everyone', () => {
      const secrets =
        /"email":"[^"]|"(birthday|last_login)":"|"is_public":false|"(hidden|private|guest_cannot_view)":true|"available_for":\[[^\]]/;
      const shown = [...tree].filter(([, bytes]) => secrets.test(bytes.toString()));
      expect(shown.map(([path]) => path)).toEqual([]);
    });
  }

  it('answers with records of the tables alone, of each in every form', () => {
    const met: Met = new Map();
    const all = new Map<string, Loose[]>();
    for (const endpoint of lists) {
      const { address, record } = endpoint;
      const records = recordsOf(endpoint);
      expect(records.length, address).toBeGreaterThan(0);
      expect(
        records.flatMap((each) => misfits(record, each, `${address} ${each['id']}`, met)),
      ).toEqual([]);
      all.set(address, records);
    }
    const events = all.get('event') ?? [];
    const comments = all.get('post-comment') ?? [];
    const votes = `"votes":[{`;
    expect({
      unmet: lists.flatMap(({ record }) => tablesIn(record)).filter((name) => !met.has(name)),
      aVacancyWithACertificate: met.has('vacancy certificate'),
      anEventWithAPost: events.some((each) => each['event_type'] === 1 && each['post'] !== null),
      anEventWithAComment: events.some(
        (each) => each['event_type'] !== 1 && each['comment'] !== null && each['post'] === null,
      ),
      aParentThatHasAParent: events.some(({ comment }) => grandparentOf(comment) !== null),
      aPollWithVotes: events.some(({ post }) => (JSON.stringify(post) ?? '').includes(votes)),
      aRoot: comments.some((each) => each['level'] === 0 && each['user'] === null),
      aDeepReply: comments.some((each) => Number(each['level']) > 1 && each['user'] !== null),
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
