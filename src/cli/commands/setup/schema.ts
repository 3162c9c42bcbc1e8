// `schema`: writes a JSON Schema for each collection and one for the settings file, so that text editors
// can complete and check what is typed.
import { join } from 'node:path';
import { isFolder, realPath } from '../../../files/disk/boundary.js';
import type { Language, Said } from '../../../problems/messages/catalogue.js';
import type { SettingFlags } from '../../../snapshot/settings/types.js';
import { addFlags, type Define, langOption } from '../flags.js';
import { DONE, HAS_ERRORS } from '../status.js';

interface Flags extends Omit<SettingFlags, 'lang'> {
  readonly lang?: Language;
  readonly data: string;
  readonly out?: string;
  readonly check?: boolean;
}

const OUT: Said = {
  en: "the schemas' folder (default: .schemas in the data folder)",
  ru: 'папка схем (по умолчанию: .schemas в папке с данными)',
};
const CHECK: Said = {
  en: 'write nothing; exit with 1 if a schema there is not up to date',
  ru: 'ничего не записывать; завершиться с кодом 1, если какая-то схема там устарела',
};

const LANG: Said = {
  en: "of schemas and messages (default: the setting lang; without it en, and the environment's)",
  ru: 'язык схем и сообщений (по умолчанию: настройка lang; без неё — en и как в системе)',
};

const en = {
  written: 'written',
  outdated: 'not up to date',
  summary: (schemas: number, done: number, isCheck: boolean) =>
    `${schemas} schemas, ${done} ${isCheck ? 'not up to date' : 'written'}`,
};

const ru: typeof en = {
  written: 'записано',
  outdated: 'устарело',
  summary: (schemas, done, isCheck) =>
    `схем: ${schemas}, ${isCheck ? 'устарело' : 'записано'}: ${done}`,
};

const WORDS = { en, ru } as const;

export const define: Define<[Flags]> = (command, lang) => {
  addFlags(command, 'schema', lang);
  const language = langOption(lang);
  language.description = LANG[lang];
  command.option('--out <dir>', OUT[lang]).option('--check', CHECK[lang]).addOption(language);
  return async ({ data, out, check = false, ...options }) => {
    const { portal } = await import('../../../portal/index.js');
    const { mustBeDataFolder } = await import('../../../files/source/files.js');
    const names = portal.collections.map(({ name }) => name);
    if (out === undefined) mustBeDataFolder(data, names);
    const { hosts } = await import('../../../hosts/index.js');
    const { keepOutOfData, resolveSettings } = await import('../../../snapshot/settings/index.js');
    const { outdated, schemaFiles, settingsFile, writeSchemas } = await import(
      '../../../editing/schema/files.js'
    );
    const { lang: written } = resolveSettings(options, portal);
    const own = '.schemas'; // is not read as data
    if (out !== undefined && realPath(out) !== join(realPath(data), own)) keepOutOfData(out, data);
    const folder = out ?? join(data, own);
    if (out === undefined && !check) isFolder(folder); // throws for a link, which could lead anywhere
    const settings = settingsFile(
      portal,
      hosts.map(({ name }) => name),
      written,
    );
    const words = WORDS[lang];
    const done = check ? words.outdated : words.written;
    const lines: string[] = [];
    const renew = (place: string, files: ReadonlyMap<string, string>) => {
      const names = outdated(place, files);
      if (!check) writeSchemas(place, files, names);
      lines.push(...names.map((name) => `${join(place, name)}: ${done}\n`));
    };
    const schemas = schemaFiles(portal, written);
    renew(folder, schemas);
    renew(out ?? '.', settings);
    process.stdout.write(
      `${lines.join('')}${words.summary(schemas.size + settings.size, lines.length, check)}\n`,
    );
    return check && lines.length > 0 ? HAS_ERRORS : DONE;
  };
};
