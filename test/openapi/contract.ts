// A snapshot's OpenAPI document as a client uses it: the path that an address belongs to, and whether a
// body is what the document says of that path.
import type { ErrorObject } from 'ajv';
import { Ajv2020 } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import type { Links } from '../support/site.js';

export interface Parameter {
  readonly name: string;
  readonly in: 'path' | 'query';
  readonly required?: boolean;
  readonly schema: { readonly type: string };
}

export interface Operation {
  readonly operationId: string;
  readonly parameters?: readonly Parameter[];
  readonly responses: Readonly<Record<string, { readonly content: object }>>;
}

export interface Document {
  readonly openapi: string;
  readonly info: { readonly title: string; readonly version: string };
  readonly servers: readonly { readonly url: string }[];
  readonly paths: Readonly<Record<string, { readonly get: Operation }>>;
  readonly components: {
    readonly schemas: Readonly<Record<string, unknown>>;
    readonly responses: Readonly<Record<string, unknown>>;
  };
}

const pointer = (steps: readonly string[]) =>
  steps.map((step) => `/${step.replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');

export class Contract {
  readonly #ajv = new Ajv2020({ strict: true, allErrors: true, allowUnionTypes: true });
  readonly #templates: readonly { path: string; match: RegExp; parameters: readonly Parameter[] }[];

  constructor(readonly document: Document) {
    formats.default(this.#ajv);
    // Around the schemas there is what is none.
    this.#ajv.addVocabulary(Object.keys(document));
    this.#ajv.addSchema({ $id: 'document', ...document });
    this.#templates = Object.entries(document.paths).map(([path, { get }]) => ({
      path,
      match: new RegExp(`^${path.replaceAll('.', '[.]').replace(/\{\w+\}/g, '([^/]+)')}$`),
      parameters: (get.parameters ?? []).filter((parameter) => parameter.in === 'path'),
    }));
  }

  /** The paths of the document that an address belongs to: one without parameters goes before those with some. */
  pathsOf(address: string): string[] {
    if (this.document.paths[address]) return [address];
    const found = this.#templates.filter(({ match, parameters }) => {
      const values = match.exec(address)?.slice(1);
      return values?.every((text, i) => {
        const { schema } = parameters[i]!;
        const value = schema.type === 'integer' && /^\d+$/.test(text) ? Number(text) : text;
        return this.#ajv.validate(schema, value);
      });
    });
    return found.map(({ path }) => path);
  }

  /** What in the body of a path is not as the document says. */
  faults(path: string, body: unknown): string[] {
    const { content } = this.document.paths[path]!.get.responses['200']!;
    const [type] = Object.keys(content) as [string];
    const at = ['paths', path, 'get', 'responses', '200', 'content', type, 'schema'];
    return this.#faults(at, body);
  }

  /** The same, of an answer that every path may give. */
  faultsInResponse(name: string, body: unknown): string[] {
    const at = ['components', 'responses', name, 'content', 'application/json', 'schema'];
    return this.#faults(at, body);
  }

  /** The same, of the lines of a path, each of which is what the description of the whole names. */
  faultsInLines(path: string, text: string): string[] {
    const { get } = this.document.paths[path]!;
    const [, name = ''] = /#\/components\/schemas\/(\w+)/.exec(JSON.stringify(get.responses)) ?? [];
    const lines = text.split('\n');
    if (lines.pop() !== '') return ['the last line does not end'];
    return lines.flatMap((line) => this.#faults(['components', 'schemas', name], JSON.parse(line)));
  }

  #faults(steps: readonly string[], body: unknown): string[] {
    const at = `document#${pointer(steps)}`;
    const validate = this.#ajv.getSchema(at);
    if (!validate) throw new Error(`the document has no ${at}`);
    if (validate(body)) return [];
    return (validate.errors ?? []).map(inWords);
  }
}

const inWords = ({ instancePath, message, params }: ErrorObject) =>
  `${instancePath} ${message} ${JSON.stringify(params)}`;

/** The address of a file of the API. */
export function addressOf(file: string, links: Links): string {
  return `/${links === 'file' ? file : file.replace(/(^|\/)index\.json$/, '$1')}`;
}
