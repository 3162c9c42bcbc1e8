// The schemas of bodies that are not single records: pages of lists, `/api/`, snapshot.json, errors and so on. Most
// of them are components, so that generated clients have names for them.
import type { IndexKey, Paging } from '../../model/endpoint.js';
import type { JsonObject } from '../../model/fields.js';
import { type Schemas, whole } from './schemas.js';

const URL_TYPE = { type: 'string', format: 'uri' };
const LINK = { type: ['string', 'null'], format: 'uri' };
const SHA256 = { type: 'string', pattern: '^[0-9a-f]{64}$' };

/** Returns the schema of an object with these members. All are required, except those in `optional`. */
const objectOf = (properties: JsonObject, optional: JsonObject = {}): JsonObject => ({
  type: 'object',
  required: Object.keys(properties),
  properties: { ...properties, ...optional },
});

/** Returns the schema of a page of a list. `record`: the schema of a record; undefined for a list without records. */
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

/** Returns the schema of the root index `/api/`. */
export const indexSchema = (keys: readonly IndexKey[]): JsonObject =>
  objectOf(Object.fromEntries(keys.map(({ key }) => [key, URL_TYPE])));

/** The schema of the body of an error. */
export const refusalSchema = objectOf({ detail: { type: 'string' } });

/** The schema of the OpenAPI document, with only the members on which a client may rely. */
export const documentSchema = objectOf({
  openapi: { type: 'string' },
  info: { type: 'object' },
  servers: { type: 'array', items: { type: 'object' } },
  paths: { type: 'object' },
  components: { type: 'object' },
});

const TEXT = { type: 'string' };
const TIME = { type: 'string', format: 'date-time' };

/** The schema of a JSON Feed. */
export const feedSchema = objectOf({
  version: { type: 'string', enum: ['https://jsonfeed.org/version/1.1'] },
  title: TEXT,
  feed_url: URL_TYPE,
  language: TEXT,
  authors: { type: 'array', items: objectOf({ name: TEXT }) },
  items: {
    type: 'array',
    items: objectOf(
      { id: URL_TYPE, content_html: TEXT, date_published: TIME, date_modified: TIME },
      { url: URL_TYPE, title: TEXT, summary: TEXT },
    ),
  },
});

/** Returns the schema of an object with the digests of files. */
export const digestsSchema = (schemas: Schemas): JsonObject =>
  schemas.component('FileDigests', () => ({
    description:
      "The SHA-256 of each file's bytes, by its path below the list. That of an id begins with the id: 53/page/2/.",
    type: 'object',
    additionalProperties: SHA256,
  }));

/** Returns the schema of snapshot.json (PROMISES.md §5.2). */
export function snapshotSchema(schemas: Schemas): JsonObject {
  const list = schemas.component('SnapshotList', () =>
    objectOf(
      {
        count: { description: 'How many records the list has.', ...whole(0) },
        pages: { description: 'How many pages it has.', ...whole(0) },
        digest: {
          description:
            'The SHA-256 of these lines, one for each page, in the order of the list: "<path below the list> <SHA-256>\\n".',
          ...SHA256,
        },
      },
      {
        files: digestsSchema(schemas),
        digests: {
          description:
            'A very long list, and all ids together, have this in place of `files`: the path, below /api/, of a file with the SHA-256 of each page.',
          type: 'string',
        },
      },
    ),
  );
  const members = (description: string, additionalProperties: JsonObject): JsonObject => {
    return { description, type: 'object', additionalProperties };
  };
  const id = {
    description:
      'The id of the snapshot: the SHA-256 of {"lists":…,"files":…}, with the values as they are written here.',
    ...SHA256,
  };
  const signature = {
    description: 'The signature of the id, if the snapshot is signed: Ed25519, 64 bytes in base64.',
    type: 'string',
    pattern: '^[A-Za-z0-9+/]{86}==$',
  };
  const all = {
    format: { type: 'integer', enum: [1] },
    id,
    lists: members(
      'The lists, by their addresses below /api/. Those with an address for each id have one entry together, such as post/{id}.',
      list,
    ),
    files: members('The SHA-256 of all other files, by their paths below the base URL.', SHA256),
  };
  return objectOf(all, { signature });
}
