// A collection whose fields have ranges, lengths and patterns, and a record that keeps to all of them.
import { z } from 'zod';
import { longText } from '../../src/model/types.js';
import { plain } from './small.js';

export const limited = plain('limited', {
  pages: z.int().min(1).max(500),
  year: z.number().int().gt(1900).lt(2100).default(2000),
  code: z.string().regex(/^[a-z]{3}$/),
  title: z.string().min(2).max(4),
  site: z.url(),
  mail: z.email().nullable().default(null),
  long: longText.max(5).optional(),
  key: z.string().regex(/^x/).regex(/z$/).default('xz'),
  tags: z.array(z.string().max(3)).min(1).max(2),
  any: z.array(z.unknown()).max(2).default([]),
});

export const right = {
  ...{ id: 1, pages: 7, year: 1999, code: 'abc', title: 'Да', site: 'https://example.org/' },
  ...{ mail: 'name@example.org', long: 'abcde', key: 'xyz', tags: ['a', 'Да!'], any: [1] },
};
