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
      runs(20),
    );
  });
});
