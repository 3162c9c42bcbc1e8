// Any portal, published, taken apart and published again: no record of any list differs.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Fetched } from '../../../src/import/fetched.js';
import { portal as portals } from '../../oracle/portals.js';
import type { Portal } from '../../support/portal.js';
import { runs } from '../../support/runs.js';
import { originOf, proofOf, taken } from '../support/origin.js';

describe('any portal', () => {
  it('is published again as it was, with stubs for what its lists do not show', async () => {
    await fc.assert(
      fc.asyncProperty(
        portals,
        fc.constantFrom('publish' as const, 'withhold' as const),
        async (portal, personal) => {
          const fetched = await originOf(portal as unknown as Portal, {}, { personal: 'publish' });
          const split = await taken(fetched, { stubs: true, personal });
          const { problems, differences, records } = await proofOf(fetched, split, personal);
          expect(problems.filter(({ severity }) => severity === 'error')).toEqual([]);
          expect(differences).toEqual([]);
          expect(records).toBe(sizeOf(fetched));
          // What is lost is told, and nothing else.
          const told = (name: string) =>
            split.inventions.filter(({ collection }) => collection === name);
          const lost = await lostIn(fetched);
          expect(told('exact-categories').map(({ id, field }) => [id, field])).toEqual(
            lost.products.map((id) => [id, 'main_product']),
          );
          expect(told('posts')).toHaveLength(lost.trees);
          const blogs = told('blogs').map(({ id }) => id);
          expect(blogs).toEqual(expect.arrayContaining(lost.blogs));
          const real = blogs.filter((id) => id <= 2_000_000_000);
          expect(real.filter((id) => !lost.above.has(id))).toEqual([]);
        },
      ),
      runs(2),
    );
  });

  it('is published again as it was where further lists show its posts, blogs and cities', async () => {
    await fc.assert(
      fc.asyncProperty(portals, async (portal) => {
        const fetched = await originOf(portal as unknown as Portal, {
          lists: ['/api/city/', '/api/blog/', '/api/post/'],
        });
        const split = await taken(fetched, { stubs: true });
        const blogs = split.inventions.filter(
          ({ collection, id }) => collection === 'blogs' && id <= 2_000_000_000,
        );
        expect(blogs).toEqual([]);
        const { differences, records } = await proofOf(fetched, split);
        expect(differences).toEqual([]);
        expect(records).toBe(sizeOf(fetched));
      }),
      runs(1),
    );
  });
});

const sizeOf = ({ lists }: Fetched): number => lists.reduce((all, { records }) => all + records, 0);

type Shown = Record<string, unknown> & { readonly id: number };

/** What the lists do not tell, found out from what they are known to show. */
async function lostIn({ lists }: Fetched) {
  const all: Record<string, Shown[]> = {};
  for (const { endpoint, visit } of lists) {
    const records: Shown[] = [];
    await visit((record) => void records.push(record as Shown));
    all[endpoint.name] = records;
  }
  const offers = [...all['job/vacancy']!, ...all['job/resume']!];
  const certified = new Set(
    offers.flatMap((offer) =>
      (offer['certificates'] as { exact_category: Shown }[]).map((it) => it.exact_category.id),
    ),
  );
  const comments = new Map(all['post-comment']!.map((one) => [one.id, one]));
  const rootOf = (id: number): number => {
    const parent = comments.get(id)!['parent'] as number | null;
    return parent === null ? id : rootOf(parent);
  };
  const posts: Shown[] = [];
  const known = new Set<number>();
  const see = (comment: Shown | number | null) => {
    if (comment === null || typeof comment === 'number') return;
    known.add(rootOf(comment.id));
    if (comment['post']) posts.push(comment['post'] as Shown);
    see(comment['parent'] as Shown | number | null);
  };
  for (const event of all['event']!) {
    if (event['post']) posts.push(event['post'] as Shown);
    see(event['comment'] as Shown | null);
  }
  for (const { last_comment: last } of posts) {
    if (comments.has(last as number)) known.add(rootOf(last as number));
  }
  const blogs = new Map(posts.map(({ blog }) => [(blog as Shown).id, blog as Shown]));
  const below = [...blogs.values()].filter(({ level }) => (level as number) > 0);
  const parents = below.map(({ parent }) => parent as number).filter((id) => !blogs.has(id));
  return {
    products: all['pb-questions/exact-category']!.map(({ id }) => id)
      .filter((id) => !certified.has(id))
      .sort((a, b) => a - b),
    trees: new Set([...comments.keys()].map(rootOf).filter((root) => !known.has(root))).size,
    /** Blogs that others are in, and those that may be above them. */
    blogs: [...new Set(parents)],
    above: new Set([...parents, ...posts.map(({ root_blog }) => root_blog as number)]),
  };
}
