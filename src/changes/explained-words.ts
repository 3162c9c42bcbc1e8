// What is said of an edit and of what follows from it, in each language.
import type { Language } from '../problems/messages/catalogue.js';
import { counted, RECORDS } from '../problems/messages/ru-counts.js';
import type { Edited } from './edited.js';

export interface Words {
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

const records = (count: number) =>
  `${count.toLocaleString('en-US')} record${count === 1 ? '' : 's'}`;

export const words: Readonly<Record<Language, Words>> = {
  en: {
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
  ru: {
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
};
