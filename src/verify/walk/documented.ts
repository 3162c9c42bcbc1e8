// What the OpenAPI document of a portal says of bodies, as checks. They are made of our own document, not
// of the deployment's: the rule `openapi` holds that one against ours, and no schema of a stranger runs.
import { z } from 'zod';
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

/** Compiled when it is first needed: a list may be empty. */
function checkOf(schema: JsonObject, components: JsonObject = {}): Check {
  const compile = () => {
    const whole = JSON.stringify({ ...schema, $defs: components });
    const local = whole.replaceAll('#/components/schemas/', '#/$defs/');
    return z.compile(z.fromJSONSchema(JSON.parse(local)));
  };
  let compiled: z.ZodType | undefined;
  return (value) => {
    compiled ??= compile();
    const [issue] = compiled.safeParse(value).error?.issues ?? [];
    if (!issue) return undefined;
    const path = issue.path.map((step) => pointerStep(String(step))).join('');
    return `${path || 'it'}: ${issue.message}`;
  };
}
