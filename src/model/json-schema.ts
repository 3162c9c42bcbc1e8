// Turns zod schemas into JSON Schemas, without our own metadata of fields.
import * as z from 'zod';
import type { JsonObject } from './fields.js';

/** Our metadata means nothing in a JSON Schema, and some of it is functions; zod would write all of it. */
const NO_MARKS = z.registry<object>();

/** Returns the JSON Schema of what a file may contain. `metadata`: further keywords, by schema. */
export function jsonSchemaOf(
  schema: z.core.$ZodType,
  target: 'draft-7' | 'draft-2020-12',
  metadata: z.core.$ZodRegistry<object> = NO_MARKS,
): JsonObject {
  const { $schema: _, ...json } = z.toJSONSchema(schema, { target, io: 'input', metadata });
  return json as JsonObject;
}
