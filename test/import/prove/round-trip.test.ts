// Any portal, published, taken apart and published again: no record of any list differs.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { portal as portals } from '../../oracle/portals.js';
import { runs, TIMEOUT } from '../../oracle/publish.js';
import type { Portal } from '../../support/portal.js';
import { originOf, proofOf, taken } from '../support/origin.js';

describe('any portal', () => {
  it('is published again as it was, with stubs for what its lists do not show', {
    timeout: TIMEOUT,
  }, async () => {
    await fc.assert(
      fc.asyncProperty(
        portals,
        fc.constantFrom('publish' as const, 'withhold' as const),
        async (portal, personal) => {
          const fetched = await originOf(portal as unknown as Portal, {}, { personal: 'publish' });
          const apart = await taken(fetched, { stubs: true, personal });
          const { problems, differences, compared } = await proofOf(fetched, apart, personal);
          expect(problems.filter(({ severity }) => severity === 'error')).toEqual([]);
          expect(differences).toEqual([]);
          expect(compared.lists).toBe(7);
        },
      ),
      runs(10),
    );
  });

  it('is published again as it was where further lists and discussions show all of it', {
    timeout: TIMEOUT,
  }, async () => {
    await fc.assert(
      fc.asyncProperty(portals, async (portal) => {
        const posts = portal.posts.map(({ id }) => id as number);
        const fetched = await originOf(portal as unknown as Portal, {
          lists: ['/api/city/', '/api/blog/', '/api/post/'],
          lookups: { '/api/post-comment/post/{id}/': posts },
        });
        const apart = await taken(fetched, { stubs: true });
        const invented = new Set(
          apart.gaps.map(({ collection, field }) => [collection, field].join()),
        );
        invented.delete('exact-categories,main_product');
        expect([...invented]).toEqual([]);
        const { differences, compared } = await proofOf(fetched, apart);
        expect(differences).toEqual([]);
        expect(compared.lists).toBe(10 + posts.length);
      }),
      runs(6),
    );
  });
});
