// The texts of `new` about flags and names that stand for ids, in each language.

const en = {
  /** Headings: `unfit` above wrong values, `lacking` above missing flags. */
  unfit: (singular: string) => `this cannot be in a new ${singular}:`,
  lacking: (singular: string) =>
    `a new ${singular} needs also (or fill in its form: npx portal-snapshot preview):`,
  /** For a required reference to an empty collection. `flags`: those that its first record needs, with examples. */
  noneYet: (singular: string, flags: string) =>
    `there is no ${singular} yet; make one first: npx portal-snapshot new ${singular}${flags}`,
  example: 'Example',
  /** The placeholder for an id, where a name may stand for it. */
  idOrName: '<number or name>',
  /** For a missing field of a form. */
  needed: 'This is needed.',
};

const ru: typeof en = {
  unfit: (singular) => `в новой записи (${singular}) этого быть не может:`,
  lacking: (singular) =>
    `для новой записи (${singular}) нужно ещё (или заполните форму: npx portal-snapshot preview):`,
  noneYet: (singular, flags) =>
    `записей (${singular}) ещё нет; сначала создайте: npx portal-snapshot new ${singular}${flags}`,
  example: 'Пример',
  idOrName: '<номер или название>',
  needed: 'Это поле обязательно.',
};

export const words = { en, ru } as const;
