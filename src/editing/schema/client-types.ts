// The model → the types of published records in TypeScript, as the client ships them (src/client/types.ts).
// Pure: one interface for each shape of a collection that some address answers, named as the components of
// the OpenAPI document are, and what each address answers.
import { type Collection, fieldIn } from '../../model/collection.js';
import { type Endpoint, endpointOf, type Portal } from '../../model/endpoint.js';
import { elementOf, type Field, type Kind, referenceOf, type Type } from '../../model/fields.js';

const BARE = 'bare';

const HEAD = `// Made from the model by \`npm run client-types\`: never edited by hand.

/** A date-time with seconds and a numeric offset, such as \`2026-03-05T10:12:44+03:00\`. */
export type Timestamp = string;

/** A day of the calendar, \`YYYY-MM-DD\`. */
export type CalendarDate = string;

/** HTML without scripts, style sheets and forms. */
export type Html = string;
`;

/** The text of the module with the types of a portal's records. */
export function clientTypes(portal: Portal): string {
  const interfaces = new Interfaces(portal.collections);
  const recordsOf = ({ records }: Endpoint) =>
    records ? interfaces.record(records.collection, records.shape) : 'unknown';
  const lists = portal.endpoints.map((endpoint) => [endpoint.name, recordsOf(endpoint)] as const);
  const extras = portal.extras
    .map(endpointOf)
    .map((extra) => [extra.template, recordsOf(extra)] as const);
  return [
    HEAD,
    ...interfaces.all,
    block('The records of each list, by its name below `/api/`.', 'Lists', lists),
    block('The records of each extra, by its template.', 'Extras', extras),
  ].join('\n');
}

const block = (about: string, name: string, entries: readonly (readonly [string, string])[]) => {
  const members = entries.map(([key, type]) => `  ${keyOf(key)}: ${type};\n`).join('');
  return `/** ${about} */\nexport interface ${name} {\n${members}}\n`;
};

/** The interfaces of a module, in the order in which they were first asked for. */
class Interfaces {
  readonly #collections: ReadonlyMap<string, Collection>;
  readonly #made = new Map<string, string>();

  constructor(collections: readonly Collection[]) {
    this.#collections = new Map(collections.map((collection) => [collection.name, collection]));
  }

  get all(): string[] {
    return [...this.#made.values()];
  }

  /** The name of the interface of a collection's records in a shape. */
  record(collection: string, shape: string): string {
    const declared = this.#collections.get(collection)!;
    const chosen = declared.shapes[shape]!;
    const owner = pascal(declared.singular);
    const isFull = shape === 'full';
    const about = `A record of \`${collection}\`${isFull ? '' : `, in the shape \`${shape}\``}.`;
    const members = chosen.keys.map(
      (key) => [key, fieldIn(declared, chosen, key), chosen.references?.[key]] as const,
    );
    return this.#interface(isFull ? owner : owner + pascal(shape), owner, about, members);
  }

  /** `owner`: what the names of the parts in it begin with. */
  #interface(
    name: string,
    owner: string,
    about: string,
    members: readonly (readonly [key: string, field: Field, chosen?: string | undefined])[],
  ): string {
    if (this.#made.has(name)) return name;
    // Takes its place first: shapes may embed one another, and themselves.
    this.#made.set(name, '');
    const lines = members.map(([key, field, chosen]) => {
      const type = this.#value(field.type, chosen, owner + pascal(key));
      const words = [sentence(field.about?.en.replace(ABSENT, '')), idsOf(field.type, type)].join(
        '',
      );
      const docs = words === '' ? '' : `  /** ${words.trim().replaceAll('*/', '* /')} */\n`;
      const mark = field.absent.kind === 'omitted' ? '?' : '';
      return `${docs}  ${keyOf(key)}${mark}: ${type};\n`;
    });
    this.#made.set(name, `/** ${about} */\nexport interface ${name} {\n${lines.join('')}}\n`);
    return name;
  }

  /** `chosen`: how the shape around shows a reference, where it says so. `name`: that of a part. */
  #value(type: Type, chosen: string | undefined, name: string): string {
    const kind = this.#kind(type, chosen, name);
    return type.nullable ? `${kind} | null` : kind;
  }

  #kind(type: Kind, chosen: string | undefined, name: string): string {
    switch (type.kind) {
      case 'text':
        return type.html ? 'Html' : 'string';
      case 'timestamp':
        return 'Timestamp';
      case 'date':
        return 'CalendarDate';
      case 'integer':
      case 'id':
        return 'number';
      case 'boolean':
        return 'boolean';
      case 'choice':
        return type.values
          .map((value) => (typeof value === 'string' ? `'${value}'` : value))
          .join(' | ');
      case 'reference': {
        const shape = chosen ?? type.shape ?? BARE;
        return shape === BARE ? 'number' : this.record(type.collection, shape);
      }
      case 'list': {
        const element = this.#value(type.of, chosen, name.replace(/s$/, ''));
        return element.includes(' | ') ? `(${element})[]` : `${element}[]`;
      }
      case 'part': {
        const members = Object.entries(type.fields);
        return this.#interface(name, name, 'A part of a record.', members);
      }
      case 'any-list':
        return 'unknown[]';
      case 'nothing':
        return 'null';
    }
  }
}

/** What is published for a field that a data file leaves out is there for readers like any other. */
const ABSENT = /; when absent.*$/;

const sentence = (words = ''): string =>
  words === '' ? '' : `${words.charAt(0).toUpperCase()}${words.slice(1)}.`;

/** Says whose ids are published, where references are. */
function idsOf(type: Type, published: string): string {
  const element = elementOf(type);
  const reference = referenceOf(element ?? type);
  if (!reference || !published.startsWith('number')) return '';
  return ` ${element ? 'Ids' : 'Id'} in \`${reference.collection}\`.`;
}

const keyOf = (key: string): string => (/^[A-Za-z_]\w*$/.test(key) ? key : `'${key}'`);

const pascal = (name: string): string =>
  name
    .split(/[^A-Za-z0-9]+/)
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join('');
