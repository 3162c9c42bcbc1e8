// The schemas of a portal as files of a folder: which there should be, and bringing them there.
import { join } from 'node:path';
import { replaceText, textOf } from '../disk/text-file.js';
import type { Portal } from '../model/endpoint.js';
import { fileSchema } from './json-schema.js';
import { settingsSchema } from './settings.js';

/** The name of each schema's file and what it holds; the same bytes for the same model. */
export function schemaFiles(portal: Portal): ReadonlyMap<string, string> {
  return new Map(
    portal.collections.map((collection) => [
      `${collection.name}.json`,
      `${JSON.stringify(fileSchema(collection), null, 2)}\n`,
    ]),
  );
}

/** The settings file's schema, beside it: in the data folder's `.schemas` each is a collection's. */
export function settingsFile(
  portal: Portal,
  hosts: readonly string[],
): ReadonlyMap<string, string> {
  const text = `${JSON.stringify(settingsSchema(portal, hosts), null, 2)}\n`;
  return new Map([['.portal-snapshot.schema.json', text]]);
}

/** The names of the files that the folder lacks, or holds otherwise. */
export function outdated(folder: string, files: ReadonlyMap<string, string>): string[] {
  return [...files].filter(([name, text]) => textOf(join(folder, name)) !== text).map(([n]) => n);
}

/** Puts files of a folder in their places, each whole at once. */
export function writeSchemas(
  folder: string,
  files: ReadonlyMap<string, string>,
  names: readonly string[],
): void {
  for (const name of names) replaceText(folder, name, files.get(name)!);
}
