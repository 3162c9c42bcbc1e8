// What `new` says of flags and of names that stand for ids, and asks on a terminal, in each language.

const en = {
  /** Above values that a new record cannot have, and above the flags that it lacks. */
  unfit: (singular: string) => `this cannot be in a new ${singular}:`,
  lacking: (singular: string) => `a new ${singular} needs also:`,
  /** The placeholder for an id, where a name may stand for it. */
  idOrName: '<id or name>',
  /** Of several records that a name may mean. */
  several: (text: string, collection: string) =>
    `${text} may be several of the ${collection}; write the id of one, or more of its name:`,
  /** Of a name that no record has, and of records that have one much like it. */
  near: (text: string, collection: string) =>
    `no record of ${collection} is called ${text}; there are:`,
  none: (text: string, collection: string) =>
    `there is no ${text} in ${collection}; write a name, the beginning of one, or an id`,
  more: (count: number) => `and ${count} more`,
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
  several: (text, collection) =>
    `${text} подходит нескольким записям ${collection}; напишите id одной из них или её название полнее:`,
  near: (text, collection) => `в ${collection} нет записи ${text}; возможно, это одна из этих:`,
  none: (text, collection) =>
    `в ${collection} нет записи ${text}; напишите название, его начало или id`,
  more: (count) => `и ещё ${count}`,
  needed: 'Это поле обязательно.',
  asks: (singular) => `Новой записи (${singular}) нужно ещё (Ctrl-C — выйти, ничего не записывая):`,
  nothing: 'ничего похожего нет',
  keys: '↑ ↓ — выбрать, Enter — принять, буквы — найти',
};

export const words = { en, ru } as const;
