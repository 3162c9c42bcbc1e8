// zod schemas → JSON Schemas, without the marks of fields.
import * as z from 'zod';
import type { JsonObject } from './fields.js';

/** The marks of fields are for this program alone, some are functions: zod would write all of them. */
const NO_MARKS = z.registry<object>();

/** What a file may hold, as a JSON Schema. `metadata`: further keywords by schema. */
export function jsonSchemaOf(
  schema: z.core.$ZodType,
  target: 'draft-7' | 'draft-2020-12',
  metadata: z.core.$ZodRegistry<object> = NO_MARKS,
): JsonObject {
  const { $schema: _, ...json } = z.toJSONSchema(schema, { target, io: 'input', metadata });
  return json as JsonObject;
}
