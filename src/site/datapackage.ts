// Makes `/api/datapackage.json`, which describes the files of whole lists as a Data Package
// (https://datapackage.org/standard/data-package/): their fields, types and foreign keys. Pure.
import { type Collection, fieldIn } from '../model/collection.js';
import type { Endpoint, ExtraEndpoint, Portal } from '../model/endpoint.js';
import { type Json, type JsonObject, referenceOf } from '../model/fields.js';
import type { ApiInfo } from './openapi/document.js';
import { capital, namingOf } from './openapi/naming.js';
import { isShownBare, Schemas } from './openapi/schemas.js';

/** The JSON Schema by which a Data Package can be validated. */
const PROFILE = 'https://datapackage.org/profiles/2.0/datapackage.json';

/** A file of all records of a list. */
export interface LinesFile {
  readonly endpoint: Pick<ExtraEndpoint, 'name' | 'records' | 'paging'>;
  /** How many records there are. */
  readonly count: number;
  readonly bytes: number;
  /** SHA-256 in hexadecimal. */
  readonly hash: string;
}

/** The Data Package of some files of a portal. `api`: the title, contact and license of its API. */
export function datapackageOf(
  portal: Portal,
  files: readonly LinesFile[],
  api: ApiInfo = {},
): JsonObject {
  const naming = namingOf(portal);
  const schemas = new Schemas(portal.collections);
  const named = files.map((file) => {
    const list = { ...file.endpoint, name: file.endpoint.name.replace(/\/[^/]+$/, '') };
    const { words } = naming(list);
    return { ...file, words, name: words.toLowerCase().replace(/[^a-z0-9]/g, '-') };
  });
  /** The file whose records have the ids of a collection. */
  const fileOf = (collection: string) =>
    named.find(({ endpoint }) => endpoint.records!.collection === collection)?.name;
  const resources = named.map(({ name, words, endpoint, count, bytes, hash }) => ({
    name,
    title: capital(words),
    type: 'table',
    path: endpoint.name,
    format: 'ndjson',
    mediatype: 'application/x-ndjson',
    encoding: 'utf-8',
    bytes,
    hash: `sha256:${hash}`,
    count,
    schema: tableSchema(portal, schemas, endpoint.records!, (other) => {
      const target = fileOf(other);
      return target === undefined ? [] : [target === name ? {} : { resource: target }];
    }),
  }));
  return { $schema: PROFILE, title: portal.title, ...toldOf(api), resources };
}

/** The title, contact and license of an API, under the names that Data Packages have for them. */
function toldOf({ title, contact, license }: ApiInfo): JsonObject {
  return {
    ...(title !== undefined && { title }),
    ...(license && {
      licenses: [renamed(license, { identifier: 'name', url: 'path', name: 'title' })],
    }),
    ...(contact && {
      contributors: [
        { ...renamed(contact, { name: 'title', url: 'path', email: 'email' }), roles: ['contact'] },
      ],
    }),
  };
}

/** The members under other names, and in the order of `names`. */
const renamed = (members: object, names: Readonly<Record<string, string>>): JsonObject =>
  Object.fromEntries(
    Object.entries(names).map(([from, to]) => [to, (members as JsonObject)[from]]),
  );

/** `referenced`: how a foreign key names the file of a collection; empty if it has no file. */
function tableSchema(
  { collections }: Pick<Portal, 'collections'>,
  schemas: Schemas,
  { collection, shape }: NonNullable<Endpoint['records']>,
  referenced: (collection: string) => readonly JsonObject[],
): JsonObject {
  const declared = collections.find(({ name }) => name === collection)!;
  const foreignKeys = foreignKeysOf(declared, shape, referenced);
  return {
    fields: schemas.membersOf(collection, shape).map(fieldOf),
    // An empty text is a value like any other.
    missingValues: [],
    primaryKey: ['id'],
    ...(foreignKeys.length > 0 && { foreignKeys }),
  };
}

/**
 * The foreign keys: fields published as the id of a record in one of the files, if that record must exist. A reference
 * that is declared as bare is left out: there need not be such a record.
 */
function foreignKeysOf(
  declared: Collection,
  shape: string,
  referenced: (collection: string) => readonly JsonObject[],
): JsonObject[] {
  const chosen = declared.shapes[shape]!;
  return chosen.keys.flatMap((key) => {
    const reference = referenceOf(fieldIn(declared, chosen, key).type);
    if (!reference?.shape || !isShownBare(reference, chosen.references?.[key])) return [];
    return referenced(reference.collection).map((resource) => ({
      fields: [key],
      reference: { ...resource, fields: ['id'] },
    }));
  });
}

type Member = ReturnType<Schemas['membersOf']>[number];

/** A member of a published record as a field of a table. */
function fieldOf({ key, schema, isAlways }: Member): JsonObject {
  const { description, anyOf, enum: values } = schema;
  const [shown = {}] = [anyOf ?? schema].flat() as readonly JsonObject[];
  const types = [shown['type'] ?? 'object'].flat() as readonly string[];
  const isNullable = anyOf !== undefined || types.includes('null');
  const constraints = {
    ...(isAlways && !isNullable && { required: true }),
    ...(Array.isArray(values) && { enum: values.filter((value: Json) => value !== null) }),
  };
  return {
    name: key,
    type: typeOf(types[0]!, shown['format']),
    ...(description !== undefined && { description }),
    ...(Object.keys(constraints).length > 0 && { constraints }),
  };
}

/** The type of a table's field for a type of a JSON Schema. */
function typeOf(type: string, format: Json | undefined): string {
  if (type === 'null') return 'any';
  if (format === 'date-time') return 'datetime';
  return format === 'date' ? 'date' : type;
}
