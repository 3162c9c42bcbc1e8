// The messages of `mirror`, in each language.
import type { Said } from '../../problems/messages/catalogue.js';
import { plural } from '../../problems/messages/en-counts.js';
import { counted } from '../../problems/messages/ru-counts.js';

type Worded = (what: string, more: string) => string;

/** Why a folder is not in step with its origin. Callers quote the texts that come from the origin. */
const english = {
  noAnswer: (url, why) => `no answer from ${url}: ${why}`,
  status: (url, status) => `${url} answers with status ${status}`,
  missing: (url) => `snapshot.json names ${url}, and nothing is there`,
  otherBytes: (url) => `what is at ${url} does not have the digest that snapshot.json gives`,
  restless: (times) =>
    `the snapshot was replaced each of ${times} times while it was read; the next run goes on with what was fetched`,
  unsigned: (url) => `there is no signature at ${url}`,
  wrongSignature: (url) => `none of the keys made the signature at ${url}`,
  unreadable: (why) => `snapshot.json cannot be read: ${why}`,
  earlier: () =>
    'snapshot.json does not name all files: an earlier version of portal-snapshot made it',
  disagrees: (file) => `what snapshot.json says of ${file} does not go together`,
  strange: (name) =>
    `snapshot.json names ${name}, which is no file of this API, or is named twice; a newer version of portal-snapshot may know it`,
  tooMany: (most) => `snapshot.json names more than ${most} files`,
  tooLarge: (gigabytes) => `more than ${gigabytes} GB would have to be fetched (--max-size)`,
} satisfies Record<string, Worded>;

type Reasons = Readonly<Record<keyof typeof english, Worded>>;
const reasons: Reasons = english;

const en = {
  reasons,
  report: {
    inStep: (origin: string, files: number) => `in step with ${origin}: ${plural(files, 'file')}`,
    same: 'nothing changed',
    notInStep: (why: string) => `not in step, and the folder stays as it was: ${why}`,
    placed: (fetched: number, removed: number) =>
      `${plural(fetched, 'file')} put in place, ${removed} removed`,
    asked: (requests: number, size: string, seconds: string) =>
      `${plural(requests, 'request')}, ${size}, ${seconds} s`,
    foreign: (files: number, example: string) =>
      `${plural(files, 'file')} in the folder are not of this API, such as ${example}; they stay`,
  },
};

const ruReasons: Reasons = {
  noAnswer: (url, why) => `нет ответа от ${url}: ${why}`,
  status: (url, status) => `${url} отвечает с кодом ${status}`,
  missing: (url) => `snapshot.json называет ${url}, а там ничего нет`,
  otherBytes: (url) =>
    `у того, что лежит по адресу ${url}, не та контрольная сумма, что в snapshot.json`,
  restless: (times) =>
    `снимок заменяли все ${times} раз, пока он читался; следующий запуск продолжит с того, что уже получено`,
  unsigned: (url) => `по адресу ${url} нет подписи`,
  wrongSignature: (url) => `подпись по адресу ${url} не сделана ни одним из ключей`,
  unreadable: (why) => `snapshot.json не прочесть: ${why}`,
  earlier: () => 'snapshot.json называет не все файлы: его создала прежняя версия portal-snapshot',
  disagrees: (file) => `в snapshot.json не сходится то, что сказано о ${file}`,
  strange: (name) =>
    `snapshot.json называет ${name}, а такого файла в этом API нет, или он назван дважды; возможно, его знает более новая версия portal-snapshot`,
  tooMany: (most) => `snapshot.json называет больше ${most} файлов`,
  tooLarge: (gigabytes) => `пришлось бы получить больше ${gigabytes} ГБ (--max-size)`,
};

const ru: typeof en = {
  reasons: ruReasons,
  report: {
    inStep: (origin, files) => `копия сходится с ${origin}: ${counted(files, 'files')}`,
    same: 'ничего не изменилось',
    notInStep: (why) => `копия не обновлена, папка осталась как была: ${why}`,
    placed: (fetched, removed) => `файлов на место: ${fetched}, удалено: ${removed}`,
    asked: (requests, size, seconds) =>
      `запросов: ${requests}, ${size}, ${seconds.replace('.', ',')} с`,
    foreign: (files, example) =>
      `посторонних файлов в папке: ${files}, например ${example}; они остаются`,
  },
};

export const words = { en, ru } as const;

/** A reason in each language. */
export const because = (name: keyof Reasons, what: string | number = '', more = ''): Said => ({
  en: en.reasons[name](String(what), more),
  ru: ru.reasons[name](String(what), more),
});
