// The table of settings → the JSON Schema of the settings file, so that editors can complete and check
// it, and explain each setting.
import { z } from 'zod';
import type { Portal } from '../../model/endpoint.js';
import type { Json, JsonObject } from '../../model/fields.js';
import type { Language } from '../../problems/messages/catalogue.js';
import { CONFIG, type Row, settingRows } from '../../snapshot/settings/table.js';
import { DRAFT } from './json-schema.js';
import { words } from './words.js';

/** The JSON Schema of the settings file. `hosts`: the names of all hosts. */
export function settingsSchema(
  portal: Portal,
  hosts: readonly string[],
  lang: Language,
): JsonObject {
  const known = { portal, hosts };
  const properties = settingRows.map(([name, row]) => {
    const { $schema: _, ...schema } = z.toJSONSchema(row.schema(z, known), {
      target: 'draft-7',
      io: 'input',
    });
    const standard = row.standard === undefined ? {} : { default: row.standard as Json };
    return [name, { description: describe(row, lang), ...flat(schema as JsonObject), ...standard }];
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

/** Merges nested choices between null and others into one: editors would report errors of each. */
function flat(schema: JsonObject): JsonObject {
  const [one, nothing] = (schema['anyOf'] ?? []) as readonly JsonObject[];
  if (!one || nothing?.['type'] !== 'null') return schema;
  if (typeof one['type'] === 'string') return { ...one, type: [one['type'], 'null'] };
  return { anyOf: [...(one['anyOf'] as readonly Json[]), nothing] };
}

/** The description of a setting: the README's words without Markdown and links. */
function describe({ readme, standard }: Row, lang: Language): string {
  const { meaning, standard: shown = `${standard}` } = readme!;
  const value = typeof shown === 'string' ? shown : shown[lang];
  const plain = meaning[lang].replace(/, see \[[^\]]*\]\([^)]*\)/, '');
  const text = `${plain.charAt(0).toUpperCase()}${plain.slice(1)}. ${words[lang].standard}: ${value}.`;
  return text.replaceAll('`', '');
}
