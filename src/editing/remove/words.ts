// What removing says to a person, in each language.
import { plural } from '../../problems/messages/en-counts.js';
import { counted } from '../../problems/messages/ru-counts.js';

const en = {
  flags: {
    cascade: 'remove what cannot be without it, too',
    dryRun: 'tell what would be removed; write nothing',
  },
  several: (collection: string, id: number, count: number) =>
    `${count} records of ${collection} have the id ${id}: give all but one another id first`,
  /** `what`: a collection or a file. */
  unread: (what: string) =>
    `${what} cannot be read in full, and may refer to it: mend what check finds first`,
  /** Heads of lists; `count` is of records, or of references. */
  others: (count: number) => `cannot be without it (${plural(count, 'record')}):`,
  shows: (count: number) => `show it, and would show nothing (${plural(count, 'reference')}):`,
  names: (count: number) => `only give its number, and stay (${plural(count, 'reference')}):`,
  referred: (records: number) =>
    `nothing is removed: other records refer to it; --cascade removes ${plural(records, 'record')}`,
  shown:
    'nothing is removed: give the records that show it another one first, or take it out of them',
  errors: 'nothing is removed: the data would have these errors',
  removed: (records: number, files: number) =>
    `removed: ${plural(records, 'record')}, from ${plural(files, 'file')}`,
  wouldRemove: (records: number, files: number) =>
    `would be removed: ${plural(records, 'record')}, from ${plural(files, 'file')}; nothing is written`,
  gone: 'the whole file',
  undo: (command: string) => `undo: ${command}`,
  noUndo: (files: readonly string[]) =>
    `no command undoes this: git does not have ${files.join(', ')} as it was before; a commit first makes it possible`,
  noGit: 'no command undoes this: no git repository that answers has the data',
};

const ru: typeof en = {
  flags: {
    cascade: 'удалить и то, чего без неё быть не может',
    dryRun: 'показать, что было бы удалено, и ничего не записывать',
  },
  several: (collection, id, count) =>
    `записей ${collection} с номером ${id}: ${count}; сначала дайте всем, кроме одной, другой номер`,
  unread: (what) =>
    `${what}: читается не всё, и там могут быть ссылки на неё; сначала исправьте то, что найдёт check`,
  others: (count) => `не могут быть без неё (${counted(count, 'records')}):`,
  shows: (count) => `показывают её, а показывать будет нечего (ссылок: ${count}):`,
  names: (count) => `только называют её номер и остаются (ссылок: ${count}):`,
  referred: (records) =>
    `ничего не удалено: на неё ссылаются другие записи; --cascade удалит ${counted(records, 'records')}`,
  shown:
    'ничего не удалено: сначала укажите там, где её показывают, другую запись или уберите её оттуда',
  errors: 'ничего не удалено: в данных появились бы эти ошибки',
  removed: (records, files) =>
    `удалено: ${counted(records, 'records')}, ${counted(files, 'files')}`,
  wouldRemove: (records, files) =>
    `было бы удалено: ${counted(records, 'records')}, ${counted(files, 'files')}; ничего не записано`,
  gone: 'весь файл',
  undo: (command) => `вернуть: ${command}`,
  noUndo: (files) =>
    `вернуть одной командой нельзя: в git нет ${files.join(', ')} в прежнем виде; чтобы было можно, сначала сделайте коммит`,
  noGit: 'вернуть одной командой нельзя: нет репозитория git с этими данными или он не отвечает',
};

export const words = { en, ru } as const;
