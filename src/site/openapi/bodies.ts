// The bodies of a snapshot that are not records: pages of lists, the root index, the snapshot's digests
// and refusals. Each is a component, so that generated clients have a name for it.
import type { IndexKey, Paging } from '../../model/endpoint.js';
import type { JsonObject } from '../../model/fields.js';
import { type Schemas, whole } from './schemas.js';

const URL_TYPE = { type: 'string', format: 'uri' };
const LINK = { type: ['string', 'null'], format: 'uri' };
const SHA256 = { type: 'string', pattern: '^[0-9a-f]{64}$' };

/** An object with all of these members. */
const objectOf = (properties: JsonObject, optional: JsonObject = {}): JsonObject => ({
  type: 'object',
  required: Object.keys(properties),
  properties: { ...properties, ...optional },
});

/** A page of a list of records; of the list that is always empty, without a record. */
export function pageSchema(paging: Paging, record: JsonObject | undefined): JsonObject {
  const isCounted = paging.style === 'page-number' || (paging.style === 'cursor' && paging.count);
  const results = record ? { items: record } : { items: {}, maxItems: 0 };
  return objectOf({
    ...(isCounted && { count: { description: 'How many records all pages have.', ...whole(0) } }),
    next: { description: 'The address of the next page; null on the last one.', ...LINK },
    previous: { description: 'The address of the page before; null on the first one.', ...LINK },
    results: { type: 'array', ...results },
  });
}

/** The root index. */
export const indexSchema = (keys: readonly IndexKey[]): JsonObject =>
  objectOf(Object.fromEntries(keys.map(({ key }) => [key, URL_TYPE])));

/** What a request gets that cannot be answered. */
export const refusalSchema = objectOf({ detail: { type: 'string' } });

/** An OpenAPI document, as far as a client may rely on it. */
export const documentSchema = objectOf({
  openapi: { type: 'string' },
  info: { type: 'object' },
  servers: { type: 'array', items: { type: 'object' } },
  paths: { type: 'object' },
  components: { type: 'object' },
});

/** The digests of a list's pages. */
export const digestsSchema = (schemas: Schemas): JsonObject =>
  schemas.component('PageDigests', () => ({
    description: "The SHA-256 of each page's bytes, by its path below the list.",
    type: 'object',
    additionalProperties: SHA256,
  }));

/** The digests of all lists (PROMISES.md §5.2). */
export function snapshotSchema(schemas: Schemas): JsonObject {
  const list = schemas.component('SnapshotList', () =>
    objectOf(
      {
        count: { description: 'How many records the list has.', ...whole(0) },
        pages: { description: 'How many pages it has.', ...whole(1) },
        digest: {
          description:
            'SHA-256 over the lines "<path below the list> <SHA-256>\\n" of its files, in the order of the walk.',
          ...SHA256,
        },
      },
      {
        files: digestsSchema(schemas),
        digests: {
          description:
            'In the place of files, for a long list: the path, below /api/, of the file that has them.',
          type: 'string',
        },
      },
    ),
  );
  return objectOf({
    format: { type: 'integer', enum: [1] },
    lists: {
      description: 'By the address of the list below /api/.',
      type: 'object',
      additionalProperties: list,
    },
  });
}

/** What stands at the address of the signature. */
export const signaturesSchema: JsonObject = {
  type: 'array',
  items: { description: '64 bytes in base64.', type: 'string', pattern: '^[A-Za-z0-9+/]{86}==$' },
};
