// What `new` says of flags and of names that stand for ids, and asks on a terminal, in each language.
import type { Language } from '../problems/messages/catalogue.js';

interface Words {
  /** Above values that a new record cannot have, and above the flags that it lacks. */
  readonly unfit: (singular: string) => string;
  readonly lacking: (singular: string) => string;
  /** The placeholder for an id, where a name may stand for it. */
  readonly idOrName: string;
  /** Of several records that a name may mean. */
  readonly several: (text: string, collection: string) => string;
  /** Of a name that no record has, and of records that have one much like it. */
  readonly near: (text: string, collection: string) => string;
  readonly none: (text: string, collection: string) => string;
  readonly more: (count: number) => string;
  /** Of an answer that says nothing. */
  readonly needed: string;
  /** What comes before the questions. */
  readonly asks: (singular: string) => string;
  /** Where no record is called so. */
  readonly nothing: string;
  /** What the arrow keys do in a list, and what Enter does. */
  readonly keys: string;
}

export const words: Readonly<Record<Language, Words>> = {
  en: {
    unfit: (singular) => `this cannot be in a new ${singular}:`,
    lacking: (singular) => `a new ${singular} needs also:`,
    idOrName: '<id or name>',
    several: (text, collection) =>
      `${text} may be several of the ${collection}; write the id of one, or more of its name:`,
    near: (text, collection) => `no record of ${collection} is called ${text}; there are:`,
    none: (text, collection) =>
      `there is no ${text} in ${collection}; write a name, the beginning of one, or an id`,
    more: (count) => `and ${count} more`,
    needed: 'This is needed.',
    asks: (singular) => `A new ${singular} needs also (Ctrl-C leaves; nothing is written then):`,
    nothing: 'nothing is called so',
    keys: '↑ ↓ move, Enter takes, letters find',
  },
  ru: {
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
    asks: (singular) =>
      `Новой записи (${singular}) нужно ещё (Ctrl-C — выйти, ничего не записывая):`,
    nothing: 'ничего похожего нет',
    keys: '↑ ↓ — выбрать, Enter — принять, буквы — найти',
  },
};
