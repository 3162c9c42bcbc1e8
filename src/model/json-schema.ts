// Turns zod schemas into JSON Schemas, without the metadata that types.ts sets.
import * as z from 'zod';
import type { JsonObject } from './fields.js';

/** An empty registry. By default, zod would copy all metadata into the JSON Schema, even the functions in it. */
const NO_MARKS = z.registry<object>();

/** Returns the JSON Schema of a zod schema. `metadata`: JSON Schema keywords to add to some schemas. */
export function jsonSchemaOf(
  schema: z.core.$ZodType,
  target: 'draft-7' | 'draft-2020-12',
  metadata: z.core.$ZodRegistry<object> = NO_MARKS,
): JsonObject {
  const { $schema: _, ...json } = z.toJSONSchema(schema, { target, io: 'input', metadata });
  return json as JsonObject;
}
