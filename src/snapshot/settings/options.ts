// The rows of options that, except `lang`, are not in the settings file: where to work, how, and what to report.
import * as z from 'zod';
import { LANGUAGES } from '../../problems/messages/catalogue.js';
import { A_SIZE, CONFIG, EVERYWHERE, oneOf, type SettingRow } from './row.js';

const REPORTERS = ['pretty', 'json', 'github'] as const;

/** Where files are. Help lists these options first. */
export const places = {
  /** The data folder; `data` by default. */
  data: {
    of: 'options',
    schema: () => z.string(),
    standard: 'data',
    flags: {
      '--data <dir>': { en: 'the data folder', ru: 'папка с данными' },
    },
    takenBy: { ...EVERYWHERE, schema: 'shown', import: 'shown' },
  },
  /** The snapshot's folder; `dist` by default. */
  out: {
    of: 'options',
    schema: () => z.string(),
    standard: 'dist',
    flags: {
      '--out <dir>': { en: "the snapshot's folder", ru: 'папка снимка' },
    },
    takenBy: { build: 'shown', check: 'hidden' },
  },
  /** The settings file; `portal-snapshot.config.json`, if there is one, by default. */
  config: {
    of: 'options',
    schema: () => z.string(),
    flags: {
      '--config <file>': {
        en: `the settings file (default: ${CONFIG})`,
        ru: `файл настроек (по умолчанию: ${CONFIG})`,
      },
    },
    takenBy: { ...EVERYWHERE, docs: 'shown', schema: 'shown', import: 'shown' },
  },
} satisfies Record<string, SettingRow>;

/** How to work, and what to report. */
export const ways = {
  /** An id that is published as a number but does not exist is an error instead of a warning. */
  strict: {
    of: 'options',
    schema: () => z.boolean(),
    standard: false,
    decides: 'findings',
    flags: {
      '--strict': {
        en: 'an id that does not exist is always an error',
        ru: 'номер несуществующей записи — всегда ошибка',
      },
    },
    takenBy: EVERYWHERE,
  },
  /**
   * The folder that keeps results for the next build; false keeps nothing. By default
   * `node_modules/.cache/portal-snapshot`, if the working folder has a `package.json`.
   */
  cache: {
    of: 'options',
    schema: () => z.union([z.string(), z.boolean()]),
    flags: {
      '--cache <dir>': {
        en: 'where to keep what the next build can use',
        ru: 'где хранить то, что пригодится следующей сборке',
      },
      '--no-cache': {
        en: 'keep nothing for the next build, and use nothing kept',
        ru: 'ничего не хранить для следующей сборки и не брать из хранимого',
      },
    },
    takenBy: { build: 'shown', check: 'shown', diff: 'shown', import: 'shown' },
  },
  /** Whether a data file whose inode, size and times are unchanged counts as unchanged, without being read. */
  stat: {
    of: 'options',
    schema: () => z.boolean(),
    standard: true,
    flags: {
      '--no-stat': {
        en: 'read every data file, even one whose size and times are as they were',
        ru: 'прочитать каждый файл данных, даже если его размер и время прежние',
      },
    },
    takenBy: { build: 'shown', check: 'shown', diff: 'shown' },
  },
  /** The file of the private key with which `api/snapshot.json` is signed; by default the snapshot is not signed. */
  sign: {
    of: 'options',
    schema: () => z.string(),
    flags: {
      '--sign <key>': {
        en: 'sign snapshot.json with the private Ed25519 key in this file (PEM)',
        ru: 'подписать snapshot.json закрытым ключом Ed25519 из этого файла (PEM)',
      },
    },
    takenBy: { build: 'shown', check: 'hidden' },
  },
  /** How many threads to use; by default, if there is enough to do, one per processor up to a limit. */
  workers: {
    of: 'options',
    schema: () => z.int().min(1),
    must: A_SIZE,
    flags: {
      '--workers <n>': {
        en: 'threads that read data and make pages (default: by their size)',
        ru: 'сколько потоков читают данные и делают страницы (по умолчанию: по объёму)',
        parse: 'number',
      },
    },
    takenBy: EVERYWHERE,
  },
  verbose: {
    of: 'report',
    schema: () => z.boolean(),
    flags: {
      '--verbose': {
        en: 'tell what is withheld and why, how long each phase took, and of diff the bytes',
        ru: 'рассказать, что скрыто и почему, сколько занял каждый этап, а в diff и байты',
      },
    },
    takenBy: { build: 'shown', check: 'shown', diff: 'shown' },
  },
  reporter: {
    of: 'report',
    schema: () => z.enum(REPORTERS),
    choices: REPORTERS,
    standard: REPORTERS[0],
    flags: {
      '--reporter <name>': { en: 'how to show the result', ru: 'как показать результат' },
    },
    takenBy: { build: 'shown', check: 'shown' },
  },
  /** The language of messages, and of the words in JSON schemas. */
  lang: {
    of: 'file',
    schema: () => z.enum(LANGUAGES),
    choices: LANGUAGES,
    must: oneOf(LANGUAGES),
    standard: LANGUAGES[0],
    decides: 'nothing',
    flags: {
      '--lang <language>': {
        en: "of messages (default: the setting lang, else the environment's)",
        ru: 'язык сообщений (по умолчанию: настройка lang, а без неё — как в системе)',
      },
    },
    takenBy: { ...EVERYWHERE, docs: 'shown', import: 'shown' },
    readme: {
      en: 'language of messages and of the words in schemas (`en`, `ru`); where neither flag nor setting says it, messages follow the environment (`LC_ALL`, `LC_MESSAGES`, `LANG`)',
      ru: 'язык сообщений и пояснений в схемах (`en`, `ru`); если его нет ни в параметре, ни в настройке, сообщения говорят на языке системы (`LC_ALL`, `LC_MESSAGES`, `LANG`)',
    },
  },
  all: {
    of: 'report',
    schema: () => z.boolean(),
    flags: {
      '--all': {
        en: 'show each problem, however many there are',
        ru: 'показать все проблемы, сколько бы их ни было',
      },
    },
    takenBy: { build: 'shown', check: 'shown' },
  },
  /** Write even if another command holds the lock; for when that command certainly no longer runs. */
  breakLock: {
    of: 'options',
    schema: () => z.boolean(),
    standard: false,
    flags: {
      '--break-lock': {
        en: 'write although another command seems to be at it: it is gone for certain',
        ru: 'записать, хотя кажется, что работает другая команда: её точно больше нет',
      },
    },
    takenBy: { build: 'shown', check: 'hidden', import: 'shown' },
  },
} satisfies Record<string, SettingRow>;
