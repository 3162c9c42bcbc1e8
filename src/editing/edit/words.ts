// The texts of `change`, `remove`, `renumber` and `undo`, in each language.
import { plural } from '../../problems/messages/en-counts.js';
import { counted } from '../../problems/messages/ru-counts.js';
import { quote } from '../../problems/quote.js';
import { visible } from '../../problems/text/visible.js';
import type { KeptChange } from '../workspace/journal.js';

type Done = Pick<KeptChange, 'command' | 'at'>;

/** A change as text: its command, escaped since anybody may have written the journal, and its local time. */
function headOf({ command, at }: Done, lang: string): string {
  const time = at.toLocaleString(lang, { dateStyle: 'medium', timeStyle: 'short' });
  return `${visible(command)} (${time})`;
}

const en = {
  change: {
    unset: 'take a field out, such as --unset note: then it has its default',
    noField: (name: string) => `there is no field ${quote(name)}: --help lists them`,
    id: (singular: string) =>
      `an id is changed with all that refers to it: npx portal-snapshot renumber ${singular} ID --to ID`,
    unfit: (singular: string) => `this cannot be in a ${singular}:`,
    none: 'nothing changes: these are its values already',
    errors: 'nothing is changed: the data would have these errors',
    changed: 'changed:',
    wouldChange: 'would be changed; nothing is written:',
  },
  remove: {
    flags: {
      cascade: 'remove what cannot be without it, too',
    },
    /** `others`, `shows` and `names` are headings; `count`: how many records, or references, follow. */
    others: (count: number) => `cannot be without it (${plural(count, 'record')}):`,
    shows: (count: number) => `show it, and would show nothing (${plural(count, 'reference')}):`,
    names: (count: number) => `only give its number, and stay (${plural(count, 'reference')}):`,
    referred: (records: number) =>
      `nothing is removed: other records refer to it; --cascade removes ${plural(records, 'record')}`,
    shown:
      'nothing is removed: give the records that show it another one first, or take it out of them',
    errors: 'nothing is removed: the data would have these errors',
    givers: 'first change or remove these records, from which others take its number:',
    giver: (change: string, remove: string) => `${change}  (or ${remove})`,
    removed: (records: number, files: number) =>
      `removed: ${plural(records, 'record')}, from ${plural(files, 'file')}`,
    wouldRemove: (records: number, files: number) =>
      `would be removed: ${plural(records, 'record')}, from ${plural(files, 'file')}; nothing is written`,
    gone: 'the whole file',
  },
  renumber: {
    file: 'the file of the record, FILE:LINE or FILE:LINE:COLUMN, where several have the id',
    to: 'its new id (default: the one above the greatest)',
    taken: (collection: string, id: number) => `${collection} has a record ${id} already`,
    which: (count: number, file: string | undefined) =>
      `${plural(count, 'record')} with this id${
        file === undefined ? '' : `, and ${quote(file)} is the place of none of them, or of several`
      }: name one with --file, as FILE or FILE:LINE`,
    wouldChange: 'would get another id; nothing is written:',
    changed: 'has another id:',
    referring: (count: number) => `refer to it by that id (${plural(count, 'record')}):`,
    staying: (count: number) =>
      `refer to the old id, which another record has, too; change those that mean this one (${plural(count, 'record')}):`,
    errors: 'nothing is changed: the data would have these errors',
  },
  undo: {
    nothing:
      'there is nothing to undo: no command has changed this data, or all of it is taken back',
    /** `files`: those that somebody has changed after the change. */
    touched: (done: Done, files: readonly string[]) =>
      `${headOf(done, 'en-GB')} cannot be undone: these files were changed since: ${files.map(visible).join(', ')}`,
    undone: (done: Done) => `undone: ${headOf(done, 'en-GB')}`,
    wouldUndo: (done: Done) => `would be undone: ${headOf(done, 'en-GB')}; nothing is written`,
    gone: 'removed',
  },
};

const ru: typeof en = {
  change: {
    unset: 'убрать поле, например --unset note: тогда действует значение по умолчанию',
    noField: (name) => `нет поля ${quote(name)}: какие есть, покажет --help`,
    id: (singular) =>
      `номер меняют вместе со ссылками на него: npx portal-snapshot renumber ${singular} ID --to ID`,
    unfit: (singular) => `в записи (${singular}) этого быть не может:`,
    none: 'ничего не изменилось: эти значения в записи уже есть',
    errors: 'ничего не изменено: в данных появились бы эти ошибки',
    changed: 'изменено:',
    wouldChange: 'изменилось бы, ничего не записано:',
  },
  remove: {
    flags: {
      cascade: 'удалить и то, чего без неё быть не может',
    },
    others: (count) => `не могут быть без неё (${counted(count, 'records')}):`,
    shows: (count) => `показывают её, а показывать будет нечего (ссылок: ${count}):`,
    names: (count) => `только называют её номер и остаются (ссылок: ${count}):`,
    referred: (records) =>
      `ничего не удалено: на неё ссылаются другие записи; --cascade удалит ${counted(records, 'records')}`,
    shown:
      'ничего не удалено: сначала укажите там, где её показывают, другую запись или уберите её оттуда',
    errors: 'ничего не удалено: в данных появились бы эти ошибки',
    givers: 'сначала измените или удалите записи, из которых её номер берут другие:',
    giver: (change, remove) => `${change}  (или ${remove})`,
    removed: (records, files) =>
      `удалено: ${counted(records, 'records')}, ${counted(files, 'files')}`,
    wouldRemove: (records, files) =>
      `было бы удалено: ${counted(records, 'records')}, ${counted(files, 'files')}; ничего не записано`,
    gone: 'весь файл',
  },
  renumber: {
    file: 'файл записи, ФАЙЛ:СТРОКА или ФАЙЛ:СТРОКА:СТОЛБЕЦ, если номер у нескольких записей',
    to: 'новый номер (по умолчанию: на единицу больше наибольшего)',
    taken: (collection, id) => `в ${collection} уже есть запись ${id}`,
    which: (count, file) =>
      `записей с этим номером: ${count}${
        file === undefined
          ? ''
          : `, а ${quote(file)} не называет ни одной из них или называет несколько`
      }; укажите одну с --file, как ФАЙЛ или ФАЙЛ:СТРОКА`,
    wouldChange: 'другой номер получила бы (ничего не записано):',
    changed: 'другой номер получила:',
    referring: (count) => `ссылаются на неё по новому номеру (${counted(count, 'records')}):`,
    staying: (count) =>
      `ссылаются на прежний номер, который есть и у другой записи; исправьте те, что относятся к этой (${counted(count, 'records')}):`,
    errors: 'ничего не изменено: в данных появились бы эти ошибки',
  },
  undo: {
    nothing: 'отменять нечего: команды не меняли эти данные или всё уже отменено',
    touched: (done, files) =>
      `отменить ${headOf(done, 'ru')} нельзя: с тех пор кто-то изменил ${files.map(visible).join(', ')}`,
    undone: (done) => `отменено: ${headOf(done, 'ru')}`,
    wouldUndo: (done) => `было бы отменено: ${headOf(done, 'ru')}; ничего не записано`,
    gone: 'удалён',
  },
};

export const words = { en, ru } as const;
