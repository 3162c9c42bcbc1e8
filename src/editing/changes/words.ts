// The texts of a difference of two snapshots, and of the edit that caused it, in each language.
import { counted } from '../../problems/messages/ru-counts.js';

const records = (count: number) =>
  `${count.toLocaleString('en-US')} record${count === 1 ? '' : 's'}`;

const en = {
  edit: {
    edited: 'Edited',
    nothingEdited: 'No record that readers see was edited.',
    kinds: { added: 'added', changed: 'changed', removed: 'removed', withheld: 'withheld now' },
    more: (count: number) => `and ${count} more`,
    follows: 'What follows from it',
    /** `cause`: such as `post.title`; `of`: in how many records it changed; `count`: how many records show it. */
    field: (cause: string, of: number, collection: string, count: number) =>
      `${cause} of ${of} ${of === 1 ? cause.replace(/\..*/, '') : collection}: ${records(count)}`,
    whole: {
      added: (collection: string, count: number) =>
        `${collection} that come with it: ${records(count)}`,
      removed: (collection: string, count: number) =>
        `${collection} that go with it: ${records(count)}`,
    },
  },
  /** The headings of the columns of counts, in their order. */
  headings: ['address', 'added', 'removed', 'changed', 'new pages', 'gone pages', 'files written'],
  /** The headings of further columns, where bytes are shown. */
  ofBytes: ['bytes written', 'bytes before', 'bytes after'],
  title: 'What this change does to the API',
  same: (files: string) => `The API stays the same: ${files} files.`,
  /** Names the row of sums. */
  all: 'all',
  counts: (added: string, removed: string, changed: string) =>
    `${added} added, ${removed} removed, ${changed} changed`,
  added: 'added',
  removed: 'removed',
  changed: 'changed',
  newAddresses: 'new addresses',
  goneAddresses: 'addresses that disappear',
  more: (shown: string, count: string) => `${shown} and ${count} more`,
  /** Printed when the data has errors. */
  hasErrors: (errors: number) =>
    `the data has errors (${errors}), so there is no snapshot of it to compare; check tells which`,
};

const ru: typeof en = {
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
      `${cause} (${collection}: ${of}): ${counted(count, 'records')}`,
    whole: {
      added: (collection, count) =>
        `вместе с этим появились ${collection}: ${counted(count, 'records')}`,
      removed: (collection, count) =>
        `вместе с этим исчезли ${collection}: ${counted(count, 'records')}`,
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
  ],
  ofBytes: ['записано байтов', 'байтов было', 'байтов стало'],
  title: 'Что это изменение меняет в API',
  same: (files) => `В API ничего не меняется: файлов ${files}.`,
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
};

export const words = { en, ru } as const;
