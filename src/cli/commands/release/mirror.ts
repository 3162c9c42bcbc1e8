// `mirror`: its flags, and how its report reaches the user; what it does is in ../../../delivery/mirror/.
import type { MirrorOptions } from '../../../delivery/mirror/index.js';
import type { Language, Said } from '../../../problems/messages/catalogue.js';
import { addOwnFlags, type Define, langOption, type OwnFlags, reporterFlag } from '../flags.js';
import { withProgress } from '../report.js';
import { DONE, HAS_ERRORS } from '../status.js';
import { stoppable } from '../stoppable.js';

interface Flags extends Omit<MirrorOptions, 'url' | 'dir' | 'records' | 'signal' | 'onProgress'> {
  readonly reporter: 'pretty' | 'json';
  readonly lang?: Language;
}

const FLAGS: OwnFlags = {
  '--key <file>': {
    en: 'want snapshot.json signed: the public keys in this file (PEM)',
    ru: 'требовать подписи snapshot.json: открытые ключи в этом файле (PEM)',
  },
  '--audit': {
    en: 'read every file of the folder again, also those that nobody seems to have changed',
    ru: 'перечитать все файлы папки, даже если их, судя по всему, никто не менял',
  },
  '--concurrency <n>': {
    en: 'requests at once, at most 64',
    ru: 'запросов одновременно, не больше 64',
    parse: 'number',
    standard: 4,
  },
  '--timeout <s>': {
    en: 'seconds for one answer',
    ru: 'секунд на один ответ',
    parse: 'number',
    standard: 600,
  },
  '--deadline <s>': {
    en: 'seconds for the whole run (default: a day)',
    ru: 'секунд на весь запуск (по умолчанию сутки)',
    parse: 'number',
  },
  '--max-size <gb>': {
    en: 'gigabytes that are fetched at most',
    ru: 'получить не больше стольких гигабайтов',
    parse: 'number',
    standard: 16,
  },
  '--break-lock': {
    en: 'go on although another command seems to write there: it is gone for certain',
    ru: 'продолжить, хотя кажется, что туда пишет другая команда: её точно больше нет',
  },
  ...reporterFlag('pretty', 'json'),
};

const ORIGIN: Said = {
  en: 'where the snapshot is published: https://api.example.org',
  ru: 'где опубликован снимок: https://api.example.org',
};
const FOLDER: Said = {
  en: 'the folder of the copy, which may be served meanwhile',
  ru: 'папка копии; её можно тем временем отдавать читателям',
};

export const define: Define<[string, string, Flags]> = (command, lang) => {
  command.argument('<url>', ORIGIN[lang]).argument('<dir>', FOLDER[lang]);
  addOwnFlags(command, FLAGS, lang);
  command.addOption(langOption(lang));
  return async (url, dir, { reporter, lang: _, ...flags }) => {
    const { mirror } = await import('../../../delivery/mirror/index.js');
    const { portal } = await import('../../../portal/index.js');
    const { json, pretty } = await import('../../../delivery/mirror/report.js');
    const start = performance.now();
    // Files that were fetched before a signal are kept for the next run.
    return stoppable(async (signal) => {
      const how = { url, dir, ...flags, records: reporter === 'json', signal };
      const report = await withProgress(reporter, lang, (onProgress) =>
        mirror(portal, { ...how, onProgress }),
      );
      if (!report.ok) signal.throwIfAborted();
      const ms = performance.now() - start;
      process.stdout.write(reporter === 'json' ? json(report, lang) : pretty(report, lang, ms));
      return report.ok ? DONE : HAS_ERRORS;
    });
  };
};
