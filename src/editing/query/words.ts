// The texts of the commands that find and show records and references, in each language.
import { plural } from '../../problems/messages/en-counts.js';
import { counted } from '../../problems/messages/ru-counts.js';
import { quote } from '../../problems/quote.js';

const en = {
  flags: {
    words: 'words to find, all of them, in any form',
    in: 'look in this collection alone, such as vacancies',
    collection: 'the kind of record, such as vacancy',
    id: 'the id of the record, or its name',
    dryRun: 'check, and tell what would change; write nothing',
  },
  noCollection: (name: string, near: string | undefined, known: readonly string[]) =>
    `there is no collection ${quote(name)}; ${near === undefined ? `there are ${known.join(', ')}` : `did you mean ${near}?`}`,
  /** Printed above the records that a name may mean. */
  several: (text: string, collection: string) =>
    `${text} may be several of the ${collection}; write the id of one, or more of its name:`,
  /** Printed for a name that no record has, above records with similar names. */
  near: (text: string, collection: string) =>
    `no record of ${collection} is called ${text}; there are:`,
  none: (text: string, collection: string) =>
    `there is no ${text} in ${collection}; write a name, the beginning of one, or an id`,
  more: (count: number) => `and ${count} more`,
  noWords: 'write a word to find: letters or digits',
  /** Says that a record may be in text that cannot be read. */
  mayBeHidden: 'it may be in what cannot be read: check tells what that is',
  /** `by`: the command that removed the record; `undo`: the one that reverts it. */
  sameId: (collection: string, id: number, count: number) =>
    `${count} records of ${collection} have the id ${id}: renumber gives one of them another id`,
  /** Names the command that reverts a change. */
  undo: (command: string) => `undo: ${command}`,
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
    `not published: it depends on ${subject}: ${reason}`,
  notWhileErrors: 'not published while there are errors',
  toWithhold: (field: string, value: boolean, place: string) =>
    `to keep it, but from readers: "${field}": ${value} in ${place}`,
};

const ru: typeof en = {
  flags: {
    words: 'что найти: все эти слова, в любой форме',
    in: 'искать только в этой коллекции, например vacancies',
    collection: 'что за запись, например vacancy',
    id: 'номер (id) записи или её название',
    dryRun: 'проверить и показать, что изменилось бы; ничего не записывать',
  },
  noCollection: (name, near, known) =>
    `нет коллекции ${quote(name)}; ${near === undefined ? `есть ${known.join(', ')}` : `возможно, имелось в виду ${near}?`}`,
  several: (text, collection) =>
    `${text} подходит нескольким записям ${collection}; напишите id одной из них или её название полнее:`,
  near: (text, collection) => `в ${collection} нет записи ${text}; возможно, это одна из этих:`,
  none: (text, collection) =>
    `в ${collection} нет записи ${text}; напишите название, его начало или id`,
  more: (count) => `и ещё ${count}`,
  noWords: 'напишите, что найти: слово из букв или цифр',
  mayBeHidden: 'возможно, она там, где данные не читаются: где это, покажет check',
  sameId: (collection, id, count) =>
    `записей ${collection} с номером ${id}: ${count}; другой номер одной из них даст renumber`,
  undo: (command) => `вернуть: ${command}`,
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
  withheldBy: (subject, reason) => `не публикуется: зависит от ${subject}: ${reason}`,
  notWhileErrors: 'не публикуется, пока есть ошибки',
  toWithhold: (field, value, place) =>
    `чтобы скрыть от читателей, но сохранить: "${field}": ${value} в ${place}`,
};

export const words = { en, ru } as const;
