// Makes the JSON Schemas of collections and of the settings file, for text editors. They are of draft 7, which VS Code
// and JetBrains editors support. They do not have the rules that concern several fields or records, which `check`
// tests.
import * as z from 'zod';
import type { Collection } from '../../model/collection.js';
import type { Portal } from '../../model/endpoint.js';
import {
  type Fields,
  type Json,
  type JsonObject,
  longFields,
  type Type,
} from '../../model/fields.js';
import { jsonSchemaOf } from '../../model/json-schema.js';
import type { Language } from '../../problems/messages/catalogue.js';
import { say } from '../../problems/say.js';
import { CONFIG } from '../../snapshot/settings/name.js';
import {
  inFile,
  type SettingRow,
  schemasOf,
  settingRows,
  standardOf,
} from '../../snapshot/settings/table.js';
import { describe } from './describe.js';
import { inputsOf, labelOf } from './inputs.js';

const DRAFT = 'http://json-schema.org/draft-07/schema#';

/** The JSON Schema of the data files of a collection, which hold one record or a list. */
export function fileSchema(
  { name, singular, schema, fields }: Collection,
  lang: Language,
): JsonObject {
  const record = described(jsonSchemaOf(schema, 'draft-7'), fields, name, lang);
  // Fields whose text may be in a file of its own are not required, because the editor does not see this file.
  const elsewhere = longFields(fields).map(({ field }) => field);
  const required = (record['required'] as readonly string[]).filter(
    (field) => !elsewhere.includes(field),
  );
  return {
    $schema: DRAFT,
    title: name,
    description: say('One {record}, or a list of them.', lang, {
      record: singular.replaceAll('-', ' '),
    }),
    // With `anyOf`, editors would report the errors of both alternatives.
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
        required,
        properties: {
          $schema: { description: say('The schema of this file, if it holds one record.', lang) },
          ...(record['properties'] as JsonObject),
        },
      },
    },
  };
}

/** Adds titles and descriptions to the fields in an object's JSON Schema. `holder`: the name of the object. */
function described(object: JsonObject, fields: Fields, holder: string, lang: Language): JsonObject {
  const labels = new Map(
    inputsOf(fields).map((input) => [input.name, labelOf(input, (text) => say(text, lang))]),
  );
  const properties = Object.entries(fields).map(([name, field]) => {
    const own = (object['properties'] as JsonObject)[name] as JsonObject;
    const words = {
      title: labels.get(name) ?? name.replaceAll('_', ' '),
      description: describe(name, field, holder, lang),
    };
    return [name, { ...words, ...valueSchema(own, field.type, name, lang) }];
  });
  return { ...object, properties: Object.fromEntries(properties) };
}

function valueSchema(schema: JsonObject, type: Type, holder: string, lang: Language): JsonObject {
  if (!type.nullable) return kindSchema(schema, type, holder, lang);
  const { anyOf, ...others } = schema;
  // For a type without constraints, zod writes `"type": ["string", "null"]`, which needs no change.
  const [kind] = (anyOf ?? []) as readonly JsonObject[];
  return kind ? { ...others, ...orNull(kindSchema(kind, type, holder, lang)) } : schema;
}

function kindSchema(schema: JsonObject, type: Type, holder: string, lang: Language): JsonObject {
  switch (type.kind) {
    case 'list':
      return {
        ...schema,
        items: valueSchema(schema['items'] as JsonObject, type.of, holder, lang),
      };
    case 'part':
      return described(schema, type.fields, holder, lang);
    case 'timestamp':
    case 'date':
      return { ...schema, patternErrorMessage: PATTERNS[type.kind] };
    default:
      return schema;
  }
}

/** Messages for VS Code, which would otherwise show the regular expression. */
const PATTERNS = {
  timestamp: 'A timestamp has seconds and an offset: "2026-03-05T10:12:44+03:00".',
  date: 'A day of the calendar as YYYY-MM-DD.',
};

/** Also allows null, if possible without `anyOf`: editors report the errors of both of its alternatives. */
function orNull(schema: JsonObject): JsonObject {
  const { const: only, allOf, ...others } = schema;
  if (allOf) return { anyOf: [schema, { type: 'null' }] };
  const choices = only === undefined ? (schema['enum'] as readonly Json[] | undefined) : [only];
  return {
    ...others,
    type: [schema['type'] as string, 'null'],
    ...(choices && { enum: [...choices, null] }),
  };
}

/** The JSON Schema of the settings file. `hosts`: the names of all hosts. */
export function settingsSchema(
  portal: Portal,
  hosts: readonly string[],
  lang: Language,
): JsonObject {
  const settings = z.strictObject(schemasOf(inFile, { portal, hosts }));
  const { properties, ...schema } = jsonSchemaOf(settings, 'draft-7', z.globalRegistry);
  const described = settingRows
    .filter(({ isInFile }) => isInFile)
    .map((row) => [
      row.name,
      {
        description: describeSetting(row, lang),
        ...((properties as JsonObject)[row.name] as JsonObject),
      },
    ]);
  return {
    $schema: DRAFT,
    title: CONFIG,
    description: say('The settings of the portal, all optional; flags override them.', lang),
    ...schema,
    properties: {
      $schema: { description: say('The schema of this file.', lang) },
      ...(Object.fromEntries(described) as JsonObject),
    },
  };
}

function describeSetting(row: SettingRow, lang: Language): string {
  const standard = standardOf(row, lang);
  const text =
    standard === undefined
      ? say(row.about, lang)
      : `${say(row.about, lang)}. ${say('Default: {value}', lang, { value: standard })}`;
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
}
