// All settings. Each has a zod schema, often with a default, and its texts and flag in the registry `about`. The types,
// checks, flags and help, the table on the settings page, and the JSON Schema of the settings file are made from these.

import * as z from 'zod';
import { rulesOf } from '../../model/rules.js';
import { LANGUAGES, type Language } from '../../problems/messages/catalogue.js';
import { say, sentence } from '../../problems/say.js';
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
  hostName,
  type Known,
  pageSize,
  site,
  text,
} from './schemas.js';

export { CONFIG, type CommandName } from './row.js';

/** The default of `pageSize`, also if `pageSize` is an object without `default`. */
export const PAGE_SIZE = 20;

const addresses = {
  baseUrl: baseUrl.default('http://localhost:8080').register(about, {
    flag: '--base-url <url>',
    about: sentence(
      'where the snapshot will be served, without /api/ at the end; every link begins with this address',
    ),
    takenBy: { ...WRITING, docs: 'shown' },
  }),
  links: z
    .enum(['path', 'query', 'file'])
    .optional()
    .register(about, {
      flag: '--links <style>',
      about: sentence(
        'form of the links to pages: path, query or file (default: what the hosts can serve; if no host is named, path)',
      ),
      takenBy: { ...SHOWING, docs: 'shown' },
    }),
};

/** The settings whose allowed values depend on `known`. */
const ofPortal = (known: Known) => ({
  pageSize: pageSize(known)
    .default(PAGE_SIZE)
    .register(about, {
      flag: '--page-size <n>',
      about: sentence(
        'how many records a page has; the settings file can have a number for each list: {"default": 20, "region": 100}',
      ),
      parse: 'number',
      takenBy: SHOWING,
    }),
  extras: extras(known)
    .default([])
    .register(about, {
      flag: '--extra <template>',
      about: sentence(
        'further addresses to publish, such as /api/city/ (repeatable); all stands for all of them',
      ),
      parse: 'repeated',
      takenBy: { ...SHOWING, docs: 'shown' },
    }),
  site: site(known)
    .default({})
    .register(about, {
      about: sentence(
        'addresses of the portal\'s own pages, to which feeds link: {"job/vacancy": "https://portal.example.org/vacancy/{id}"}; without them, feeds have no links',
      ),
    }),
  hosts: z
    .array(known.hosts ? z.enum(known.hosts) : z.string())
    .default([])
    .register(about, {
      flag: '--host <name>',
      about: sentence(
        'the hosts for which a configuration is written (repeatable); --host list shows all',
      ),
      parse: 'repeated',
      takenBy: { ...WRITING, docs: 'shown' },
    }),
  allow: z
    .array(z.enum(rulesOf(known.portal.collections)))
    .default([])
    .register(about, {
      about: sentence(
        'names of rules whose warnings are not wanted, such as far-year; each warning shows the name of its rule',
      ),
      decides: 'findings',
    }),
});

const others = {
  compress: compress.optional().register(about, {
    flag: '--compress <list>',
    about: sentence(
      'compressed copies to write beside each file: br, gzip, "br,gzip" or none (default: those that the hosts serve)',
    ),
    parse: (given) => (given === 'none' ? given : given.split(',')),
    takenBy: WRITING,
  }),
  listen: text(
    LISTEN,
    sentence('must be an address and a port, such as 127.0.0.1:8080 or [::1]:8080'),
  )
    .default('127.0.0.1:8080')
    .register(about, {
      flag: '--listen <address>',
      about: sentence(
        'address and port for nginx, Caddy, Apache and http-server, in their configuration',
      ),
      takenBy: WRITING,
    }),
  hostFiles: folder.default('hosts').register(about, {
    flag: '--host-files <dir>',
    about: sentence('folder for the configuration of hosts'),
    takenBy: WRITING,
  }),
  audience: z
    .enum(['public', 'all'])
    .default('public')
    .register(about, {
      flag: '--audience <who>',
      about: sentence(
        'public leaves out the records that are not for everyone; all publishes them, too',
      ),
      decides: 'findings',
      takenBy: EVERYWHERE,
    }),
  personal: z
    .enum(['withhold', 'publish'])
    .default('withhold')
    .register(about, {
      flag: '--personal <how>',
      about: sentence(
        'withhold leaves e-mail addresses, birthdays and last log-ins blank; publish publishes them',
      ),
      takenBy: { ...SHOWING, import: 'shown' },
    }),
  api: api.default({}).register(about, {
    about: sentence(
      'title, contact (name, url, email) and license (name, and identifier, such as CC-BY-4.0, or url) of the API, for openapi.json',
    ),
  }),
  frames: z
    .array(hostName)
    .default([])
    .register(about, {
      about: sentence(
        'other sites, such as video.example.org, whose pages may be embedded in posts and comments (iframe)',
      ),
    }),
  editor: editor.default('vscode://file{file}:{line}:{column}').register(about, {
    flag: '--editor <address>',
    about: sentence(
      'address with which the page of preview opens a file in your editor, such as idea://open?file={file}&line={line}',
    ),
    decides: 'nothing',
    takenBy: { preview: 'shown' },
  }),
  lang: z
    .enum(LANGUAGES)
    .default('en')
    .register(about, {
      flag: '--lang <language>',
      about: sentence(
        'language of schemas and messages: en or ru; if it is not given, schemas are in English, and messages follow the environment (LC_ALL, LC_MESSAGES, LANG)',
      ),
      decides: 'nothing',
      takenBy: { ...EVERYWHERE, docs: 'shown', import: 'shown' },
    }),
};

/** The settings that can be in the settings file. */
export const inFile = (known: Known) => ({ ...addresses, ...ofPortal(known), ...others });

/** The schema of all settings, in the order in which help lists them. */
export const everything = (known: Known) =>
  z.object({ ...places, ...inFile(known), ...runOptions, ...reports });

export type SettingName = keyof ReturnType<typeof everything>['shape'];

/** What the help, the settings page and the JSON Schema for text editors need to know of a setting. */
export interface SettingRow extends About {
  readonly name: SettingName;
  readonly isInFile: boolean;
  /** The allowed values, if the setting is a choice. */
  readonly choices?: readonly string[];
  readonly standard: unknown;
}

const noPortal: Known = {
  portal: { collections: [], endpoints: [], extras: [] },
};

/** One row for each setting. The rows lack values that depend on the portal, such as names of extras. */
export const settingRows: readonly SettingRow[] = rowsOf();

function rowsOf(): SettingRow[] {
  const inAnyFile = inFile(noPortal);
  const shape: Readonly<Record<string, z.ZodType>> = everything(noPortal).shape;
  return Object.entries(shape).map(([name, schema]) => {
    const standard = schema instanceof z.ZodDefault ? schema.def.defaultValue : undefined;
    const inner =
      schema instanceof z.ZodDefault || schema instanceof z.ZodOptional ? schema.unwrap() : schema;
    return {
      name: name as SettingName, // Object.entries() forgets the types of the keys
      isInFile: name in inAnyFile,
      standard,
      ...about.get(schema)!,
      ...(inner instanceof z.ZodEnum && { choices: inner.options.map(String) }),
    };
  });
}

/** The default of a setting, as help and the settings page show it; undefined if its schema has none. */
export function standardOf({ standard }: SettingRow, lang: Language): string | undefined {
  if (standard === undefined) return undefined;
  return typeof standard === 'object' ? say('none', lang) : `${standard}`;
}
