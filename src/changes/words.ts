// The words of a difference of two snapshots, in each language.
import type { Language } from '../problems/messages/catalogue.js';

interface Words {
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

export const words: Readonly<Record<Language, Words>> = {
  en: {
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
