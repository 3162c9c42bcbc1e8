// What `new` says of flags and of names that stand for ids, and asks on a terminal, in each language.

const en = {
  /** Above values that a new record cannot have, and above the flags that it lacks. */
  unfit: (singular: string) => `this cannot be in a new ${singular}:`,
  lacking: (singular: string) => `a new ${singular} needs also:`,
  /** The placeholder for an id, where a name may stand for it. */
  idOrName: '<id or name>',
  /** Of an answer that says nothing. */
  needed: 'This is needed.',
  /** What comes before the questions. */
  asks: (singular: string) =>
    `A new ${singular} needs also (Ctrl-C leaves; nothing is written then):`,
  /** Where no record is called so. */
  nothing: 'nothing is called so',
  /** What the arrow keys do in a list, and what Enter does. */
  keys: '↑ ↓ move, Enter takes, letters find',
};

const ru: typeof en = {
  unfit: (singular) => `в новой записи (${singular}) этого быть не может:`,
  lacking: (singular) => `для новой записи (${singular}) нужно ещё:`,
  idOrName: '<id или название>',
  needed: 'Это поле обязательно.',
  asks: (singular) => `Новой записи (${singular}) нужно ещё (Ctrl-C — выйти, ничего не записывая):`,
  nothing: 'ничего похожего нет',
  keys: '↑ ↓ — выбрать, Enter — принять, буквы — найти',
};

export const words = { en, ru } as const;
