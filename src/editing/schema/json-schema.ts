// A collection of the model, or the table of settings → its JSON Schema, for editors. Draft-07, because VS Code
// and JetBrains both support it fully. The schema describes each record by itself; only `check` knows the rules
// across fields and across records.
import { z } from 'zod';
import type { Collection } from '../../model/collection.js';
import type { Portal } from '../../model/endpoint.js';
import {
  type Field,
  type Fields,
  type Json,
  type JsonObject,
  type Kind,
  longFields,
  type Type,
} from '../../model/fields.js';
import { schemaOfKind } from '../../model/schema.js';
import type { Language } from '../../problems/messages/catalogue.js';
import { CONFIG, type SettingRow, settingRows } from '../../snapshot/settings/table.js';
import { describe } from './describe.js';
import { words } from './words.js';

const DRAFT = 'http://json-schema.org/draft-07/schema#';

/** The JSON Schema of the data files of a collection: one record, or a list of records. */
export function fileSchema({ name, singular, fields }: Collection, lang: Language): JsonObject {
  const elsewhere = longFields(fields).map(({ field }) => field);
  const record = objectSchema(fields, name, lang, elsewhere);
  return {
    $schema: DRAFT,
    title: name,
    description: words[lang].oneOrMany(singular),
    // Not anyOf: editors would report the errors of both branches.
    if: { type: 'array' },
    // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
    then: {
      type: 'array',
      items: {
        allOf: [
          { $ref: '#/definitions/record' },
          { type: 'object', properties: { $schema: false } },
        ],
      },
    },
    else: { $ref: '#/definitions/record' },
    definitions: {
      record: {
        title: singular.replaceAll('-', ' '),
        ...record,
        properties: {
          $schema: { description: words[lang].ofThisRecord },
          ...(record['properties'] as JsonObject),
        },
      },
    },
  };
}

/** The JSON Schema of a type. `holder`: the field's name, for the descriptions of a part's fields. */
function typeSchema(type: Type, holder: string, lang: Language): JsonObject {
  const schema = kindSchema(type, holder, lang);
  if (!type.nullable) return schema;
  const choices = schema['enum'] as readonly Json[] | undefined;
  return {
    ...schema,
    type: [schema['type'] as string, 'null'],
    ...(choices && { enum: [...choices, null] }),
  };
}

function kindSchema(type: Kind, holder: string, lang: Language): JsonObject {
  if (type.kind === 'list') return { type: 'array', items: typeSchema(type.of, holder, lang) };
  if (type.kind === 'part') return objectSchema(type.fields, holder, lang);
  return inDraft7(schemaOfKind(type));
}

function inDraft7(type: z.ZodType): JsonObject {
  const { $schema: _, ...schema } = z.toJSONSchema(type, { target: 'draft-7', io: 'input' });
  return schema as JsonObject;
}

/** `elsewhere`: fields that may be in files of their own, which an editor cannot see: never required. */
function objectSchema(
  fields: Fields,
  holder: string,
  lang: Language,
  elsewhere: readonly string[] = [],
): JsonObject {
  const entries = Object.entries(fields);
  const required = entries
    .filter(([name, field]) => field.required && !elsewhere.includes(name))
    .map(([name]) => name);
  return {
    type: 'object',
    properties: Object.fromEntries(
      entries.map(([name, field]) => [name, fieldSchema(name, field, holder, lang)]),
    ),
    ...(required.length > 0 && { required }),
    additionalProperties: false,
  };
}

function fieldSchema(name: string, field: Field, holder: string, lang: Language): JsonObject {
  const standard: { readonly default?: Json } =
    field.absent.kind === 'constant' ? { default: field.absent.value } : {};
  return {
    title: name.replaceAll('_', ' '),
    description: describe(name, field, holder, lang),
    ...typeSchema(field.type, name, lang),
    ...standard,
  };
}

/** The JSON Schema of the settings file. `hosts`: the names of all hosts. */
export function settingsSchema(
  portal: Portal,
  hosts: readonly string[],
  lang: Language,
): JsonObject {
  const known = { portal, hosts };
  const properties = settingRows.map(([name, row]) => {
    const standard = row.standard === undefined ? {} : { default: row.standard as Json };
    const schema = inDraft7(row.schema(z, known));
    return [name, { description: describeSetting(row, lang), ...schema, ...standard }];
  });
  return {
    $schema: DRAFT,
    title: CONFIG,
    description: words[lang].settings,
    type: 'object',
    properties: {
      $schema: { description: words[lang].ofThisFile },
      ...(Object.fromEntries(properties) as JsonObject),
    },
    additionalProperties: false,
  };
}

/** The description of a setting: the README's words without Markdown and links. */
function describeSetting({ readme, standard }: SettingRow, lang: Language): string {
  const { standard: shown = `${standard}`, ...meaning } = readme!;
  const value = typeof shown === 'string' ? shown : shown[lang];
  const plain = meaning[lang].replace(/, see \[[^\]]*\]\([^)]*\)/, '');
  const text = `${plain.charAt(0).toUpperCase()}${plain.slice(1)}. ${words[lang].standard}: ${value}.`;
  return text.replaceAll('`', '');
}
