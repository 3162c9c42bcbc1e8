// Lists that may be null.
import { expect, it } from 'vitest';
import { z } from 'zod';
import { id, ref } from '../../src/model/types.js';
import { plain, portalOf, published } from './small.js';

it('a list of references, texts or objects may be null', async () => {
  const portal = portalOf([
    plain('things', {
      like: z.array(ref('things')).nullable().default(null),
      tags: z.array(z.string()).nullable().default(null),
      parts: z
        .array(z.strictObject({ id, of: ref('things') }))
        .nullable()
        .default(null),
    }),
  ]);
  const things = [
    { id: 1, like: null, tags: null, parts: null },
    { id: 2, like: [1], tags: ['a'], parts: [{ id: 1, of: 1 }] },
  ];
  const { page } = await published(portal, { things: [...things, { id: 3 }] });
  expect(page('things')).toEqual([...things, { ...things[0], id: 3 }]);
});
