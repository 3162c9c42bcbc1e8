// What a mirror tells its operator, in each language.
import type { Language, Said } from '../../problems/messages/catalogue.js';
import { plural } from '../../problems/messages/en-counts.js';
import { counted } from '../../problems/messages/ru-counts.js';

/** Why a folder is not in step with its origin. What the origin says of itself is quoted by whoever calls these. */
export const reasons = {
  noAnswer: (url: string, why: string): Said => ({
    en: `no answer from ${url}: ${why}`,
    ru: `нет ответа от ${url}: ${why}`,
  }),
  status: (url: string, status: number): Said => ({
    en: `${url} answers with status ${status}`,
    ru: `${url} отвечает с кодом ${status}`,
  }),
  missing: (url: string): Said => ({
    en: `snapshot.json names ${url}, and nothing is there`,
    ru: `snapshot.json называет ${url}, а там ничего нет`,
  }),
  otherBytes: (url: string): Said => ({
    en: `what is at ${url} does not have the digest that snapshot.json gives`,
    ru: `у того, что лежит по адресу ${url}, не та контрольная сумма, что в snapshot.json`,
  }),
  restless: (times: number): Said => ({
    en: `the snapshot was replaced each of ${times} times while it was read; the next run goes on with what was fetched`,
    ru: `снимок заменяли все ${times} раз, пока он читался; следующий запуск продолжит с того, что уже получено`,
  }),
  unsigned: (url: string): Said => ({
    en: `there is no signature at ${url}`,
    ru: `по адресу ${url} нет подписи`,
  }),
  wrongSignature: (url: string): Said => ({
    en: `none of the keys made the signature at ${url}`,
    ru: `подпись по адресу ${url} не сделана ни одним из ключей`,
  }),
  unreadable: (why: string): Said => ({
    en: `snapshot.json cannot be read: ${why}`,
    ru: `snapshot.json не прочесть: ${why}`,
  }),
  earlier: (): Said => ({
    en: 'snapshot.json does not name all files: an earlier version of portal-snapshot made it',
    ru: 'snapshot.json называет не все файлы: его создала прежняя версия portal-snapshot',
  }),
  disagrees: (file: string): Said => ({
    en: `what snapshot.json says of ${file} does not go together`,
    ru: `в snapshot.json не сходится то, что сказано о ${file}`,
  }),
  strange: (name: string): Said => ({
    en: `snapshot.json names ${name}, which is no file of this API, or is named twice; a newer version of portal-snapshot may know it`,
    ru: `snapshot.json называет ${name}, а такого файла в этом API нет, или он назван дважды; возможно, его знает более новая версия portal-snapshot`,
  }),
  tooMany: (most: number): Said => ({
    en: `snapshot.json names more than ${most} files`,
    ru: `snapshot.json называет больше ${most} файлов`,
  }),
  tooLarge: (gigabytes: number): Said => ({
    en: `more than ${gigabytes} GB would have to be fetched (--max-size)`,
    ru: `пришлось бы получить больше ${gigabytes} ГБ (--max-size)`,
  }),
} as const;

interface Report {
  readonly inStep: (origin: string, files: number) => string;
  readonly same: string;
  readonly was: (before: string) => string;
  readonly notInStep: (why: string) => string;
  readonly placed: (fetched: number, removed: number) => string;
  readonly asked: (requests: number, size: string, seconds: string) => string;
  readonly foreign: (files: number, example: string) => string;
}

export const report: Readonly<Record<Language, Report>> = {
  en: {
    inStep: (origin, files) => `in step with ${origin}: ${plural(files, 'file')}`,
    same: 'nothing changed',
    was: (before) => `the snapshot before was ${before}`,
    notInStep: (why) => `not in step, and the folder stays as it was: ${why}`,
    placed: (fetched, removed) => `${plural(fetched, 'file')} put in place, ${removed} removed`,
    asked: (requests, size, seconds) => `${plural(requests, 'request')}, ${size}, ${seconds} s`,
    foreign: (files, example) =>
      `${plural(files, 'file')} in the folder are not of this API, such as ${example}; they stay`,
  },
  ru: {
    inStep: (origin, files) => `копия сходится с ${origin}: ${counted(files, 'files')}`,
    same: 'ничего не изменилось',
    was: (before) => `прежний снимок: ${before}`,
    notInStep: (why) => `копия не обновлена, папка осталась как была: ${why}`,
    placed: (fetched, removed) => `файлов на место: ${fetched}, удалено: ${removed}`,
    asked: (requests, size, seconds) =>
      `запросов: ${requests}, ${size}, ${seconds.replace('.', ',')} с`,
    foreign: (files, example) =>
      `посторонних файлов в папке: ${files}, например ${example}; они остаются`,
  },
};
