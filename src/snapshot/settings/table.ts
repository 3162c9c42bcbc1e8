// The one table of everything that can be set: a row for each setting, option and flag. The types,
// checks, defaults, flags and their help, the README's table and the settings file's schema are all
// derived from the table. zod is a parameter, so that it is loaded only when a value must be checked by it.
import * as z from 'zod';
import type { Said } from '../../problems/messages/catalogue.js';
import { LISTEN } from '../../site/address.js';
import { A_DESCRIPTION, api, wrongApi } from './api.js';
import { places, ways } from './options.js';
import { A_SIZE, EVERYWHERE, oneOf, type SettingRow, SHOWING, WRITING } from './row.js';
import {
  baseUrl,
  compress,
  EDITOR,
  extras,
  pageSize,
  rules,
  site,
  wrongBaseUrl,
  wrongExtra,
  wrongRule,
  wrongSiblings,
  wrongSite,
  wrongSize,
} from './schemas.js';

export { CONFIG, type CommandName, type Flag, type SettingRow } from './row.js';

const LINKS = ['path', 'query', 'file'] as const;
const AUDIENCES = ['public', 'all'] as const;
const PERSONAL = ['withhold', 'publish'] as const;

const A_LIST: Said = { en: 'must be a list of texts', ru: '— это список текстов' };

/** The rows, in the order in which help lists them. */
export const table = {
  ...places,
  /** Prefix of every absolute URL; it may have a path. */
  baseUrl: {
    of: 'file',
    schema: baseUrl,
    must: {
      en: 'must be an address such as https://api.example.org',
      ru: '— это адрес, например https://api.example.org',
    },
    wrong: wrongBaseUrl,
    standard: 'http://localhost:8080',
    flags: {
      '--base-url <url>': { en: 'prefix of every absolute URL', ru: 'начало каждой полной ссылки' },
    },
    takenBy: { ...WRITING, docs: 'shown' },
    readme: {
      en: 'prefix of every link; it may have a path; written as clients write it (`Example.ORG` becomes `example.org`)',
      ru: 'начало каждой ссылки; может содержать путь; записывается так, как его пишут клиенты (`Example.ORG` станет `example.org`)',
    },
  },
  /** Records per page: one number, or a number for each endpoint by name and for `default`. */
  pageSize: {
    of: 'file',
    schema: pageSize,
    must: A_SIZE,
    wrong: wrongSize,
    standard: 20,
    flags: {
      '--page-size <n>': { en: 'records a page', ru: 'записей на странице', parse: 'number' },
    },
    takenBy: SHOWING,
    readme: {
      en: 'records a page: a number, or `{"default": 20, "region": 100}` by endpoint; the flag replaces it all',
      ru: 'записей на странице: число или `{"default": 20, "region": 100}` по спискам; параметр командной строки заменяет всё',
    },
  },
  /** Further addresses to publish, by their templates; `all` stands for all of them. */
  extras: {
    of: 'file',
    schema: extras,
    must: { en: 'must be "all" or a list of templates', ru: '— это "all" или список шаблонов' },
    wrong: wrongExtra,
    standard: [],
    flags: {
      '--extra <template>': {
        en: 'publish a further address, such as /api/city/ (repeatable); all publishes each',
        ru: 'опубликовать ещё один адрес, например /api/city/ (можно повторять); all — все',
        parse: 'repeated',
      },
    },
    takenBy: { ...SHOWING, docs: 'shown' },
    readme: {
      flag: '`--extra` (repeatable)',
      standard: { en: 'none', ru: 'ничего' },
      en: 'further addresses, see [Extras](#extras): a list of templates, or `all`',
      ru: 'дополнительные адреса: список шаблонов или `all`',
    },
  },
  /** The addresses of the portal's own pages of records, by list; feeds link to these pages. */
  site: {
    of: 'file',
    schema: site,
    must: {
      en: 'must be an object such as {"job/vacancy": "https://portal.example.org/vacancy/{id}"}',
      ru: '— это объект, например {"job/vacancy": "https://portal.example.org/vacancy/{id}"}',
    },
    wrong: wrongSite,
    standard: {},
    takenBy: {},
    readme: {
      standard: { en: 'none', ru: 'ничего' },
      en: 'addresses of the portal\'s own pages, to which [feeds](src/client/README.md#feeds) link: `{"job/vacancy": "https://portal.example.org/vacancy/{id}"}`; without them, feeds have no links',
      ru: 'адреса страниц самого портала, на которые ссылаются ленты: `{"job/vacancy": "https://portal.example.org/vacancy/{id}"}`; без них в лентах нет ссылок',
    },
  },
  links: {
    of: 'file',
    schema: () => z.enum(LINKS),
    choices: LINKS,
    must: oneOf(LINKS),
    flags: {
      '--links <style>': { en: 'how links name a page', ru: 'как ссылки называют страницу' },
    },
    takenBy: { ...SHOWING, docs: 'shown' },
    readme: {
      standard: {
        en: 'what the hosts serve, else `path`',
        ru: 'то, что отдают хостинги, иначе `path`',
      },
      en: 'how links name a page: `path`, `query` or `file`',
      ru: 'как ссылки называют страницу: `path`, `query` или `file`',
    },
  },
  /** Hosts whose configuration files to write beside the API. */
  hosts: {
    of: 'file',
    schema: ({ hosts }) => z.array(hosts ? z.enum(hosts) : z.string()),
    must: A_LIST,
    standard: [],
    flags: {
      '--host <name>': {
        en: 'write the files of a host (repeatable); list shows all',
        ru: 'записать файлы для хостинга (можно повторять); list покажет все',
        parse: 'repeated',
      },
    },
    takenBy: { ...WRITING, docs: 'shown' },
    readme: {
      flag: '`--host` (repeatable)',
      standard: { en: 'none', ru: 'ничего' },
      en: 'hosts whose files to write, see [Hosts](src/hosts/README.md); `--host list` shows all',
      ru: 'хостинги, файлы которых нужно записать; `--host list` покажет все',
    },
  },
  /** Compressed siblings to write. By default those that the hosts serve; none without a host. */
  compress: {
    of: 'file',
    schema: compress,
    must: A_LIST,
    wrong: wrongSiblings,
    flags: {
      '--compress <list>': {
        en: 'write compressed siblings: br, gzip, both, or none (default: what the hosts serve)',
        ru: 'записать сжатые копии: br, gzip, обе или none (по умолчанию: то, что отдают хостинги)',
        parse: (text) => (text === 'none' ? text : text.split(',')),
      },
    },
    takenBy: WRITING,
    readme: {
      flag: '`--compress br,gzip`',
      standard: {
        en: 'what the hosts serve, else none',
        ru: 'то, что отдают хостинги, иначе ничего',
      },
      en: 'compressed siblings to write, or `none`',
      ru: 'какие сжатые копии записать, или `none`',
    },
  },
  /** Where servers listen: an address and a port. */
  listen: {
    of: 'file',
    schema: () => z.string().regex(LISTEN),
    must: {
      en: 'must be an address and a port, such as 127.0.0.1:8080 or [::1]:8080',
      ru: '— это адрес и порт, например 127.0.0.1:8080 или [::1]:8080',
    },
    standard: '127.0.0.1:8080',
    flags: {
      '--listen <address>': { en: 'where servers listen', ru: 'где серверы принимают запросы' },
    },
    takenBy: WRITING,
    readme: { en: 'where servers listen', ru: 'где серверы принимают запросы' },
  },
  /** The folder for the files that a host's administrator needs; each host has a folder in it. */
  hostFiles: {
    of: 'file',
    schema: () => z.string().min(1),
    must: { en: 'must be the name of a folder', ru: '— это имя папки' },
    standard: 'hosts',
    flags: {
      '--host-files <dir>': {
        en: 'where to write the files of hosts',
        ru: 'куда записать файлы для хостингов',
      },
    },
    takenBy: WRITING,
    readme: {
      en: 'where to write the files for whoever runs a host',
      ru: 'куда записать файлы для того, кто управляет хостингом',
    },
  },
  /** `public` withholds the records that are not for everyone; `all` withholds nothing. */
  audience: {
    of: 'file',
    schema: () => z.enum(AUDIENCES),
    choices: AUDIENCES,
    must: oneOf(AUDIENCES),
    standard: AUDIENCES[0],
    decides: 'findings',
    flags: {
      '--audience <who>': {
        en: 'withhold what is not for everyone, or nothing',
        ru: 'скрыть то, что не для всех, или не скрывать ничего',
      },
    },
    takenBy: EVERYWHERE,
    readme: { en: '`all` withholds nothing', ru: '`all` не скрывает ничего' },
  },
  /** `withhold` blanks e-mail addresses, birthdays and last log-ins. */
  personal: {
    of: 'file',
    schema: () => z.enum(PERSONAL),
    choices: PERSONAL,
    must: oneOf(PERSONAL),
    standard: PERSONAL[0],
    flags: {
      '--personal <how>': {
        en: 'blank personal fields, or publish them',
        ru: 'очистить личные поля или опубликовать их',
      },
    },
    takenBy: { ...SHOWING, import: 'shown' },
    readme: {
      en: '`publish` leaves personal fields',
      ru: '`publish` оставляет личные поля',
    },
  },
  /** What the OpenAPI document states about the API itself. */
  api: {
    of: 'file',
    schema: api,
    must: A_DESCRIPTION,
    wrong: wrongApi,
    standard: {},
    takenBy: {},
    readme: {
      standard: { en: "the portal's title", ru: 'название портала' },
      en: 'what `openapi.json` says of the API: `title`, `contact` (`name`, `url`, `email`), `license` (`name`, and `identifier`, as `CC-BY-4.0`, or `url`)',
      ru: 'что `openapi.json` говорит об API: `title`, `contact` (`name`, `url`, `email`), `license` (`name` и `identifier`, например `CC-BY-4.0`, или `url`)',
    },
  },
  /** Hosts whose pages posts and comments may show in frames. */
  frames: {
    of: 'file',
    schema: () => z.array(z.string()),
    must: A_LIST,
    standard: [],
    takenBy: {},
    readme: {
      standard: { en: 'none', ru: 'ничего' },
      en: 'hosts (`video.example.org`) from which posts and comments may frame pages',
      ru: 'узлы (`video.example.org`), страницы которых можно показывать во фреймах в постах и комментариях',
    },
  },
  /** The rules of implausible values that must not warn. */
  allow: {
    of: 'file',
    schema: rules,
    must: A_LIST,
    wrong: wrongRule,
    standard: [],
    decides: 'findings',
    takenBy: {},
    readme: {
      standard: { en: 'none', ru: 'ничего' },
      en: 'rules of what is implausible that are not to warn, by the names that warnings show, such as `far-year`',
      ru: 'правила неправдоподобного, о которых не нужно предупреждать: их имена стоят в предупреждениях, например `far-year`',
    },
  },
  /** The address that opens a place in a data file in the editor; the place is filled in for `{file}` and the like. */
  editor: {
    of: 'file',
    schema: () => z.string().regex(EDITOR),
    must: {
      en: 'must be an address for an editor with {file} in it, such as idea://open?file={file}&line={line}',
      ru: '— это адрес для редактора, в котором есть {file}, например idea://open?file={file}&line={line}',
    },
    standard: 'vscode://file{file}:{line}:{column}',
    decides: 'nothing',
    flags: {
      '--editor <address>': {
        en: 'how the page opens a file in the editor',
        ru: 'как страница открывает файл в редакторе',
      },
    },
    takenBy: { preview: 'shown' },
    readme: {
      en: 'how the page of `preview` opens a file, with `{file}`, `{line}` and `{column}` in it: `idea://open?file={file}&line={line}`',
      ru: 'как страница `preview` открывает файл; в адресе есть `{file}`, `{line}` и `{column}`: `idea://open?file={file}&line={line}`',
    },
  },
  ...ways,
} satisfies Record<string, SettingRow>;

/** The rows that the settings file may contain, each with its name. */
export const settingRows: readonly (readonly [keyof typeof table, SettingRow])[] = (
  Object.entries(table) as [keyof typeof table, SettingRow][]
).filter(([, { of }]) => of === 'file');
