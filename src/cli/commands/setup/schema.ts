// `schema`: writes a JSON Schema for each collection, and one for the settings file. Text editors use these to complete
// and check what is typed.

import { join } from 'node:path';
import {
  outdated,
  schemaFiles,
  settingsFile,
  writeSchemas,
} from '../../../editing/schema/files.js';
import { isFolder, realPath } from '../../../files/disk/boundary.js';
import { mustBeDataFolder } from '../../../files/source/files.js';
import { hosts } from '../../../hosts/index.js';
import type { Language } from '../../../problems/messages/catalogue.js';
import { say } from '../../../problems/say.js';
import { keepOutOfData, resolveSettings } from '../../../snapshot/settings/index.js';
import type { Run } from '../../command.js';

interface Given {
  readonly out?: string;
  readonly check?: boolean;
  readonly lang?: Language;
}

/** The folder of schemas in the data folder. It is not read as data. */
const SCHEMAS = '.schemas';

export const schema: Run<Given> = async (
  { out, check = false, lang: asked },
  { portal, options, lang },
) => {
  const { data = 'data' } = options;
  const folder = out ?? join(data, SCHEMAS);
  const names = portal.collections.map(({ name }) => name);
  if (out === undefined) mustBeDataFolder(data, names);
  const written = resolveSettings({ ...options, ...(asked && { lang: asked }) }, portal).lang;
  if (out !== undefined && realPath(out) !== join(realPath(data), SCHEMAS))
    keepOutOfData(out, data);
  if (out === undefined && !check) isFolder(folder); // throws for a link, which could lead anywhere
  const schemas = schemaFiles(portal, written);
  const settings = settingsFile(
    portal,
    hosts.map(({ name }) => name),
    written,
  );
  const lines: string[] = [];
  for (const [place, files] of [
    [folder, schemas],
    [out ?? '.', settings],
  ] as const) {
    const names = outdated(place, files);
    if (!check) writeSchemas(place, files, names);
    for (const name of names) {
      const file = join(place, name);
      lines.push(say(check ? '{file}: not up to date' : '{file}: written', lang, { file }));
    }
  }
  const counts = { schemas: schemas.size + settings.size, done: lines.length };
  const summary = say(
    check ? '{schemas} schemas, {done} not up to date' : '{schemas} schemas, {done} written',
    lang,
    counts,
  );
  return { ok: !check || lines.length === 0, output: [...lines, summary] };
};
