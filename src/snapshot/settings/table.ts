// Everything that can be set: for each setting a zod schema with its default, and in the registry `about` its words and
// flags. The types, checks, flags and their help, the table of this folder's README, and the settings file's schema
// are derived from them.
import * as z from 'zod';
import { rulesOf } from '../../model/rules.js';
import { LANGUAGES, type Language, type Localized } from '../../problems/messages/catalogue.js';
import { LISTEN } from '../../site/address.js';
import { api } from './api.js';
import { places, reports, runOptions } from './options.js';
import { type About, EVERYWHERE, SHOWING, WRITING } from './row.js';
import {
  about,
  baseUrl,
  compress,
  editor,
  extras,
  folder,
  type Known,
  pageSize,
  site,
  text,
} from './schemas.js';

export { CONFIG, type CommandName } from './row.js';

/** The default of `pageSize`, and of its `default`. */
export const PAGE_SIZE = 20;

/** How addresses are written. */
const addresses = {
  baseUrl: baseUrl.default('http://localhost:8080').register(about, {
    flag: '--base-url <url>',
    en: 'prefix of every link; it may have a path; written as clients write it (Example.ORG becomes example.org)',
    ru: 'начало каждой ссылки; может содержать путь; записывается так, как его пишут клиенты (Example.ORG станет example.org)',
    takenBy: { ...WRITING, docs: 'shown' },
  }),
  links: z
    .enum(['path', 'query', 'file'])
    .optional()
    .register(about, {
      flag: '--links <style>',
      en: 'how links name a page (default: what the hosts serve, otherwise path)',
      ru: 'как ссылки называют страницу (по умолчанию: то, что отдают хостинги, иначе path)',
      takenBy: { ...SHOWING, docs: 'shown' },
    }),
};

/** The settings whose values depend on the portal. */
const ofPortal = (known: Known) => ({
  pageSize: pageSize(known).default(PAGE_SIZE).register(about, {
    flag: '--page-size <n>',
    en: 'records a page: a number, or in the file {"default": 20, "region": 100} by list; the flag replaces it all',
    ru: 'записей на странице: число или, в файле, {"default": 20, "region": 100} по спискам; параметр заменяет всё',
    parse: 'number',
    takenBy: SHOWING,
  }),
  extras: extras(known)
    .default([])
    .register(about, {
      flag: '--extra <template>',
      en: 'further addresses to publish, such as /api/city/ (repeatable); all publishes each',
      ru: 'дополнительные адреса, например /api/city/ (можно повторять); all — все',
      parse: 'repeated',
      takenBy: { ...SHOWING, docs: 'shown' },
    }),
  site: site(known).default({}).register(about, {
    en: 'addresses of the portal\'s own pages, to which feeds link: {"job/vacancy": "https://portal.example.org/vacancy/{id}"}; without them, feeds have no links',
    ru: 'адреса страниц самого портала, на которые ссылаются ленты: {"job/vacancy": "https://portal.example.org/vacancy/{id}"}; без них в лентах нет ссылок',
  }),
  hosts: z
    .array(known.hosts ? z.enum(known.hosts) : z.string())
    .default([])
    .register(about, {
      flag: '--host <name>',
      en: 'hosts whose files to write (repeatable); list shows all',
      ru: 'хостинги, файлы которых нужно записать (можно повторять); list покажет все',
      parse: 'repeated',
      takenBy: { ...WRITING, docs: 'shown' },
    }),
  allow: z
    .array(z.enum(rulesOf(known.portal.collections)))
    .default([])
    .register(about, {
      en: 'rules of what is implausible that are not to warn, by the names that warnings show, such as far-year',
      ru: 'правила неправдоподобного, о которых не нужно предупреждать: их имена стоят в предупреждениях, например far-year',
      decides: 'findings',
    }),
});

const others = {
  compress: compress.optional().register(about, {
    flag: '--compress <list>',
    en: 'compressed siblings to write: br, gzip, "br,gzip" or none (default: what the hosts serve)',
    ru: 'какие сжатые копии записать: br, gzip, "br,gzip" или none (по умолчанию: то, что отдают хостинги)',
    parse: (given) => (given === 'none' ? given : given.split(',')),
    takenBy: WRITING,
  }),
  listen: text(LISTEN, {
    en: 'must be an address and a port, such as 127.0.0.1:8080 or [::1]:8080',
    ru: 'нужен адрес и порт, например 127.0.0.1:8080 или [::1]:8080',
  })
    .default('127.0.0.1:8080')
    .register(about, {
      flag: '--listen <address>',
      en: 'where servers listen',
      ru: 'где серверы принимают запросы',
      takenBy: WRITING,
    }),
  hostFiles: folder.default('hosts').register(about, {
    flag: '--host-files <dir>',
    en: 'where to write the files for whoever runs a host',
    ru: 'куда записать файлы для того, кто управляет хостингом',
    takenBy: WRITING,
  }),
  audience: z.enum(['public', 'all']).default('public').register(about, {
    flag: '--audience <who>',
    en: 'withhold what is not for everyone, or nothing',
    ru: 'скрыть то, что не для всех, или не скрывать ничего',
    decides: 'findings',
    takenBy: EVERYWHERE,
  }),
  personal: z
    .enum(['withhold', 'publish'])
    .default('withhold')
    .register(about, {
      flag: '--personal <how>',
      en: 'blank e-mail addresses, birthdays and last log-ins, or publish them',
      ru: 'очистить адреса почты, дни рождения и время последнего входа или опубликовать их',
      takenBy: { ...SHOWING, import: 'shown' },
    }),
  api: api.default({}).register(about, {
    en: "what openapi.json says of the API: title (default: the portal's), contact (name, url, email), license (name, and identifier, such as CC-BY-4.0, or url)",
    ru: 'что openapi.json говорит об API: title (по умолчанию: название портала), contact (name, url, email), license (name и identifier, например CC-BY-4.0, или url)',
  }),
  frames: z.array(z.string()).default([]).register(about, {
    en: 'hosts (video.example.org) from which posts and comments may frame pages',
    ru: 'узлы (video.example.org), страницы которых можно показывать во фреймах в постах и комментариях',
  }),
  editor: editor.default('vscode://file{file}:{line}:{column}').register(about, {
    flag: '--editor <address>',
    en: 'how the page of preview opens a file, with {file}, {line} and {column} in it: idea://open?file={file}&line={line}',
    ru: 'как страница preview открывает файл; в адресе есть {file}, {line} и {column}: idea://open?file={file}&line={line}',
    decides: 'nothing',
    takenBy: { preview: 'shown' },
  }),
  lang: z
    .enum(LANGUAGES)
    .default('en')
    .register(about, {
      flag: '--lang <language>',
      en: 'language of messages, and of the words in schemas; messages without it follow the environment',
      ru: 'язык сообщений и пояснений в схемах; без него сообщения на языке системы',
      decides: 'nothing',
      takenBy: { ...EVERYWHERE, docs: 'shown', import: 'shown' },
    }),
};

/** The settings of the settings file. */
export const inFile = (known: Known) => ({ ...addresses, ...ofPortal(known), ...others });

/** All settings of a portal, in the order in which help lists them. */
export const everything = (known: Known) =>
  z.object({ ...places, ...inFile(known), ...runOptions, ...reports });

export type SettingName = keyof ReturnType<typeof everything>['shape'];

/** A setting as its flag, its line in the table and the schema for editors need it. */
export interface SettingRow extends About {
  readonly name: SettingName;
  readonly isInFile: boolean;
  /** All values, if they are few. */
  readonly choices?: readonly string[];
  readonly standard: unknown;
}

const noPortal: Known = {
  portal: { collections: [], endpoints: [], extras: [] },
};

/** The settings of every portal. */
export const settingRows: readonly SettingRow[] = rowsOf();

function rowsOf(): SettingRow[] {
  const inAnyFile = inFile(noPortal);
  const shape: Readonly<Record<string, z.ZodType>> = everything(noPortal).shape;
  return Object.entries(shape).map(([name, schema]) => {
    const standard = schema instanceof z.ZodDefault ? schema.def.defaultValue : undefined;
    const inner =
      schema instanceof z.ZodDefault || schema instanceof z.ZodOptional ? schema.unwrap() : schema;
    return {
      name: name as SettingName, // entries() forgets the keys
      isInFile: name in inAnyFile,
      standard,
      ...about.get(schema)!,
      ...(inner instanceof z.ZodEnum && { choices: inner.options.map(String) }),
    };
  });
}

/** The default of a setting as help and pages show it; undefined where its words say it. */
export function standardOf({ standard }: SettingRow, lang: Language): string | undefined {
  if (standard === undefined) return undefined;
  return typeof standard === 'object' ? NONE[lang] : `${standard}`;
}

const NONE: Localized = { en: 'none', ru: 'ничего' };
