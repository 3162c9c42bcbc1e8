// zod's compiler falls back to the slow way in silence; when it is strict, it says what it cannot do.
import { expect, it } from 'vitest';
import { z } from 'zod';
import { schemaOfFields } from '../../src/model/schema.js';
import { portal } from '../../src/portal/index.js';

it.each(portal.collections.map(({ name, fields }) => ({ name, fields })))(
  'the schema of $name is compiled whole',
  ({ fields }) => {
    const schema = schemaOfFields(fields);
    expect(() => z.compile(schema, { strict: true })).not.toThrow();
    const slow = schema.refine(async () => true);
    expect(() => z.compile(slow, { strict: true })).toThrow();
  },
);
