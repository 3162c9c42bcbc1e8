// What the OpenAPI document of a portal says of bodies, as checks. They are made of our own document, not
// of the deployment's: the rule `openapi` holds that one against ours, and no schema of a stranger runs.
import { z } from 'zod';
import { memo } from '../../memo.js';
import type { Endpoint, Portal } from '../../model/endpoint.js';
import type { JsonObject } from '../../model/fields.js';
import { indexSchema, pageSchema } from '../../openapi/bodies.js';
import { Schemas } from '../../openapi/schemas.js';
import { pointerStep } from '../../problems/problem.js';

/** Says what in a value is not as the document says; undefined where nothing is. */
export type Check = (value: unknown) => string | undefined;

/** The checks of a list: of each record, and of a page without its records. */
export interface DocumentedList {
  readonly record: Check;
  readonly around: Check;
}

export function documentedList(portal: Portal, { records, paging }: Endpoint): DocumentedList {
  const schemas = new Schemas(portal.collections);
  const record = records && schemas.record(records.collection, records.shape);
  const isArray = paging.style === 'array';
  return {
    record: checkOf(record ?? { not: {} }, schemas.all),
    around: checkOf(isArray ? { type: 'array' } : pageSchema(paging, undefined)),
  };
}

/** The check of the root index. */
export const documentedIndex = ({ index }: Portal): Check => checkOf(indexSchema(index));

/** Compiled checks by their schemas: lists may have the same records, and compiling takes a while. */
const compiled = new Map<string, z.ZodType>();

/** Compiled when it is first needed: a list may be empty. */
function checkOf(schema: JsonObject, components: JsonObject = {}): Check {
  const whole = JSON.stringify({ ...schema, $defs: components });
  const local = whole.replaceAll('#/components/schemas/', '#/$defs/');
  return (value) => {
    const check = memo(compiled, local, () => z.compile(z.fromJSONSchema(JSON.parse(local))));
    const [issue] = check.safeParse(value).error?.issues ?? [];
    if (!issue) return undefined;
    const path = issue.path.map((step) => pointerStep(String(step))).join('');
    return `${path || 'it'}: ${issue.message}`;
  };
}
