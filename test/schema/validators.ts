// The schemas of the portal, compiled as strictly as ajv can, and data files held against them.
import { Ajv, type ValidateFunction } from 'ajv';
import addFormats from 'ajv-formats';
import { schemaFiles } from '../../src/editing/schema/files.js';
import { findDefects } from '../../src/files/source/defects.js';
import { portal } from '../../src/portal/index.js';

/** Every schema, by its file's name. */
export const schemas = schemaFiles(portal, 'en');

/** As strict as ajv can be, with the formats of `z.url()` and `z.email()`. */
export const ajv = addFormats.default(new Ajv({ strict: true, allErrors: true }));
// For VS Code: what it says in place of a pattern that nobody wants to read.
ajv.addKeyword({ keyword: 'patternErrorMessage', schemaType: 'string' });

const validators = new Map<string, ValidateFunction>();

/** Whether the schema of a collection accepts what a file of it holds. */
export function accepts(collection: string, content: unknown): boolean {
  let validate = validators.get(collection);
  if (!validate) {
    validate = ajv.compile(JSON.parse(schemas.get(`${collection}.json`)!));
    validators.set(collection, validate);
  }
  return validate(content);
}

/**
 * Whether the schemas accept a data file, each line of `.ndjson` as the one record of a list;
 * undefined for what never reaches a schema: no collection's file, no JSON, or JSON of which
 * parsing loses something.
 */
export function acceptsFile(name: string, text: string): boolean | undefined {
  const collection = name.split('/', 1)[0]!.replace(/\.(?:json|ndjson)$/, '');
  if (!schemas.has(`${collection}.json`) || !/\.(?:json|ndjson)$/.test(name)) return undefined;
  const whole = text.replace(/^\uFEFF/, '');
  const isLines = name.endsWith('.ndjson');
  const texts = isLines ? whole.split('\n').filter((line) => line.trim() !== '') : [whole];
  try {
    const values: unknown[] = texts.map((one) => JSON.parse(one));
    if (texts.some((one) => findDefects(one).length > 0)) return undefined;
    return values.every((value) => accepts(collection, isLines ? [value] : value));
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}
