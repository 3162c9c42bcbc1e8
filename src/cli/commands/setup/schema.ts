// `schema`: writes a JSON Schema for each collection, and one for the settings file. Text editors use these to complete
// and check what is typed. With `--client`, also the typed client of the portal.
import { existsSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { clientFile, WRITTEN } from '../../../editing/schema/client.js';
import {
  outdated,
  schemaFiles,
  settingsFile,
  writeSchemas,
} from '../../../editing/schema/files.js';
import { isFolder, realPath } from '../../../files/disk/boundary.js';
import { readText } from '../../../files/disk/text-file.js';
import { mustBeDataFolder } from '../../../files/source/files.js';
import { hosts } from '../../../hosts/index.js';
import type { Portal } from '../../../model/endpoint.js';
import type { Language } from '../../../problems/messages/catalogue.js';
import { refused } from '../../../problems/problem.js';
import { say } from '../../../problems/say.js';
import { keepOutOfData, resolveSettings } from '../../../snapshot/settings/index.js';
import type { Run } from '../../command.js';

interface Given {
  readonly out?: string;
  readonly client?: string;
  readonly check?: boolean;
  readonly lang?: Language;
}

/** The folder of schemas in the data folder. It is not read as data. */
const SCHEMAS = '.schemas';

export const schema: Run<Given> = async (
  { out, client, check = false, lang: asked },
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
  const clients = client === undefined ? [] : [clientIn(client, data, portal)];
  const schemas = schemaFiles(portal, written);
  const settings = settingsFile(
    portal,
    hosts.map(({ name }) => name),
    written,
  );
  const bring = (place: string, files: ReadonlyMap<string, string>): string[] => {
    const names = outdated(place, files);
    if (!check) writeSchemas(place, files, names);
    return names.map((name) =>
      say(check ? '{file}: not up to date' : '{file}: written', lang, { file: join(place, name) }),
    );
  };
  const lines = [...bring(folder, schemas), ...bring(out ?? '.', settings)];
  const counts = { schemas: schemas.size + settings.size, done: lines.length };
  const summary = say(
    check ? '{schemas} schemas, {done} not up to date' : '{schemas} schemas, {done} written',
    lang,
    counts,
  );
  lines.push(...clients.flatMap(([place, files]) => bring(place, files)));
  return { ok: !check || lines.length === 0, output: [...lines, summary] };
};

/** The file of the client. Throws for a file that this command did not write, and for one that is not TypeScript. */
function clientIn(file: string, data: string, portal: Portal) {
  keepOutOfData(file, data, 'client');
  if (!/\.m?ts$/.test(file))
    throw refused('{file}: the client is TypeScript: name a file that ends in .ts', { file });
  if (existsSync(file) && readText(file)?.startsWith(WRITTEN) !== true)
    throw refused('{file}: was not written by this command, and is left as it is', { file });
  return [dirname(file), new Map([[basename(file), clientFile(portal)]])] as const;
}
