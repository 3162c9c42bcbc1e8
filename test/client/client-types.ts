// The components of the OpenAPI document → the types of published records in TypeScript, as the client ships them
// (src/client/types.ts): one interface for each component, and the type of the records at each address. Pure.
import {
  type Endpoint,
  endpointOf,
  listFile,
  type Portal,
  type SearchedList,
} from '../../src/model/endpoint.js';
import type { Json, JsonObject } from '../../src/model/fields.js';
import { HTML, Schemas } from '../../src/site/openapi/schemas.js';

const HEAD = `// Made from the model by \`npm run client-types\`: never edited by hand.

/** A date-time with seconds and a numeric offset, such as \`2026-03-05T10:12:44+03:00\`. */
export type Timestamp = string;

/** A day of the calendar, \`YYYY-MM-DD\`. */
export type CalendarDate = string;

/** HTML without scripts, style sheets and forms. */
export type Html = string;
`;

/** The text of the module with the types of a portal's records. */
export function clientTypes({ collections, endpoints, extras, search }: Portal): string {
  const schemas = new Schemas(collections);
  const recordsOf = ({ records }: Endpoint) =>
    records ? schemas.record(records.collection, records.shape) : {};
  const lists = endpoints.map((endpoint) => [endpoint.name, recordsOf(endpoint)] as const);
  const further = extras
    .map(endpointOf)
    // The client reads lists by pages, and not extras that have a whole list in one file.
    .filter(({ name }) => !listFile(name))
    .map((one) => [one.template, recordsOf(one)] as const);
  return [
    HEAD,
    ...Object.entries(schemas.all).map(([name, schema]) => interfaceOf(name, schema as JsonObject)),
    '/** The records of each list, by its name below `/api/`. */',
    interfaceOf('Lists', allOf(lists)),
    '/** The records of each extra, by its template. */',
    interfaceOf('Extras', allOf(further)),
    ...(search
      ? [
          '/** The kinds of records, the filters and the orders of the search. */',
          searchTypes(search.lists),
        ]
      : []),
  ].join('\n');
}

const allOf = (members: readonly (readonly [string, JsonObject])[]): JsonObject => ({
  properties: Object.fromEntries(members),
  required: members.map(([key]) => key),
});

function searchTypes(lists: readonly SearchedList[]): string {
  const names = (of: (list: SearchedList) => readonly string[]): JsonObject => ({
    enum: [...new Set(lists.flatMap(of))],
  });
  const known = {
    kind: names(({ kind }) => [kind]),
    filter: names(({ filters }) => Object.keys(filters)),
    sort: names(({ sorts }) => Object.keys(sorts)),
  };
  return interfaceOf('Searched', allOf(Object.entries(known)));
}

function interfaceOf(name: string, { properties, required = [] }: JsonObject): string {
  const members = Object.entries(properties as Record<string, JsonObject>).map(([key, schema]) => {
    const about = (schema['description'] as string | undefined)?.replaceAll('*/', '* /');
    const mark = (required as readonly Json[]).includes(key) ? '' : '?';
    const written = /^[A-Za-z_]\w*$/.test(key) ? key : `'${key}'`;
    return `${about ? `  /** ${about} */\n` : ''}  ${written}${mark}: ${typeOf(schema)};\n`;
  });
  return `export interface ${name} {\n${members.join('')}}\n`;
}

/** The TypeScript type of a schema; knows only what the schemas of published records contain. */
function typeOf({ $ref, anyOf, enum: values, type, ...more }: JsonObject): string {
  if ($ref !== undefined) return String($ref).replace(/.*\//, '');
  if (Array.isArray(anyOf)) return anyOf.map((one: Json) => typeOf(one as JsonObject)).join(' | ');
  if (Array.isArray(values)) {
    return values.map((one: Json) => (typeof one === 'string' ? `'${one}'` : `${one}`)).join(' | ');
  }
  if (Array.isArray(type)) {
    return type.map((one: Json) => typeOf({ ...more, type: one })).join(' | ');
  }
  switch (type) {
    case 'string':
      if (more['format'] === 'date-time') return 'Timestamp';
      if (more['format'] === 'date') return 'CalendarDate';
      return String(more['description']).includes(HTML) ? 'Html' : 'string';
    case 'integer':
      return 'number';
    case 'array': {
      const element = typeOf(more['items'] as JsonObject);
      return element.includes(' | ') ? `(${element})[]` : `${element}[]`;
    }
    case 'object':
      return 'Record<string, unknown>';
    case undefined:
      return 'unknown';
    default:
      return String(type);
  }
}
