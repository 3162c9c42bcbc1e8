// The texts of a difference of two snapshots, and of the edit that caused it, in each language.
const en = {
  edit: {
    edited: 'Edited',
    nothingEdited: 'No record that readers see was edited.',
    kinds: { added: 'added', changed: 'changed', removed: 'removed', withheld: 'withheld now' },
    more: (count: number) => `and ${count} more`,
  },
  /** The headings of the columns of counts, in their order. */
  headings: ['address', 'records', 'new', 'gone', 'rewritten'],
  title: 'What this change does to the API',
  same: (addresses: string) => `The API stays the same: ${addresses} addresses.`,
  /** Names the row of sums. */
  all: 'all',
  /** Of pages. */
  counts: (added: number, removed: number, rewritten: number) =>
    `${added} new, ${removed} gone, ${rewritten} rewritten`,
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
  },
  headings: ['адрес', 'записей', 'новых', 'убрано', 'переписано'],
  title: 'Что это изменение меняет в API',
  same: (addresses) => `В API ничего не меняется: адресов ${addresses}.`,
  all: 'всего',
  counts: (added, removed, rewritten) =>
    `новых ${added}, убрано ${removed}, переписано ${rewritten}`,
  newAddresses: 'новые адреса',
  goneAddresses: 'адреса, которых не станет',
  more: (shown, count) => `${shown} и ещё ${count}`,
  hasErrors: (errors) =>
    `в данных есть ошибки (${errors}), поэтому снимка, который можно сравнить, нет; какие это ошибки, скажет check`,
};

export const words = { en, ru } as const;
