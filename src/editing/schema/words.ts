// The sentences that descriptions of fields and settings add to the model's own texts, in each language.

const en = {
  ofThisFile: 'The schema of this file.',
  ofThisRecord: 'The schema of this file, if it holds one record.',
  oneOrMany: (singular: string) => `One ${singular.replaceAll('-', ' ')}, or a list of them.`,
  settings: 'The settings of the portal, all optional; flags override them.',
  standard: 'Default',
  id: (holder: string) => `a number that no other of the ${holder} has`,
  /** `isMany`: a list of ids. `mustExist`: the records must exist. */
  ids: (collection: string, isMany: boolean, mustExist: boolean) => {
    const ids = isMany ? `numbers of ${collection}` : `the number of one of the ${collection}`;
    return mustExist ? `${ids}, which must be there` : ids;
  },
  html: 'HTML without scripts, style sheets and forms',
  computed: 'worked out; if it is given, it must agree',
  withheld: 'the public does not see it',
  /** Stands for a default that is null, or an empty text, list or object. */
  empty: 'empty',
  absent: (value: string) => `when absent: ${value}`,
  now: 'now',
  madeOf: (field: string) => `made of the ${field}`,
  sameAs: (reference: string) => `that of the ${reference}`,
  rootOf: (reference: string) => `the topmost record of the same ${reference}`,
  depth: 'how many records it is below',
  topmost: (reference: string) => `the topmost record above its ${reference}`,
  treeId: 'that of the topmost record above it, or else its number',
  walk: 'its place when all below the topmost record are counted through, in order of their numbers',
  through: (field: string, references: readonly string[]) =>
    `the ${field} of its ${references.join(' or ')}`,
  newest: (of: string, otherwise: string) => `the newest of the ${of}; without any, ${otherwise}`,
  newestInstant: (instant: string, of: string, otherwise: string) =>
    `${instant} of the newest of the ${of}; without any, ${otherwise}`,
  newestBelow: (instant: string) => `the newest ${instant} of it and the records below it`,
};

const ru: typeof en = {
  ofThisFile: 'Схема этого файла.',
  ofThisRecord: 'Схема этого файла, если в нём одна запись.',
  oneOrMany: (singular) => `Одна запись (${singular}) или список таких записей.`,
  settings: 'Настройки портала, все необязательные; параметры командной строки важнее них.',
  standard: 'По умолчанию',
  id: (holder) => `номер, которого больше ни у кого нет в ${holder}`,
  ids: (collection, isMany, mustExist) => {
    const ids = `${isMany ? 'номера записей' : 'номер записи'} из ${collection}`;
    return mustExist ? `${ids}, ${isMany ? 'которые' : 'которая'} уже есть` : ids;
  },
  html: 'HTML без скриптов, таблиц стилей и форм',
  computed: 'вычисляется; если указано, должно совпадать',
  withheld: 'читатели этого не видят',
  empty: 'пусто',
  absent: (value) => `если не указано: ${value}`,
  now: 'сейчас',
  madeOf: (field) => `составляется из ${field}`,
  sameAs: (reference) => `как у ${reference}`,
  rootOf: (reference) => `самая верхняя запись того же ${reference}`,
  depth: 'сколько записей над ней',
  topmost: (reference) => `самая верхняя запись над ${reference}`,
  treeId: 'то же, что у самой верхней записи над ней, иначе её номер',
  walk: 'место, если пересчитать всё под самой верхней записью по порядку номеров',
  through: (field, references) => `${field} записи из ${references.join(' или ')}`,
  newest: (of, otherwise) => `самая новая запись из ${of}; если их нет, ${otherwise}`,
  newestInstant: (instant, of, otherwise) =>
    `${instant} самой новой записи из ${of}; если их нет, ${otherwise}`,
  newestBelow: (instant) => `самое позднее ${instant} у неё и записей под ней`,
};

export const words = { en, ru } as const;
