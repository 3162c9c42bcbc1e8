// The words around the descriptions of fields and settings, in each language.
import type { Language } from '../problems/messages/catalogue.js';

interface Words {
  readonly ofThisFile: string;
  readonly ofThisRecord: string;
  readonly oneOrMany: (singular: string) => string;
  readonly settings: string;
  readonly standard: string;
  readonly id: (holder: string) => string;
  /** `isMany`: ids instead of an id. `mustExist`: of records that must be there. */
  readonly ids: (collection: string, isMany: boolean, mustExist: boolean) => string;
  readonly html: string;
  readonly computed: string;
  readonly withheld: string;
  readonly absent: (value: string) => string;
  readonly now: string;
  readonly madeOf: (field: string) => string;
  readonly sameAs: (reference: string) => string;
  readonly rootOf: (reference: string) => string;
  readonly depth: string;
  readonly topmost: (reference: string) => string;
  readonly treeId: string;
  readonly walk: string;
  readonly through: (field: string, references: readonly string[]) => string;
  readonly newest: (of: string, otherwise: string) => string;
  readonly newestInstant: (instant: string, of: string, otherwise: string) => string;
  readonly newestBelow: (instant: string) => string;
}

export const words: Readonly<Record<Language, Words>> = {
  en: {
    ofThisFile: 'The schema of this file.',
    ofThisRecord: 'The schema of this file, if it holds one record.',
    oneOrMany: (singular) => `One ${singular.replaceAll('-', ' ')}, or a list of them.`,
    settings: 'The settings of the portal, all optional; flags override them.',
    standard: 'Default',
    id: (holder) => `a number that no other of the ${holder} has`,
    ids: (collection, isMany, mustExist) => {
      const ids = `${isMany ? 'ids' : 'id'} in ${collection}`;
      return mustExist ? `${ids}, of ${isMany ? 'records that' : 'a record that'} must exist` : ids;
    },
    html: 'HTML without scripts, styles and forms',
    computed: 'worked out; if it is given, it must agree',
    withheld: 'the public does not see it',
    absent: (value) => `when absent: ${value}`,
    now: 'now',
    madeOf: (field) => `made of the ${field}`,
    sameAs: (reference) => `that of the ${reference}`,
    rootOf: (reference) => `the root of the ${reference}'s tree`,
    depth: 'how many records it is below',
    topmost: (reference) => `the topmost record above its ${reference}`,
    treeId: "that of the tree's root, or else the id of the root",
    walk: 'its place in a walk of the whole tree, children by their ids',
    through: (field, references) => `the ${field} of its ${references.join(' or ')}`,
    newest: (of, otherwise) => `the newest of the ${of}, or else ${otherwise}`,
    newestInstant: (instant, of, otherwise) =>
      `${instant} of the newest of the ${of}, or else ${otherwise}`,
    newestBelow: (instant) => `the newest ${instant} of it and the records below it`,
  },
  ru: {
    ofThisFile: 'Схема этого файла.',
    ofThisRecord: 'Схема этого файла, если в нём одна запись.',
    oneOrMany: (singular) => `Одна запись (${singular}) или список таких записей.`,
    settings: 'Настройки портала, все необязательные; параметры командной строки важнее них.',
    standard: 'По умолчанию',
    id: (holder) => `номер, которого больше ни у кого нет в ${holder}`,
    ids: (collection, isMany, mustExist) => {
      const ids = `${isMany ? 'номера (id)' : 'номер (id)'} из ${collection}`;
      return mustExist
        ? `${ids}; ${isMany ? 'такие записи должны' : 'такая запись должна'} быть`
        : ids;
    },
    html: 'HTML без скриптов, стилей и форм',
    computed: 'вычисляется; если указано, должно совпадать',
    withheld: 'читатели этого не видят',
    absent: (value) => `если не указано: ${value}`,
    now: 'сейчас',
    madeOf: (field) => `составляется из ${field}`,
    sameAs: (reference) => `как у записи из ${reference}`,
    rootOf: (reference) => `корень того же дерева (${reference})`,
    depth: 'сколько записей над ней',
    topmost: (reference) => `самая верхняя запись над ${reference}`,
    treeId: 'то же, что у корня дерева, иначе номер корня',
    walk: 'место при обходе всего дерева, дети по порядку номеров',
    through: (field, references) => `${field} записи из ${references.join(' или ')}`,
    newest: (of, otherwise) => `самая новая запись из ${of}, иначе ${otherwise}`,
    newestInstant: (instant, of, otherwise) =>
      `${instant} самой новой записи из ${of}, иначе ${otherwise}`,
    newestBelow: (instant) => `самое позднее ${instant} у неё и записей под ней`,
  },
};
