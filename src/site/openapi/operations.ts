// Makes the operations of the OpenAPI document: each address of a snapshot, its parameters, and the schema of its body.
// Pure functions.
import {
  ADDRESS_WORD,
  addressOf,
  type Endpoint,
  type Extra,
  endpointOf,
  listFile,
  type Portal,
} from '../../model/endpoint.js';
import type { JsonObject } from '../../model/fields.js';
import {
  type AddressSettings,
  digestsFile,
  hasId,
  OPENAPI,
  parameterOf,
  pathOf,
  queryOf,
  SEARCH,
  SEARCH_ENTRY,
  SNAPSHOT,
  variableOf,
} from '../address.js';
import {
  digestsSchema,
  documentSchema,
  feedSchema,
  indexSchema,
  pageSchema,
  snapshotSchema,
} from './bodies.js';
import { capital, type Naming, namingOf, pascal } from './naming.js';
import { type Schemas, whole } from './schemas.js';

export interface OperationSettings extends AddressSettings {
  /** Whether hosts answer `?page=2` with page 2. */
  readonly queries: boolean;
  /** The published extras, by their templates, such as `/api/user/{id}/`. */
  readonly extras: readonly string[];
}

/** A GET request of one address. */
export interface Operation {
  readonly path: string;
  /** The operationId. Client generators name methods after it. */
  readonly id: string;
  readonly tag: string;
  readonly summary: string;
  readonly description?: string;
  readonly parameters: readonly Parameter[];
  /** Set if the answer may be 404 even without parameters, because not every snapshot has the file. */
  readonly mayLack?: true;
  /** The Content-Type; by default `application/json`. */
  readonly mediaType?: string;
  readonly body: JsonObject;
}

interface Parameter extends JsonObject {
  readonly name: string;
  readonly in: 'path' | 'query';
}

/** Returns all operations. Those of endpoints are in the order in which the portal declares the endpoints. */
export function operationsOf(
  portal: Portal,
  settings: OperationSettings,
  schemas: Schemas,
): Operation[] {
  const lists = new ListOperations(portal, settings, schemas);
  const tag = 'snapshot';
  return [
    {
      path: `/api/${lists.end}`,
      id: 'getIndex',
      tag,
      summary: 'The names of all resources, and their addresses',
      parameters: [],
      body: schemas.component('Index', () => indexSchema(portal.index)),
    },
    ...portal.endpoints.flatMap((endpoint) => lists.list(endpoint)),
    ...lists.extras.flatMap((extra) => lists.extra(extra)),
    ...(settings.extras.includes(SEARCH) ? searchOperations() : []),
    {
      path: `/${OPENAPI}`,
      id: 'getOpenapi',
      tag,
      summary: 'This document',
      parameters: [],
      body: documentSchema,
    },
    {
      path: `/${SNAPSHOT}`,
      id: 'getSnapshot',
      tag,
      summary: 'The id of this snapshot, and the SHA-256 of its files',
      parameters: [],
      body: schemas.component('Snapshot', () => snapshotSchema(schemas)),
    },
  ];
}

/** Returns the operations of the search index. Pagefind's program, which runs in the browser, requests these files. */
function searchOperations(): Operation[] {
  const all = { tag: 'search', body: { type: 'string' } };
  const file = inPath('file', { type: 'string' }, 'its name, as other parts give it');
  const folders = { type: 'string', enum: ['filter', 'fragment', 'index'] };
  const part = { ...all, mediaType: 'application/octet-stream' };
  return [
    {
      ...{ ...all, path: `${SEARCH}pagefind.js`, id: 'getSearchProgram', parameters: [] },
      summary: 'The program Pagefind, with which a browser searches',
      mediaType: 'text/javascript',
    },
    {
      ...{ ...all, path: `/${SEARCH_ENTRY}`, id: 'getSearchEntry', parameters: [] },
      summary: 'The names of the first parts of the search index',
      body: { type: 'object' },
    },
    {
      ...{ ...part, path: `${SEARCH}{file}`, id: 'getSearchFile', parameters: [file] },
      summary: 'A part of the search index that every search needs',
    },
    {
      ...{ ...part, path: `${SEARCH}{folder}/{file}`, id: 'getSearchPart' },
      summary: 'A part of the search index',
      parameters: [inPath('folder', folders, 'what is in it'), file],
    },
  ];
}

const ID = whole(1);
const WORD = { type: 'string', pattern: `^${ADDRESS_WORD}$` };

/** Makes the operations of lists, and of the extras that are made of lists. */
class ListOperations {
  /** What follows the last slash in the address of a list: `index.json` if links name files, otherwise ''. */
  readonly end: string;
  readonly extras: readonly Extra[];
  readonly #naming: (endpoint: Endpoint) => Naming;

  constructor(
    portal: Portal,
    private readonly settings: OperationSettings,
    private readonly schemas: Schemas,
  ) {
    this.end = settings.links === 'file' ? 'index.json' : '';
    this.extras = portal.extras.filter((extra) =>
      settings.extras.includes(addressOf(endpointOf(extra).name)),
    );
    this.#naming = namingOf(portal);
  }

  list(endpoint: Endpoint): Operation[] {
    const { plural, words } = this.#naming(endpoint);
    const parents = this.extras.flatMap((extra) =>
      this.settings.queries && extra.kind === 'lookup' && extra.of.name === endpoint.name
        ? [inQuery(queryOf(extra.by), ID, `Only those with this ${worded(extra.by)}.`)]
        : [],
    );
    return this.#pages(endpoint.name, `list${plural}`, words, endpoint, parents);
  }

  extra(extra: Extra): Operation[] {
    if (extra.kind === 'list') return this.list(extra.endpoint);
    const { of } = extra;
    const { name } = endpointOf(extra);
    const { plural, singular, words, tag } = this.#naming(of);
    const path = pathOf(addressOf(name), this.end);
    switch (extra.kind) {
      case 'lookup': {
        const { by } = extra;
        const parent = inPath('id', ID, `The id of the ${worded(by)}.`);
        const id = `list${plural}By${pascal(by)}`;
        const about = `${words} by ${worded(by)}`;
        return [...this.#pages(name, id, about, of, [parent]), this.#digests(name, id, about, tag)];
      }
      case 'record': {
        const by = variableOf({ name })!;
        return [
          {
            path,
            id: `get${singular}`,
            tag,
            summary: `One of the ${words}`,
            parameters: [inPath(by, by === 'id' ? ID : WORD, `Its ${by}.`)],
            body: this.#record(of)!,
          },
          this.#digests(name, `get${singular}`, `${words} by ${by}`, tag),
        ];
      }
      case 'summary':
        return [
          {
            path,
            id: `list${plural}Summary`,
            tag,
            summary: `All ${words}, with fewer fields`,
            ...inOrder(of),
            parameters: [],
            body: { type: 'array', items: this.#record(of, extra.shape)! },
          },
        ];
      case 'lines':
      case 'feed':
        return [this.#listFile(extra)];
    }
  }

  /** Returns the operation of an extra that is one file, made of a list. */
  #listFile(extra: Extra & { readonly kind: 'lines' | 'feed' }): Operation {
    const { of } = extra;
    const { name } = endpointOf(extra);
    const { plural, words, tag } = this.#naming(of);
    const all = { path: pathOf(addressOf(name), this.end), tag, parameters: [] };
    const { mediaType } = listFile(name)!;
    if (extra.kind === 'lines') {
      return {
        ...{ ...all, mediaType, ...inOrder(of) },
        id: `list${plural}Lines`,
        summary: `All ${words}, one on each line`,
        body: { type: 'string', description: linesOf(this.#record(of)!) },
      };
    }
    const isJson = extra.format === 'json';
    return {
      ...{ ...all, mediaType },
      id: `get${plural}Feed${isJson ? '' : 'Atom'}`,
      summary: `The newest ${words} for feed readers: ${isJson ? 'JSON Feed 1.1' : 'Atom (RFC 4287)'}`,
      body: isJson ? this.schemas.component('Feed', () => feedSchema) : { type: 'string' },
    };
  }

  /**
   * Returns the operations of a list or a filter: for the first page, which has the address of the list, and if the
   * list can have such files, for the other pages and for the digests.
   */
  #pages(
    list: string,
    id: string,
    words: string,
    of: Endpoint,
    own: readonly Parameter[],
  ): Operation[] {
    const { singular, tag } = this.#naming(of);
    const record = this.#record(of);
    const at = `/api/${list}/`;
    const all = { path: at + this.end, id, tag, ...inOrder(of) };
    const parameter = parameterOf(of);
    if (!parameter) {
      const body = { type: 'array', items: record ?? {} };
      return [{ ...all, summary: `All ${words}`, parameters: own, body }];
    }
    const pageName = record ? `${singular}Page` : 'EmptyPage';
    const body = this.schemas.component(pageName, () => pageSchema(of.paging, record));
    if (!record) return [{ ...all, summary: `${of.name}, always empty`, parameters: own, body }];
    // The schema does not say that a cursor is a number, because clients only copy cursors from links.
    const value = parameter === 'page' ? whole : () => ({ type: 'string' });
    const meaning = `The ${parameter} in a link of another page.`;
    const inPathOnly = own.filter((each) => each.in === 'path');
    const asked = this.settings.queries ? [inQuery(parameter, value(1), meaning)] : [];
    return [
      {
        ...all,
        summary: `${capital(words)}, the first page`,
        parameters: [...own, ...asked],
        body,
      },
      {
        ...all,
        path: `${at}${parameter}/{${parameter}}/${this.end}`,
        id: `${id}Page`,
        summary: `${capital(words)}, a further page`,
        parameters: [...inPathOnly, inPath(parameter, value(2), meaning)],
        body,
      },
      ...(inPathOnly.length > 0 ? [] : [this.#digests(list, id, words, tag)]),
    ];
  }

  /** Returns the operation for the file of digests. If both a list and its records have it, the records' one counts. */
  #digests(name: string, id: string, words: string, tag: string): Operation {
    const isList = !hasId({ name });
    return {
      path: `/${digestsFile(name)}`,
      id: `${id}Digests`,
      tag,
      summary: `${capital(words)}, the SHA-256 of each page${isList ? ', if the list is very long' : ''}`,
      parameters: [],
      ...(isList && { mayLack: true }),
      body: digestsSchema(this.schemas),
    };
  }

  /** Returns the schema of a list's records; undefined if the list is always empty. */
  #record({ records }: Endpoint, shape = records?.shape): JsonObject | undefined {
    return records && this.schemas.record(records.collection, shape!);
  }
}

const worded = (name: string): string => name.replaceAll('-', ' ');

const inPath = (name: string, schema: JsonObject, description: string): Parameter => ({
  name,
  in: 'path',
  required: true,
  description,
  schema,
});

const inQuery = (name: string, schema: JsonObject, description: string): Parameter => ({
  name,
  in: 'query',
  description,
  schema,
});

/** Describes a file with a record on each line. */
const linesOf = ({ $ref }: JsonObject): string =>
  `Each line is a JSON text of the schema ${String($ref)}. The last line ends with a line break, too.`;

function inOrder({ records }: Endpoint): Pick<Operation, 'description'> {
  if (!records) return {};
  const keys = records.order.map(({ field, descending }) =>
    descending ? `${field} (descending)` : field,
  );
  return { description: `In the order of ${keys.join(', ')}.` };
}
