// All settings. Their types and checks, flags and help, the table on the settings page, and the JSON Schema of the
// settings file are made from this table.

import * as z from 'zod';
import { rulesOf } from '../../model/rules.js';
import { LANGUAGES, type Language } from '../../problems/messages/catalogue.js';
import { say } from '../../problems/say.js';
import type { Known } from './values.js';
import * as values from './values.js';

export interface Setting {
  /** What it is, for the help, the settings page and text editors. In English; ru.json has it in Russian. */
  readonly about: string;
  /** The flag on the command line: `--out <dir>`. `cli/commands.ts` tells which commands accept it. */
  readonly flag?: string;
  /** A second flag that switches the setting off: `--no-cache`. */
  readonly off?: { readonly flag: string; readonly about: string };
  /** How to turn the text after the flag into the value. Without `parse`, the text is the value. */
  readonly parse?: Parse;
  /**
   * `findings`: the findings depend on the setting. `nothing`: neither findings nor published files depend on it.
   * Absent: published files may depend on it.
   */
  readonly decides?: 'findings' | 'nothing';
  /** Makes the schema of the value, often with a default. */
  readonly schema: (known: Known) => z.ZodType;
}

export type Parse = 'number' | 'repeated' | ((text: string) => unknown);

type Table = Readonly<Record<string, Setting>>;

/** Where files are. Not in the settings file. */
export const places = {
  data: {
    about: 'the data folder',
    flag: '--data <dir>',
    schema: () => values.folder.default('data'),
  },
  out: {
    about: "the snapshot's folder",
    flag: '--out <dir>',
    schema: () => values.folder.default('dist'),
  },
  config: {
    about: 'the settings file (default: portal-snapshot.config.json)',
    flag: '--config <file>',
    schema: () => z.string().optional(),
  },
} satisfies Table;

/** The default of `pageSize`, also if `pageSize` is an object without `default`. */
export const PAGE_SIZE = 20;

/** The settings that can be in the settings file. */
export const inFile = {
  portal: {
    about:
      'the module that declares a portal of your own: its path from the settings file, such as ./portal/index.js, or the name of a package',
    decides: 'nothing',
    schema: () => z.string().optional(),
  },
  baseUrl: {
    about:
      'where the snapshot will be served, without /api/ at the end; every link begins with this address',
    flag: '--base-url <url>',
    schema: () => values.baseUrl.default('http://localhost:8080'),
  },
  links: {
    about:
      'form of the links to pages: path, query or file (default: what the hosts can serve; if no host is named, path)',
    flag: '--links <style>',
    schema: () => z.enum(['path', 'query', 'file']).optional(),
  },
  pageSize: {
    about:
      'how many records a page has; the settings file can have a number for each list: {"default": 20, "LIST": 100}',
    flag: '--page-size <n>',
    parse: 'number',
    schema: (known) => values.pageSize(known).default(PAGE_SIZE),
  },
  extras: {
    about:
      'further addresses to publish, such as /api/LIST/{id}/ (repeatable); all stands for all of them',
    flag: '--extra <template>',
    parse: 'repeated',
    schema: (known) => values.extras(known).default([]),
  },
  site: {
    about:
      'addresses of the portal\'s own pages, to which feeds link: {"LIST": "https://portal.example.org/page/{id}"}; without them, feeds have no links',
    schema: (known) => values.site(known).default({}),
  },
  hosts: {
    about: 'the hosts for which a configuration is written (repeatable); --host list shows all',
    flag: '--host <name>',
    parse: 'repeated',
    schema: ({ hosts }) => z.array(hosts ? z.enum(hosts) : z.string()).default([]),
  },
  allow: {
    about:
      'names of rules whose warnings are not wanted, such as far-year; each warning shows the name of its rule',
    decides: 'findings',
    schema: ({ portal }) => z.array(z.enum(rulesOf(portal.collections))).default([]),
  },
  compress: {
    about:
      'compressed copies to write beside each file: br, gzip, "br,gzip" or none (default: those that the hosts serve)',
    flag: '--compress <list>',
    parse: (text) => (text === 'none' ? text : text.split(',')),
    schema: () => values.compress.optional(),
  },
  listen: {
    about: 'address and port for nginx, Caddy, Apache and http-server, in their configuration',
    flag: '--listen <address>',
    schema: () => values.listen.default('127.0.0.1:8080'),
  },
  hostFiles: {
    about: 'folder for the configuration of hosts',
    flag: '--host-files <dir>',
    schema: () => values.folder.default('hosts'),
  },
  audience: {
    about: 'public leaves out the records that are not for everyone; all publishes them, too',
    flag: '--audience <who>',
    decides: 'findings',
    schema: () => z.enum(['public', 'all']).default('public'),
  },
  personal: {
    about:
      'withhold leaves e-mail addresses, birthdays and last log-ins blank; publish publishes them',
    flag: '--personal <how>',
    schema: () => z.enum(['withhold', 'publish']).default('withhold'),
  },
  api: {
    about:
      'title, contact (name, url, email) and license (name, and identifier, such as CC-BY-4.0, or url) of the API, for openapi.json',
    schema: () => values.api.default({}),
  },
  frames: {
    about:
      'other sites, such as video.example.org, whose pages may be embedded in posts and comments (iframe)',
    schema: () => z.array(values.hostName).default([]),
  },
  editor: {
    about:
      'address with which the page of preview opens a file in your editor, such as idea://open?file={file}&line={line}',
    flag: '--editor <address>',
    decides: 'nothing',
    schema: () => values.editor.default('vscode://file{file}:{line}:{column}'),
  },
  lang: {
    about:
      'language of schemas and messages: en or ru; if it is not given, schemas are in English, and messages follow the environment (LC_ALL, LC_MESSAGES, LANG)',
    flag: '--lang <language>',
    decides: 'nothing',
    schema: () => z.enum(LANGUAGES).default('en'),
  },
} satisfies Table;

/** How a run works. Not in the settings file. */
export const runs = {
  strict: {
    about: 'an id that does not exist is always an error',
    flag: '--strict',
    decides: 'findings',
    schema: () => z.boolean().default(false),
  },
  /**
   * `true`: the folder `node_modules/.cache/portal-snapshot`, if the working folder has a `package.json`. `false`: no
   * cache.
   */
  cache: {
    about: 'folder of the cache, which makes the next build faster',
    flag: '--cache <dir>',
    off: { flag: '--no-cache', about: 'use no cache' },
    schema: () => z.union([values.folder, z.boolean()]).default(true),
  },
  /** If true, a data file is not read again if its inode, size and times are unchanged. */
  stat: {
    about: 'read every data file, even if its size and times have not changed',
    flag: '--no-stat',
    schema: () => z.boolean().default(true),
  },
  sign: {
    about: 'sign snapshot.json with the private Ed25519 key in this file (PEM)',
    flag: '--sign <key>',
    schema: () => z.string().optional(),
  },
  workers: {
    about: 'number of threads (default: depends on the amount of data)',
    flag: '--workers <n>',
    parse: 'number',
    schema: () => values.size.optional(),
  },
  breakLock: {
    about:
      'write although another command seems to be writing; only if that command has certainly ended',
    flag: '--break-lock',
    schema: () => z.boolean().default(false),
  },
} satisfies Table;

/** All settings, in the order in which help lists them. */
export const settings = { ...places, ...inFile, ...runs };

export type SettingName = keyof typeof settings;

/** The schemas of the values of some settings, by the names of the settings. */
export type Schemas<T extends Table> = { [N in keyof T]: ReturnType<T[N]['schema']> };

export function schemasOf<T extends Table>(table: T, known: Known): Schemas<T> {
  const schemas = Object.entries(table).map(([name, { schema }]) => [name, schema(known)]);
  return Object.fromEntries(schemas) as Schemas<T>; // Object.fromEntries() forgets the types of the keys
}

/** A setting as the help, the settings page and the JSON Schema for text editors need it. */
export interface SettingRow extends Setting {
  readonly name: SettingName;
  readonly isInFile: boolean;
  /** The allowed values, if the setting is a choice. */
  readonly choices?: readonly string[];
  /** The value of the setting if it is not given. */
  readonly standard: unknown;
}

const NO_PORTAL: Known = { portal: { collections: [], endpoints: [], extras: [] } };

/** One row for each setting. The rows lack values that depend on the portal, such as names of extras. */
export const settingRows = Object.entries<Setting>(settings).map(([name, setting]): SettingRow => {
  const schema = setting.schema(NO_PORTAL);
  const value =
    schema instanceof z.ZodDefault || schema instanceof z.ZodOptional ? schema.unwrap() : schema;
  return {
    ...setting,
    name: name as SettingName, // Object.entries() forgets the types of the keys
    isInFile: name in inFile,
    standard: schema.parse(undefined),
    ...(value instanceof z.ZodEnum && { choices: value.options.map(String) }),
  };
});

/** The default of a setting, as help and the settings page show it; undefined if it has none. */
export function standardOf({ standard }: SettingRow, lang: Language): string | undefined {
  if (standard === undefined) return undefined;
  return typeof standard === 'object' ? say('none', lang) : `${standard}`;
}
