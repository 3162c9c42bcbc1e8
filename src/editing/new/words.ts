// The texts of `new` about flags and names that stand for ids, and its questions, in each language.

const en = {
  /** Headings: `unfit` above wrong values, `lacking` above missing flags. */
  unfit: (singular: string) => `this cannot be in a new ${singular}:`,
  lacking: (singular: string) => `a new ${singular} needs also:`,
  /** For a required reference to an empty collection. `flags`: those that its first record needs, with examples. */
  noneYet: (singular: string, flags: string) =>
    `there is no ${singular} yet; make one first: npx portal-snapshot new ${singular}${flags}`,
  example: 'Example',
  /** The placeholder for an id, where a name may stand for it. */
  idOrName: '<number or name>',
  /** For an empty answer, and for a missing field. */
  needed: 'This is needed.',
  /** Printed before the questions. */
  asks: (singular: string) =>
    `A new ${singular} needs also (Ctrl-C leaves; nothing is written then):`,
  /** The last question, and what may be answered. */
  others: 'other fields',
  othersAbout: 'names of fields, with spaces between them; Enter: none',
  noOther: (name: string, near: string | undefined) =>
    `There is no field ${name}${near === undefined ? '' : `; did you mean ${near}?`}`,
  /** How a long text is given. */
  longText: '@FILE takes the text of a file, @ opens your editor',
  noEditor: 'Name your editor in EDITOR first, or write @FILE.',
  /** Printed for Enter before anything in a list is chosen. */
  choose: 'Type a part of it, or choose with the arrow keys.',
  /** Printed where no record has a name with the typed text. */
  nothing: 'nothing is called so',
  /** What the arrow keys do in a list, and what Enter does. */
  keys: '↑ ↓ move, Enter takes, letters find',
};

const ru: typeof en = {
  unfit: (singular) => `в новой записи (${singular}) этого быть не может:`,
  lacking: (singular) => `для новой записи (${singular}) нужно ещё:`,
  noneYet: (singular, flags) =>
    `записей (${singular}) ещё нет; сначала создайте: npx portal-snapshot new ${singular}${flags}`,
  example: 'Пример',
  idOrName: '<номер или название>',
  needed: 'Это поле обязательно.',
  asks: (singular) => `Новой записи (${singular}) нужно ещё (Ctrl-C — выйти, ничего не записывая):`,
  others: 'другие поля',
  othersAbout: 'названия полей через пробел; Enter — не нужно',
  noOther: (name, near) =>
    `Нет поля ${name}${near === undefined ? '' : `; возможно, имелось в виду ${near}?`}`,
  longText: '@ФАЙЛ возьмёт текст из файла, @ откроет ваш редактор',
  noEditor: 'Сначала укажите редактор в EDITOR или напишите @ФАЙЛ.',
  choose: 'Напишите часть названия или выберите стрелками.',
  nothing: 'ничего похожего нет',
  keys: '↑ ↓ — выбрать, Enter — принять, буквы — найти',
};

export const words = { en, ru } as const;
