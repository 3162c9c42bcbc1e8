// What finding, showing and references say to a person, in each language.
import type { LostRecord } from '../../problems/messages/catalogue.js';
import { plural } from '../../problems/messages/en-counts.js';
import { counted } from '../../problems/messages/ru-counts.js';
import { quote } from '../../problems/quote.js';

const en = {
  flags: {
    words: 'words to find, all of them, in any form',
    in: 'look in this collection alone, such as vacancies',
    collection: 'the kind of record, such as vacancy',
    id: 'the id of the record',
    data: 'the data folder',
    reporter: 'how to show the result',
  },
  noCollection: (name: string, near: string | undefined, known: readonly string[]) =>
    `there is no collection ${quote(name)}; ${near === undefined ? `there are ${known.join(', ')}` : `did you mean ${near}?`}`,
  noId: (text: string) => `${quote(text)} is no id: write a whole number, such as 100`,
  noWords: 'write a word to find: letters or digits',
  /** Says that a record may be in text that cannot be read. */
  mayBeHidden: 'it may be in what cannot be read: check tells what that is',
  /** Says how a record that git had comes back. */
  wasThere: ({ name, file, line, restore, show }: LostRecord) => {
    const back = restore
      ? `bring it back (\`${restore.command}\`)`
      : `put it back as it was at line ${line} of ${file} (\`${show}\` prints that file)`;
    return `it was there${name === undefined ? '' : ` (${name})`}: ${back}`;
  },
  nothingFound: 'nothing found',
  notWhole: (file: string) =>
    `${file} cannot be read to its end, and was not searched there: check tells why`,
  hasErrors: (count: number) =>
    `the data has errors (${count}), so something may be missing here: check tells which`,
  nobodyRefers: 'nothing refers to it',
  publishedAt: 'published at',
  insideOf: 'as a part of records at',
  inside: (count: number, pages: number) => `${plural(count, 'record')}, ${plural(pages, 'page')}`,
  nowhere: 'on no page of the API: no list has it, and no published record shows it',
  /** `reason`: of the record itself, or of the one that it depends on. */
  withheld: (reason: string) => `not published: ${reason}`,
  withheldBy: (subject: string, reason: string) =>
    `not published: it depends on ${subject}, where ${reason}`,
  notWhileErrors: 'not published while there are errors',
  toWithhold: (field: string, value: boolean, place: string) =>
    `to keep it, but from readers: "${field}": ${value} in ${place}`,
};

const ru: typeof en = {
  flags: {
    words: 'что найти: все эти слова, в любой форме',
    in: 'искать только в этой коллекции, например vacancies',
    collection: 'что за запись, например vacancy',
    id: 'номер (id) записи',
    data: 'папка с данными',
    reporter: 'в каком виде показать найденное',
  },
  noCollection: (name, near, known) =>
    `нет коллекции ${quote(name)}; ${near === undefined ? `есть ${known.join(', ')}` : `возможно, имелось в виду ${near}?`}`,
  noId: (text) => `${quote(text)} — не номер (id): напишите целое число, например 100`,
  noWords: 'напишите, что найти: слово из букв или цифр',
  mayBeHidden: 'возможно, она там, где данные не читаются: где это, покажет check',
  wasThere: ({ name, file, line, restore, show }) => {
    const back = restore
      ? `верните её (\`${restore.command}\`)`
      : `верните её такой, какой она была в строке ${line} файла ${file} (его печатает \`${show}\`)`;
    return `раньше она была${name === undefined ? '' : ` (${name})`}: ${back}`;
  },
  nothingFound: 'ничего не найдено',
  notWhole: (file) => `${file} не читается до конца, и дальше там не искали: почему, покажет check`,
  hasErrors: (count) =>
    `в данных есть ошибки (${count}), поэтому здесь может быть не всё: какие, покажет check`,
  nobodyRefers: 'на неё ничто не ссылается',
  publishedAt: 'опубликовано по адресам',
  insideOf: 'внутри других записей',
  inside: (count, pages) => `${counted(count, 'records')}, страниц: ${pages}`,
  nowhere: 'ни на одной странице API: её нет ни в одном списке и ни в одной опубликованной записи',
  withheld: (reason) => `не публикуется: ${reason}`,
  withheldBy: (subject, reason) => `не публикуется: зависит от ${subject}, где ${reason}`,
  notWhileErrors: 'не публикуется, пока есть ошибки',
  toWithhold: (field, value, place) =>
    `чтобы скрыть от читателей, но сохранить: "${field}": ${value} в ${place}`,
};

export const words = { en, ru } as const;
