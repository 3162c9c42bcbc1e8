// Makes the TypeScript module with the typed client of a portal: the types of its published records, and one member for
// each list, each single record and the search. The code that reads them is in client/, and knows no portal. Pure.
import {
  type Endpoint,
  type Extra,
  endpointOf,
  type OrderKey,
  type Portal,
  type SearchedList,
} from '../../model/endpoint.js';
import type { Json, JsonObject } from '../../model/fields.js';
import { variableOf, withoutId } from '../../site/address.js';
import { type Naming, namingOf } from '../../site/openapi/naming.js';
import { HTML, Schemas } from '../../site/openapi/schemas.js';

const TYPES = `/** A date-time with seconds and a numeric offset, such as \`2026-03-05T10:12:44+03:00\`. */
export type Timestamp = string;

/** A day of the calendar, \`YYYY-MM-DD\`. */
export type CalendarDate = string;

/** HTML without scripts, style sheets and forms. */
export type Html = string;
`;

/** A member of the client. */
interface Member {
  readonly name: string;
  readonly about: string;
  readonly type: string;
  /** The expression that makes the member. */
  readonly code: string;
}

/** The types that the module may need from the code that reads lists. */
const READERS = [
  ...['CallOptions', 'Filtered', 'List', 'NumberedList', 'Readers'],
  ...['SearchOptionsOf', 'SearchResultOf', 'SearchResultsOf'],
];

/** The first line of what is written, by which a file is recognised that may be written anew. */
export const WRITTEN =
  '// Made from the declarations of the portal, and made anew when they change: do not edit it.\n';

const PACKAGE = 'portal-snapshot/client';

const CREATE = `/** Makes a client for a deployment, or for the original portal that has the same API. Sends no request yet. */
export const createClient = (options: ClientOptions): PortalClient => membersOf(createReaders(options));

export { ListChanged, PortalError } from '${PACKAGE}';
`;

/** Returns the text of a module that is a whole client, for a program that has this package. */
export const clientFile = (portal: Portal): string =>
  `${WRITTEN}import { type ClientOptions, createReaders } from '${PACKAGE}';\n${bodyOf(portal, PACKAGE)}\n${CREATE}`;

/** Returns the text of the module with the types and members of a client. `readers`: the module to import {@link READERS} from. */
export const clientModule = (portal: Portal, readers: string): string =>
  WRITTEN + bodyOf(portal, readers);

function bodyOf(portal: Portal, readers: string): string {
  const schemas = new Schemas(portal.collections);
  const members = membersOf(portal, schemas);
  const text = [
    TYPES,
    ...Object.entries(schemas.all).map(([name, schema]) => interfaceOf(name, schema as JsonObject)),
    ...(portal.search ? [searchTypes(portal.search.lists)] : []),
    '/** What the portal publishes. What is marked *extra* works only if the deployment publishes it. */',
    'export interface PortalClient {',
    ...members.map(({ name, about, type }) => `  /** ${about} */\n  readonly ${name}: ${type};`),
    '}\n',
    'export const membersOf = (read: Readers): PortalClient => ({',
    ...members.map(({ name, code }) => `  ${name}: read.${code},`),
    '});\n',
  ].join('\n');
  const used = READERS.filter((name) => new RegExp(`\\b${name}\\b`).test(text));
  return `import type { ${used.join(', ')} } from '${readers}';\n\n${text}`;
}

function membersOf({ search, ...portal }: Portal, schemas: Schemas): Member[] {
  const { endpoints, extras } = portal;
  const nameOf = namingOf(portal);
  const lookups = extras.map(endpointOf).flatMap(({ lookup }) => lookup ?? []);
  const member = (endpoint: Endpoint, isExtra: boolean): Member[] => {
    // A list without records is always empty.
    if (!endpoint.records) return [];
    const naming = nameOf(endpoint);
    const by = lookups.filter(({ list }) => list === endpoint.name).map(({ by }) => by);
    return [listMember(endpoint, naming, by, typeIn(schemas, endpoint), isExtra)];
  };
  const ofExtra = (extra: Extra): Member[] => {
    const endpoint = endpointOf(extra);
    const type = typeIn(schemas, endpoint);
    switch (extra.kind) {
      case 'list':
        return member(extra.endpoint, true);
      case 'record':
        return [recordMember(endpoint, nameOf(extra.of), type)];
      case 'summary':
        return [summaryMember(endpoint, nameOf(extra.of), type)];
      default: // Filters are parts of lists. The client reads lists by pages, and no files with whole lists.
        return [];
    }
  };
  return [
    ...endpoints.flatMap((endpoint) => member(endpoint, false)),
    ...extras.flatMap(ofExtra),
    ...(search ? [SEARCH] : []),
  ];
}

function listMember(
  { name, paging, records }: Endpoint,
  { plural, words }: Naming,
  filters: readonly string[],
  record: string,
  isExtra: boolean,
): Member {
  const keys = filters.map((by) => `'${by.replaceAll('-', '_')}'`);
  const reader = isExtra ? 'extraList' : 'list';
  const list = `${paging.style === 'page-number' ? 'NumberedList' : 'List'}<${record}>`;
  return {
    name: uncapital(plural),
    about: `${isExtra ? '*Extra*: ' : ''}\`/api/${name}/\`: ${words}, ordered by ${orderIn(records!.order)}.`,
    type: keys.length > 0 ? `Filtered<${keys.join(' | ')}, ${list}>` : list,
    code:
      keys.length > 0
        ? `filtered('${name}', read.${reader}<${record}>('${name}'), [${keys.join(', ')}])`
        : `${reader}('${name}')`,
  };
}

function recordMember({ name }: Endpoint, { singular }: Naming, record: string): Member {
  const by = variableOf({ name })!;
  const isId = by === 'id';
  return {
    name: uncapital(singular),
    about: `*Extra*: \`/api/${name}/\`: one record; undefined if none with this ${by} is published.`,
    type: `(${by}: ${isId ? 'number' : 'string'}, options?: CallOptions) => Promise<${record} | undefined>`,
    code: isId ? `record('${withoutId(name)}')` : `recordBy('${name}')`,
  };
}

const summaryMember = (
  { name, records }: Endpoint,
  { singular, words }: Naming,
  record: string,
): Member => ({
  name: `${uncapital(singular)}Summaries`,
  about: `*Extra*: \`/api/${name}/\`: all ${words} with fewer fields, ordered by ${orderIn(records!.order)}, for filtering in the browser.`,
  type: `List<${record}>`,
  code: `extraList('${name}')`,
});

const SEARCH: Member = {
  name: 'search',
  about: `*Extra*, only in browsers: finds the records that contain all words of the query, also in other forms. An empty
   * query finds all that match the options. If the whole query is in quotes, its words must be next to each other.`,
  type: '(query: string, options?: SearchOptions) => Promise<SearchResults>',
  code: 'searching(searched)',
};

const uncapital = (name: string) => name.charAt(0).toLowerCase() + name.slice(1);

const orderIn = (order: readonly OrderKey[]) =>
  order.map(({ field, descending }) => (descending ? `descending ${field}` : field)).join(', ');

const typeIn = (schemas: Schemas, { records }: Endpoint) =>
  records ? typeOf(schemas.record(records.collection, records.shape)) : 'unknown';

function searchTypes(lists: readonly SearchedList[]): string {
  const names = (of: (list: SearchedList) => readonly string[]) => [...new Set(lists.flatMap(of))];
  const searched = {
    kind: names(({ kind }) => [kind]),
    filter: names(({ filters }) => Object.keys(filters)),
    sort: names(({ sorts }) => Object.keys(sorts)),
  };
  const types = ['SearchOptions', 'SearchResult', 'SearchResults'].map(
    (type) => `export type ${type} = ${type}Of<typeof searched>;`,
  );
  return `export const searched = ${JSON.stringify(searched)} as const;\n${types.join('\n')}\n`;
}

function interfaceOf(name: string, { properties, required = [] }: JsonObject): string {
  const members = Object.entries(properties as Record<string, JsonObject>).map(([key, schema]) => {
    const about = (schema['description'] as string | undefined)?.replaceAll('*/', '* /');
    const mark = (required as readonly Json[]).includes(key) ? '' : '?';
    const written = /^[A-Za-z_]\w*$/.test(key) ? key : `'${key}'`;
    return `${about ? `  /** ${about} */\n` : ''}  ${written}${mark}: ${typeOf(schema)};\n`;
  });
  return `export interface ${typeName(name)} {\n${members.join('')}}\n`;
}

/** Names with another meaning in the module, which no type of a record may have. */
const TAKEN = [
  ...[...READERS, 'ClientOptions', 'PortalClient', 'PortalError', 'ListChanged'],
  ...['SearchOptions', 'SearchResult', 'SearchResults', 'Timestamp', 'CalendarDate', 'Html'],
  ...['Promise', 'Record'],
];

const typeName = (schema: string) => (TAKEN.includes(schema) ? `${schema}Record` : schema);

const quoted = (text: string) =>
  /^[^'\\\p{Cc}]*$/u.test(text) ? `'${text}'` : JSON.stringify(text);

/** The TypeScript type of a schema; knows only what the schemas of published records contain. */
function typeOf({ $ref, anyOf, enum: values, type, ...more }: JsonObject): string {
  if ($ref !== undefined) return typeName(String($ref).replace(/.*\//, ''));
  if (Array.isArray(anyOf)) return anyOf.map((one: Json) => typeOf(one as JsonObject)).join(' | ');
  if (Array.isArray(values)) {
    return values
      .map((one: Json) => (typeof one === 'string' ? quoted(one) : `${one}`))
      .join(' | ');
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
