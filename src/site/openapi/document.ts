// Makes the OpenAPI 3.1 document from the declarations of a portal (PROMISES.md §5.1). Pure functions. The document
// does not depend on the data.
import { hash } from 'node:crypto';
import type { Portal } from '../../model/endpoint.js';
import type { JsonObject } from '../../model/fields.js';
import { memo } from '../../model/memo.js';
import { refusalSchema } from './bodies.js';
import { type Operation, type OperationSettings, operationsOf } from './operations.js';
import { Schemas } from './schemas.js';

/** The title, contact and license of the API, from the settings. */
export interface ApiInfo {
  readonly title?: string;
  readonly contact?: { readonly name?: string; readonly url?: string; readonly email?: string };
  /** `identifier` is an SPDX identifier. */
  readonly license?: { readonly name: string; readonly identifier?: string; readonly url?: string };
}

export interface DocumentSettings extends OperationSettings {
  readonly api?: ApiInfo;
}

const ABOUT =
  'A read-only snapshot. The version is a hash of the paths and components below. When only the data ' +
  'changes, the version stays the same.';

/** The documents that were made. They are kept, because a preview builds again and again. */
const documents = new WeakMap<Portal, Map<string, JsonObject>>();

/** Returns the OpenAPI document of a snapshot. */
export function openapiOf(portal: Portal, settings: DocumentSettings): JsonObject {
  const ofPortal = memo(documents, portal, () => new Map<string, JsonObject>());
  return memo(ofPortal, JSON.stringify(settings), () => documentOf(portal, settings));
}

function documentOf(portal: Portal, settings: DocumentSettings): JsonObject {
  const schemas = new Schemas(portal.collections);
  const operations = operationsOf(portal, settings, schemas);
  const refusal = schemas.component('Refusal', () => refusalSchema);
  const api = {
    paths: Object.fromEntries(operations.map((each) => [each.path, { get: asWritten(each) }])),
    components: {
      schemas: schemas.all,
      responses: {
        NotFound: answer('There is no such page or record.', refusal),
        MethodNotAllowed: answer(
          'The answer to other methods than GET, HEAD and OPTIONS.',
          refusal,
        ),
      },
    },
  };
  const { title = portal.title, contact, license } = settings.api ?? {};
  return {
    openapi: '3.1.1',
    info: {
      title,
      description: ABOUT,
      // A hash of the API. With the tool's version or a date, the document would change although the API is the same.
      version: hash('sha256', JSON.stringify(api), 'hex').slice(0, 12),
      // The order of these members does not depend on their order in the settings.
      ...(contact && { contact: inOrder(contact, ['name', 'url', 'email']) }),
      ...(license && { license: inOrder(license, ['name', 'identifier', 'url']) }),
    },
    servers: [{ url: settings.baseUrl }],
    // The empty list says that requests need no authentication.
    security: [],
    ...api,
  };
}

const inOrder = (members: object, keys: string[]): JsonObject =>
  JSON.parse(JSON.stringify(members, keys));

function asWritten(operation: Operation): JsonObject {
  const { id, tag, summary, description, parameters, mayLack, mediaType, body } = operation;
  return {
    operationId: id,
    tags: [tag],
    summary,
    ...(description !== undefined && { description }),
    ...(parameters.length > 0 && { parameters }),
    responses: {
      200: answer('OK', body, mediaType),
      // An address with a parameter may lead to a page or a record that does not exist. Then the answer is 404.
      ...((parameters.length > 0 || mayLack) && {
        404: { $ref: '#/components/responses/NotFound' },
      }),
      405: { $ref: '#/components/responses/MethodNotAllowed' },
    },
  };
}

const answer = (
  description: string,
  schema: JsonObject,
  mediaType = 'application/json',
): JsonObject => ({ description, content: { [mediaType]: { schema } } });
