// The JSON Schemas of a portal as files: finds out which of them are out of date, and writes them.
import { join } from 'node:path';
import { readText, replaceText } from '../../files/disk/text-file.js';
import type { Portal } from '../../model/endpoint.js';
import type { Language } from '../../problems/messages/catalogue.js';
import { fileSchema, settingsSchema } from './json-schema.js';

/** The schema file of each collection: its name and text. */
export function schemaFiles(portal: Portal, lang: Language): ReadonlyMap<string, string> {
  return new Map(
    portal.collections.map((collection) => [
      `${collection.name}.json`,
      `${JSON.stringify(fileSchema(collection, lang), null, 2)}\n`,
    ]),
  );
}

/** The name of the file with the schema of the settings file. */
export const SETTINGS_SCHEMA = '.portal-snapshot.schema.json';

/** The schema of the settings file, by file name. It is not in `data/.schemas`, which is only for collections. */
export function settingsFile(
  portal: Portal,
  hosts: readonly string[],
  lang: Language,
): ReadonlyMap<string, string> {
  const text = `${JSON.stringify(settingsSchema(portal, hosts, lang), null, 2)}\n`;
  return new Map([[SETTINGS_SCHEMA, text]]);
}

/** The names of the files that are missing from the folder, or have another text there. */
export function outdated(folder: string, files: ReadonlyMap<string, string>): string[] {
  return [...files].filter(([name, text]) => readText(join(folder, name)) !== text).map(([n]) => n);
}

/** Writes the files called `names` into a folder. A file that exists is replaced in one step. */
export function writeSchemas(
  folder: string,
  files: ReadonlyMap<string, string>,
  names: readonly string[],
): void {
  for (const name of names) replaceText(folder, name, files.get(name)!);
}
