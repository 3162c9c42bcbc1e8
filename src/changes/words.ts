// The words of a difference of two snapshots, and of the edit behind it, in each language.
import type { Language } from '../problems/messages/catalogue.js';
import { counted, RECORDS } from '../problems/messages/ru-counts.js';
import type { Edited } from './edited.js';

/** The words of an edit, and of what follows from it. */
interface EditWords {
  readonly edited: string;
  readonly nothingEdited: string;
  readonly kinds: Readonly<Record<Edited['kind'], string>>;
  readonly more: (count: number) => string;
  readonly follows: string;
  /** `cause`: such as `post.title`; `of`: how many records' field it is; `records`: that show these. */
  readonly field: (cause: string, of: number, collection: string, records: number) => string;
  readonly whole: Readonly<
    Record<'added' | 'removed', (collection: string, count: number) => string>
  >;
}

interface Words {
  readonly edit: EditWords;
  /** The heads of the columns of counts, in their order. */
  readonly headings: readonly string[];
  readonly title: string;
  readonly same: (files: string, bytes: string) => string;
  /** Names the row of sums. */
  readonly all: string;
  readonly counts: (added: string, removed: string, changed: string) => string;
  readonly added: string;
  readonly removed: string;
  readonly changed: string;
  readonly newAddresses: string;
  readonly goneAddresses: string;
  readonly more: (shown: string, count: string) => string;
  /** Said of data with errors, in which there is nothing to compare. */
  readonly hasErrors: (errors: number) => string;
}

const records = (count: number) =>
  `${count.toLocaleString('en-US')} record${count === 1 ? '' : 's'}`;

export const words: Readonly<Record<Language, Words>> = {
  en: {
    edit: {
      edited: 'Edited',
      nothingEdited: 'No record that readers see was edited.',
      kinds: { added: 'added', changed: 'changed', removed: 'removed', withheld: 'withheld now' },
      more: (count) => `and ${count} more`,
      follows: 'What follows from it',
      field: (cause, of, collection, count) =>
        `${cause} of ${of} ${of === 1 ? cause.replace(/\..*/, '') : collection}: ${records(count)}`,
      whole: {
        added: (collection, count) => `${collection} that come with it: ${records(count)}`,
        removed: (collection, count) => `${collection} that go with it: ${records(count)}`,
      },
    },
    headings: [
      'address',
      'added',
      'removed',
      'changed',
      'new pages',
      'gone pages',
      'files written',
      'bytes written',
      'bytes before',
      'bytes after',
    ],
    title: 'What this change does to the API',
    same: (files, bytes) => `The API stays the same: ${files} files, ${bytes} bytes.`,
    all: 'all',
    counts: (added, removed, changed) => `${added} added, ${removed} removed, ${changed} changed`,
    added: 'added',
    removed: 'removed',
    changed: 'changed',
    newAddresses: 'new addresses',
    goneAddresses: 'addresses that disappear',
    more: (shown, count) => `${shown} and ${count} more`,
    hasErrors: (errors) =>
      `the data has errors (${errors}), so there is no snapshot of it to compare; check tells which`,
  },
  ru: {
    edit: {
      edited: 'Правка',
      nothingEdited: 'Записи, которые видят читатели, никто не правил.',
      kinds: {
        added: 'добавлено',
        changed: 'изменено',
        removed: 'удалено',
        withheld: 'теперь скрыто',
      },
      more: (count) => `и ещё ${count}`,
      follows: 'Что из этого следует',
      field: (cause, of, collection, count) =>
        `${cause} (${collection}: ${of}): ${counted(count, RECORDS)}`,
      whole: {
        added: (collection, count) =>
          `вместе с этим появились ${collection}: ${counted(count, RECORDS)}`,
        removed: (collection, count) =>
          `вместе с этим исчезли ${collection}: ${counted(count, RECORDS)}`,
      },
    },
    headings: [
      'адрес',
      'новых',
      'убрано',
      'изменено',
      'новых страниц',
      'убрано страниц',
      'записано файлов',
      'записано байтов',
      'байтов было',
      'байтов стало',
    ],
    title: 'Что это изменение меняет в API',
    same: (files, bytes) => `В API ничего не меняется: файлов ${files}, байтов ${bytes}.`,
    all: 'всего',
    counts: (added, removed, changed) => `новых ${added}, убрано ${removed}, изменено ${changed}`,
    added: 'новые',
    removed: 'убраны',
    changed: 'изменены',
    newAddresses: 'новые адреса',
    goneAddresses: 'адреса, которых не станет',
    more: (shown, count) => `${shown} и ещё ${count}`,
    hasErrors: (errors) =>
      `в данных есть ошибки (${errors}), поэтому снимка, который можно сравнить, нет; какие это ошибки, скажет check`,
  },
};
