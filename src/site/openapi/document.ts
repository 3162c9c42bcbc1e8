// What a portal publishes → its OpenAPI 3.1 document (PROMISES.md §5.1). Pure: made from the one table of
// endpoints and the one model alone, so the same settings give the same bytes whatever the data.
import { hash } from 'node:crypto';
import type { Portal } from '../../model/endpoint.js';
import type { JsonObject } from '../../model/fields.js';
import { refusalSchema } from './bodies.js';
import { type Operation, type OperationSettings, operationsOf } from './operations.js';
import { Schemas } from './schemas.js';

export type { OperationSettings as DocumentSettings } from './operations.js';

const ABOUT =
  'A read-only snapshot. The version is a hash of the paths and components below: it changes when ' +
  'they do, and never when only the data does.';

/** The OpenAPI document of a snapshot. */
export function openapiOf(portal: Portal, settings: OperationSettings): JsonObject {
  const schemas = new Schemas(portal.collections);
  const operations = operationsOf(portal, settings, schemas);
  const refusal = schemas.component('Refusal', () => refusalSchema);
  const api = {
    paths: Object.fromEntries(operations.map((each) => [each.path, { get: asWritten(each) }])),
    components: {
      schemas: schemas.all,
      responses: {
        NotFound: answer('There is no such page or record.', refusal),
        MethodNotAllowed: answer('What methods other than GET, HEAD and OPTIONS get.', refusal),
      },
    },
  };
  return {
    openapi: '3.1.1',
    info: {
      title: portal.title,
      description: ABOUT,
      // No release of the tool, and no day: each would be a new file of an API that is the same.
      version: hash('sha256', JSON.stringify(api), 'hex').slice(0, 12),
    },
    servers: [{ url: settings.baseUrl }],
    // Nobody signs in.
    security: [],
    ...api,
  };
}

function asWritten(operation: Operation): JsonObject {
  const { id, tag, summary, description, parameters, mayLack, body } = operation;
  return {
    operationId: id,
    tags: [tag],
    summary,
    ...(description !== undefined && { description }),
    ...(parameters.length > 0 && { parameters }),
    responses: {
      200: answer('OK', body),
      // A parameter may name what is not there.
      ...((parameters.length > 0 || mayLack) && {
        404: { $ref: '#/components/responses/NotFound' },
      }),
      405: { $ref: '#/components/responses/MethodNotAllowed' },
    },
  };
}

const answer = (description: string, schema: JsonObject): JsonObject => ({
  description,
  content: { 'application/json': { schema } },
});
