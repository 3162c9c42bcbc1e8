// The options that are not in the settings file: where to work, how, and what to report.
import * as z from 'zod';
import { CONFIG, EVERYWHERE } from './row.js';
import { about, folder, size } from './schemas.js';

/** Where files are. Help lists these options first. */
export const places = {
  data: folder.default('data').register(about, {
    flag: '--data <dir>',
    en: 'the data folder',
    ru: 'папка с данными',
    takenBy: { ...EVERYWHERE, schema: 'shown', import: 'shown' },
  }),
  out: folder.default('dist').register(about, {
    flag: '--out <dir>',
    en: "the snapshot's folder",
    ru: 'папка снимка',
    takenBy: { build: 'shown', check: 'hidden' },
  }),
  config: z
    .string()
    .optional()
    .register(about, {
      flag: '--config <file>',
      en: `the settings file (default: ${CONFIG})`,
      ru: `файл настроек (по умолчанию: ${CONFIG})`,
      takenBy: { ...EVERYWHERE, docs: 'shown', schema: 'shown', import: 'shown' },
    }),
};

/** How to work. */
export const runOptions = {
  strict: z.boolean().default(false).register(about, {
    flag: '--strict',
    en: 'an id that does not exist is always an error',
    ru: 'номер несуществующей записи — всегда ошибка',
    decides: 'findings',
    takenBy: EVERYWHERE,
  }),
  /** True is the default folder, `node_modules/.cache/portal-snapshot`, if the working folder has a `package.json`. */
  cache: z
    .union([folder, z.boolean()])
    .default(true)
    .register(about, {
      flag: '--cache <dir>',
      en: 'where to keep what the next build can use',
      ru: 'где хранить то, что пригодится следующей сборке',
      off: {
        flag: '--no-cache',
        en: 'keep nothing for the next build, and use nothing kept',
        ru: 'ничего не хранить для следующей сборки и не брать из хранимого',
      },
      takenBy: { build: 'shown', check: 'shown', diff: 'shown', import: 'shown' },
    }),
  /** Whether a data file whose inode, size and times are unchanged counts as unchanged, without being read. */
  stat: z
    .boolean()
    .default(true)
    .register(about, {
      flag: '--no-stat',
      en: 'read every data file, even one whose size and times are as they were',
      ru: 'прочитать каждый файл данных, даже если его размер и время прежние',
      takenBy: { build: 'shown', check: 'shown', diff: 'shown' },
    }),
  sign: z
    .string()
    .optional()
    .register(about, {
      flag: '--sign <key>',
      en: 'sign snapshot.json with the private Ed25519 key in this file (PEM)',
      ru: 'подписать snapshot.json закрытым ключом Ed25519 из этого файла (PEM)',
      takenBy: { build: 'shown', check: 'hidden' },
    }),
  workers: size.optional().register(about, {
    flag: '--workers <n>',
    en: 'threads that read data and make pages (default: by their size)',
    ru: 'сколько потоков читают данные и делают страницы (по умолчанию: по объёму)',
    parse: 'number',
    takenBy: EVERYWHERE,
  }),
  /** For when the command that holds the lock certainly no longer runs. */
  breakLock: z
    .boolean()
    .default(false)
    .register(about, {
      flag: '--break-lock',
      en: 'write although another command seems to be at it: it is gone for certain',
      ru: 'записать, хотя кажется, что работает другая команда: её точно больше нет',
      takenBy: { build: 'shown', check: 'hidden', import: 'shown' },
    }),
};

/** What to report: flags of the command line alone. */
export const reports = {
  verbose: z
    .boolean()
    .default(false)
    .register(about, {
      flag: '--verbose',
      en: 'tell what is withheld and why, how long each phase took, and of diff the bytes',
      ru: 'рассказать, что скрыто и почему, сколько занял каждый этап, а в diff и байты',
      takenBy: { build: 'shown', check: 'shown', diff: 'shown' },
    }),
  reporter: z
    .enum(['pretty', 'json', 'github'])
    .default('pretty')
    .register(about, {
      flag: '--reporter <name>',
      en: 'how to show the result',
      ru: 'как показать результат',
      takenBy: { build: 'shown', check: 'shown' },
    }),
  all: z
    .boolean()
    .default(false)
    .register(about, {
      flag: '--all',
      en: 'show each problem, however many there are',
      ru: 'показать все проблемы, сколько бы их ни было',
      takenBy: { build: 'shown', check: 'shown' },
    }),
};
